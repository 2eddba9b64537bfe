//! A text that outgrows its context: what is forgotten, and what that does to the cache and to the next token.

use leptos::prelude::*;
use logitscope_core::TokenId;
use logitscope_core::context::{ContextOptions, ContextRun, ContextStep, WhenFull, Window};

use super::cache::CachePicture;
use super::shown::Shown;
use crate::choices::ContextChoices;
use crate::components::kit::format;
use crate::components::strategies::setup;
use crate::components::strategies::slider::Slider;
use crate::components::strategies::transport::Transport;
use crate::state::App;
use crate::strategies::{Kind, Pace};
use crate::words::{Message, say};

/// The largest context that the slider offers: a full one should come soon.
const MOST_SHOWN: u32 = 64;
/// How many tokens stay at the beginning where the middle goes.
const FIRST: u32 = 4;

fn ways() -> [(WhenFull, Message); 3] {
    let say = say();
    [
        (WhenFull::Slide, say.context_slide()),
        (
            WhenFull::DropMiddle(FIRST),
            say.context_middle(u64::from(FIRST)),
        ),
        (WhenFull::Stop, say.context_stop()),
    ]
}

/// The choices, the run, its text and its cache.
#[component]
pub fn Full() -> impl IntoView {
    let app = expect_context::<App>();
    let choices = app.strategies.context;
    if untrack(|| app.pace(Kind::Context)).at == 0 {
        let playing = false;
        app.set_pace(Kind::Context, Pace { at: 1, playing });
    }
    setup::keep_begun(app, Kind::Context, move |base| {
        let ContextChoices {
            when_full,
            n_ctx,
            drop,
            max_tokens,
        } = choices.get();
        let options = ContextOptions {
            n_ctx,
            when_full,
            drop,
            max_tokens,
            end_tokens: base.ends(),
        };
        let run = |base: &setup::Base| {
            ContextRun::new(base.tokens.clone(), base.sampling()?, options, base.n_ctx)
        };
        Some(run(base))
    });
    let shown = Memo::new(move |_| {
        let at = app.pace(Kind::Context).at;
        app.read_work(Kind::Context, |run: &ContextRun| Shown::of(run, at))
    });
    let place = move || {
        let at = shown.with(|s| s.as_ref().map_or(0, |s| s.steps.len()));
        let most = choices.get().max_tokens;
        say().beams_place(at as u64, u64::from(most)).to_string()
    };
    view! {
        <section class="context-full" aria-labelledby="context-full">
            <h3 id="context-full">{say().context_when_full().to_string()}</h3>
            <Options choices />
            <Transport kind=Kind::Context place=Signal::derive(place) />
            {move || app.work_failed(Kind::Context).map(|why| view! { <p class="field-error" role="alert">{why}</p> })}
            {move || shown.get().map(|shown| text(app, &shown, choices.get().max_tokens as usize))}
            <CachePicture shown />
        </section>
    }
}

/// The text with what is forgotten struck out, and a sentence on the step, of `most` at most.
fn text(app: App, shown: &Shown, most: usize) -> impl IntoView + use<> {
    let window = shown.steps.last().map(|step| step.window.clone());
    let window = window.unwrap_or_else(|| Window::new(shown.text.len()));
    // The newest token is read at the next step.
    let newest = shown.text.len().saturating_sub(1);
    let token = |(at, token): (usize, &TokenId)| {
        let word = format::token(&untrack(|| app.token_bytes(*token)));
        let forgotten = !window.has(at) && at != newest;
        let (is_new, own) = (at == newest && !shown.steps.is_empty(), at >= shown.prompt);
        view! { <span class:forgotten=forgotten class:newest=is_new class:own=own>{word}</span> }
    };
    let words: Vec<_> = shown.text.iter().enumerate().map(token).collect();
    let sentence = shown.steps.last().map(|step| sentence(app, step));
    let full = match (shown.full, shown.last && shown.steps.len() < most) {
        (true, _) => Some(say().context_is_full()),
        (_, true) => Some(say().stop_end_of_text()),
        _ => None,
    };
    let full = full.map(|why| why.to_string());
    view! {
        <p class="context-text" data-testid="context-text">{words}</p>
        <p class="caption" data-testid="context-sentence">{sentence} " " {full}</p>
    }
}

fn sentence(app: App, step: &ContextStep) -> String {
    let (reused, computed) = (u64::from(step.reused), u64::from(step.computed));
    let mut all = say()
        .context_step(reused, computed, format::millis(step.timings.forward_ms))
        .to_string();
    let mut add = |more: Message| {
        all.push(' ');
        all.push_str(&more.to_string());
    };
    if step.dropped > 0 {
        add(say().context_dropped(u64::from(step.dropped)));
    }
    if let Some(lost) = step.lost_bits {
        add(say().context_lost(format::bits(lost)));
    }
    if let Some((token, prob)) = step.remembered {
        let word = format::word(&untrack(|| app.token_bytes(token)));
        add(say().context_remembered(word, format::percent(prob)));
    }
    all
}

/// The largest number that may be forgotten at once.
fn most_dropped(choices: ContextChoices) -> u32 {
    let first = match choices.when_full {
        WhenFull::DropMiddle(first) => first,
        WhenFull::Stop | WhenFull::Slide => 0,
    };
    choices.n_ctx.saturating_sub(1 + first).max(1)
}

#[component]
fn Options(
    /// What is asked for.
    choices: RwSignal<ContextChoices>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let largest = Memo::new(move |_| {
        let own = app.model.with(|m| m.as_ref().map(|m| m.model.n_ctx));
        own.unwrap_or(MOST_SHOWN).min(MOST_SHOWN)
    });
    let way = move |(when, name): (WhenFull, Message)| {
        let kind = std::mem::discriminant(&when);
        let chosen = move || std::mem::discriminant(&choices.get().when_full) == kind;
        view! { <option selected=chosen>{name.to_string()}</option> }
    };
    let change = move |f: &dyn Fn(&mut ContextChoices)| {
        choices.update(|all| {
            f(all);
            if let WhenFull::DropMiddle(first) = &mut all.when_full {
                *first = (*first).min(all.n_ctx.saturating_sub(2));
            }
            all.drop = all.drop.clamp(1, most_dropped(*all));
        });
    };
    let set_way = move |index: i32| {
        if let Some((when, _)) = ways().into_iter().nth(index.max(0) as usize) {
            change(&|all| all.when_full = when);
        }
    };
    let slide = move |text: String, set: fn(&mut ContextChoices, u32)| {
        if let Ok(value) = text.parse() {
            change(&|all| set(all, value));
        }
    };
    view! {
        <div class="strategy-options" data-testid="context-options">
            <label class="field">{say().context_size().to_string()}
                <Slider low=4.0 high=Signal::derive(move || f64::from(largest.get())) testid="context-size" value=move || f64::from(choices.get().n_ctx)
                    on_slide=move |text: String| slide(text, |all, n| all.n_ctx = n) />
                <span class="num">{move || choices.get().n_ctx.to_string()}</span>
            </label>
            <label class="field">{say().context_way().to_string()}
                <select data-testid="context-way" on:change:target=move |ev| set_way(ev.target().selected_index())>
                    {ways().map(way).into_iter().collect_view()}
                </select>
            </label>
            {move || (choices.get().when_full != WhenFull::Stop).then(|| view! {
                <label class="field">{say().context_drop().to_string()}
                    <Slider low=1.0 high=Signal::derive(move || f64::from(most_dropped(choices.get()))) testid="context-drop" value=move || f64::from(choices.get().drop)
                        on_slide=move |text: String| slide(text, |all, n| all.drop = n) />
                    <span class="num">{move || choices.get().drop.to_string()}</span>
                </label>
            })}
            <label class="field">{say().beams_tokens().to_string()}
                <Slider low=1.0 high=120.0 testid="context-tokens" value=move || f64::from(choices.get().max_tokens)
                    on_slide=move |text: String| slide(text, |all, n| all.max_tokens = n) />
                <span class="num">{move || choices.get().max_tokens.to_string()}</span>
            </label>
        </div>
    }
}
