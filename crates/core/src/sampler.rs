//! The sampler: settings, the chain of stages they stand for, and the choice.
//!
//! The chain works on the full vocabulary in f64 and keeps its candidates in falling order of
//! probability, ties by id. Order: temperature → top-k → top-p (the API convention).

use serde::{Deserialize, Serialize};

use crate::chain::Sampler;
use crate::{CoreError, Draw, Ranked, TokenId, math};

/// What the visitor can set. Out-of-range values are refused, never clamped in silence.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Divides the logits, 0..=100. 0 keeps only the most probable token (greedy), 1 changes nothing.
    pub temperature: f64,
    /// Keeps the k most probable tokens. 0 keeps all.
    pub top_k: u32,
    /// Keeps the smallest set of most probable tokens whose mass reaches p, 0..=1. 1 keeps all.
    pub top_p: f64,
    /// Names the dice; see [`crate::dice`].
    pub seed: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            temperature: 0.8,
            top_k: 40,
            top_p: 0.95,
            seed: 1,
        }
    }
}

impl Settings {
    /// Checks every range.
    pub fn check(&self) -> Result<(), CoreError> {
        Sampler::Temperature {
            t: self.temperature,
        }
        .check()?;
        Sampler::TopP { p: self.top_p }.check()
    }

    /// The chain that these settings stand for, in order.
    pub fn chain(&self) -> [Stage; 3] {
        [
            Stage::Temperature {
                t: self.temperature,
            },
            Stage::TopK { k: self.top_k },
            Stage::TopP { p: self.top_p },
        ]
    }
}

/// One step of the sampler chain.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(tag = "stage", rename_all = "snake_case")]
pub enum Stage {
    /// Divides every logit by `t`; `t` = 0 keeps only the most probable token.
    Temperature {
        /// 0 or more.
        t: f64,
    },
    /// Keeps the `k` most probable tokens; 0 keeps all. Ties at the k-th place are broken by id.
    TopK {
        /// How many; 0 for all.
        k: u32,
    },
    /// Keeps the smallest set of most probable tokens whose mass reaches `p` (nucleus sampling).
    ///
    /// `p` in 0..=1; 1 keeps every token. The token that crosses `p` is kept, so at least one
    /// survives. Source: Holtzman et al. 2019, arXiv:1904.09751.
    TopP {
        /// The mass to reach, 0..=1.
        p: f64,
    },
}

/// What one stage did.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct StageReport {
    /// The stage, with its parameter.
    pub stage: Stage,
    /// Candidates that came in.
    pub tokens_in: u32,
    /// Candidates that went on, at least 1.
    pub tokens_out: u32,
    /// Probability, under the distribution that came in, of the candidates removed, 0..=1.
    pub mass_removed: f64,
}

/// The distribution after the chain: the surviving tokens, most probable first.
#[derive(Debug, Clone, PartialEq)]
pub struct Sampled {
    /// Probability of the survivor of rank r, `[survivors]`, summing to 1. Every stage so far keeps
    /// a prefix of the ranking, so survivor r is also the model's rank r.
    probs: Vec<f64>,
    reports: Vec<StageReport>,
    entropy_bits: f64,
}

/// The token that a draw selected, and where in the distributions it stood.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    /// The chosen token.
    pub token: TokenId,
    /// Its rank in the model's own distribution, 0 being the most probable.
    pub rank: u32,
    /// Its logit, unbounded.
    pub logit: f32,
    /// Its probability under the model, 0..=1.
    pub prob_before: f64,
    /// Its probability after the chain, 0..=1; 0 if the chain had removed it (a forced token).
    pub prob_after: f64,
    /// Where its segment of the cumulative bar begins, 0..=1.
    pub low: f64,
    /// Where its segment ends, 0..=1: a draw u with low ≤ u < high selects it.
    pub high: f64,
}

impl Sampled {
    /// Runs the chain of `settings` over `ranked`.
    pub fn new(ranked: &Ranked, settings: &Settings) -> Result<Self, CoreError> {
        settings.check()?;
        let mut candidates = Candidates::new(ranked);
        let reports = settings
            .chain()
            .iter()
            .map(|stage| candidates.apply(*stage))
            .collect();
        let probs = candidates.probs;
        let entropy_bits = math::entropy_bits(probs.iter().copied());
        Ok(Sampled {
            probs,
            reports,
            entropy_bits,
        })
    }

    /// How many tokens survived, at least 1.
    pub fn len(&self) -> usize {
        self.probs.len()
    }

    /// Always false: at least one token survives.
    pub fn is_empty(&self) -> bool {
        self.probs.is_empty()
    }

    /// Probability after the chain of the token of rank `rank`; 0 for a removed one.
    pub fn prob(&self, rank: usize) -> f64 {
        self.probs.get(rank).copied().unwrap_or(0.0)
    }

    /// Probabilities of the survivors by rank, `[survivors]`.
    pub fn probs(&self) -> &[f64] {
        &self.probs
    }

    /// What each stage did, in order.
    pub fn reports(&self) -> &[StageReport] {
        &self.reports
    }

    /// Entropy after the chain, in bits.
    pub fn entropy_bits(&self) -> f64 {
        self.entropy_bits
    }

    /// The segment of the cumulative bar that belongs to rank `rank`: `(low, high)`, 0..=1.
    pub fn segment(&self, rank: usize) -> (f64, f64) {
        let low = self.probs.iter().take(rank).fold(0.0, |sum, p| sum + p);
        (low.min(1.0), (low + self.prob(rank)).min(1.0))
    }

    /// The survivor whose segment of the cumulative bar holds `u` (0..1): the first whose upper end
    /// exceeds `u`. Survivors stand in falling order of probability, ties by id; sums are f64.
    pub fn choose(&self, ranked: &Ranked, draw: &Draw) -> Choice {
        let mut low = 0.0;
        let last = self.probs.len() - 1;
        for (rank, prob) in self.probs.iter().enumerate() {
            let high = low + prob;
            // Rounding may leave the total a hair below 1; the last survivor takes that hair.
            if draw.u < high || rank == last {
                return self.choice(ranked, rank);
            }
            low = high;
        }
        unreachable!("the loop returns at the last survivor")
    }

    /// The place of the token of rank `rank` in both distributions, whether it survived or not.
    pub fn choice(&self, ranked: &Ranked, rank: usize) -> Choice {
        let (low, high) = self.segment(rank);
        Choice {
            token: ranked.token(rank),
            rank: rank as u32,
            logit: ranked.logit(rank),
            prob_before: ranked.prob(rank),
            prob_after: self.prob(rank),
            low,
            high,
        }
    }
}

/// The candidates on their way through the chain: a prefix of the ranking.
struct Candidates {
    /// `[n]`: logits as the stages have left them.
    logits: Vec<f64>,
    /// `[n]`: their softmax.
    probs: Vec<f64>,
}

impl Candidates {
    fn new(ranked: &Ranked) -> Self {
        let logits = (0..ranked.len())
            .map(|r| f64::from(ranked.logit(r)))
            .collect();
        Candidates {
            logits,
            probs: ranked.probs().to_vec(),
        }
    }

    fn apply(&mut self, stage: Stage) -> StageReport {
        let tokens_in = self.probs.len();
        let keep = match stage {
            Stage::Temperature { t: 0.0 } => 1,
            Stage::Temperature { t } => {
                for z in &mut self.logits {
                    *z /= t;
                }
                tokens_in
            }
            Stage::TopK { k: 0 } => tokens_in,
            Stage::TopK { k } => tokens_in.min(k as usize),
            Stage::TopP { p } => self.nucleus(p),
        };
        let mass_removed = self.probs[keep..].iter().rev().sum::<f64>().max(0.0);
        self.logits.truncate(keep);
        self.softmax();
        StageReport {
            stage,
            tokens_in: tokens_in as u32,
            tokens_out: keep as u32,
            mass_removed,
        }
    }

    fn nucleus(&self, p: f64) -> usize {
        if p >= 1.0 {
            return self.probs.len();
        }
        let mut mass = 0.0;
        for (i, prob) in self.probs.iter().enumerate() {
            mass += prob;
            if mass >= p {
                return i + 1;
            }
        }
        self.probs.len()
    }

    fn softmax(&mut self) {
        let top = self.logits[0];
        self.probs.clear();
        self.probs
            .extend(self.logits.iter().map(|z| math::exp(z - top)));
        let total: f64 = self.probs.iter().sum();
        for p in &mut self.probs {
            *p /= total;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Stream;

    fn ranked(logits: &[f32]) -> Ranked {
        Ranked::new(logits).expect("finite logits")
    }

    fn settings(temperature: f64, top_k: u32, top_p: f64) -> Settings {
        Settings {
            temperature,
            top_k,
            top_p,
            seed: 1,
        }
    }

    fn at(u: f64) -> Draw {
        Draw {
            u,
            ..Draw::new(0, 0, Stream::Token, 0)
        }
    }

    #[test]
    fn temperature_two_turns_62_38_into_54_42() {
        let r = ranked(&[0.62f32.ln(), 0.38f32.ln(), 0.003f32.ln()]);
        let s = Sampled::new(&r, &settings(2.0, 0, 1.0)).expect("in range");
        for (got, want) in s.probs().iter().zip([0.540, 0.423, 0.038]) {
            assert!((got - want).abs() < 5e-4, "{got} {want}");
        }
    }

    #[test]
    fn temperature_zero_keeps_the_most_probable_token_the_lower_id_on_a_tie() {
        let r = ranked(&[1.0, 3.0, 3.0]);
        let s = Sampled::new(&r, &settings(0.0, 0, 1.0)).expect("in range");
        assert_eq!(s.probs(), [1.0]);
        assert_eq!(s.choose(&r, &at(0.999)).token, 1);
    }

    #[test]
    fn the_token_that_crosses_p_is_kept_and_the_rest_are_renormalised() {
        let r = ranked(&[0.5f32.ln(), 0.3f32.ln(), 0.2f32.ln()]);
        let s = Sampled::new(&r, &settings(1.0, 0, 0.6)).expect("in range");
        assert_eq!(s.len(), 2);
        assert!((s.prob(0) - 0.625).abs() < 1e-7, "{}", s.prob(0));
        let report = s.reports()[2];
        assert_eq!((report.tokens_in, report.tokens_out), (3, 2));
        assert!(
            (report.mass_removed - 0.2).abs() < 1e-7,
            "{}",
            report.mass_removed
        );
        assert_eq!(
            Sampled::new(&r, &settings(1.0, 0, 0.0))
                .expect("in range")
                .len(),
            1
        );
        assert_eq!(
            Sampled::new(&r, &settings(1.0, 0, 1.0))
                .expect("in range")
                .len(),
            3
        );
    }

    #[test]
    fn a_chain_sums_to_one_never_empties_and_shrinks_with_its_parameters() {
        let logits: Vec<f32> = (0..997)
            .map(|i| ((i * 7919) % 1000) as f32 / 90.0)
            .collect();
        let r = ranked(&logits);
        let mut last = usize::MAX;
        for p in [1.0, 0.9, 0.5, 0.1, 1e-9, 0.0] {
            let s = Sampled::new(&r, &settings(1.3, 500, p)).expect("in range");
            assert!((s.probs().iter().sum::<f64>() - 1.0).abs() < 1e-12);
            assert!(!s.is_empty() && s.len() <= last);
            last = s.len();
        }
    }

    #[test]
    fn a_draw_selects_the_segment_that_holds_it() {
        let r = ranked(&[0.25f32.ln(), 0.5f32.ln(), 0.25f32.ln()]);
        let s = Sampled::new(&r, &settings(1.0, 0, 1.0)).expect("in range");
        for (u, token) in [
            (0.0, 1),
            (0.4999, 1),
            (0.5001, 0),
            (0.7499, 0),
            (0.7501, 2),
            (0.999_999_999, 2),
        ] {
            let c = s.choose(&r, &at(u));
            assert_eq!(c.token, token, "u = {u}");
            assert!(c.low <= u && u < c.high, "{c:?}");
        }
    }

    #[test]
    fn a_hundred_thousand_draws_follow_the_distribution() {
        let r = ranked(&[2.0, 1.5, 1.0, 0.5, 0.0, -0.5, -1.0, 3.0]);
        let s = Sampled::new(&r, &settings(1.2, 6, 0.98)).expect("in range");
        let n = 100_000;
        let mut counts = vec![0u32; s.len()];
        for position in 0..n {
            let draw = Draw::new(99, position, Stream::Token, 0);
            counts[s.choose(&r, &draw).rank as usize] += 1;
        }
        let chi2: f64 = counts
            .iter()
            .zip(s.probs())
            .map(|(&c, p)| {
                let expected = p * f64::from(n);
                (f64::from(c) - expected).powi(2) / expected
            })
            .sum();
        assert!(
            chi2 < 20.5,
            "chi-square {chi2} with {} degrees of freedom",
            s.len() - 1
        );
    }

    #[test]
    fn settings_out_of_range_are_refused() {
        let r = ranked(&[0.0, 1.0]);
        for bad in [
            settings(-1.0, 0, 1.0),
            settings(f64::NAN, 0, 1.0),
            settings(1.0, 0, 1.5),
        ] {
            assert!(
                matches!(Sampled::new(&r, &bad), Err(CoreError::Setting { .. })),
                "{bad:?}"
            );
        }
    }
}
