//! Texts in lockstep.

use serde::Serialize;

use super::{Found, Models};
use crate::TokenId;
use crate::chain::Chain;
use crate::compare::spelling::LaneSpec;
use crate::compare::{CompareOptions, CompareStep, Comparison, Scores};
use crate::trace::ModelInfo;

/// A comparison, as far as it has come.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CompareRecord {
    format: &'static str,
    model: ModelInfo,
    draft: Option<ModelInfo>,
    options: CompareOptions,
    seed: u32,
    /// The lanes, the text itself first.
    pub lanes: Vec<LaneRecord>,
    steps: Vec<CompareStep>,
    /// Σ ln p, `[reader][writer]`; empty until every lane has read all texts.
    scores: Scores,
}

/// A lane.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LaneRecord {
    /// What is other in it than in the text itself, as links and the command spell it.
    spelled: String,
    chain: Chain,
    prompt: Vec<TokenId>,
    /// What it wrote.
    #[serde(flatten)]
    pub found: Found,
    /// Σ ln p of that under its own model.
    pub log_prob: f64,
    /// The first step at which it chose another token than the first lane.
    pub parted: Option<usize>,
}

impl CompareRecord {
    /// What `run` has written so far; `specs` say how its lanes were asked for.
    pub fn of(run: &Comparison, specs: &[LaneSpec], models: Models) -> Self {
        let lane = |(at, spec): (usize, &LaneSpec)| {
            let sampling = run.sampling(at);
            LaneRecord {
                spelled: spec.to_string(),
                chain: sampling.chain().clone(),
                prompt: run.prompt(at).to_vec(),
                found: Found::new(run.tokens(at), sampling.vocab()),
                log_prob: run.log_prob(at),
                parted: run.parted(0, at),
            }
        };
        let specs = specs.iter().take(run.lanes());
        CompareRecord {
            format: "logitscope-compare-1",
            model: models.model,
            draft: models.draft,
            options: run.options().clone(),
            seed: run.sampling(0).seed(),
            lanes: specs.enumerate().map(lane).collect(),
            steps: run.steps().to_vec(),
            scores: run.scores().cloned().unwrap_or_default(),
        }
    }
}
