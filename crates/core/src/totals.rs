//! How probable a text was, in the numbers of the field.

use std::collections::HashSet;

use crate::{TokenId, math};

/// How probable some tokens were.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rated {
    /// How many they are.
    pub tokens: usize,
    /// ln of the probability of all of them, at most 0.
    pub log_prob: f64,
    /// 2 to the mean surprisal: as if each had been chosen among so many equal tokens.
    pub perplexity: f64,
    /// Mean entropy of the distributions that are known, in bits.
    pub entropy_bits: f64,
}

impl Rated {
    /// From their surprisals and entropies, in bits; `None` without any token. An impossible token makes the perplexity infinite.
    pub fn of(surprisals: &[f64], entropies: &[f64]) -> Option<Self> {
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
        (!surprisals.is_empty()).then(|| Rated {
            tokens: surprisals.len(),
            log_prob: -math::nats(surprisals.iter().sum()),
            perplexity: math::exp2(mean(surprisals)),
            entropy_bits: mean(entropies),
        })
    }
}

/// The share of pairs of neighbouring tokens that had occurred before, 0..=1; 0 in a text of one token.
pub fn repeated_pairs(tokens: &[TokenId]) -> f64 {
    let pairs = tokens.len().saturating_sub(1);
    let distinct: HashSet<&[TokenId]> = tokens.windows(2).collect();
    (pairs - distinct.len()) as f64 / pairs.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn perplexity_is_two_to_the_mean_surprisal() {
        let rated = Rated::of(&[1.0, 3.0, 2.0], &[2.0, 1.0]).expect("three tokens");
        assert_eq!(
            (rated.tokens, rated.perplexity, rated.entropy_bits),
            (3, 4.0, 1.5)
        );
        assert!((rated.log_prob + 6.0 * std::f64::consts::LN_2).abs() < 1e-12);
        assert_eq!(Rated::of(&[], &[1.0]), None);
        let impossible = Rated::of(&[1.0, f64::INFINITY], &[]).expect("two tokens");
        assert_eq!(
            (impossible.perplexity, impossible.log_prob),
            (f64::INFINITY, f64::NEG_INFINITY)
        );
    }

    #[test]
    fn a_pair_that_comes_again_is_repeated() {
        for (text, share) in [
            (vec![], 0.0),
            (vec![1], 0.0),
            (vec![1, 2, 3], 0.0),
            (vec![1, 2, 1, 2], 1.0 / 3.0),
            (vec![7, 7, 7, 7], 2.0 / 3.0),
        ] {
            assert!((repeated_pairs(&text) - share).abs() < 1e-12, "{text:?}");
        }
    }
}
