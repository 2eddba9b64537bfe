//! A beam search.

use serde::Serialize;

use super::Models;
use crate::TokenId;
use crate::beam::{BeamOptions, BeamRun, Finished, Grown};
use crate::chain::Chain;
use crate::trace::ModelInfo;

/// A beam search, as far as it has come.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BeamRecord {
    format: &'static str,
    model: ModelInfo,
    prompt: Vec<TokenId>,
    options: BeamOptions,
    chain: Chain,
    steps: Vec<Grown>,
    /// The finished texts, best first.
    pub finished: Vec<Text>,
}

/// A finished text.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Text {
    /// Its tokens and its score.
    #[serde(flatten)]
    pub finished: Finished,
    /// What they spell.
    pub text: String,
}

impl BeamRecord {
    /// What `run` has found so far.
    pub fn of(run: &BeamRun, models: Models) -> Self {
        let text = |finished: Finished| Text {
            text: run.sampling().vocab().text(&finished.tokens),
            finished,
        };
        BeamRecord {
            format: "logitscope-beam-1",
            model: models.model,
            prompt: run.prompt().to_vec(),
            options: run.search().options().clone(),
            chain: run.sampling().chain().clone(),
            steps: run.steps().cloned().collect(),
            finished: run.search().finished().into_iter().map(text).collect(),
        }
    }
}
