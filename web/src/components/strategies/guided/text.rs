//! The guided text above what the model alone would have written.

use leptos::prelude::*;
use logitscope_core::TokenId;
use logitscope_core::guided::GuidedStep;
use logitscope_core::strategy::plain::{Choosing, Plain};

use super::Shown;
use crate::components::kit::format;
use crate::state::App;
use crate::strategies::{Kind, Pace};
use crate::words::say;

/// Both texts; a press on a token of the guided one shows its step.
#[component]
pub fn Text(
    /// What is on screen.
    shown: Memo<Option<Shown>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let word = move |token: TokenId| format::token(&untrack(|| app.token_bytes(token)));
    let one = move |(at, step): (usize, GuidedStep), now: usize| {
        let go = move |_| {
            let playing = false;
            app.set_pace(
                Kind::Guide,
                Pace {
                    at: at + 1,
                    playing,
                },
            );
        };
        let (same, current) = (step.token == step.plain, at + 1 == now);
        view! { <button class="lane-token" class:same=same class:parts=!same class:current=current on:click=go>{word(step.token)}</button> }
    };
    let guided = move || {
        let shown = shown.get()?;
        let steps = shown.steps.into_iter().enumerate();
        Some(steps.map(|step| one(step, shown.at)).collect_view())
    };
    let alone = move || {
        let text = app.read_work(Kind::Beside, |plain: &Plain| {
            let greedy = plain
                .texts()
                .iter()
                .find(|t| t.choosing == Choosing::Greedy);
            greedy
                .filter(|text| text.ended)
                .map(|text| text.tokens.clone())
        });
        let tokens = text.flatten().unwrap_or_default();
        tokens.into_iter().map(word).collect::<Vec<_>>().concat()
    };
    let tokens = move || -> Vec<TokenId> {
        shown.with(|s| {
            s.iter()
                .flat_map(|s| s.steps.iter().map(|s| s.token))
                .collect()
        })
    };
    let none = move || shown.with(|s| s.as_ref().is_none_or(|s| s.steps.is_empty()));
    let adopt = move |_| {
        let tokens = tokens();
        app.open_station(None);
        app.adopt(tokens);
    };
    view! {
        <dl class="guide-texts">
            <dt>{say().guide_guided().to_string()}</dt>
            <dd data-testid="guide-text">{guided}</dd>
            <dd><button class="button small plain" data-testid="guide-use" disabled=none on:click=adopt>{say().strategy_use().to_string()}</button></dd>
            <dt>{say().guide_alone().to_string()}</dt>
            <dd class="muted" data-testid="guide-plain">{alone}</dd>
            <dd></dd>
        </dl>
        <p class="caption">{say().guide_key().to_string()}</p>
    }
}
