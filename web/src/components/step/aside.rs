//! Beside the sentence: that the step on screen is one of the past, or what was just chosen by hand; and the way back.

use leptos::prelude::*;
use logitscope_core::NodeId;

use crate::choices::Control;
use crate::components::kit::format;
use crate::state::{App, Entry, Origin};
use crate::words::say;

/// What stands there.
#[derive(Debug, Clone, PartialEq)]
enum Said {
    /// The step that chose the token at position `at`, where the last is at `last`.
    Past { at: u64, last: u64 },
    /// The last token is the visitor's choice: its text, and its probability under the model.
    Chosen { text: String, prob: Option<f64> },
}

/// What there is to say of a text of which the step after `selected` is on screen; `None`: the step to come.
fn said(entries: &[Entry], selected: Option<NodeId>) -> Option<Said> {
    match selected {
        Some(node) => {
            // On another branch, which says so itself.
            let before = entries.iter().position(|entry| entry.node == node)?;
            Some(Said::Past {
                at: before as u64 + 1,
                last: entries.len().saturating_sub(1) as u64,
            })
        }
        None => {
            let last = entries
                .last()
                .filter(|last| last.origin == Origin::Forced)?;
            Some(Said::Chosen {
                text: format::bare(&last.text).to_owned(),
                prob: last.prob,
            })
        }
    }
}

/// The words and their button.
#[component]
pub fn Aside() -> impl IntoView {
    let app = expect_context::<App>();
    let said = Memo::new(move |_| {
        let selected = app.selected.get();
        app.transcript.with(|entries| said(entries, selected))
    });
    let locked = move || app.locked(Control::Rewind);
    move || {
        // A game shows the past, and what came after it is to be guessed.
        if app.game.with(Option::is_some) {
            return None;
        }
        let (words, label, press): (_, _, fn(App)) = match said.get()? {
            Said::Past { at, last } => (
                say().looking_back(at, last).to_string(),
                say().back_to_now().to_string(),
                |app| app.select(None),
            ),
            Said::Chosen { text, prob } => (
                match (prob, format::quoted(text)) {
                    (Some(prob), text) => {
                        say().you_chose_at(text, format::percent(prob)).to_string()
                    }
                    (None, text) => say().you_chose(text).to_string(),
                },
                say().take_back().to_string(),
                |app| app.rewind(1),
            ),
        };
        let idle = move || locked() && app.selected.with(Option::is_none);
        Some(view! {
            <p class="aside" data-testid="aside">
                <span>{words}</span>
                <button class="button small" data-testid="aside-back" disabled=idle on:click=move |_| press(app)>{label}</button>
            </p>
        })
    }
}
