//! Why the run stands still.

use leptos::prelude::*;
use logitscope_core::StopReason;

use crate::components::kit::format;
use crate::state::App;
use crate::words::say;

/// The reason of the stop, in words.
#[component]
pub fn StopNote() -> impl IntoView {
    let app = expect_context::<App>();
    let words = move || {
        let rules = app.stop_rules.get();
        app.stopped.get().map(|reason| match reason {
            StopReason::EndOfText => say().stop_end_of_text().to_string(),
            StopReason::StopSequence { text } => {
                say().stop_sequence(text.replace('\n', "↵")).to_string()
            }
            StopReason::MaxTokens => say().stop_most(u64::from(rules.max_tokens)).to_string(),
            StopReason::ContextFull => say().stop_full().to_string(),
        })
    };
    // A server's list that does not decide the step, and what would.
    let undecided = Memo::new(move |_| {
        app.step.with(|step| {
            let step = step.as_ref()?;
            Some((step.blocked.as_ref()?.to_string(), step.remedy.clone()?))
        })
    });
    let remedy = move || {
        let (words, settings) = undecided.get()?;
        let take = move |_| app.set_settings(settings.clone());
        Some(view! {
            <p class="stop-reason" data-testid="undecided">
                {words} {format::gap()}
                <button class="button small" data-testid="undecided-remedy" disabled=move || app.chain_locked() on:click=take>
                    {say().undecided_remedy().to_string()}
                </button>
            </p>
        })
    };
    view! {
        <div role="status" data-testid="stop-reason">
            {move || words().map(|words| view! { <p class="stop-reason">{words}</p> })}
            {remedy}
        </div>
    }
}
