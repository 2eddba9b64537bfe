//! While a model is loading, and when that failed.

use leptos::prelude::*;

use super::format;
use crate::protocol::{BackendChoice, EngineError, ErrorKind, Progress};
use crate::state::{App, Phase};

/// The progress of a load, or why there is no model.
#[component]
pub fn Load() -> impl IntoView {
    let app = expect_context::<App>();
    move || match app.phase.get() {
        Phase::Ready => app
            .progress
            .get()
            .map(|progress| view! { <LoadBar progress cancel=false /> })
            .into_any(),
        Phase::Starting => view! { <LoadBar progress=starting() cancel=false /> }.into_any(),
        Phase::Loading(progress) => view! { <LoadBar progress cancel=true /> }.into_any(),
        Phase::Failed(error) => view! { <Failed error /> }.into_any(),
    }
}

fn starting() -> Progress {
    Progress {
        what: "Starting the engine".into(),
        done: 0,
        total: 0,
        unit: String::new(),
    }
}

/// How far the load is.
#[component]
fn LoadBar(
    /// What is being done, and how much of it.
    progress: Progress,
    /// Whether it can be given up, if there was a model before.
    cancel: bool,
) -> impl IntoView {
    let app = expect_context::<App>();
    let Progress {
        what,
        done,
        total,
        unit,
    } = progress;
    let amount = match (unit.as_str(), total) {
        ("bytes", 0) if done > 0 => format::bytes(done),
        (_, 0) => String::new(),
        ("bytes", _) => format!("{} of {}", format::bytes(done), format::bytes(total)),
        _ => format!("{} of {} {unit}", format::count(done), format::count(total)),
    };
    // A bar without a value says that the end is not known.
    let value = (total > 0).then(|| (done as f64 / total as f64).to_string());
    view! {
        <section class="card load" data-testid="load" aria-label="Loading">
            <p class="load-line">
                <span>{format!("{what} …")}</span>
                <span class="num muted" data-testid="load-amount">{amount}</span>
            </p>
            <progress max="1" value=value aria-label=what></progress>
            <Show when=move || cancel && app.model.with(Option::is_some)>
                <div>
                    <button class="button small" data-testid="cancel-load" on:click=move |_| app.cancel_load()>
                        "Cancel and keep the model before"
                    </button>
                </div>
            </Show>
        </section>
    }
}

/// Why there is no model, and what can be done.
#[component]
fn Failed(
    /// What happened.
    error: EngineError,
) -> impl IntoView {
    let app = expect_context::<App>();
    let title = match error.kind {
        ErrorKind::Input => "The model could not be loaded",
        ErrorKind::DeviceLost => "The GPU was lost",
        ErrorKind::NoGpu => "There is no WebGPU here",
        ErrorKind::Crashed => "The engine stopped",
    };
    let reload = move |_| {
        if let Some(window) = crate::browser::window() {
            // The browser refuses only while it unloads the page anyway.
            let _ = window.location().reload();
        }
    };
    let cpu = matches!(error.kind, ErrorKind::NoGpu | ErrorKind::DeviceLost);
    view! {
        <section class="card notice error" role="alert" data-testid="failed">
            <div>
                <h2>{title}</h2>
                <p>{error.message}</p>
                <div class="menu-actions">
                    {cpu.then(|| view! {
                        <button class="button small" on:click=move |_| app.set_backend(BackendChoice::Cpu)>"Run on the CPU"</button>
                    })}
                    <button class="button small" on:click=reload>"Reload the page"</button>
                </div>
            </div>
        </section>
    }
}
