//! What the colours of a picture of numbers mean.

use leptos::html::Canvas;
use leptos::prelude::*;

use crate::components::kit::canvas::{self, Colours};
use crate::components::kit::format;
use crate::words::say;

/// Cells of the bar.
const CELLS: usize = 61;

/// A bar of the colours from the least to the greatest.
#[component]
pub fn ColourKey(
    /// The colours.
    colours: Memo<Colours>,
    /// The value that is strongest.
    #[prop(into)]
    most: Signal<f32>,
    /// Whether there are negative values; else these are shares of 1.
    #[prop(into)]
    signed: Signal<bool>,
) -> impl IntoView {
    let canvas = NodeRef::<Canvas>::new();
    Effect::new(move |_| {
        canvas.track();
        let (colours, signed) = (colours.get(), signed.get());
        canvas::paint(canvas, CELLS, 1, |x, _| {
            colours.cell(Some(value_at(x, signed)), 1.0)
        });
    });
    let written = move |value: f32| match signed.get() {
        true => format::value(value),
        false => format::percent_exact(f64::from(value)),
    };
    let least = move || if signed.get() { -most.get() } else { 0.0 };
    view! {
        <p class="colour-key num" data-testid="colour-key">
            <span>{move || written(least())}</span>
            <canvas node_ref=canvas aria-hidden="true"></canvas>
            <span>{move || written(most.get())}</span>
            <span>{move || signed.get().then(|| say().zero_in_the_middle().to_string())}</span>
        </p>
    }
}

/// The part of the most at a cell of the bar.
fn value_at(x: usize, signed: bool) -> f32 {
    let part = x as f32 / (CELLS - 1) as f32;
    if signed { 2.0 * part - 1.0 } else { part }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_goes_from_the_least_to_the_most() {
        let ends = |signed| [0, CELLS / 2, CELLS - 1].map(|x| value_at(x, signed));
        assert_eq!(ends(true), [-1.0, 0.0, 1.0]);
        assert_eq!(ends(false), [0.0, 0.5, 1.0]);
    }
}
