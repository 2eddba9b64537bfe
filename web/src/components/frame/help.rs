//! The help dialog.

use leptos::html::Dialog;
use leptos::prelude::*;

use crate::components::kit::icon::{Icon, Shape};

const KEYS: [(&str, &str); 9] = [
    ("→ or n", "take a step"),
    ("Space or p", "play, pause"),
    ("Backspace", "rewind by one token"),
    ("r", "roll the dice again for the next token"),
    (
        "Shift ←, Shift →",
        "inspect the step before, the step after",
    ),
    ("Esc", "back to the newest step"),
    ("Home", "restart: back to the end of the prompt"),
    ("/", "go to the prompt"),
    ("?", "this help"),
];

/// What the page shows, and its keys.
#[component]
pub fn Help(
    /// The dialog, so that others can open it.
    dialog: NodeRef<Dialog>,
) -> impl IntoView {
    let close = move |_| {
        if let Some(dialog) = dialog.get_untracked() {
            dialog.close();
        }
    };
    let key = |(key, what): (&'static str, &'static str)| {
        view! {
            <dt><kbd>{key}</kbd></dt>
            <dd>{what}</dd>
        }
    };
    view! {
        <dialog node_ref=dialog data-testid="help-dialog" aria-labelledby="help-title">
            <div class="dialog-head">
                <h2 id="help-title">"How to read this page"</h2>
                <button class="button small plain" aria-label="Close the help" on:click=close>
                    <Icon shape=Shape::Close />
                </button>
            </div>
            <div class="help-text">
                <p>"A language model reads a text and gives every token of its vocabulary a score, the "<em>"logit"</em>". Softmax turns the scores into probabilities; the sampler reshapes them; a random number picks one token. It is appended, and everything starts again."</p>
                <p>"Grey bars are the model’s own probabilities, coloured bars are those after the sampler. On the dice, every surviving token owns a piece as long as its probability; the pin is the random number."</p>
                <p>"Press a candidate to take it instead: the text branches there. Press a token of the text to see how it was chosen. Rewind undoes."</p>
            </div>
            <h3>"Keys"</h3>
            <dl class="shortcuts">{KEYS.map(key).into_iter().collect_view()}</dl>
        </dialog>
    }
}
