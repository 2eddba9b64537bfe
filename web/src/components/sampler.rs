//! The sampler: its chain of stages with their settings, and what each did.

use leptos::prelude::*;
use logitscope_core::Settings;

use super::flow::Flow;
use super::format;
use super::setting::{Range, Scale, Setting};
use super::shown::Shown;
use super::stops::Stops;
use crate::state::App;

const TEMPERATURE: Scale = Scale {
    places: 200,
    place: |t, _| (100.0 * t).min(200.0),
    value: |at, _| at / 100.0,
};

/// Logarithmic, from 1 to the whole vocabulary; the right-most place stands for 0, which keeps all.
const TOP_K: Scale = Scale {
    places: 200,
    place: |k, all| match k {
        0.0 => 200.0,
        k => (199.0 * k.ln() / f64::from(all.max(2)).ln()).clamp(0.0, 199.0),
    },
    value: |at, all| match at {
        200.0.. => 0.0,
        at => f64::from(all.max(2)).powf(at / 199.0).round(),
    },
};

const TOP_P: Scale = Scale {
    places: 100,
    place: |p, _| 100.0 * p,
    value: |at, _| at / 100.0,
};

/// The cards of the sampler, in the order in which they act.
#[component]
pub fn Sampler(
    /// The step on screen.
    #[prop(into)]
    shown: Signal<Option<Shown>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let d_vocab =
        Signal::derive(move || app.vocab.with(|v| v.as_ref().map_or(0, |v| v.len() as u32)));
    let change = move |f: fn(&mut Settings, f64)| {
        Callback::new(move |value| {
            let mut settings = app.settings.get_untracked();
            f(&mut settings, value);
            app.set_settings(settings);
        })
    };
    let value = move |f: fn(&Settings) -> f64| Signal::derive(move || app.settings.with(f));
    let locked = move |name: &'static str| Signal::derive(move || app.locked(name));
    let flow = move |stage: usize| {
        move || {
            let report = shown.with(|s| {
                s.as_ref()
                    .and_then(|s| s.view.outlook.sampled.reports().get(stage).copied())
            });
            report.map(|r| view! { <Flow report=r /> })
        }
    };
    view! {
        <section class="card sampler" aria-labelledby="sampler-title">
            <div class="card-head">
                <h2 id="sampler-title">"Sampler"</h2>
                <p class="caption">"Turns the model’s scores into one choice. Move a slider: the picture follows at once."</p>
            </div>
            <p class="chain-flow"><strong>{move || format::count(d_vocab.get().into())}</strong>" tokens scored by the model"</p>
            <div class="chain-card">
                <Setting name="temperature" label="Temperature" scale=TEMPERATURE d_vocab
                    about="Below 1 the favourites win more often, above 1 the others get a chance; 0 always takes the first."
                    range=Range { max: 100.0, step: 0.05 } value=value(|s| s.temperature)
                    on_change=change(|s, v| s.temperature = v) locked=locked("temperature") />
            </div>
            {flow(0)}
            <div class="chain-card">
                <Setting name="top_k" label="Top-k" scale=TOP_K d_vocab
                    about="Keeps only the k most probable tokens; 0 keeps all."
                    range=Range { max: f64::from(u32::MAX), step: 1.0 } value=value(|s| s.top_k.into())
                    on_change=change(|s, v| s.top_k = v as u32) locked=locked("top_k") />
            </div>
            {flow(1)}
            <div class="chain-card">
                <Setting name="top_p" label="Top-p" scale=TOP_P d_vocab
                    about="Keeps the smallest set of tokens that together reach this probability; 1 keeps all."
                    range=Range { max: 1.0, step: 0.01 } value=value(|s| s.top_p)
                    on_change=change(|s, v| s.top_p = v) locked=locked("top_p") />
            </div>
            {flow(2)}
            <div class="chain-card">
                <Setting name="seed" label="Seed" d_vocab
                    about="Names the dice: the same seed throws the same numbers, whatever the sliders say."
                    range=Range { max: f64::from(u32::MAX), step: 1.0 } value=value(|s| s.seed.into())
                    on_change=change(|s, v| s.seed = v as u32) locked=locked("seed") />
            </div>
            <Stops />
            <div class="chain-foot">
                <button class="button small" data-testid="reset-settings"
                    disabled=move || ["temperature", "top_k", "top_p", "seed"].iter().any(|c| app.locked(c))
                    on:click=move |_| app.set_settings(Settings::default())>"Reset the sampler"</button>
            </div>
        </section>
    }
}
