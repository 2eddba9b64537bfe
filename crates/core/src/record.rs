//! Step records: what happened at one step, as plain data. Every view reads only these and logits.

use serde::{Deserialize, Serialize};

use crate::{Choice, Draw, NodeId, Ranked, Sampled, Settings, StopReason, TokenId};

/// How many of the most probable tokens a record lists.
pub const TOP_TOKENS: usize = 10;

/// Who chose the token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chosen {
    /// The sampler, by its draw.
    Sampled,
    /// The visitor.
    Forced,
}

/// One of the most probable tokens of a step.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct TopToken {
    /// The token.
    pub token: TokenId,
    /// Its logit, unbounded.
    pub logit: f32,
    /// Its probability under the model, 0..=1.
    pub prob_before: f64,
    /// Its probability after the sampler chain, 0..=1.
    pub prob_after: f64,
}

/// How long a step took, in milliseconds of wall-clock time.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Timings {
    /// The forward pass that computed the logits, from its start to the logits in memory.
    pub forward_ms: f64,
    /// How many positions that forward pass computed: 1 when decoding, more for a prompt.
    pub rows: u32,
}

/// One generated token: the edge of the token tree that leads to it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StepRecord {
    /// The node whose logits were sampled.
    pub context: NodeId,
    /// The node of the chosen token.
    pub node: NodeId,
    /// The place of the chosen token in the text, 0 being the first.
    pub position: u32,
    /// Who chose it.
    pub chosen: Chosen,
    /// The settings at that moment.
    pub settings: Settings,
    /// The draw at that moment. For a forced token: the draw that would have chosen.
    pub draw: Draw,
    /// The token, and its place in the distributions.
    pub choice: Choice,
    /// Entropy of the model's own distribution, in bits.
    pub entropy_bits: f64,
    /// Entropy of what the chain left, in bits; `None` in traces of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entropy_after_bits: Option<f64>,
    /// Surprisal of the chosen token under the model, in bits.
    pub surprisal_bits: f64,
    /// How many tokens the chain let through.
    pub survivors: u32,
    /// The most probable tokens, most probable first; at most [`TOP_TOKENS`].
    pub top: Vec<TopToken>,
    /// The forward pass that gave the logits.
    pub timings: Timings,
    /// Set if the run stopped after this token.
    pub stop: Option<StopReason>,
}

/// The first [`TOP_TOKENS`] tokens of a distribution, with both probabilities.
pub fn top_tokens(ranked: &Ranked, sampled: &Sampled) -> Vec<TopToken> {
    (0..ranked.len().min(TOP_TOKENS))
        .map(|rank| TopToken {
            token: ranked.token(rank),
            logit: ranked.logit(rank),
            prob_before: ranked.prob(rank),
            prob_after: sampled.prob(rank),
        })
        .collect()
}
