//! The line under the picture: what the pointer is on, where the numbers come from, what computes them.

use leptos::prelude::*;

use super::lines;
use super::shared::Shared;
use crate::choices::{Control, PagePart, Station};
use crate::components::kit::format;
use crate::components::kit::later::{Later, bundled};
use crate::components::kit::show::Show;
use crate::components::picture::{Step, What};
use crate::components::step::step_on_screen::StepOnScreen;
use crate::state::App;
use crate::words::say;

/// The line.
#[component]
pub fn Foot(
    /// What the parts of the picture share.
    shared: Shared,
    /// The step on screen.
    #[prop(into)]
    live: Signal<Option<StepOnScreen>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let line = Later::new(app, fetch_line);
    let says = move || {
        let pointed = shared.pointed.get()?;
        let line = line.get()?;
        shared
            .step
            .with(|step| line(app, step.as_deref()?, pointed.0))
    };
    view! {
        <p class="flow-line" class:told=move || says().is_some() data-testid="flow-line" aria-live="off">
            <span class="flow-says">{move || badge(live, app.replays.get())} {move || says().unwrap_or_else(lines::resting)}</span>
            <span class="flow-private">
                <PartsOff />
                <Show when=move || !app.hidden(PagePart::Status)>
                    <MachineButton />
                </Show>
                {move || lines::private(app)}
            </span>
        </p>
    }
}

bundled!(stations, fetch_line, line_part: fn(App, &Step, What) -> Option<String> = lines::line);

/// Where the numbers on screen come from, if it is not the live run of now.
fn badge(live: Signal<Option<StepOnScreen>>, replays: bool) -> Option<impl IntoView> {
    let (recorded, recomputed) =
        live.with(|s| s.as_ref().map(|s| (s.recorded, s.view.recomputed)))?;
    let (testid, word, why) = match (recorded, recomputed) {
        _ if replays => (
            "badge-recorded",
            say().flow_recorded(),
            say().recorded_about(),
        ),
        (true, _) => (
            "badge-recorded",
            say().flow_recorded(),
            say().flow_recorded_why(),
        ),
        (_, true) => (
            "badge-recomputed",
            say().flow_recomputed(),
            say().flow_recomputed_why(),
        ),
        _ => return None,
    };
    let (word, why) = (word.to_string(), why.to_string());
    Some(view! { <span class="badge" data-testid=testid title=why>{word}</span> })
}

/// How many parts of the model are switched off in the views, and a way back. The picture stays the run's; its dashed edges are the model's
/// without them.
#[component]
fn PartsOff() -> impl IntoView {
    let app = expect_context::<App>();
    let off = Memo::new(move |_| {
        app.inside
            .interventions
            .with(|all| all.iter().count() as u64)
    });
    view! {
        <Show when=move || off.get() != 0>
            <button class="flow-machine" data-testid="parts-restore" disabled=move || app.locked(Control::Parts)
                title=say().flow_parts_off_why().to_string() on:click=move |_| app.intervene_nothing()>
                {move || say().flow_parts_off(off.get()).to_string()}
            </button>
        </Show>
    }
}

/// What computes, and how long a step takes: opens what there is to know about it.
#[component]
fn MachineButton() -> impl IntoView {
    let app = expect_context::<App>();
    let open = move || app.open.get() == Some(Station::Machine);
    let says = move || {
        let kind = app
            .model
            .with(|m| m.as_ref().map(|m| format::computes(&m.backend)))?;
        // What opens has the number, too.
        Some(match app.meters.get().forward_ms.filter(|_| !open()) {
            Some(ms) => say()
                .flow_machine_says(kind, format::millis(ms))
                .to_string(),
            None => kind,
        })
    };
    view! {
        <button class="flow-machine" id="station-machine" data-term="pass" data-testid="station-machine" aria-expanded=move || open().to_string()
            on:click=move |_| app.open_station((!open()).then_some(Station::Machine))>
            {move || says().unwrap_or_else(|| say().flow_machine().to_string())}
        </button>
    }
}
