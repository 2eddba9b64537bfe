//! What is on screen of a text that outgrows its context.

use logitscope_core::TokenId;
use logitscope_core::context::{ContextRun, ContextStep};

/// What is on screen.
#[derive(Debug, Clone, PartialEq)]
pub struct Shown {
    /// The text so far, prompt and all.
    pub text: Vec<TokenId>,
    /// How many tokens the prompt has.
    pub prompt: usize,
    /// The steps so far.
    pub steps: Vec<ContextStep>,
    /// Whether there is no step after them.
    pub last: bool,
    /// Whether it ended because the context is full.
    pub full: bool,
}

impl Shown {
    /// What there is up to step `at`.
    pub fn of(run: &ContextRun, at: usize) -> Self {
        let at = at.min(run.steps().len());
        let last = run.has_ended() && at == run.steps().len();
        Shown {
            text: run.text()[..run.prompt_len() + at].to_vec(),
            prompt: run.prompt_len(),
            steps: run.steps()[..at].to_vec(),
            full: last && run.is_full(),
            last,
        }
    }
}
