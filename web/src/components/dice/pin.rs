//! The pin of the dice, as a slider.

use leptos::prelude::*;

use crate::components::dice::hand::Hand;
use crate::components::kit::format;
use crate::words::say;

/// The pin, where its number is on the bar.
#[component]
pub fn PinSlider(
    /// The hand that moves it.
    hand: Hand,
    /// The number, 0..1.
    #[prop(into)]
    u: Signal<f64>,
    /// Whether it may be moved.
    #[prop(into)]
    free: Signal<bool>,
    /// What it falls on, in words.
    #[prop(into)]
    says: Signal<String>,
) -> impl IntoView {
    view! {
        <div
            class="flow-pin"
            role="slider"
            tabindex="0"
            data-testid="dice-pin"
            data-u=move || u.get().to_string()
            aria-label=say().flow_random_number().to_string()
            aria-valuemin="0"
            aria-valuemax="1"
            aria-valuenow=move || format::draw(u.get(), 3)
            aria-valuetext=move || says.get()
            aria-disabled=move || (!free.get()).to_string()
            style=("--at", move || u.get().to_string())
            on:keydown=move |ev| hand.key(&ev)
        >
            <span class="visually-hidden">{move || format!("u = {}", format::draw(u.get(), 4))}</span>
        </div>
    }
}
