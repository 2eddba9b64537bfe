//! Lines from the bars to their slices of the dice.

use leptos::prelude::*;

use super::data::rows;
use crate::components::kit::leaders::{self, LeaderPaths, Row};
use crate::components::step::candidate::Rest;
use crate::components::step::step_on_screen::StepOnScreen;

/// The square that they are drawn on, which is stretched to its place.
const SIDE: f64 = 100.0;
/// Slices thinner than that are none: sums of shares are not exact.
const NOTHING: f64 = 1e-9;

/// One line a row whose token is left.
#[component]
pub fn Leaders(
    /// The step on screen.
    #[prop(into)]
    shown: Signal<Option<StepOnScreen>>,
) -> impl IntoView {
    let lines = Memo::new(move |_| {
        shown.with(|s| {
            let Some(s) = s else { return Vec::new() };
            let rows = rows(s);
            let others = usize::from(Rest::of(s, &rows).is_some());
            let pitch = SIDE / (rows.len() + others).max(1) as f64;
            let processed = &s.view.sampling.processed;
            let slice = |rank| Some(processed.segment(processed.place(rank)?));
            let rows: Vec<Row> = rows
                .iter()
                .map(|row| (row.token, slice(row.rank), row.chosen))
                .collect();
            let row = |at: usize| pitch * (at as f64 + 0.5);
            leaders::leaders(&rows, NOTHING, row, |p| SIDE * p)
        })
    });
    view! {
        <svg class="leaders lesson-leaders" viewBox=format!("0 0 {SIDE} {SIDE}") preserveAspectRatio="none" aria-hidden="true">
            <LeaderPaths lines length=SIDE />
        </svg>
    }
}
