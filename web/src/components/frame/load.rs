//! While a model is loading, or a long text is being read.

use leptos::prelude::*;

use crate::components::frame::arriving::Arriving;
use crate::components::frame::progress_line::{ProgressLine, share};
use crate::components::kit::format;
use crate::components::kit::later::{Later, bundled};
use crate::components::kit::show::Show;
use crate::state::{App, Phase, Saving as Saved};
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

/// What is being done and how far it is.
#[component]
pub fn Load() -> impl IntoView {
    let app = expect_context::<App>();
    let progress = Memo::new(move |_| waiting(app));
    let doing = |p: &Progress| format!("{} …", p.doing.words(&say()));
    let what = Signal::derive(move || progress.with(|p| p.as_ref().map(doing).unwrap_or_default()));
    let how_far = move || progress.with(|p| p.as_ref().map(amount).unwrap_or_default());
    let parts = move || progress.with(|p| p.as_ref().and_then(parts));
    let value = Signal::derive(move || progress.with(|p| p.as_ref().and_then(share)));
    let can_cancel = move || {
        app.phase.with(|p| matches!(p, Phase::Loading(_))) && app.model.with(Option::is_some)
    };
    let arriving = Later::asked_for(fetch_arriving);
    view! {
        <Show when=move || progress.with(Option::is_some)>
            <ProgressLine testid="load" what value>
                <span class="num" data-testid="load-amount" title=parts>{how_far}</span>
                <Show when=can_cancel>
                    <button class="button small" data-testid="cancel-load" on:click=move |_| app.cancel_load()>
                        {say().keep_model_before().to_string()}
                    </button>
                </Show>
            </ProgressLine>
        </Show>
        <Saving />
        <Show when=move || app.downloads.coming.with(Option::is_some)>
            {arriving.view(|line| line())}
        </Show>
    }
}

bundled!(answer, fetch_arriving, arriving: fn() -> AnyView = || view! { <Arriving /> }.into_any());

/// How far a recording of the run is.
#[component]
fn Saving() -> impl IntoView {
    let app = expect_context::<App>();
    let saving = move || app.saving.get();
    let what = Signal::derive(move || {
        let words = |s: Saved| {
            say()
                .recording_saving(s.done as u64, s.of as u64)
                .to_string()
        };
        saving().map(words).unwrap_or_default()
    });
    let value = Signal::derive(move || saving().map(|s| s.done as f64 / s.of.max(1) as f64));
    view! {
        <Show when=move || saving().is_some()>
            <ProgressLine testid="saving" what value>
                <button class="button small" data-testid="cancel-recording" on:click=move |_| app.give_up_recording()>
                    {say().recording_cancel().to_string()}
                </button>
            </ProgressLine>
        </Show>
    }
}

fn amount(progress: &Progress) -> String {
    let Progress { done, total, .. } = *progress;
    let amount = match (&progress.doing, total) {
        (Doing::Weights(_), 0) if done > 0 => return format::bytes(done),
        (_, 0) => return String::new(),
        (Doing::Weights(plan), _) => say().amount_weights(
            format::bytes(done),
            format::bytes(total),
            format::bytes(plan.total()),
        ),
        _ => say().amount_plans(done, total),
    };
    amount.to_string()
}

/// What the memory of a model that is being loaded is for.
fn parts(progress: &Progress) -> Option<String> {
    let Doing::Weights(plan) = &progress.doing else {
        return None;
    };
    Some(format::memory_parts(plan))
}
