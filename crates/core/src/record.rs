//! Step records: what happened at one step, as plain data. Every view reads only these and logits.

use serde::{Deserialize, Serialize};

use crate::dice::{MOST_ROLLS, Stream};
use crate::error::StepFault;
use crate::{Choice, Distribution, Draw, NodeId, Processed, Settings, StopReason, TokenId};

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
    /// Its logit, unbounded; null in JSON if it is −∞.
    #[serde(deserialize_with = "crate::infinite::logit")]
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
    /// Entropy of the model's own distribution, in bits; `None` where only the most probable tokens are known.
    #[serde(default)]
    pub entropy_bits: Option<f64>,
    /// Entropy of what the chain left, in bits; `None` in traces of earlier versions, and where it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entropy_after_bits: Option<f64>,
    /// Surprisal of the chosen token under the model, in bits; null in JSON if it is infinite, for a forced token that is impossible.
    #[serde(deserialize_with = "crate::infinite::surprisal")]
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

impl StepRecord {
    /// Checks that every number is possible for a token at `position` under a model with `d_vocab` tokens and a context of `n_ctx`:
    /// what a file brought may be anything.
    pub(crate) fn check(&self, position: u32, d_vocab: usize, n_ctx: u32) -> Result<(), StepFault> {
        let here = f64::from(position);
        within("position", self.position.into(), here, here)?;
        self.check_draw(here)?;
        let last = d_vocab.saturating_sub(1) as f64;
        within("choice.rank", self.choice.rank.into(), 0.0, last)?;
        finite("choice.logit", self.choice.logit)?;
        prob("choice.prob_before", self.choice.prob_before)?;
        prob("choice.prob_after", self.choice.prob_after)?;
        prob("choice.low", self.choice.low)?;
        prob("choice.high", self.choice.high)?;
        within(
            "choice.high",
            self.choice.high,
            self.choice.low,
            1.0 + SLACK,
        )?;
        let margin = self.choice.margin;
        within("choice.margin.low", margin.low, 0.0, 1.0)?;
        within("choice.margin.high", margin.high, 1.0, f64::MAX)?;
        let most_bits = (d_vocab as f64).log2();
        let before = self.entropy_bits.unwrap_or(0.0);
        within("entropy_bits", before, 0.0, most_bits + SLACK)?;
        let after = self.entropy_after_bits.unwrap_or(0.0);
        within("entropy_after_bits", after, 0.0, most_bits + SLACK)?;
        within("surprisal_bits", self.surprisal_bits, 0.0, f64::INFINITY)?;
        within("survivors", self.survivors.into(), 1.0, d_vocab as f64)?;
        within("timings.forward_ms", self.timings.forward_ms, 0.0, f64::MAX)?;
        within("timings.rows", self.timings.rows.into(), 0.0, n_ctx.into())?;
        within(
            "the length of top",
            self.top.len() as f64,
            0.0,
            TOP_TOKENS as f64,
        )?;
        self.top.iter().try_for_each(|top| {
            within("top.token", top.token.into(), 0.0, last)?;
            finite("top.logit", top.logit)?;
            prob("top.prob_before", top.prob_before)?;
            prob("top.prob_after", top.prob_after)
        })
    }

    fn check_draw(&self, here: f64) -> Result<(), StepFault> {
        let draw = self.draw;
        if draw.stream != Stream::Token {
            return Err(StepFault::Draw);
        }
        within("draw.position", draw.position.into(), here, here)?;
        within("draw.roll", draw.roll.into(), 0.0, MOST_ROLLS.into())?;
        if !(0.0..1.0).contains(&draw.u) {
            return Err(StepFault::NotADraw {
                name: "draw.u".into(),
                value: draw.u,
            });
        }
        Ok(())
    }
}

/// What sums may be beyond their limits by rounding.
const SLACK: f64 = 1e-9;

fn prob(name: &str, value: f64) -> Result<(), StepFault> {
    match (-SLACK..=1.0 + SLACK).contains(&value) {
        true => Ok(()),
        false => within(name, value, 0.0, 1.0),
    }
}

fn within(name: &str, value: f64, low: f64, high: f64) -> Result<(), StepFault> {
    // NaN is in no range.
    if (low..=high).contains(&value) {
        return Ok(());
    }
    Err(StepFault::Outside {
        name: name.into(),
        value,
        low,
        high,
    })
}

fn finite(name: &str, logit: f32) -> Result<(), StepFault> {
    match logit < f32::INFINITY {
        true => Ok(()),
        false => Err(StepFault::NotALogit {
            name: name.into(),
            value: logit,
        }),
    }
}

/// The first [`TOP_TOKENS`] tokens of a distribution, with both probabilities.
pub fn top_tokens(distribution: &Distribution, processed: &Processed) -> Vec<TopToken> {
    (0..distribution.len().min(TOP_TOKENS))
        .map(|rank| TopToken {
            token: distribution.token(rank),
            logit: distribution.logit(rank),
            prob_before: distribution.prob(rank),
            prob_after: processed.prob(rank).middle(),
        })
        .collect()
}
