//! Guided choices: the next token is not the one that the model alone would take, but the best by a score that weighs the model against something
//! else: the text so far, a smaller model, another prompt, or one of its own earlier layers.
//!
//! | rule | score of token v | source |
//! |---|---|---|
//! | contrastive search | (1 − α)·p(v) − α·max cos(h_v, h_j), over the k most probable v | Su et al. 2022, arXiv:2202.06417 |
//! | contrastive decoding | log p_expert − log p_amateur, or (1 + β)·log p_expert − β·log p_amateur | Li et al. 2022, arXiv:2210.15097; O'Brien & Lewis 2023, arXiv:2309.09117 |
//! | classifier-free guidance | u + g·(c − u) | Sanchez et al. 2023, arXiv:2306.17806 |
//! | DoLa | log q_N − log q_M | Chuang et al. 2023, arXiv:2309.03883 |
//!
//! Contrastive decoding and DoLa look at plausible tokens alone, those with p ≥ α · max p. The scores of all but contrastive search, which takes the
//! best one, are logits for what follows: bans and penalties, and, where tokens are drawn, the whole chain and the dice.
//!
//! Each rule has a file with its formula; [`run`] has a text grow by one.

pub mod decoding;
pub mod dola;
pub mod guidance;
pub mod run;
pub mod search;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use crate::error::Expected;
use crate::strategy::plain::Choosing;
use crate::{CoreError, Draw, Timings, TokenId};

pub use dola::Early;
pub use run::{GuidedRun, Sizes};

/// The most candidates of a contrastive search.
pub const MOST_CANDIDATES: u32 = 32;
/// The largest β.
pub const MOST_BETA: f64 = 10.0;
/// The largest g, and the smallest one below 0.
pub const MOST_SCALE: f64 = 10.0;
/// The most candidates of a step that are kept.
pub const MOST_SEEN: usize = 16;

/// By which score the next token is chosen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "snake_case")]
pub enum Rule {
    /// Probable, and unlike the text so far.
    ContrastiveSearch {
        /// How many of the most probable tokens are fed forward, 1 to [`MOST_CANDIDATES`].
        k: u32,
        /// α, the weight of the similarity, 0..=1.
        alpha: f64,
    },
    /// More probable for the model than for a smaller one, the amateur.
    ContrastiveDecoding {
        /// α: a token is plausible with p ≥ α · max p, 0..=1.
        alpha: f64,
        /// β of the later form, 0 to [`MOST_BETA`]; `None` for the difference.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        beta: Option<f64>,
    },
    /// More probable behind the prompt than behind another one.
    Guidance {
        /// g: 1 is the model alone, 0 the other prompt alone; at most [`MOST_SCALE`] to either side.
        scale: f64,
        /// The other prompt; what is generated is put behind both.
        against: Vec<TokenId>,
    },
    /// More probable after the last layer than after an earlier one.
    Dola {
        /// α: as in contrastive decoding.
        alpha: f64,
        /// Which earlier layers are candidates.
        early: Early,
    },
}

impl Rule {
    /// Refuses values out of range.
    pub fn check(&self) -> Result<(), CoreError> {
        let number = |name: &str, value: f64, low: f64, high: f64| {
            (low..=high)
                .contains(&value)
                .then_some(())
                .ok_or_else(|| CoreError::Setting {
                    name: name.to_owned(),
                    value,
                    expected: Expected::Number(low, high),
                })
        };
        match *self {
            Rule::ContrastiveSearch { k, alpha } => {
                number("alpha", alpha, 0.0, 1.0)?;
                match (1..=MOST_CANDIDATES).contains(&k) {
                    true => Ok(()),
                    false => Err(CoreError::Setting {
                        name: "k".to_owned(),
                        value: k.into(),
                        expected: Expected::Whole(1.0, MOST_CANDIDATES.into()),
                    }),
                }
            }
            Rule::ContrastiveDecoding { alpha, beta } => {
                number("alpha", alpha, 0.0, 1.0)?;
                number("beta", beta.unwrap_or_default(), 0.0, MOST_BETA)
            }
            Rule::Guidance {
                scale, ref against, ..
            } => {
                number("scale", scale, -MOST_SCALE, MOST_SCALE)?;
                match against.is_empty() {
                    true => Err(CoreError::EmptyPrompt),
                    false => Ok(()),
                }
            }
            Rule::Dola { alpha, .. } => number("alpha", alpha, 0.0, 1.0),
        }
    }
}

/// What is asked for; the chain and the dice are those of the [`crate::strategy::Sampling`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GuidedOptions {
    /// The score.
    #[serde(flatten)]
    pub rule: Rule,
    /// Whether the best token is taken, or one drawn behind the chain. Contrastive search always takes the best.
    pub choosing: Choosing,
    /// The most tokens to generate, at least 1.
    pub max_tokens: u32,
    /// The tokens that end the text.
    pub end_tokens: Vec<TokenId>,
}

/// The two numbers that a score is made of. Logarithms are natural.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Terms {
    /// Of contrastive search.
    Search {
        /// Its probability behind bans and penalties, 0..=1.
        p: f64,
        /// The largest cosine of its final hidden state with one of the text, −1..=1.
        similarity: f64,
        /// The place of that token in the text, 0-based.
        nearest: u32,
    },
    /// Of contrastive decoding.
    Decoding {
        /// log p under the model.
        expert: f64,
        /// log p under the amateur.
        amateur: f64,
    },
    /// Of guidance.
    Guidance {
        /// c: log p behind the prompt.
        conditional: f64,
        /// u: log p behind the other one.
        unconditional: f64,
    },
    /// Of DoLa.
    Dola {
        /// log q_N: log p after the last layer.
        last: f64,
        /// log q_M: log p after the earlier one.
        early: f64,
    },
}

impl Terms {
    /// Both, the model's own first.
    pub fn pair(&self) -> (f64, f64) {
        match *self {
            Terms::Search { p, similarity, .. } => (p, similarity),
            Terms::Decoding { expert, amateur } => (expert, amateur),
            Terms::Guidance {
                conditional,
                unconditional,
            } => (conditional, unconditional),
            Terms::Dola { last, early } => (last, early),
        }
    }
}

/// A token that was weighed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// The token.
    pub token: TokenId,
    /// What its score is made of.
    #[serde(flatten)]
    pub terms: Terms,
    /// Its score; `None` if it is not plausible.
    pub score: Option<f64>,
    /// Its probability by the scores, behind what of the chain acts; `None` where nothing of it is left, and in contrastive search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prob: Option<f64>,
}

/// How far an earlier layer is from the last one.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Distance {
    /// How many blocks have acted.
    pub layer: u32,
    /// The Jensen–Shannon divergence of both distributions, in bits, 0..=1.
    pub jsd_bits: f64,
}

/// One token, and why it was chosen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GuidedStep {
    /// The token that was chosen.
    pub token: TokenId,
    /// The one that the model alone finds the most probable, behind bans and penalties.
    pub plain: TokenId,
    /// The dice, where tokens are drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<Draw>,
    /// The best candidates by falling score, at most [`MOST_SEEN`]; then the chosen one and the plain one, if they are not among those.
    pub candidates: Vec<Candidate>,
    /// How many tokens were plausible, where the rule asks for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plausible: Option<u32>,
    /// The earlier layers that DoLa looked at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub distances: Vec<Distance>,
    /// M: the one of them that is the farthest, the first on a tie.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layer: Option<u32>,
    /// What the forward passes cost, in their order.
    pub passes: Vec<Timings>,
}

impl GuidedStep {
    /// A candidate of the step.
    pub fn candidate(&self, token: TokenId) -> Option<&Candidate> {
        self.candidates.iter().find(|c| c.token == token)
    }
}

/// Which tokens have p ≥ α · max p, given their log-probabilities.
///
/// Source: the plausibility constraint V_head of Li et al. 2022, arXiv:2210.15097, eq. 3.
pub fn plausible(log_probs: &[f64], alpha: f64) -> Vec<bool> {
    let top = log_probs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let least = top + crate::math::ln(alpha);
    log_probs.iter().map(|log_p| *log_p >= least).collect()
}
