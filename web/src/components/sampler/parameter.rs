//! One number of the sampler: a slider and a number box.

use leptos::prelude::*;

use crate::browser;
use crate::components::kit::format;
use crate::components::kit::number_box::{NumberBox, Range};
use crate::components::kit::padlock::Padlock;
use crate::components::kit::show::Show;
use crate::components::sampler::scale::Scale;
use crate::words::say;

/// A slider with its number box.
#[component]
pub fn Parameter(
    /// Its name for the browser suite.
    name: String,
    /// Its name on the page.
    label: String,
    /// Whether the label is shown above it; else it is only read out.
    #[prop(optional)]
    labelled: bool,
    /// What the number box accepts.
    range: Range,
    /// How the slider works; without it there is only the number box.
    #[prop(optional_no_strip)]
    scale: Option<Scale>,
    /// The size of the vocabulary.
    #[prop(into)]
    d_vocab: Signal<u32>,
    /// The value.
    #[prop(into)]
    value: Signal<f64>,
    /// Changes it.
    on_change: Callback<f64>,
    /// Whether this value means that nothing is done.
    #[prop(optional, into)]
    off: Signal<bool>,
    /// Whether an embedding page made it read-only.
    #[prop(into)]
    locked: Signal<bool>,
) -> impl IntoView {
    let id = format!("setting-{name}");
    let testid = format!("{name}-slider");
    let spoken = say().slider(label.clone()).to_string();
    let slider = scale.map(|scale| {
        let place = move || scale.place(value.get(), d_vocab.get());
        let fill = move || format!("{:.1}%", 100.0 * place() / Scale::PLACES);
        let slide = move |text: String| {
            if let Some(at) = browser::number(&text) {
                on_change.run(scale.value(at, d_vocab.get_untracked()));
            }
        };
        view! {
            <input
                type="range"
                min="0"
                max=Scale::PLACES.to_string()
                data-testid=testid
                aria-label=spoken
                aria-valuetext=move || match off.get() {
                    true => say().stage_value_off().to_string(),
                    false => format::exactly(value.get()),
                }
                style=("--fill", fill)
                disabled=locked
                prop:value=move || place().round().to_string()
                on:input:target=move |ev| slide(ev.target().value())
            />
        }
    });
    view! {
        <div class="setting" class:locked=locked>
            <label for=id.clone() class:visually-hidden=!labelled>{label}</label>
            {slider}
            <NumberBox id testid=name range value on_change locked />
            {move || off.get().then(|| view! { <span class="value-off">{say().stage_value_off().to_string()}</span> })}
            <Show when=move || locked.get()><Padlock says=say().locked_here().to_string() /></Show>
        </div>
    }
}
