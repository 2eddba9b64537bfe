//! An exploration.

use serde::Serialize;

use super::Models;
use crate::chain::Chain;
use crate::explore::run::Exploration;
use crate::explore::{Branch, ExploreOptions};
use crate::trace::ModelInfo;
use crate::{Timings, TokenId};

/// An exploration, as far as it has come.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ExploreRecord {
    format: &'static str,
    model: ModelInfo,
    prompt: Vec<TokenId>,
    options: ExploreOptions,
    chain: Chain,
    /// Each behind the one that it goes on from.
    pub branches: Vec<Shown>,
    /// How much of the probability is among the branches, 0..=1.
    pub shown: f64,
    /// How many branches were computed.
    pub computed: u32,
    /// What the forward passes cost.
    pub passes: Vec<Timings>,
}

/// A branch.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Shown {
    /// Its token and its probabilities.
    #[serde(flatten)]
    pub branch: Branch,
    /// What the token spells.
    pub text: String,
}

impl ExploreRecord {
    /// What `run` has found so far.
    pub fn of(run: &Exploration, models: Models) -> Self {
        let tree = run.tree();
        let shown = |branch: &Branch| Shown {
            branch: *branch,
            text: run.sampling().vocab().text(&[branch.token]),
        };
        ExploreRecord {
            format: "logitscope-explore-1",
            model: models.model,
            prompt: run.start().to_vec(),
            options: *tree.options(),
            chain: run.sampling().chain().clone(),
            branches: tree.branches().iter().map(shown).collect(),
            shown: tree.shown(),
            computed: tree.computed(),
            passes: run.passes().to_vec(),
        }
    }
}
