//! Why the run stands still.

use leptos::prelude::*;
use logitscope_core::StopReason;

use crate::state::App;

/// The reason of the stop, in words.
#[component]
pub fn StopNote() -> impl IntoView {
    let app = expect_context::<App>();
    let words = move || {
        let rules = app.stop_rules.get();
        app.stopped.get().map(|reason| match reason {
            StopReason::EndOfText => {
                "The model ended the text itself: it chose its end-of-text token.".to_owned()
            }
            StopReason::StopSequence { text } => {
                format!(
                    "Stopped: the text now contains the stop sequence “{}”.",
                    text.replace('\n', "↵")
                )
            }
            StopReason::MaxTokens => {
                format!(
                    "Stopped: {} tokens, as many as asked for. Step goes on anyway.",
                    rules.max_tokens
                )
            }
            StopReason::ContextFull => {
                "The context is full: this model cannot read a longer text. Rewind or restart."
                    .to_owned()
            }
        })
    };
    view! {
        <div role="status" data-testid="stop-reason">
            {move || words().map(|words| view! { <p class="stop-reason">{words}</p> })}
        </div>
    }
}
