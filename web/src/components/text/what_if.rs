//! What the settings of now would have made of the text.

use leptos::prelude::*;
use logitscope_core::NodeId;
use logitscope_core::what_if::{Reevaluated, Verdict};

use crate::choices::Control;
use crate::components::kit::token_text::TokenText;
use crate::components::kit::with_values::with_values;
use crate::state::App;
use crate::words::{HERE, say};

/// One line: how many tokens would differ, the first of them, and a button that goes on from there.
#[component]
pub fn WhatIfLine() -> impl IntoView {
    let app = expect_context::<App>();
    let words = move || {
        let steps = told(app);
        let first = *steps.iter().find(differs)?;
        let would = first.would?;
        let count = steps.iter().filter(differs).count();
        let bytes =
            |token| view! { <span class="tok"><TokenText bytes=app.token_bytes(token) /></span> };
        let values = [first.token, would.token].map(|token| bytes(token).into_any());
        let (count, all) = (count as u64, steps.len() as u64);
        let message = match first.verdict() {
            Verdict::Impossible => say().what_if_cut(count, all, HERE[0], HERE[1]),
            _ => say().what_if(count, all, HERE[0], HERE[1]),
        };
        let branch = move |_| app.step_from(first.context);
        Some(view! {
            <p class="what-if" data-testid="what-if">
                {with_values(&message, values)} " "
                <button class="button small" data-testid="branch-there" disabled=move || app.locked(Control::Step) || app.locked(Control::Rewind) on:click=branch>
                    {say().what_if_go().to_string()}
                </button>
            </p>
        })
    };
    view! { {words} }
}

/// What is told of the steps of the text, in its order.
fn told(app: App) -> Vec<Reevaluated> {
    let told = app.told.get();
    app.transcript.with(|t| {
        t.iter()
            .filter_map(|e| told.get(&e.node).copied())
            .collect()
    })
}

/// Whether another token would be chosen.
fn differs(told: &&Reevaluated) -> bool {
    matches!(told.verdict(), Verdict::Other | Verdict::Impossible)
}

/// The first token of the text that would be another one.
pub fn first_change(app: App) -> Option<NodeId> {
    told(app).iter().find(differs).map(|told| told.node)
}

/// What becomes of the token at `node`: the class of its mark, and the words of its title.
pub fn mark(app: App, node: NodeId) -> Option<(&'static str, String)> {
    let told = app.told.with(|told| told.get(&node).copied())?;
    let would = app.token_text(told.would?.token);
    match told.verdict() {
        Verdict::Other => Some(("would-change", format!("\n{}", say().what_if_mark(would)))),
        Verdict::Impossible => Some(("impossible", format!("\n{}", say().what_if_mark_cut(would)))),
        Verdict::Same | Verdict::Unknown => None,
    }
}
