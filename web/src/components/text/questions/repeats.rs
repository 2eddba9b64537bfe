//! Why a text goes round and round.

use leptos::prelude::*;
use logitscope_core::TokenId;
use logitscope_core::chain::{Kind, Sampler};
use logitscope_core::totals::{Repeat, longest_repeat};

use crate::browser;
use crate::choices::{Control, InsideView, PagePart, Station};
use crate::components::glossary::explained::Explained;
use crate::components::kit::focus;
use crate::components::kit::format;
use crate::components::kit::show::Show;
use crate::inspect::repeats::{self, Copies};
use crate::state::App;
use crate::words::{Message, say};

/// The least tokens of a passage that is told of.
const LEAST: usize = 3;
/// A text that the model goes round in at temperature 0: in the model's language.
const GOES_ROUND: &str = "The day after Monday is";
/// The most characters of it that are shown.
const MOST_CHARS: usize = 60;

/// Why does it repeat itself?
#[component]
pub fn WhyRepeat(
    /// Whether the menu is open.
    menu: RwSignal<bool>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let found = Memo::new(move |_| {
        app.transcript.with(|entries| {
            let tokens: Vec<TokenId> = entries.iter().map(|entry| entry.token).collect();
            longest_repeat(&tokens, LEAST)
        })
    });
    let answer = move || {
        let said = |message: Message| view! { <p><Explained text=message.to_string() /></p> };
        let Some(repeat) = found.get() else {
            let none = said(say().answer_repeat_none(LEAST as u64));
            return view! { {said(say().answer_repeat_why())} {none} }.into_any();
        };
        let passage = passage(app, repeat);
        let words = say().answer_repeat(passage, repeat.tokens as u64, repeat.times as u64);
        let rise = [repeat.first, repeat.start].map(|start| mean_prob(app, start, repeat.tokens));
        let rise = match rise {
            [Some(first), Some(last)] => {
                let [one, other] = [first, last].map(format::percent);
                let words = match last > first {
                    true => say().answer_repeat_rise(one, other),
                    false => say().answer_repeat_fall(one, other),
                };
                Some(view! { <p>{words.to_string()}</p> })
            }
            _ => None,
        };
        view! { {said(words)} {rise} {said(say().answer_repeat_why())} <WhoCopies repeat menu /> {said(say().answer_repeat_cure())} }
            .into_any()
    };
    let acts = move || {
        let own = |kind: Kind| kind == Kind::RepetitionPenalty;
        app.settings
            .with(|s| s.chain.acting().any(|sampler| own(sampler.kind())))
    };
    let press = move |_| {
        if !untrack(acts) {
            app.rebuild_chain(|chain| chain.add_or_switch_on(Kind::RepetitionPenalty));
        }
        app.open_station(Some(Station::Sampler));
        browser::focus_soon("setting-repetition_penalty-theta".to_owned());
    };
    let label = move || match acts() {
        true => say().answer_repeat_open().to_string(),
        false => say().answer_repeat_press().to_string(),
    };
    let can_try = move || {
        let controls = [Control::Temperature, Control::Play, Control::Prompt];
        !controls.into_iter().any(|control| app.locked(control)) && !app.chain_locked()
    };
    // The menu stays: the answer changes as soon as something stands there twice.
    let provoke = move |_| {
        app.rebuild_chain(|chain| chain.set(Sampler::Temperature { t: 0.0 }));
        app.play_text(GOES_ROUND.to_owned());
    };
    view! {
        <div class="answer" data-testid="answer-repeat">
            {answer}
            <Show when=move || found.with(Option::is_some) && !app.chain_locked()>
                <button class="button small" data-testid="repeat-cure" on:click=press>{label}</button>
            </Show>
            <Show when=move || found.with(Option::is_none) && can_try()>
                <button class="button small" data-testid="repeat-try" on:click=provoke>{say().answer_repeat_try(GOES_ROUND).to_string()}</button>
            </Show>
        </div>
    }
}

/// The heads that look, at the passage, at what followed it before.
#[component]
fn WhoCopies(
    /// The passage.
    repeat: Repeat,
    /// Whether the menu is open.
    menu: RwSignal<bool>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let places = repeats::places(&repeat);
    let last = places.end.saturating_sub(1);
    app.ask_who_copies(Some(places));
    on_cleanup(move || app.ask_who_copies(None));
    let press = move |one: Copies| {
        app.select_at(last);
        app.show_head(one.layer, one.head);
        app.look_inside(Some(InsideView::Attention));
        // Its button may be gone before the focus leaves it.
        menu.set(false);
        focus::station();
    };
    let head = move |one: Copies| {
        let share = format::percent(one.share);
        let words = say().answer_repeat_head(one.layer.to_string(), one.head.to_string(), share);
        view! {
            <button class="button small" data-testid="copying-head" on:click=move |_| press(one)>{words.to_string()}</button>
        }
    };
    let found = Memo::new(move |_| app.who_copies());
    let answer = move || {
        let found = found.get()?;
        // Where no head does it by itself, several do it together: none is named.
        if found.is_empty() {
            return None;
        }
        let heads = found.into_iter().map(head).collect_view();
        let words = say().answer_repeat_heads().to_string();
        Some(view! { <p>{words}</p><p class="chips">{heads}</p> })
    };
    view! { <Show when=move || !app.hidden(PagePart::Inside)>{answer}</Show> }
}

/// The passage as it stands in the text, cut to a line.
fn passage(app: App, repeat: Repeat) -> String {
    let text = app.transcript.with(|entries| {
        let own = entries.iter().skip(repeat.start).take(repeat.tokens);
        own.map(|entry| entry.text.as_str()).collect::<String>()
    });
    format::cut(text.trim().replace('\n', "↵").as_str(), MOST_CHARS)
}

/// The mean probability of `tokens` tokens from `start`, as far as they are rated; `None` if the first of a text is all there is.
fn mean_prob(app: App, start: usize, tokens: usize) -> Option<f64> {
    app.transcript.with(|entries| {
        let own = entries.iter().skip(start).take(tokens);
        let rated: Vec<f64> = own.filter_map(|entry| entry.prob).collect();
        let sum: f64 = rated.iter().sum();
        (!rated.is_empty()).then(|| sum / rated.len() as f64)
    })
}
