//! What it costs to keep weights in fewer bits: a model and its smaller self on the same text.

use serde::Serialize;

use crate::compare::measures::kl_bits;
use crate::{TokenId, math};

/// How far apart the two are after one token of the text.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TokenPrice {
    /// Kullback–Leibler divergence Σ p·log₂(p/q) of the smaller model's distribution q from the other's p, in bits, 0 or more.
    pub kl_bits: f64,
    /// The most probable token of each, the exact one first.
    pub top: [TokenId; 2],
    /// Its probability under its own model, 0..=1.
    pub top_prob: [f64; 2],
}

impl TokenPrice {
    /// From the logits of both, `[d_vocab]` each; `None` where they are not of the same length, or not finite.
    pub fn of(exact: &[f32], smaller: &[f32]) -> Option<Self> {
        let both = [probabilities(exact)?, probabilities(smaller)?];
        let [p, q] = &both;
        if p.len() != q.len() {
            return None;
        }
        let [top, other] = [most_probable(p)?, most_probable(q)?];
        Some(TokenPrice {
            kl_bits: kl_bits(p, q),
            top: [top as TokenId, other as TokenId],
            top_prob: [p[top], q[other]],
        })
    }

    /// Whether both have the same most probable token.
    pub fn agrees(&self) -> bool {
        self.top[0] == self.top[1]
    }
}

/// The price over a text.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Price {
    /// Tokens after which the two were compared.
    pub tokens: usize,
    /// Mean of [`TokenPrice::kl_bits`], in bits a token.
    pub mean_kl_bits: f64,
    /// The largest of them.
    pub most_kl_bits: f64,
    /// After how many tokens both have the same most probable one.
    pub same_top: usize,
}

impl Price {
    /// Of a text whose tokens have these prices; `None` of no text.
    pub fn of(tokens: &[TokenPrice]) -> Option<Self> {
        if tokens.is_empty() {
            return None;
        }
        let kl = || tokens.iter().map(|token| token.kl_bits);
        Some(Price {
            tokens: tokens.len(),
            mean_kl_bits: kl().sum::<f64>() / tokens.len() as f64,
            most_kl_bits: kl().fold(0.0, f64::max),
            same_top: tokens.iter().filter(|token| token.agrees()).count(),
        })
    }
}

/// Softmax of logits.
fn probabilities(logits: &[f32]) -> Option<Vec<f64>> {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    if !most.is_finite() || logits.iter().any(|logit| logit.is_nan()) {
        return None;
    }
    let weight = |logit: &f32| math::exp(f64::from(*logit) - f64::from(most));
    let mut all: Vec<f64> = logits.iter().map(weight).collect();
    let sum: f64 = all.iter().sum();
    all.iter_mut().for_each(|p| *p /= sum);
    Some(all)
}

/// The place of the largest; the first of equals.
fn most_probable(p: &[f64]) -> Option<usize> {
    let largest = |best: usize, i: usize| if p[i] > p[best] { i } else { best };
    (0..p.len()).reduce(largest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_price_of_a_textbook() {
        let logits = |p: [f32; 2]| p.map(f32::ln);
        let one = TokenPrice::of(&logits([0.5, 0.5]), &logits([0.75, 0.25])).expect("logits");
        // ½·log₂(½ / ¾) + ½·log₂(½ / ¼).
        assert!((one.kl_bits - 0.207_518_749_639_421_9).abs() < 1e-7);
        assert_eq!((one.top, one.agrees()), ([0, 0], true));
        let same = TokenPrice::of(&[3.0, 1.0, 5.0], &[3.0, 1.0, 5.0]).expect("logits");
        assert_eq!((same.kl_bits, same.top), (0.0, [2, 2]));
        let other = TokenPrice::of(&[1.0, 2.0], &[2.0, 1.0]).expect("logits");
        assert_eq!((other.top, other.agrees()), ([1, 0], false));
        assert_eq!(other.top_prob[0], other.top_prob[1]);
        let all = Price::of(&[one, same, other]).expect("a text");
        assert_eq!(
            (all.tokens, all.same_top, all.most_kl_bits),
            (3, 2, other.kl_bits)
        );
        assert!((all.mean_kl_bits - (one.kl_bits + other.kl_bits) / 3.0).abs() < 1e-12);
    }

    #[test]
    fn what_cannot_be_compared_has_no_price() {
        assert_eq!(TokenPrice::of(&[], &[]), None);
        assert_eq!(TokenPrice::of(&[1.0], &[1.0, 2.0]), None);
        assert_eq!(TokenPrice::of(&[f32::NAN, 1.0], &[1.0, 2.0]), None);
        assert_eq!(TokenPrice::of(&[1.0, 2.0], &[f32::INFINITY, 2.0]), None);
        assert_eq!(Price::of(&[]), None);
        // Masked tokens are no fault.
        let masked = TokenPrice::of(&[1.0, f32::NEG_INFINITY], &[2.0, f32::NEG_INFINITY]);
        assert_eq!(masked.map(|price| price.kl_bits), Some(0.0));
    }
}
