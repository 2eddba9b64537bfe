//! The numbers that a stage's formula has at one step, as the stage has computed them: whoever shows the formula only formats.

use super::{Affected, Candidates, Note, Sampler};
use crate::TokenId;

/// What the formula of a stage takes besides the stage's parameters and the rest of its [record](super::StageRecord).
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Terms {
    /// Nothing more.
    #[default]
    None,
    /// Of a temperature that leaves only the largest logit: no quotient is a number.
    Largest,
    /// T = low + (high − low)·(H / ln n)^γ; T is the record's temperature.
    DynamicTemperature {
        /// max(0, t − r).
        low: f64,
        /// t + r.
        high: f64,
        /// H, the entropy of what came in, in nats.
        nats: f64,
        /// ln n, the greatest entropy of as many candidates, in nats.
        most_nats: f64,
    },
    /// z′ = m + square + cube for the second candidate; the first one keeps its logit.
    Quadratic {
        /// The candidate.
        token: TokenId,
        /// m, the largest logit.
        largest: f64,
        /// d = z − m.
        distance: f64,
        /// −k·f·d².
        square: f64,
        /// s·f·d³.
        cube: f64,
    },
    /// p ≥ m·p_max.
    MinP {
        /// p_max.
        largest: f64,
        /// m·p_max.
        least: f64,
    },
    /// p ≥ a·p_max².
    TopA {
        /// p_max.
        largest: f64,
        /// a·p_max².
        least: f64,
    },
    /// The surprisals nearest to H stay.
    Typical {
        /// H, in nats.
        nats: f64,
    },
    /// p ≥ min(ε, √ε·e^(−H)).
    Eta {
        /// H, in nats.
        nats: f64,
        /// √ε·e^(−H).
        relative: f64,
        /// The smaller of the two.
        least: f64,
    },
    /// z ≥ z_max − n·σ.
    TopNSigma {
        /// z_max.
        largest: f64,
        /// σ.
        deviation: f64,
        /// z_max − n·σ.
        least: f64,
    },
    /// Σ(−p ln p) ≤ h·H.
    TopH {
        /// H, in nats.
        nats: f64,
        /// h·H, in nats.
        most: f64,
    },
    /// −log₂ p ≤ μ.
    Mirostat {
        /// μ, in bits.
        mu: f64,
        /// 2^(−μ).
        least: f64,
    },
    /// z′ = z + b.
    LogitBias {
        /// b of the most probable token named: all that is said of it together.
        bias: f64,
    },
}

impl Terms {
    /// What the stage has noted, or what takes probabilities or tokens that it did not have to look at.
    pub(super) fn of(
        sampler: &Sampler,
        note: &Note,
        before: &Candidates,
        affected: &Affected,
    ) -> Self {
        let first = before.list()[0];
        match sampler {
            Sampler::MinP { p } if *p > 0.0 && before.margin().is_none() => Terms::MinP {
                largest: first.prob,
                least: p * first.prob,
            },
            Sampler::Quadratic { factor, curve } => {
                let Some(second) = before.list().get(1) else {
                    return Terms::None;
                };
                let distance = second.logit - first.logit;
                let (square, cube) = bend(*factor, *curve, distance);
                Terms::Quadratic {
                    token: second.token,
                    largest: first.logit,
                    distance,
                    square,
                    cube,
                }
            }
            Sampler::LogitBias { bias } => {
                let Some((token, _)) = affected.first.first() else {
                    return Terms::None;
                };
                let own = bias.iter().filter(|(named, _)| named == token);
                Terms::LogitBias {
                    bias: own.map(|(_, bias)| bias).sum(),
                }
            }
            _ => note.terms,
        }
    }
}

/// −k·f·d² and s·f·d³ with k = (3 − c)/2 and s = (c − 1)/2.
#[inline]
pub(super) fn bend(factor: f64, curve: f64, d: f64) -> (f64, f64) {
    let (k, s) = ((3.0 - curve) / 2.0, (curve - 1.0) / 2.0);
    (-(k * factor * d * d), s * factor * d * d * d)
}
