//! What the engine answers.

use logitscope_core::attribution::Attribution;
use logitscope_core::inspection::{CacheMap, DecodeCost, KernelTime, Neuron, Weighed};
use logitscope_core::lens::LensCell;
use logitscope_core::{Distribution, Timings, TokenId};
use serde::{Deserialize, Serialize};

use crate::{LaneId, Loaded, Memory, ModelSource, Prepared, Stored};

/// An answer.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// It is done, and there is nothing to say.
    Done,
    /// The model is ready.
    Loaded(Box<Loaded>),
    /// The lane is open.
    Opened(LaneId),
    /// What is loaded, and the memory that it takes.
    Memory(Memory),
    /// The tokens of a text.
    Tokens(Vec<TokenPiece>),
    /// The logits of the last node.
    Logits {
        /// `[d_vocab]`, f32, little endian.
        #[serde(with = "serde_bytes")]
        bytes: Vec<u8>,
        /// The forward pass; 0 rows if they were still known.
        timings: Timings,
    },
    /// The most probable tokens after the last node.
    Top {
        /// `[n]`: the tokens, the most probable first.
        tokens: Vec<TokenId>,
        /// `[n]`, f32, little endian: ln p, at most 0.
        #[serde(with = "serde_bytes")]
        log_probs: Vec<u8>,
        /// The forward pass.
        timings: Timings,
    },
    /// The logits of several nodes.
    Rows {
        /// `[nodes, d_vocab]`, f32, little endian.
        #[serde(with = "serde_bytes")]
        bytes: Vec<u8>,
        /// How many nodes.
        rows: u32,
        /// The forward pass; 0 rows if they were all still known.
        timings: Timings,
    },
    /// One entry a token of the path; the first has no context, so it is `None`.
    Scores(Vec<Option<Score>>),
    /// The intermediates asked for.
    Taps(Vec<TapArray>),
    /// For each position the readings, from depth 0 to the output.
    Lens(Vec<Vec<LensCell>>),
    /// For each token asked for, the shares of its logit.
    Attributions(Vec<Attribution>),
    /// The neurons, the most active first.
    Neurons(Vec<Neuron>),
    /// The column.
    Column {
        /// `[d_in]`, f32, little endian.
        #[serde(with = "serde_bytes")]
        weights: Vec<u8>,
        /// What is added to its products.
        bias: f32,
    },
    /// The tokens with their cosines, the nearest first.
    Nearest(Vec<Weighed>),
    /// What the cache holds.
    Cache(CacheMap),
    /// What decoding costs.
    Speed(DecodeCost),
    /// What is known before a server writes.
    Prepared(Prepared),
    /// What the browser keeps of the hub's models.
    Stored(Stored),
    /// What the hub has of a model: a [`crate::Found`] as JSON, so that only those parts of the page can read it that ask.
    Found(String),
    /// What a model would take: a [`crate::Plan`] as JSON.
    Plan(String),
    /// The files of a model.
    Files(ModelSource),
    /// The kernels of a decoded token, in the order of their first dispatch.
    Kernels(Vec<KernelTime>),
}

/// One token of a tokenized text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenPiece {
    /// The token.
    pub token: TokenId,
    /// Where it begins in the text, in bytes of UTF-8.
    pub start: u32,
    /// Where it ends, in bytes of UTF-8.
    pub end: u32,
}

/// How the model rates one token of a given text.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// Probability under the model, 0..=1.
    pub prob: f64,
    /// Surprisal, in bits.
    pub surprisal_bits: f64,
    /// Rank, 0 being the most probable.
    pub rank: u32,
    /// Entropy of the distribution that it came from, in bits; `None` where only its most probable tokens are known.
    pub entropy_bits: Option<f64>,
    /// Probability of the [`TOP`] most probable tokens of that distribution together, 0..=1; `None` where fewer are known.
    pub top_mass: Option<f64>,
}

impl Score {
    /// How `distribution` rates `token`; `None` outside the vocabulary, and of a token that is not listed.
    pub fn of(distribution: &Distribution, token: TokenId) -> Option<Self> {
        let rank = distribution.rank(token)?;
        Some(Score {
            prob: distribution.prob(rank),
            surprisal_bits: distribution.surprisal_bits(rank),
            rank: rank as u32,
            entropy_bits: distribution.entropy_bits().exact(),
            top_mass: distribution.known_mass(TOP),
        })
    }
}

/// How many of the most probable tokens count as the top.
pub const TOP: usize = 10;

/// One recomputed intermediate.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct TapArray {
    /// E.g. `pattern`.
    pub name: String,
    /// Its layer; `None` for `embed`, `pos_embed`, `ln_final` and `logits`.
    pub layer: Option<u32>,
    /// The place in the text of the token that it belongs to.
    pub position: u32,
    /// Its shape.
    pub shape: Vec<u32>,
    /// The values, f32, little endian.
    #[serde(with = "serde_bytes")]
    pub bytes: Vec<u8>,
}
