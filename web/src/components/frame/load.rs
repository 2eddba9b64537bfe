//! While a model is loading, or a long text is being read.

use leptos::prelude::*;

use crate::components::kit::format;
use crate::components::kit::show::Show;
use crate::state::{App, Phase};
use crate::words::say;
use logitscope_protocol::{Doing, Progress};

/// What the page waits for, if it waits.
pub fn waiting(app: App) -> Option<Progress> {
    match app.phase.get() {
        Phase::Starting => Some(Doing::StartingEngine.begun()),
        Phase::Loading(progress) => Some(progress),
        Phase::Ready => app.progress.get(),
        Phase::Failed { .. } => None,
    }
}

/// What is being done and how far it is, as a line of text and a bar.
#[component]
pub fn Load() -> impl IntoView {
    let app = expect_context::<App>();
    let progress = Memo::new(move |_| waiting(app));
    let doing = |p: &Progress| p.doing.words(&say());
    let what = move || progress.with(|p| p.as_ref().map(doing).unwrap_or_default());
    let how_far = move || progress.with(|p| p.as_ref().map(amount).unwrap_or_default());
    // A bar without a value says that the end is not known.
    let value = move || {
        let known = progress.with(|p| p.clone().filter(|p| p.total > 0));
        known.map(|p| format!("{:.4}", p.done as f64 / p.total as f64))
    };
    let can_cancel = move || {
        app.phase.with(|p| matches!(p, Phase::Loading(_))) && app.model.with(Option::is_some)
    };
    view! {
        <Show when=move || progress.with(Option::is_some)>
            <div class="load" data-testid="load">
                <span class="load-line">
                    <span>{what} " …"</span>
                    <span class="num" data-testid="load-amount">{how_far}</span>
                    <Show when=can_cancel>
                        <button class="button small" data-testid="cancel-load" on:click=move |_| app.cancel_load()>
                            {say().keep_model_before().to_string()}
                        </button>
                    </Show>
                </span>
                <progress max="1" value=value aria-label=what></progress>
            </div>
        </Show>
        <Saving />
    }
}

/// How far a recording of the run is.
#[component]
fn Saving() -> impl IntoView {
    let app = expect_context::<App>();
    let saving = move || app.saving.get();
    let what = move || {
        let saving = saving();
        saving.map(|saving| {
            say()
                .recording_saving(saving.done as u64, saving.of as u64)
                .to_string()
        })
    };
    let value = move || {
        saving().map(|saving| format!("{:.4}", saving.done as f64 / saving.of.max(1) as f64))
    };
    view! {
        <Show when=move || saving().is_some()>
            <div class="load" data-testid="saving">
                <span class="load-line">
                    <span>{what}</span>
                    <button class="button small" data-testid="cancel-recording" on:click=move |_| app.give_up_recording()>
                        {say().recording_cancel().to_string()}
                    </button>
                </span>
                <progress max="1" value=value aria-label=what></progress>
            </div>
        </Show>
    }
}

fn amount(progress: &Progress) -> String {
    let Progress { done, total, .. } = *progress;
    let amount = match (&progress.doing, total) {
        (Doing::Weights, 0) if done > 0 => return format::bytes(done),
        (_, 0) => return String::new(),
        (Doing::Weights, _) => say().amount_bytes(format::bytes(done), format::bytes(total)),
        _ => say().amount_plans(done, total),
    };
    amount.to_string()
}
