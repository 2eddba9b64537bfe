//! The bar of the dice.

use leptos::prelude::*;

use crate::components::dice::segments::{self, Segment};
use crate::components::kit::format;
use crate::components::step::step_on_screen::StepOnScreen;
use crate::words::say;

/// Height of the bar; the axis is below it.
const BAR: f64 = 44.0;

fn at(x: f64) -> String {
    format!("{:.4}%", 100.0 * x)
}

/// The segments of the bar, with the names that fit.
#[component]
pub fn DiceBar(
    /// The step on screen.
    shown: StepOnScreen,
) -> impl IntoView {
    let chosen = shown.rolled_place();
    segments::segments(&shown.view.sampling.processed, chosen)
        .into_iter()
        .map(move |s| {
            let name = name(&shown, s);
            let hit = s.place.is_some() && s.place == chosen;
            let fits = segments::label_class(name.chars().count(), s.high - s.low);
            let title = format!("{name}: {}", format::known(s.share(), format::percent));
            let text = fits.map(|class| {
                let class = format!("{class}{}", if hit { " chosen" } else { "" });
                view! { <text class=class x=at((s.low + s.high) / 2.0) y=BAR / 2.0 + 4.5>{name}</text> }
            });
            view! {
                <rect
                    class="segment"
                    class:chosen=hit
                    class:odd=s.place.is_some_and(|r| r % 2 == 1)
                    class:tail=s.place.is_none()
                    x=at(s.low)
                    width=at(s.high - s.low)
                    height=BAR
                >
                    <title>{title}</title>
                </rect>
                {text}
            }
        })
        .collect_view()
}

/// The axis under the bar, from 0 to 1.
#[component]
pub fn DiceAxis() -> impl IntoView {
    (0..=4).map(tick).collect_view()
}

fn tick(quarter: u8) -> impl IntoView {
    let x = f64::from(quarter) / 4.0;
    let class = [
        "axis-label first",
        "axis-label",
        "axis-label",
        "axis-label",
        "axis-label last",
    ];
    view! {
        <line class="tick" x1=at(x) x2=at(x) y1=BAR y2=BAR + 5.0 />
        <text class=class[usize::from(quarter)] x=at(x) y=BAR + 18.0>{format::exactly(x)}</text>
    }
}

/// The token of a segment, or how many tokens its tail stands for.
pub fn name(shown: &StepOnScreen, segment: Segment) -> String {
    match segment.place {
        Some(place) => format::token(
            shown
                .vocab
                .bytes(shown.view.sampling.processed.list()[place].token),
        ),
        None => say().dice_more(segment.tokens as u64).to_string(),
    }
}
