//! The tokens that have no row of their own.

use leptos::prelude::*;

use crate::components::kit::format;
use crate::components::kit::pointing::is_dimmed;
use crate::components::step::candidate::{ListedCandidate, Rest};
use crate::components::step::step_on_screen::StepOnScreen;
use crate::words::say;

/// All tokens below the list, as one row.
#[component]
pub fn RestRow(
    /// The step on screen.
    #[prop(into)]
    shown: Signal<Option<StepOnScreen>>,
    /// The rows that are listed.
    #[prop(into)]
    rows: Signal<Vec<ListedCandidate>>,
    /// The probability at the right end of the axis, 0..=1.
    #[prop(into)]
    end: Signal<f64>,
    /// Whether there is no room to say how many they are.
    #[prop(optional)]
    short: bool,
) -> impl IntoView {
    move || {
        let rest = shown.with(|s| rows.with(|rows| Rest::of(s.as_ref()?, rows)))?;
        let Rest {
            before, after, cut, ..
        } = rest;
        let after = after.middle();
        let beyond = move |p: f64| move || p > end.get();
        let part = move |p: f64| format!("{:.5}", (p / end.get()).min(1.0));
        Some(view! {
            <li class="candidate rest" class:cut=cut class:dimmed=is_dimmed(None) data-testid="rest-row">
                <span class="others" title=rest.others_text()>{match short {
                    true => say().flow_others_short().to_string(),
                    false => rest.others_text(),
                }}</span>
                <span class="bars">
                    <span class="bar before" class:beyond=beyond(before) style=("--p", move || part(before))></span>
                    <span class="bar after" class:beyond=beyond(after) style=("--p", move || part(after))></span>
                </span>
                <span class="right logit"></span>
                <span class="right was">{format::percent(before)}</span>
                <span class="right now">{rest.after_text()}</span>
            </li>
        })
    }
}
