//! Which score, and its numbers.

use leptos::prelude::*;

use super::super::draft::DraftModel;
use crate::choices::{GuideBy, GuideChoices, MOST_TOKENS};
use crate::components::strategies::slider::Slider;
use crate::words::{Message, say};

fn rules() -> [(GuideBy, Message, Message); 4] {
    let say = say();
    [
        (
            GuideBy::Guidance,
            say.guide_guidance(),
            say.guide_guidance_about(),
        ),
        (
            GuideBy::Search,
            say.guide_search(),
            say.guide_search_about(),
        ),
        (
            GuideBy::Decoding,
            say.guide_decoding(),
            say.guide_decoding_about(),
        ),
        (GuideBy::Dola, say.guide_dola(), say.guide_dola_about()),
    ]
}

/// The choices.
#[component]
pub fn Options(
    /// What is asked for.
    choices: RwSignal<GuideChoices>,
) -> impl IntoView {
    let by = Memo::new(move |_| choices.with(|c| c.by));
    let rule = move |(own, name, _): (GuideBy, Message, Message)| {
        let pressed = move || (by.get() == own).to_string();
        view! {
            <button class="button small" data-testid="guide-rule" aria-pressed=pressed on:click=move |_| choices.update(|c| c.by = own)>{name.to_string()}</button>
        }
    };
    let about = move || {
        let found = rules().into_iter().find(|(own, ..)| *own == by.get());
        found.map(|(_, _, about)| about.to_string())
    };
    let number = move |name: Message,
                       testid: &'static str,
                       (low, high, step): (f64, f64, f64),
                       get: fn(&GuideChoices) -> f64,
                       set: fn(&mut GuideChoices, f64)| {
        let slide = move |text: String| {
            if let Ok(value) = text.parse() {
                choices.update(|c| set(c, value));
            }
        };
        let value = move || choices.with(get);
        view! {
            <label class="field">{name.to_string()}
                <Slider low high step testid value on_slide=slide />
                <span class="num">{move || value().to_string()}</span>
            </label>
        }
        .into_any()
    };
    let own = move || {
        match by.get() {
        GuideBy::Search => view! {
            {number(say().guide_alpha(), "guide-alpha", (0.0, 1.0, 0.05), |c| c.alpha, |c, x| c.alpha = x)}
            {number(say().guide_k(), "guide-k", (1.0, 12.0, 1.0), |c| f64::from(c.k), |c, x| c.k = x as u32)}
        }
        .into_any(),
        GuideBy::Decoding | GuideBy::Dola => view! {
            {number(say().guide_head(), "guide-head", (0.0, 1.0, 0.05), |c| c.head, |c, x| c.head = x)}
            {(by.get() == GuideBy::Decoding).then(|| view! { <DraftModel /> })}
        }
        .into_any(),
        GuideBy::Guidance => view! {
            {number(say().guide_scale(), "guide-scale", (-1.0, 5.0, 0.1), |c| c.scale, |c, x| c.scale = x)}
            <label class="field lane-prompt">{say().guide_against().to_string()}
                <input type="text" data-testid="guide-against" placeholder=say().guide_against_none().to_string()
                    prop:value=move || choices.with(|c| c.against.clone())
                    on:change:target=move |ev| { let text = ev.target().value(); choices.update(|c| c.against = text) } />
            </label>
        }
        .into_any(),
    }
    };
    let draws = move || by.get() != GuideBy::Search;
    view! {
        <div class="guide-rules" role="group" aria-label=say().guide_rule().to_string()>{rules().map(rule).into_iter().collect_view()}</div>
        <p class="guide-about" data-testid="guide-about">{about}</p>
        <div class="strategy-options" data-testid="guide-options">
            {own}
            {move || draws().then(|| view! {
                <label class="field">
                    <input type="checkbox" data-testid="guide-drawn" prop:checked=move || choices.with(|c| c.drawn)
                        on:change:target=move |ev| { let drawn = ev.target().checked(); choices.update(|c| c.drawn = drawn) } />
                    {say().guide_drawn().to_string()}
                </label>
            })}
            {number(say().beams_tokens(), "guide-tokens", (1.0, 60.0, 1.0), |c| f64::from(c.max_tokens), |c, x| c.max_tokens = (x as u32).clamp(1, MOST_TOKENS))}
        </div>
    }
}
