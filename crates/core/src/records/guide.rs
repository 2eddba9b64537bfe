//! A guided text.

use serde::Serialize;

use super::{Found, Models};
use crate::TokenId;
use crate::chain::Chain;
use crate::guided::{GuidedOptions, GuidedRun, GuidedStep};
use crate::trace::ModelInfo;

/// A guided text, as far as it has come.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GuideRecord {
    format: &'static str,
    model: ModelInfo,
    amateur: Option<ModelInfo>,
    prompt: Vec<TokenId>,
    options: GuidedOptions,
    chain: Chain,
    steps: Vec<GuidedStep>,
    /// What was generated.
    #[serde(flatten)]
    pub found: Found,
}

impl GuideRecord {
    /// What `run` has written so far.
    pub fn of(run: &GuidedRun, models: Models) -> Self {
        GuideRecord {
            format: "logitscope-guide-1",
            model: models.model,
            amateur: models.draft,
            prompt: run.prompt().to_vec(),
            options: run.options().clone(),
            chain: run.sampling().chain().clone(),
            steps: run.steps().to_vec(),
            found: Found::new(run.tokens(), run.sampling().vocab()),
        }
    }
}
