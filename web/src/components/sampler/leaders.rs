//! From the last column of the sampler's table to the segments of the dice.

use std::sync::Arc;

use leptos::html::Div;
use leptos::prelude::*;

use crate::choices::Station;
use crate::components::kit::leaders::{self, LeaderPaths, Row};
use crate::components::kit::width::top_of;
use crate::components::picture::{Layout, Step, segment};
use crate::components::sampler::column::ROW;

/// What they take of the station's width.
pub const ROOM: f64 = 44.0;
/// The padding of the station.
const PADDING: f64 = 16.0;
/// Segments thinner than that have none, in CSS pixels.
const THIN: f64 = 2.0;

/// The curves; none from top to bottom, and where the table is wider than its place.
#[component]
pub fn Leaders(
    /// The step on screen.
    step: Memo<Option<Arc<Step>>>,
    /// Where everything is.
    layout: Memo<Layout>,
    /// The rows.
    rows: NodeRef<Div>,
    /// Whether there is room.
    fits: Memo<bool>,
) -> impl IntoView {
    let first = top_of(rows);
    let found = Memo::new(move |_| {
        let (x, w) = layout.with(|l| l.opened(Station::Sampler))?;
        let [bar, top, _, body] = layout.with(Layout::bar);
        let first = first.get().filter(|_| fits.get())?;
        let length = bar - (x + w) + PADDING + ROOM;
        step.with(|s| {
            let s = s.as_ref()?;
            let listed = s.candidates.iter();
            let rows: Vec<Row> = listed
                .map(|c| (c.token, segment(s, c.token), c.token == s.chosen))
                .collect();
            let row = |at: usize| first + (at as f64 + 0.5) * ROW;
            let lines = leaders::leaders(&rows, THIN / body, row, |p| top + p * body);
            Some((lines, length))
        })
    });
    let lines = move || found.with(|f| f.as_ref().map(|f| f.0.clone()).unwrap_or_default());
    let length = Signal::derive(move || found.with(|f| f.as_ref().map_or(0.0, |f| f.1)));
    let there = Memo::new(move |_| found.with(Option::is_some));
    move || {
        there.get().then(|| {
            view! {
                <svg class="leaders chain-leaders" aria-hidden="true" style=("width", move || format!("{}px", length.get()))>
                    <LeaderPaths lines=Signal::derive(lines) length />
                </svg>
            }
        })
    }
}
