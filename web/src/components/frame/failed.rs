//! When there is no model to run.

use leptos::prelude::*;

use crate::browser;
use crate::lessons::LESSONS;
use crate::models;
use crate::state::{App, Failure, Phase};
use crate::words::say;
use logitscope_protocol::{BackendChoice, ErrorKind};

/// Why there is no model, and what can be done.
#[component]
pub fn Failed() -> impl IntoView {
    let app = expect_context::<App>();
    move || match app.phase.get() {
        Phase::Failed { failure, kind } => Some(view! { <Panel failure kind /> }),
        _ => None,
    }
}

/// One failure.
#[component]
fn Panel(
    /// What happened.
    failure: Failure,
    /// What kind of failure that is.
    kind: ErrorKind,
) -> impl IntoView {
    let app = expect_context::<App>();
    let title = match kind {
        ErrorKind::Input => say().failed_input(),
        ErrorKind::DeviceLost => say().failed_device_lost(),
        ErrorKind::NoGpu => say().failed_no_gpu(),
        ErrorKind::Crashed => say().failed_crashed(),
    }
    .to_string();
    let reload = move |_| {
        if let Some(window) = browser::window() {
            // The browser refuses only while it unloads the page anyway.
            let _ = window.location().reload();
        }
    };
    let cpu = matches!(kind, ErrorKind::NoGpu | ErrorKind::DeviceLost).then(|| {
        let press = move |_| app.set_backend(BackendChoice::Cpu);
        view! { <button class="button small" on:click=press>{say().run_on_cpu().to_string()}</button> }
    });
    let recorded = models::recording_of_lesson(LESSONS[0]).map(|address| {
        let press = move |_| app.show_recording(address.clone());
        view! { <button class="button small" data-testid="show-recorded" on:click=press>{say().recorded_show().to_string()}</button> }
    });
    view! {
        <section class="notice error" role="alert" data-testid="failed">
            <div class="failed">
                <h2>{title}</h2>
                <p>{failure.to_string()}</p>
                <div class="menu-actions">
                    {cpu} {recorded} <button class="button small" on:click=reload>{say().reload_page().to_string()}</button>
                </div>
            </div>
        </section>
    }
}
