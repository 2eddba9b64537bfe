//! The text so far, round by round: which tokens were drafted and kept, and which the model drew itself.

use leptos::prelude::*;
use logitscope_core::TokenId;
use logitscope_core::speculative::Source;
use logitscope_core::speculative::run::RoundRecord;

use super::Shown;
use crate::components::kit::format;
use crate::state::App;
use crate::strategies::{Kind, Pace};
use crate::words::say;

/// Where the last token of a round comes from, as a class and in words.
pub(super) fn source(source: Source) -> (&'static str, String) {
    let say = say();
    match source {
        Source::Residual => ("residual", say.source_residual().to_string()),
        Source::Bonus => ("bonus", say.source_bonus().to_string()),
        Source::Correction => ("residual", say.source_correction().to_string()),
    }
}

/// The generated tokens, grouped by rounds; a press on a round shows it.
#[component]
pub fn Text(
    /// What is on screen.
    shown: Memo<Shown>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let chip = move |token: TokenId, class: &'static str, title: String| {
        let word = format::token(&app.token_bytes(token));
        view! { <span class="drafted-token" data-source=class title=title>{word}</span> }
    };
    let round = move |(at, record): (usize, RoundRecord)| {
        let kept = record.round.verdicts.iter().filter(|v| v.accepted);
        let kept: Vec<_> = kept
            .map(|v| chip(v.token, "kept", say().source_kept().to_string()))
            .collect();
        let last = record.round.last.as_ref().map(|last| {
            let (class, words) = source(last.from);
            chip(last.token, class, words)
        });
        let go = move |_| {
            app.set_pace(
                Kind::Speculate,
                Pace {
                    at: at + 1,
                    ..Pace::default()
                },
            )
        };
        let current = move || shown.with(|s| s.at == at + 1);
        let label = say().speculate_round(at as u64 + 1).to_string();
        view! { <button class="round" class:current=current data-testid="speculate-round" title=label on:click=go>{kept}{last}</button> }
    };
    let rounds = move || {
        let all = shown.with(|s| s.rounds.clone());
        all.into_iter().enumerate().map(round).collect_view()
    };
    let tokens = move || {
        shown.with(|s| {
            s.rounds
                .iter()
                .flat_map(|r| r.round.tokens())
                .collect::<Vec<_>>()
        })
    };
    let none = move || shown.with(|s| s.rounds.is_empty());
    let adopt = move |_| {
        app.open_station(None);
        app.adopt(tokens());
    };
    view! {
        <div class="speculate-text" data-testid="speculate-text">
            {rounds}
            <button class="button small plain" data-testid="speculate-use" disabled=none on:click=adopt>{say().strategy_use().to_string()}</button>
        </div>
        <p class="caption">{say().speculate_key().to_string()}</p>
    }
}
