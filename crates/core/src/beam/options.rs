//! What a beam search is asked for.

use serde::{Deserialize, Serialize};

use crate::error::Expected;
use crate::{CoreError, TokenId, math};

/// When a search ends while texts still grow; the names are those of Transformers' `early_stopping`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EarlyStopping {
    /// `True`: once there are as many finished texts as beams.
    Always,
    /// `False`: once the best growing text, scored at its length of now, is not above the worst finished one. A guess: it may grow better.
    #[default]
    Likely,
    /// `"never"`: once it cannot be above it at any length up to the limit.
    Never,
}

/// The most beams.
pub const MOST_BEAMS: u32 = 64;
/// The largest length penalty, and the smallest one below 0: beyond it only the length counts.
pub const LARGEST_PENALTY: f64 = 10.0;

/// The largest δ: no token is a million times as improbable as that.
pub const MOST_DIVERSE: f64 = 1e6;

fn one() -> u32 {
    1
}

/// What a search is asked for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BeamOptions {
    /// How many texts grow side by side, 1 to [`MOST_BEAMS`]; with 1 the text is the greedy one.
    pub width: u32,
    /// λ: a finished text of n tokens has the score Σ log p / n^λ. Above 0 favours long texts, below 0 short ones; −10 to 10.
    pub length_penalty: f64,
    /// When it ends.
    pub early_stopping: EarlyStopping,
    /// The most tokens to generate, at least 1.
    pub max_tokens: u32,
    /// The tokens that end a text.
    pub end_tokens: Vec<TokenId>,
    /// How many tokens the prompt has: where the dice of the first token lie.
    pub prompt_len: u32,
    /// If the candidates are drawn rather than the best ones: the seed of the dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u32>,
    /// Whether a seed draws texts rather than candidates: as many as there are beams, without replacement; the length penalty and `early_stopping`
    /// have no part in it.
    #[serde(default)]
    pub stochastic: bool,
    /// How many groups the beams grow in, a divisor of `width`; with 1 there are none. Groups are not drawn.
    #[serde(default = "one")]
    pub groups: u32,
    /// δ: by how much a group lowers the log-probability of a token for each beam of the groups before it that took it at this step, 0 to
    /// [`MOST_DIVERSE`].
    #[serde(default)]
    pub diversity: f64,
}

impl BeamOptions {
    /// Refuses what no search can be made of.
    pub fn check(&self) -> Result<(), CoreError> {
        let refuse = |name: &str, value: f64, expected: Expected| {
            Err(CoreError::Setting {
                name: name.to_owned(),
                value,
                expected,
            })
        };
        if !(1..=MOST_BEAMS).contains(&self.width) {
            let expected = Expected::Whole(1.0, MOST_BEAMS.into());
            return refuse("beams", self.width.into(), expected);
        }
        if !(-LARGEST_PENALTY..=LARGEST_PENALTY).contains(&self.length_penalty) {
            let expected = Expected::Number(-LARGEST_PENALTY, LARGEST_PENALTY);
            return refuse("length_penalty", self.length_penalty, expected);
        }
        let divides = self.groups > 0 && self.width.is_multiple_of(self.groups);
        if !divides || self.groups > 1 && self.seed.is_some() {
            let expected = match divides {
                true => Expected::Whole(1.0, 1.0),
                false => Expected::Divisor(self.width),
            };
            return refuse("groups", self.groups.into(), expected);
        }
        if !(0.0..=MOST_DIVERSE).contains(&self.diversity) {
            return refuse(
                "diversity",
                self.diversity,
                Expected::Number(0.0, MOST_DIVERSE),
            );
        }
        if self.max_tokens == 0 {
            return refuse("max_tokens", 0.0, Expected::WholeFrom(1.0));
        }
        Ok(())
    }

    /// K: how many candidates a step looks at, max(2, 1 + E) · width, so that some go on even if every end token is among them.
    pub fn candidates(&self) -> usize {
        (1 + self.end_tokens.len()).max(2) * self.width as usize
    }

    /// Whether texts are drawn.
    pub fn is_stochastic(&self) -> bool {
        self.stochastic && self.seed.is_some()
    }

    /// Σ log p / n^λ.
    pub fn score(&self, sum: f64, tokens: u32) -> f64 {
        score(sum, tokens, self.length_penalty)
    }
}

/// Σ log p / n^λ.
pub(super) fn score(sum: f64, tokens: u32, length_penalty: f64) -> f64 {
    sum / math::pow(f64::from(tokens), length_penalty)
}
