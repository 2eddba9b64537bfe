//! A text that outgrows its context.

use serde::Serialize;

use super::{Found, Models};
use crate::TokenId;
use crate::chain::Chain;
use crate::context::{ContextOptions, ContextRun, ContextStep};
use crate::trace::ModelInfo;

/// A text in a small context, as far as it has come.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ContextRecord {
    format: &'static str,
    model: ModelInfo,
    prompt: Vec<TokenId>,
    options: ContextOptions,
    chain: Chain,
    seed: u32,
    steps: Vec<ContextStep>,
    #[serde(flatten)]
    found: Found,
}

impl ContextRecord {
    /// What `run` has written so far.
    pub fn of(run: &ContextRun, models: Models) -> Self {
        let (prompt, written) = run.text().split_at(run.prompt_len());
        ContextRecord {
            format: "logitscope-context-1",
            model: models.model,
            prompt: prompt.to_vec(),
            options: run.options().clone(),
            chain: run.sampling().chain().clone(),
            seed: run.sampling().seed(),
            steps: run.steps().to_vec(),
            found: Found::new(written, run.sampling().vocab()),
        }
    }
}
