//! What the engine was asked about the loaded model, so that a recording knows all that was seen.

use std::collections::VecDeque;

use logitscope_protocol::Command;

use crate::sources::Lane;

/// The most questions that are kept; the oldest go first.
const MOST: usize = 4000;

/// Questions, each once, in the order in which they were first asked.
#[derive(Default)]
pub(crate) struct AskedUntilNow(VecDeque<(Lane, Command)>);

impl AskedUntilNow {
    /// Notes a question that was answered.
    pub(crate) fn note(&mut self, lane: Lane, command: Command) {
        let command = match command {
            // With an empty cache the answer is the same.
            Command::Evaluate { tokens, .. } => Command::Evaluate {
                tokens,
                fresh: false,
            },
            command => command,
        };
        // Most of what comes again has just been asked.
        let asked = (lane, command);
        if !self.0.iter().rev().any(|own| *own == asked) {
            self.0.push_back(asked);
        }
        if self.0.len() > MOST {
            self.0.pop_front();
        }
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
