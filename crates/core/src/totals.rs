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

/// A passage that stands in a text more than once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repeat {
    /// Where it stands last.
    pub start: usize,
    /// Where it stood first.
    pub first: usize,
    /// How many tokens it has.
    pub tokens: usize,
    /// How often it stands there, none over another.
    pub times: usize,
}

/// The longest passage of at least `least` tokens that stands twice in a text without overlap; of several the last one.
///
/// Takes time by the square of the text's length: for a text that is looked at, not for every step.
pub fn longest_repeat(tokens: &[TokenId], least: usize) -> Option<Repeat> {
    let n = tokens.len();
    let mut best: Option<(usize, usize)> = None;
    // How long the passages that end at `end` and at each earlier place are the same.
    let mut same = vec![0_usize; n + 1];
    for end in 1..=n {
        for earlier in (1..end).rev() {
            same[earlier] = match tokens[earlier - 1] == tokens[end - 1] {
                true => same[earlier - 1] + 1,
                false => 0,
            };
            let length = same[earlier].min(end - earlier);
            if length >= best.map_or(least.max(1), |(length, _)| length) {
                best = Some((length, end));
            }
        }
    }
    let (length, end) = best?;
    let passage = &tokens[end - length..end];
    let mut places = Vec::new();
    let mut at = 0;
    while at + length <= n {
        let is_here = tokens[at..at + length] == *passage;
        if is_here {
            places.push(at);
        }
        at += if is_here { length } else { 1 };
    }
    Some(Repeat {
        start: *places.last()?,
        first: *places.first()?,
        tokens: length,
        times: places.len(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_passage_that_comes_again_is_found() {
        let found = |text: &str, least: usize| {
            let tokens: Vec<TokenId> = text.bytes().map(TokenId::from).collect();
            let repeat = longest_repeat(&tokens, least)?;
            let passage = &text[repeat.start..repeat.start + repeat.tokens];
            Some((passage.to_owned(), repeat.first, repeat.times))
        };
        let want = |text: &str, first, times| Some((text.to_owned(), first, times));
        assert_eq!(found("abcxabcyabc", 3), want("abc", 0, 3));
        assert_eq!(found("xxabcdyabcd", 2), want("abcd", 2, 2));
        assert_eq!(found("abab", 1), want("ab", 0, 2), "none over another");
        assert_eq!(found("aaaa", 1), want("aa", 0, 2));
        assert_eq!(found("abcabd", 3), None);
        assert_eq!((found("", 1), found("a", 1)), (None, None));
    }

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
