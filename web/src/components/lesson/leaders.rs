//! Lines from the bars to their slices of the dice.

use leptos::prelude::*;

use super::data::{rows, slices};
use crate::components::step::step_on_screen::StepOnScreen;

/// One line a row whose token is left. It is drawn on a square of 100 that is stretched to its place.
#[component]
pub fn Leaders(
    /// The step on screen.
    #[prop(into)]
    shown: Signal<Option<StepOnScreen>>,
) -> impl IntoView {
    let lines = Memo::new(move |_| {
        shown.with(|s| {
            let s = s.as_ref()?;
            let rows = rows(s);
            let slices = slices(s, &rows);
            let pitch = 100.0 / slices.len().max(1) as f64;
            let line = |(at, slice): (usize, &Option<(f64, f64)>)| {
                let (low, high) = (*slice)?;
                let (from, to) = (pitch * (at as f64 + 0.5), 50.0 * (low + high));
                let path = format!("M0 {from:.2}C55 {from:.2} 45 {to:.2} 100 {to:.2}");
                Some((path, rows.get(at).is_some_and(|row| row.chosen)))
            };
            Some(
                slices
                    .iter()
                    .enumerate()
                    .filter_map(line)
                    .collect::<Vec<_>>(),
            )
        })
    });
    view! {
        <svg class="leaders" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            {move || lines.get().unwrap_or_default().into_iter().map(|(path, chosen)| view! { <path d=path class:chosen=chosen /> }).collect_view()}
        </svg>
    }
}
