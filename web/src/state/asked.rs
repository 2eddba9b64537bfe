//! What the engine was asked about the loaded model, so that a recording knows all that was seen.

use std::collections::VecDeque;

use logitscope_protocol::Command;

use crate::sources::Lane;

/// The most questions that are kept; the oldest go first.
const MOST: usize = 4000;

/// Questions in the order in which they were asked, but for the logits of the run: those are in its tree.
#[derive(Default)]
pub(crate) struct AskedUntilNow(VecDeque<(Lane, Command)>);

impl AskedUntilNow {
    /// Whether a question is one to be noted.
    pub(crate) fn notes(lane: &Lane, command: &Command) -> bool {
        !matches!(command, Command::Evaluate { .. }) || *lane != Lane::default()
    }

    /// Notes a question that was answered.
    pub(crate) fn note(&mut self, lane: Lane, command: Command) {
        if self.0.len() == MOST {
            self.0.pop_front();
        }
        self.0.push_back((lane, command));
    }

    /// All of them.
    pub(crate) fn all(&self) -> Vec<(Lane, Command)> {
        self.0.iter().cloned().collect()
    }

    /// Another model has other answers.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}
