//! The logit lens: what a model would say if it ended after some of its blocks.
//!
//! Source: nostalgebraist 2020, *interpreting GPT: the logit lens*. The final norm and the unembedding are applied to the residual
//! stream after each block; after the last one that is the model's own answer.

use serde::{Deserialize, Serialize};

use crate::{CoreError, TokenId, math};

/// A distribution over the vocabulary, as log-probabilities.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// `[d_vocab]`, by token id, in nats, at most 0.
    log_probs: Vec<f64>,
}

/// What one depth says at one position.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LensCell {
    /// How many blocks had acted, 0..=`n_layers`.
    pub depth: u32,
    /// The token that is the most probable there; the lower id on a tie.
    pub token: TokenId,
    /// Its probability there, 0..=1.
    pub prob: f64,
    /// KL divergence of the output from this reading, Σ p·log₂(p/q), in bits, 0 or more: how much is still missing.
    pub kl_bits: f64,
    /// Where each watched token stands there, in the order in which they were asked for.
    pub watched: Vec<WatchedToken>,
}

/// Where a token stands in a reading.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct WatchedToken {
    /// Rank, 0 being the most probable; ties by id.
    pub rank: u32,
    /// Probability, 0..=1.
    pub prob: f64,
}

impl Reading {
    /// From logits, `[d_vocab]`. NaN and +∞ are refused.
    pub fn new(logits: &[f32]) -> Result<Self, CoreError> {
        let bad = |z: &f32| z.is_nan() || *z == f32::INFINITY;
        if let Some(token) = logits.iter().position(bad) {
            return Err(CoreError::BadLogit {
                token: token as TokenId,
                value: logits[token],
            });
        }
        let top = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        if top == f32::NEG_INFINITY {
            return Err(CoreError::NoCandidates);
        }
        let below = |z: &f32| f64::from(*z) - f64::from(top);
        let log_total = math::ln(logits.iter().map(|z| math::exp(below(z))).sum());
        let log_probs = logits.iter().map(|z| below(z) - log_total).collect();
        Ok(Reading { log_probs })
    }

    /// What it says, seen from the model's own answer `output`.
    pub fn cell(&self, depth: u32, output: &Reading, watch: &[TokenId]) -> LensCell {
        let token = self.top();
        LensCell {
            depth,
            token,
            prob: math::exp(self.log_probs[token as usize]),
            kl_bits: output.kl_bits(self),
            watched: watch.iter().filter_map(|t| self.standing(*t)).collect(),
        }
    }

    /// The most probable token, the lower id on a tie.
    fn top(&self) -> TokenId {
        let mut best = 0;
        for (token, log_prob) in self.log_probs.iter().enumerate() {
            if *log_prob > self.log_probs[best] {
                best = token;
            }
        }
        best as TokenId
    }

    /// Where `token` stands; `None` outside the vocabulary.
    fn standing(&self, token: TokenId) -> Option<WatchedToken> {
        let own = *self.log_probs.get(token as usize)?;
        let ahead = |(other, log_prob): &(usize, &f64)| {
            **log_prob > own || **log_prob == own && *other < token as usize
        };
        Some(WatchedToken {
            rank: self.log_probs.iter().enumerate().filter(ahead).count() as u32,
            prob: math::exp(own),
        })
    }

    /// KL divergence of this distribution from `other`, in bits.
    fn kl_bits(&self, other: &Reading) -> f64 {
        let pairs = self.log_probs.iter().zip(&other.log_probs);
        let parts = pairs
            .filter(|(p, _)| p.is_finite())
            .map(|(p, q)| math::exp(*p) * (p - q));
        math::bits(parts.sum()).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(probs: &[f32]) -> Reading {
        let logits: Vec<f32> = probs.iter().map(|p| p.ln()).collect();
        Reading::new(&logits).expect("finite")
    }

    #[test]
    fn the_output_is_no_distance_from_itself_and_says_its_top_token() {
        let output = reading(&[0.25, 0.5, 0.0, 0.25]);
        let cell = output.cell(3, &output, &[1, 3, 0, 2, 9]);
        assert_eq!((cell.depth, cell.token, cell.kl_bits), (3, 1, 0.0));
        assert!((cell.prob - 0.5).abs() < 1e-7);
        let ranks: Vec<u32> = cell.watched.iter().map(|s| s.rank).collect();
        assert_eq!(ranks, [0, 2, 1, 3], "ties by id; no token 9");
    }

    #[test]
    fn the_distance_is_what_the_output_has_and_the_reading_lacks() {
        let (output, flat) = (reading(&[1.0, 0.0]), reading(&[0.5, 0.5]));
        assert!((flat.cell(0, &output, &[]).kl_bits - 1.0).abs() < 1e-12);
        assert_eq!(output.cell(0, &flat, &[]).kl_bits, f64::INFINITY);
    }

    #[test]
    fn broken_logits_are_refused() {
        for bad in [
            &[f32::NAN][..],
            &[0.0, f32::INFINITY],
            &[f32::NEG_INFINITY],
            &[],
        ] {
            assert!(Reading::new(bad).is_err(), "{bad:?}");
        }
    }
}
