//! From the last column of the sampler's table to the segments of the dice.

use std::fmt::Write;
use std::sync::Arc;

use leptos::html::Div;
use leptos::prelude::*;

use crate::choices::Station;
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
    let paths = Memo::new(move |_| {
        let (x, w) = layout.with(|l| l.opened(Station::Sampler))?;
        let [bar, top, _, body] = layout.with(Layout::bar);
        let rows = rows.get().filter(|_| fits.get())?;
        // Neither heads nor rows change their heights.
        let (first, length) = (f64::from(rows.offset_top()), bar - (x + w) + PADDING + ROOM);
        step.with(|s| {
            let s = s.as_ref()?;
            let y = |at: usize| first + (at as f64 + 0.5) * ROW;
            let place = |p: f64| top + p * body;
            let mut paths = [String::new(), String::new()];
            let mut end = 0.0_f64;
            for (at, candidate) in s.candidates.iter().enumerate() {
                let Some((low, high)) = segment(s, candidate.token) else {
                    continue;
                };
                end = end.max(high);
                if (high - low) * body >= THIN {
                    let which = usize::from(candidate.token == s.chosen);
                    curve(&mut paths[which], y(at), length, place((low + high) / 2.0));
                }
            }
            if (1.0 - end) * body >= THIN {
                let others = y(s.candidates.len());
                curve(&mut paths[0], others, length, place((1.0 + end) / 2.0));
            }
            Some((paths, length))
        })
    });
    let path = move |which: usize| {
        move || paths.with(|p| p.as_ref().map(|(paths, _)| paths[which].clone()))
    };
    let width = move || paths.with(|p| p.as_ref().map(|(_, w)| format!("{w}px")));
    let there = Memo::new(move |_| paths.with(Option::is_some));
    move || {
        there.get().then(|| {
            view! {
                <svg class="chain-leaders" aria-hidden="true" style=("width", width)>
                    <path d=path(0)></path>
                    <path class="chosen" d=path(1)></path>
                </svg>
            }
        })
    }
}

fn curve(path: &mut String, from: f64, length: f64, to: f64) {
    let middle = length / 2.0;
    // Writing to a string cannot fail.
    let _ = write!(
        path,
        "M0 {from:.1}C{middle:.1} {from:.1} {middle:.1} {to:.1} {length:.1} {to:.1}"
    );
}
