//! The sampler: its stages as cards in the order in which they act, to be moved, switched, added and removed.

use leptos::prelude::*;
use logitscope_core::chain::{Kind, Preset};

use crate::choices::first_settings;
use crate::components::kit::format;
use crate::components::sampler::export_settings::ExportSettings;
use crate::components::sampler::sampler_words;
use crate::components::sampler::seed::Seed;
use crate::components::sampler::stage_card::StageCard;
use crate::components::sampler::stage_drag::{Drag, keys};
use crate::components::sampler::stop_rules::Stops;
use crate::components::step::step_on_screen::StepOnScreen;
use crate::state::{App, History};

/// The cards of the sampler.
#[component]
pub fn ChainEditor(
    /// The step on screen.
    #[prop(into)]
    shown: Signal<Option<StepOnScreen>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let d_vocab =
        Signal::derive(move || app.vocab.with(|v| v.as_ref().map_or(0, |v| v.len() as u32)));
    let keys = Memo::new(move |_| app.settings.with(|s| keys(&s.chain)));
    let drag = Drag::none();
    view! {
        <section class="card sampler" aria-labelledby="sampler-title">
            <div class="card-head">
                <h2 id="sampler-title">"Sampler"</h2>
                <p class="caption">"Turns the model’s scores into one choice. Move a slider: the picture follows at once."</p>
            </div>
            <Presets />
            <p class="chain-flow"><strong>{move || format::count(d_vocab.get().into())}</strong>" tokens scored by the model"</p>
            <ol class="conveyor" data-testid="conveyor" aria-label="Stages of the sampler, in order">
                <For each=move || keys.get() key=|key| *key let:key>
                    <StageCard key shown d_vocab drag />
                </For>
            </ol>
            <AddStage />
            <div class="chain-card seed">
                <div class="stage-top">
                    <span class="stage-label">"Seed"</span>
                </div>
                <Seed />
                <p class="caption">"Names the dice: the same seed throws the same numbers, whatever the sliders say."</p>
            </div>
            <Stops />
            <ExportSettings />
            <div class="chain-foot">
                <button class="button small" data-testid="reset-settings"
                    disabled=move || app.settings_locked() on:click=move |_| app.set_settings(first_settings())>"Reset the sampler"</button>
                <button class="button small" data-testid="pin" disabled=move || app.pinned.with(Option::is_some)
                    title="Keep these settings, change them, and see what differs" on:click=move |_| app.pin(true)>"Pin to compare"</button>
                <button class="button small" data-testid="other-order"
                    disabled=move || app.chain_locked() || app.settings.with(|s| s.chain.acting().count() < 2)
                    title="Pin these settings and move the temperature to the other end of the chain; it takes two stages" on:click=move |_| app.try_other_order()>
                    "Try the other order"
                </button>
                <button class="button small" data-testid="undo" title="Take the last change of the sampler back (Ctrl+Z)"
                    disabled=move || app.settings_locked() || !app.history.with(History::can_go_back)
                    on:click=move |_| app.undo_settings()>"Undo"</button>
                <button class="button small" data-testid="redo" title="Make it again (Ctrl+Shift+Z)"
                    disabled=move || app.settings_locked() || !app.history.with(History::can_go_forth)
                    on:click=move |_| app.redo_settings()>"Redo"</button>
            </div>
        </section>
    }
}

/// The chains of well-known programs.
#[component]
fn Presets() -> impl IntoView {
    let app = expect_context::<App>();
    let current = move || {
        app.settings
            .with(|s| Preset::ALL.iter().position(|p| p.chain() == s.chain))
    };
    let choose = move |value: String| {
        let chosen = value.parse().ok().and_then(|at: usize| Preset::ALL.get(at));
        if let Some(preset) = chosen {
            app.rebuild_chain(|chain| *chain = preset.chain());
        }
    };
    let options = Preset::ALL
        .iter()
        .enumerate()
        .map(|(at, preset)| {
            view! {
                <option value=at.to_string() selected=move || current() == Some(at)>{sampler_words::preset(*preset)}</option>
            }
        })
        .collect_view();
    view! {
        <label class="preset">
            <span>"Chain of"</span>
            <select
                data-testid="preset"
                disabled=move || app.chain_locked()
                prop:value=move || current().map_or("own".to_owned(), |at| at.to_string())
                on:change:target=move |ev| choose(ev.target().value())
            >
                <option value="own" disabled=true selected=move || current().is_none()>"your own"</option>
                {options}
            </select>
        </label>
    }
}

/// Adds a stage where the conventions have it.
#[component]
fn AddStage() -> impl IntoView {
    let app = expect_context::<App>();
    let choice = NodeRef::<leptos::html::Select>::new();
    let add = move |name: String| {
        let Some(kind) = Kind::named(&name) else {
            return;
        };
        app.rebuild_chain(|chain| chain.add(kind.conventional()));
        if let Some(select) = choice.get_untracked() {
            select.set_value("");
        }
    };
    let options = Kind::ALL
        .iter()
        .map(
            |kind| view! { <option value=kind.name()>{sampler_words::words(*kind).label}</option> },
        )
        .collect_view();
    view! {
        <p class="add-stage">
            <select
                node_ref=choice
                id="add-stage"
                data-testid="add-stage"
                aria-label="Add a stage"
                disabled=move || app.chain_locked()
                on:change:target=move |ev| add(ev.target().value())
            >
                <option value="" selected=true>"Add a stage …"</option>
                {options}
            </select>
        </p>
    }
}
