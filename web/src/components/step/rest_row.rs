//! The tokens that have no row of their own.

use leptos::prelude::*;

use crate::components::kit::format;
use crate::components::step::candidate::ListedCandidate;
use crate::components::step::step_on_screen::StepOnScreen;

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
) -> impl IntoView {
    move || {
        let shown = shown.get()?;
        let rows = rows.get();
        let sampling = &shown.view.sampling;
        let listed = |rank: usize| rows.binary_search_by_key(&rank, |row| row.rank).is_ok();
        // Rows are the first ranks and at most two others: below the last row, nothing is listed.
        let all = sampling.distribution.len();
        let below = rows.last().map_or(0, |row| row.rank + 1).min(all);
        let between = (0..below).rev().filter(|&rank| !listed(rank));
        let ranks: Vec<usize> = (below..all).rev().chain(between).collect();
        let rest =
            |prob: &dyn Fn(usize) -> f64| -> f64 { ranks.iter().map(|&rank| prob(rank)).sum() };
        let others = all - rows.len();
        let before = rest(&|rank| sampling.distribution.prob(rank));
        let after = rest(&|rank| sampling.processed.prob(rank));
        let cut = rows.iter().filter(|row| !row.cut).count() >= sampling.processed.len();
        let beyond = move |p: f64| move || p > end.get();
        let part = move |p: f64| format!("{:.5}", (p / end.get()).min(1.0));
        (others > 0).then(|| {
            view! {
                <li class="candidate rest" class:cut=cut data-testid="rest-row">
                    <span class="others">
                        {format::counted(others as u64, "other token", "other tokens")}
                    </span>
                    <span class="bars">
                        <span class="bar before" class:beyond=beyond(before) style=("--p", move || part(before))></span>
                        <span class="bar after" class:beyond=beyond(after) style=("--p", move || part(after))></span>
                    </span>
                    <span class="right logit"></span>
                    <span class="right was">{format::percent(before)}</span>
                    <span class="right now">
                        {if cut { "cut".into() } else { format::percent(after) }}
                    </span>
                </li>
            }
        })
    }
}
