//! A slider of a strategy's choices.

use leptos::prelude::*;

/// A slider whose track is filled up to its knob.
#[component]
pub fn Slider(
    /// The smallest value.
    low: f64,
    /// The largest.
    #[prop(into)]
    high: Signal<f64>,
    /// From notch to notch.
    #[prop(optional, default = 1.0)]
    step: f64,
    /// Its name for the browser suite.
    testid: &'static str,
    /// Where it stands.
    value: impl Fn() -> f64 + Copy + Send + Sync + 'static,
    /// Called with where it is moved to, as the browser spells it.
    on_slide: impl Fn(String) + 'static,
) -> impl IntoView {
    let fill = move || {
        let part = (value() - low) / (high.get() - low).max(f64::MIN_POSITIVE);
        format!("{:.1}%", 100.0 * part.clamp(0.0, 1.0))
    };
    view! {
        <input
            type="range"
            min=low.to_string()
            max=move || high.get().to_string()
            step=step.to_string()
            data-testid=testid
            style=("--fill", fill)
            prop:value=move || value().to_string()
            on:input:target=move |ev| on_slide(ev.target().value())
        />
    }
}
