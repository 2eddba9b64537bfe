//! The sampler, opened: its chain as a table, and what one can do with it.

use std::sync::Arc;

use leptos::prelude::*;
use logitscope_core::chain::Preset;

use crate::choices::first_settings;
use crate::components::picture::{Layout, Step};
use crate::components::sampler::add_stage::AddStage;
use crate::components::sampler::chain_table::ChainTable;
use crate::components::sampler::export_settings::ExportSettings;
use crate::components::sampler::order::TryOtherOrder;
use crate::components::sampler::sampler_words;
use crate::components::sampler::stage_details::StageDetails;
use crate::components::sampler::stage_drag::{Key, acting_keys, id, keys, title};
use crate::components::sampler::stop_rules::Stops;
use crate::components::step::step_on_screen::StepOnScreen;
use crate::state::{App, History};
use crate::words::say;

/// The table of the chain, the stages that are off, and what belongs to all of them.
#[component]
pub fn ChainEditor(
    /// The values of the step on screen.
    step: Memo<Option<Arc<Step>>>,
    /// Where everything is.
    layout: Memo<Layout>,
    /// The step on screen.
    #[prop(into)]
    shown: Signal<Option<StepOnScreen>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let chosen = RwSignal::new(None::<Key>);
    let acting = Memo::new(move |_| app.settings.with(|s| acting_keys(&s.chain)));
    let resting = Memo::new(move |_| {
        let acting = acting.get();
        let all = app.settings.with(|s| keys(&s.chain));
        let rest = all.into_iter().filter(|key| !acting.contains(key));
        rest.collect::<Vec<Key>>()
    });
    // What was removed has nothing more to say.
    let there = Memo::new(move |_| {
        let all = app.settings.with(|s| keys(&s.chain));
        chosen.get().filter(|key| all.contains(key))
    });
    view! {
        <section class="card sampler" aria-label=say().flow_sampler().to_string()>
            <ChainTable acting step layout chosen />
            // Keyed: another stage has elements of its own, and not what was unfolded of this one.
            <For each=move || there.get() key=|key| *key let:key>
                <StageDetails key shown chosen />
            </For>
            <TryOtherOrder />
            {move || (!resting.with(Vec::is_empty)).then(|| view! {
                <p class="resting">
                    <span>{say().sampler_off().to_string()}</span>
                    <For each=move || resting.get() key=|key| *key let:key>
                        <button class="button small" data-testid=format!("{}-details", id(key)) aria-expanded=move || (chosen.get() == Some(key)).to_string()
                            on:click=move |_| chosen.set((chosen.get() != Some(key)).then_some(key))>{title(key)}</button>
                    </For>
                </p>
            })}
            <div class="chain-foot">
                <Presets />
                <OfModel />
                <button class="button small" data-testid="reset-settings" disabled=move || app.settings_locked()
                    on:click=move |_| app.reset_settings()>{say().sampler_reset().to_string()}</button>
            </div>
            <Stops />
            <ExportSettings />
        </section>
    }
}

/// Undo, redo, pin, and a menu of stages to add: in the head of the station.
#[component]
pub fn ChainTools() -> impl IntoView {
    let app = expect_context::<App>();
    let acting = Memo::new(move |_| app.settings.with(|s| s.chain.acting().count() as u64));
    view! {
        <span class="caption chain-about">{move || say().sampler_about(acting.get()).to_string()}</span>
        <div class="chain-tools">
            <button class="button small" data-testid="undo" title=say().flow_undo().to_string()
                disabled=move || app.settings_locked() || !app.history.with(History::can_go_back)
                on:click=move |_| app.undo_settings()>{say().sampler_undo().to_string()}</button>
            <button class="button small" data-testid="redo" title=say().sampler_redo_why().to_string()
                disabled=move || app.settings_locked() || !app.history.with(History::can_go_forth)
                on:click=move |_| app.redo_settings()>{say().sampler_redo().to_string()}</button>
            <button class="button small" data-testid="pin" disabled=move || app.pinned.with(Option::is_some)
                title=say().sampler_pin_why().to_string() on:click=move |_| app.pin(true)>{say().sampler_pin().to_string()}</button>
            <AddStage testid="add-stage" />
        </div>
    }
}

/// The chain that the page begins with.
const FIRST: &str = "first";
/// The chain that the model's own files ask for.
const OF_MODEL: &str = "model";

/// Says so where the chain is that of the model's generation config.
#[component]
fn OfModel() -> impl IntoView {
    let app = expect_context::<App>();
    let name = Memo::new(move |_| {
        app.model.with(|model| {
            let model = model.as_ref()?;
            let own = model.chain.as_ref()?;
            let is_own = app.settings.with(|s| s.chain == *own);
            is_own.then(|| model.model.name.clone())
        })
    });
    move || {
        name.get().map(|name| {
            view! { <span class="caption" data-testid="chain-of-model">{say().preset_of_model(name).to_string()}</span> }
        })
    }
}

/// The chain that the page begins with, the one that the model's files ask for, and those of well-known programs.
#[component]
fn Presets() -> impl IntoView {
    let app = expect_context::<App>();
    let of_model = Memo::new(move |_| {
        app.model
            .with(|model| model.as_ref().and_then(|model| model.chain.clone()))
    });
    let current = Memo::new(move |_| {
        app.settings.with(|s| {
            let known = Preset::ALL.iter().position(|p| p.chain() == s.chain);
            match known {
                _ if of_model.get().as_ref() == Some(&s.chain) => OF_MODEL.to_owned(),
                _ if s.chain == first_settings().chain => FIRST.to_owned(),
                Some(at) => at.to_string(),
                None => "own".to_owned(),
            }
        })
    });
    let choose = move |value: String| {
        let preset = value.parse().ok().and_then(|at: usize| Preset::ALL.get(at));
        let chosen = match preset {
            Some(preset) => Some(preset.chain()),
            None if value == FIRST => Some(first_settings().chain),
            None => of_model.get_untracked().filter(|_| value == OF_MODEL),
        };
        if let Some(chosen) = chosen {
            app.rebuild_chain(|chain| *chain = chosen);
        }
    };
    let option = move |value: String, name: String| {
        let own = value.clone();
        view! { <option value=value selected=move || current.get() == own>{name}</option> }
    };
    let first = option(FIRST.to_owned(), say().preset_first().to_string());
    let presets = Preset::ALL.iter().enumerate();
    let options = presets
        .map(|(at, preset)| option(at.to_string(), sampler_words::preset(*preset)))
        .collect_view();
    let of_files = move || {
        of_model
            .get()
            .map(|_| option(OF_MODEL.to_owned(), say().preset_model().to_string()))
    };
    view! {
        <label class="preset">
            <span>{say().sampler_preset().to_string()}</span>
            <select
                data-testid="preset"
                disabled=move || app.chain_locked()
                prop:value=move || current.get()
                on:change:target=move |ev| choose(ev.target().value())
            >
                <option value="own" disabled=true selected=move || current.get() == "own">{say().sampler_own().to_string()}</option>
                {first}
                {of_files}
                {options}
            </select>
        </label>
    }
}
