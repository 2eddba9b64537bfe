//! What the text can be coloured by, and what is drawn over a run.

use logitscope_core::totals::{self, Rated};
use logitscope_core::{TokenId, math};

use super::Entry;

/// A number that each token of the text has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Metric {
    /// Surprisal under the model, in bits.
    #[default]
    Surprisal,
    /// Entropy of the model's distribution, in bits.
    Entropy,
    /// Probability under the model.
    Probability,
    /// Rank under the model, 1 being the most probable.
    Rank,
    /// Probability of the most probable tokens together.
    TopMass,
    /// ln of the probability of all tokens so far.
    LogProb,
    /// Surprisal after the chain, in bits.
    SurprisalAfter,
    /// Entropy of what the chain left, in bits.
    EntropyAfter,
    /// Probability after the chain.
    ProbabilityAfter,
    /// What the chain left to the model's most probable tokens.
    TopMassAfter,
    /// ln of the probability after the chain of all generated tokens so far.
    LogProbAfter,
}

/// What a metric is measured in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Bits, 0 or more.
    Bits,
    /// A probability, 0..=1.
    Probability,
    /// A rank, 1 or more.
    Rank,
    /// ln of a probability, at most 0.
    Nats,
}

impl Metric {
    /// Every metric, the default first, then those of the model, then those after the chain.
    pub const ALL: [Metric; 11] = [
        Metric::Surprisal,
        Metric::Entropy,
        Metric::Probability,
        Metric::Rank,
        Metric::TopMass,
        Metric::LogProb,
        Metric::SurprisalAfter,
        Metric::EntropyAfter,
        Metric::ProbabilityAfter,
        Metric::TopMassAfter,
        Metric::LogProbAfter,
    ];

    /// Whether it is measured behind the chain.
    pub fn is_after(self) -> bool {
        use Metric::*;
        matches!(
            self,
            SurprisalAfter | EntropyAfter | ProbabilityAfter | TopMassAfter | LogProbAfter
        )
    }

    /// What it is measured in.
    pub fn unit(self) -> Unit {
        use Metric::*;
        match self {
            Surprisal | Entropy | SurprisalAfter | EntropyAfter => Unit::Bits,
            Probability | ProbabilityAfter | TopMass | TopMassAfter => Unit::Probability,
            LogProb | LogProbAfter => Unit::Nats,
            Rank => Unit::Rank,
        }
    }

    /// Its value for a token; `None` where it is not known, e.g. for the first token.
    pub fn of(self, entry: &Entry) -> Option<f64> {
        match self {
            Metric::Surprisal => entry.surprisal_bits,
            Metric::Entropy => entry.entropy_bits,
            Metric::Probability => entry.prob,
            Metric::Rank => entry.rank.map(|rank| f64::from(rank) + 1.0),
            Metric::TopMass => entry.top_mass,
            Metric::LogProb => entry.log_prob,
            Metric::SurprisalAfter => entry.prob_after.map(math::surprisal_bits),
            Metric::EntropyAfter => entry.entropy_after_bits,
            Metric::ProbabilityAfter => entry.prob_after,
            Metric::TopMassAfter => entry.top_mass_after,
            Metric::LogProbAfter => entry.log_prob_after,
        }
    }

    /// How strongly it colours, 0..=1: what is unusual is strong.
    pub fn shade(self, value: f64) -> f64 {
        let shade = match self.unit() {
            Unit::Bits => value / MOST_BITS,
            Unit::Probability => 1.0 - value,
            Unit::Nats => -value / MOST_NATS,
            Unit::Rank => math::bits(math::ln(value.max(1.0))) / MOST_BITS,
        };
        shade.clamp(0.0, 1.0)
    }
}

/// Bits from which on the colour is at its strongest; for ranks, that of two to so many.
pub const MOST_BITS: f64 = 10.0;
/// Nats from which on it is.
pub const MOST_NATS: f64 = 200.0;

/// A run in numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Totals {
    /// Under the model: every token but the first.
    pub model: Rated,
    /// After the chain of then: the generated tokens, if there are any. A forced token that the chain had removed makes the
    /// perplexity infinite.
    pub after: Option<Rated>,
    /// Share of pairs of neighbouring tokens that had occurred before, 0..=1.
    pub repeated: f64,
}

impl Totals {
    /// Of the text; `None` before any token is rated.
    pub fn of(entries: &[Entry]) -> Option<Self> {
        let all =
            |metric: Metric| -> Vec<f64> { entries.iter().filter_map(|e| metric.of(e)).collect() };
        let tokens: Vec<TokenId> = entries.iter().map(|entry| entry.token).collect();
        Some(Totals {
            model: Rated::of(&all(Metric::Surprisal), &all(Metric::Entropy))?,
            after: Rated::of(&all(Metric::SurprisalAfter), &all(Metric::EntropyAfter)),
            repeated: totals::repeated_pairs(&tokens),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Origin;
    use logitscope_core::NodeId;

    fn entry(token: u32, surprisal_bits: Option<f64>) -> Entry {
        Entry {
            node: NodeId(0),
            context: None,
            position: 0,
            token,
            text: String::new(),
            origin: Origin::Sampled,
            surprisal_bits,
            prob: surprisal_bits.map(|bits| (-bits).exp2()),
            prob_after: None,
            rank: Some(3),
            entropy_bits: Some(2.0),
            entropy_after_bits: Some(1.0),
            top_mass: None,
            log_prob: None,
            top_mass_after: None,
            log_prob_after: None,
            stop: None,
        }
    }

    #[test]
    fn totals_are_those_of_the_rated_tokens() {
        let text = [
            entry(1, None),
            entry(2, Some(1.0)),
            entry(1, Some(3.0)),
            entry(2, Some(2.0)),
        ];
        let totals = Totals::of(&text).expect("rated tokens");
        assert_eq!(
            (
                totals.model.tokens,
                totals.model.perplexity,
                totals.model.entropy_bits
            ),
            (3, 4.0, 2.0)
        );
        assert!((totals.model.log_prob + 6.0 * std::f64::consts::LN_2).abs() < 1e-12);
        assert!(
            (totals.repeated - 1.0 / 3.0).abs() < 1e-12,
            "the pair 1 2 came twice"
        );
        assert_eq!((totals.after, Totals::of(&text[..1])), (None, None));
        let generated = [0.5, 0.125].map(|p| Entry {
            prob_after: Some(p),
            ..entry(3, Some(4.0))
        });
        let after = Totals::of(&generated)
            .and_then(|t| t.after)
            .expect("they were sampled");
        assert_eq!(
            (after.tokens, after.perplexity, after.entropy_bits),
            (2, 4.0, 1.0)
        );
    }

    #[test]
    fn what_is_unusual_is_strong() {
        for metric in Metric::ALL {
            let (usual, unusual) = match metric.unit() {
                Unit::Probability => (1.0, 0.0),
                Unit::Nats => (0.0, -999.0),
                Unit::Rank => (1.0, 9e9),
                Unit::Bits => (0.0, 99.0),
            };
            assert_eq!(
                (metric.shade(usual), metric.shade(unusual)),
                (0.0, 1.0),
                "{metric:?}"
            );
        }
        assert_eq!(Metric::Rank.of(&entry(1, None)), Some(4.0));
    }
}
