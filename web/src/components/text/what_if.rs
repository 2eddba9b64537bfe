//! What the settings of now would have made of the text.

use leptos::prelude::*;
use logitscope_core::NodeId;
use logitscope_core::what_if::{Reevaluated, Verdict};

use crate::choices::Control;
use crate::components::kit::format;
use crate::components::kit::token_text::TokenText;
use crate::state::App;

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
        let branch = move |_| app.step_from(first.context);
        Some(view! {
            <p class="what-if" data-testid="what-if">
                "With the settings of now, "
                <b>{format!("{} of {}", format::count(count as u64), format::counted(steps.len() as u64, "step", "steps"))}</b>
                " would differ. The first is " {bytes(first.token)}
                {match first.verdict() {
                    Verdict::Impossible => ", which the sampler would have cut: ",
                    _ => ": ",
                }}
                "it would be " {bytes(would.token)} ". "
                <button class="button small" data-testid="branch-there" disabled=move || app.locked(Control::Step) || app.locked(Control::Rewind) on:click=branch>
                    "Go on from there"
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
        Verdict::Other => Some((
            "would-change",
            format!("\nwith the settings of now it would be “{would}”"),
        )),
        Verdict::Impossible => Some((
            "impossible",
            format!("\nwith the settings of now the sampler would cut it; it would be “{would}”"),
        )),
        Verdict::Same | Verdict::Unknown => None,
    }
}
