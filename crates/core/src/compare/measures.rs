//! How far apart two distributions are.

use crate::math;

/// Kullback–Leibler divergence Σ p·log₂(p/q) in bits, 0 or more; ∞ where q lacks what p has. Both are `[n]` and sum to 1.
pub fn kl_bits(p: &[f64], q: &[f64]) -> f64 {
    let both = p.iter().zip(q).filter(|(p, _)| **p > 0.0);
    let nats: f64 = both.map(|(p, q)| p * (math::ln(*p) - math::ln(*q))).sum();
    math::bits(nats).max(0.0)
}

/// Jensen–Shannon divergence ½·KL(p ‖ m) + ½·KL(q ‖ m) with m = ½·(p + q), in bits: 0 where they are the same, 1 where they share nothing.
///
/// Source: Lin 1991, "Divergence measures based on the Shannon entropy".
pub fn js_bits(p: &[f64], q: &[f64]) -> f64 {
    let middle: Vec<f64> = p.iter().zip(q).map(|(p, q)| 0.5 * (p + q)).collect();
    (0.5 * (kl_bits(p, &middle) + kl_bits(q, &middle))).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divergences_have_the_values_of_a_textbook() {
        let (p, q) = ([0.5, 0.5], [0.25, 0.75]);
        // ½·log₂(2) + ½·log₂(⅔)
        assert!((kl_bits(&p, &q) - 0.207_518_749_639_421_9).abs() < 1e-15);
        assert!((kl_bits(&q, &p) - 0.188_721_875_540_867_2).abs() < 1e-15);
        assert_eq!(kl_bits(&p, &p), 0.0);
        assert_eq!(kl_bits(&[0.5, 0.5], &[1.0, 0.0]), f64::INFINITY);
        assert_eq!(kl_bits(&[1.0, 0.0], &[0.5, 0.5]), 1.0);
        assert_eq!(js_bits(&[1.0, 0.0], &[0.0, 1.0]), 1.0);
        assert_eq!(js_bits(&p, &p), 0.0);
        assert_eq!(js_bits(&p, &q), js_bits(&q, &p));
        assert!((js_bits(&p, &q) - 0.048_794_940_695_398_66).abs() < 1e-15);
    }
}
