//! What the scores of a model are called.

use crate::state::App;
use crate::words::{Message, say};

/// `here`, or, of a model that runs elsewhere, log-probabilities; tracked.
pub fn score_name(app: App, here: Message) -> Message {
    match app.runs_elsewhere() {
        true => say().server_log_prob(),
        false => here,
    }
}
