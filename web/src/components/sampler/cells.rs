//! The numbers and bars of one column of the sampler's table.

use std::sync::Arc;

use leptos::prelude::*;

use crate::components::picture::Step;
use crate::components::sampler::column::{BARS, Cell, ROW, cells, full, paths};

/// The candidates, and all others, after so many acting stages.
#[component]
pub fn Cells(
    /// The step on screen.
    step: Memo<Option<Arc<Step>>>,
    /// How many stages have acted; `None` while the step does not know the chain of now.
    level: Memo<Option<usize>>,
    /// What the column is called; read out.
    #[prop(into)]
    label: String,
) -> impl IntoView {
    let all: Memo<Vec<Cell>> = Memo::new(move |_| {
        let Some(level) = level.get() else {
            return Vec::new();
        };
        step.with(|s| s.as_ref().map(|s| cells(s, level)).unwrap_or_default())
    });
    let scale = move || step.with(|s| s.as_ref().map_or(0.5, |s| full(s)));
    // Three paths and not a hundred bars: they follow a slider.
    let drawn = Memo::new(move |_| all.with(|cells| paths(cells, scale())));
    let path = move |class: &'static str, which: usize| {
        view! { <path class=class d=move || drawn.with(|paths| paths[which].clone())></path> }
    };
    let rows = Memo::new(move |_| step.with(|s| s.as_ref().map_or(0, |s| s.candidates.len() + 1)));
    let row = move |at: usize| {
        let cell = Memo::new(move |_| all.with(|cells| cells.get(at).copied()));
        let is = move |f: fn(Cell) -> bool| move || cell.get().is_some_and(f);
        let chosen = move || {
            step.with(|s| {
                let s = s.as_ref();
                s.is_some_and(|s| s.candidates.get(at).map(|c| c.token) == Some(s.chosen))
            })
        };
        view! {
            <li class="cell" class:chosen=chosen class:changed=is(Cell::is_changed) class:cut=is(Cell::is_cut)>
                {move || cell.get().map(Cell::text)}
            </li>
        }
    };
    let height = move || rows.get() as f64 * ROW;
    view! {
        <div class="cells">
            <svg class="cell-bars" viewBox=move || format!("0 0 {} {}", BARS + 2.0, height()) preserveAspectRatio="none" aria-hidden="true"
                style=("height", move || format!("{}px", height()))>
                {path("bar-after", 0)} {path("cell-cut", 2)} {path("cell-tick", 1)}
            </svg>
            <ol aria-label=label>{move || (0..rows.get()).map(row).collect_view()}</ol>
        </div>
    }
}
