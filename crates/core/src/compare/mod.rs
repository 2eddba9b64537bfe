//! Lanes: two to four texts that grow in lockstep, with the same dice, from other prompts, samplers, models or ways to choose. Where do they part,
//! how far apart are their distributions, and what does one think of the other's text?

pub mod measures;
mod run;
mod scores;
pub mod spelling;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use crate::strategy::{Role, Sampling};
use crate::{Draw, Known, TokenId};

pub use run::Comparison;

/// How many lanes there can be.
pub const LANES: std::ops::RangeInclusive<usize> = 2..=4;

/// How many candidates of each lane a step keeps, in the order of the draw.
pub const KEPT: usize = 64;

/// How many of the most probable tokens of each lane have a row.
const ROWS: usize = 8;

/// How the tokens of a lane are chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Writing {
    /// Drawn behind the whole chain.
    Sampled,
    /// The most probable one that bans and penalties leave.
    Greedy,
    /// Those of the best text of a beam search of this width, with its other options as they are by default.
    Beams(u32),
    /// These, whatever the lane's model thinks of them.
    Given(Vec<TokenId>),
}

/// A lane.
#[derive(Debug, Clone)]
pub struct LaneOptions {
    /// Whose logits.
    pub of: Role,
    /// What it goes on from.
    pub prompt: Vec<TokenId>,
    /// Its chain. The dice are those of the first lane.
    pub sampling: Sampling,
    /// How it chooses.
    pub writing: Writing,
}

/// What holds for all lanes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompareOptions {
    /// The most tokens that each generates.
    pub max_tokens: u32,
    /// The tokens that end a text.
    pub end_tokens: Vec<TokenId>,
    /// The context of the model with the smallest one, in tokens.
    pub n_ctx: u32,
}

/// A token in a lane.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// Its rank under the model, 0 being the most probable; `None` if it is not listed.
    pub rank: Option<usize>,
    /// Its probability under the model alone, 0..=1.
    pub model: Known<f64>,
    /// Its probability behind the chain, 0..=1.
    pub chain: Known<f64>,
}

/// A token that is among the most probable ones of a lane, or was chosen by one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TokenRow {
    /// The token.
    pub token: TokenId,
    /// Where it stands in each lane; `None` in one that has ended.
    pub lanes: Vec<Option<Standing>>,
}

/// A candidate behind the chain.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Slice {
    /// The token.
    pub token: TokenId,
    /// Its probability, 0..=1.
    pub prob: f64,
}

/// What a lane did at a step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LaneStep {
    /// What it chose.
    pub token: TokenId,
    /// ln p of that under its model alone, at most 0.
    pub log_prob: f64,
    /// The draw, where it draws.
    pub draw: Option<Draw>,
    /// Where the segment of its token begins and ends, 0..=1, where it draws.
    pub segment: Option<(f64, f64)>,
    /// What its chain leaves, in the order of the draw, at most [`KEPT`].
    pub left: Vec<Slice>,
    /// How many its chain leaves.
    pub count: usize,
    /// The entropy of its model's distribution, in bits.
    pub entropy_bits: Known<f64>,
}

/// How far apart two lanes are at a step.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PairStep {
    /// The two, the first one being the smaller.
    pub lanes: (usize, usize),
    /// KL(first ‖ second) of the models' distributions, in bits, 0 or more.
    pub kl_bits: Known<f64>,
    /// KL(second ‖ first), in bits, 0 or more.
    pub kl_back_bits: Known<f64>,
    /// Their Jensen–Shannon divergence, in bits, 0..=1.
    pub js_bits: Known<f64>,
    /// The same behind both chains.
    pub chain_js_bits: Known<f64>,
    /// Whether both have generated the same text before this step.
    pub together: bool,
}

/// A step of all lanes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CompareStep {
    /// What each did; `None` for one that has ended.
    pub lanes: Vec<Option<LaneStep>>,
    /// Each pair of lanes that both did something.
    pub pairs: Vec<PairStep>,
    /// The tokens to look at, in falling order of their largest probability behind a chain.
    pub rows: Vec<TokenRow>,
}

/// What a lane would say to the text of another: Σ ln p of its tokens after its own prompt, under its model alone. `[reader][writer]`; `None` where
/// the text does not fit in the context, is empty, or has a token that a server does not list there.
pub type Scores = Vec<Vec<Option<f64>>>;
