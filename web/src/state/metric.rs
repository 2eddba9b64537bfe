//! What the text can be coloured by, and what is drawn over a run.

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
    /// Probability after the chain.
    ProbabilityAfter,
    /// Rank under the model, 1 being the most probable.
    Rank,
    /// Probability of the most probable tokens together.
    TopMass,
    /// ln of the probability of all tokens so far.
    LogProb,
}

impl Metric {
    /// Every metric, the default first.
    pub const ALL: [Metric; 7] = [
        Metric::Surprisal,
        Metric::Entropy,
        Metric::Probability,
        Metric::ProbabilityAfter,
        Metric::Rank,
        Metric::TopMass,
        Metric::LogProb,
    ];

    /// Its value for a token; `None` where it is not known, e.g. for the first token.
    pub fn of(self, entry: &Entry) -> Option<f64> {
        match self {
            Metric::Surprisal => entry.surprisal_bits,
            Metric::Entropy => entry.entropy_bits,
            Metric::Probability => entry.prob,
            Metric::ProbabilityAfter => entry.prob_after,
            Metric::Rank => entry.rank.map(|rank| f64::from(rank) + 1.0),
            Metric::TopMass => entry.top_mass,
            Metric::LogProb => entry.log_prob,
        }
    }

    /// How strongly it colours, 0..=1: what is unusual is strong.
    pub fn shade(self, value: f64) -> f64 {
        let shade = match self {
            Metric::Surprisal | Metric::Entropy => value / 10.0,
            Metric::Probability | Metric::ProbabilityAfter | Metric::TopMass => 1.0 - value,
            Metric::LogProb => -value / 200.0,
            Metric::Rank => value.max(1.0).log2() / 10.0,
        };
        shade.clamp(0.0, 1.0)
    }
}

/// A run in numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Totals {
    /// How many tokens are rated.
    pub tokens: usize,
    /// ln of the probability of all of them under the model, at most 0.
    pub log_prob: f64,
    /// 2 to the mean surprisal: as if the model had chosen among so many equal tokens.
    pub perplexity: f64,
    /// Mean entropy of the distributions that are known, in bits.
    pub entropy_bits: f64,
    /// Share of pairs of neighbouring tokens that had occurred before, 0..=1.
    pub repeated: f64,
}

impl Totals {
    /// Of the text; `None` before any token is rated.
    pub fn of(entries: &[Entry]) -> Option<Self> {
        let bits: Vec<f64> = entries.iter().filter_map(|e| e.surprisal_bits).collect();
        if bits.is_empty() {
            return None;
        }
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
        let entropies: Vec<f64> = entries.iter().filter_map(|e| e.entropy_bits).collect();
        let pairs: Vec<_> = entries
            .windows(2)
            .map(|pair| (pair[0].token, pair[1].token))
            .collect();
        let distinct: std::collections::HashSet<_> = pairs.iter().collect();
        Some(Totals {
            tokens: bits.len(),
            log_prob: -bits.iter().sum::<f64>() * std::f64::consts::LN_2,
            perplexity: mean(&bits).exp2(),
            entropy_bits: mean(&entropies),
            repeated: 1.0 - distinct.len() as f64 / pairs.len().max(1) as f64,
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
            top_mass: None,
            log_prob: None,
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
            (totals.tokens, totals.perplexity, totals.entropy_bits),
            (3, 4.0, 2.0)
        );
        assert!((totals.log_prob + 6.0 * std::f64::consts::LN_2).abs() < 1e-12);
        assert!(
            (totals.repeated - 1.0 / 3.0).abs() < 1e-12,
            "the pair 1 2 came twice"
        );
        assert_eq!(Totals::of(&text[..1]), None);
    }

    #[test]
    fn what_is_unusual_is_strong() {
        for metric in Metric::ALL {
            let (usual, unusual) = match metric {
                Metric::Probability | Metric::ProbabilityAfter | Metric::TopMass => (1.0, 0.0),
                Metric::LogProb => (0.0, -999.0),
                Metric::Rank => (1.0, 9e9),
                _ => (0.0, 99.0),
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
