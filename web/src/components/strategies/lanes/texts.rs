//! The texts side by side, with the place where each parts from the first one.

use leptos::prelude::*;
use logitscope_core::TokenId;

use super::{Shown, letter};
use crate::components::kit::format;
use crate::state::App;
use crate::strategies::{Kind, Pace};
use crate::words::say;

/// A row for each lane; a press on a token shows its step.
#[component]
pub fn Texts(
    /// What is on screen.
    shown: Memo<Option<Shown>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let go = move |at: usize| {
        let playing = false;
        app.set_pace(Kind::Compare, Pace { at, playing });
    };
    let token = move |at: usize, token: TokenId, current: usize, parted: Option<usize>| {
        let word = format::token(&untrack(|| app.token_bytes(token)));
        let is_current = at + 1 == current;
        let same = parted.is_none_or(|parted| at < parted);
        view! {
            <button class="lane-token" class:current=is_current class:same=same class:parts=parted == Some(at) on:click=move |_| go(at + 1)>{word}</button>
        }
    };
    let row = move |lane: usize, shown: &Shown| {
        let tokens = shown.texts[lane].clone();
        let parted = shown.parted[lane];
        let words = tokens.iter().enumerate();
        let words: Vec<_> = words
            .map(|(at, t)| token(at, *t, shown.at, parted))
            .collect();
        let note = match (lane, parted, shown.at) {
            (0, ..) | (.., 0) => String::new(),
            (_, Some(at), _) => say().compare_parts(at as u64 + 1).to_string(),
            (_, None, _) => say().compare_same().to_string(),
        };
        let none = tokens.is_empty();
        let adopt = move |_| {
            app.open_station(None);
            app.adopt(tokens.clone());
        };
        let own = lane == 0;
        view! {
            <div class="lane-text" data-testid="lane-text">
                <span class="lane-letter" data-lane=lane.to_string()>{letter(lane)}</span>
                <p>{words}</p>
                <span class="caption lane-note">{note}</span>
                <button class="button small plain" data-testid="lane-use" disabled=none aria-label=say().compare_use(letter(lane)).to_string() class:own=own on:click=adopt>
                    {say().strategy_use().to_string()}
                </button>
            </div>
        }
    };
    let rows = move || {
        let shown = shown.get()?;
        let all = 0..shown.texts.len();
        Some(all.map(|lane| row(lane, &shown)).collect_view())
    };
    view! { <section class="lane-texts" aria-label=say().compare_texts().to_string()>{rows}</section> }
}
