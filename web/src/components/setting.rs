//! One number of the sampler: a slider, a number box, and a line of explanation.

use leptos::prelude::*;

/// How a slider's places stand for values.
#[derive(Debug, Clone, Copy)]
pub struct Scale {
    /// The right-most place; the left-most is 0.
    pub places: u32,
    /// The place of a value.
    pub place: fn(f64, u32) -> f64,
    /// The value at a place.
    pub value: fn(f64, u32) -> f64,
}

/// What a number box accepts.
#[derive(Debug, Clone, Copy)]
pub struct Range {
    /// The largest value; the smallest is 0.
    pub max: f64,
    /// From press to press of its arrows.
    pub step: f64,
}

/// A card of the sampler.
#[component]
pub fn Setting(
    /// Its name for the browser suite, for links and for locks.
    name: &'static str,
    /// Its name on the page.
    label: &'static str,
    /// What it does, in one sentence.
    about: &'static str,
    /// What the number box accepts.
    range: Range,
    /// How the slider works; without it there is only the number box. `d_vocab` is its second
    /// argument.
    #[prop(optional)]
    scale: Option<Scale>,
    /// The size of the vocabulary.
    #[prop(into)]
    d_vocab: Signal<u32>,
    /// The value.
    #[prop(into)]
    value: Signal<f64>,
    /// Changes it.
    on_change: Callback<f64>,
    /// Whether an embedding page made it read-only.
    #[prop(into)]
    locked: Signal<bool>,
) -> impl IntoView {
    let id = format!("setting-{name}");
    let about_id = format!("about-{name}");
    let wrong = RwSignal::new(false);
    let type_in = move |text: String| {
        let value = text
            .trim()
            .parse::<f64>()
            .ok()
            .filter(|v| (0.0..=range.max).contains(v));
        wrong.set(value.is_none());
        if let Some(value) = value {
            on_change.run(value);
        }
    };
    let slider = scale.map(|scale| {
        let place = move || (scale.place)(value.get(), d_vocab.get());
        let fill = move || format!("{:.1}%", 100.0 * place() / f64::from(scale.places));
        let slide = move |text: String| {
            if let Ok(at) = text.parse::<f64>() {
                on_change.run((scale.value)(at, d_vocab.get_untracked()));
            }
        };
        view! {
            <input
                type="range"
                min="0"
                max=scale.places.to_string()
                data-testid=format!("{name}-slider")
                aria-label=format!("{label}, slider")
                aria-valuetext=move || value.get().to_string()
                style=("--fill", fill)
                disabled=locked
                prop:value=move || place().round().to_string()
                on:input:target=move |ev| slide(ev.target().value())
            />
        }
    });
    view! {
        <div class="chain-top">
            <label for=id.clone()>{label}</label>
            <input
                id=id
                type="number"
                min="0"
                max=range.max.to_string()
                step=range.step.to_string()
                data-testid=name
                aria-describedby=about_id.clone()
                aria-invalid=move || wrong.get().to_string()
                disabled=locked
                prop:value=move || value.get().to_string()
                on:input:target=move |ev| type_in(ev.target().value())
                on:blur=move |_| wrong.set(false)
            />
        </div>
        {slider}
        <p class="caption" id=about_id>{about}</p>
    }
}
