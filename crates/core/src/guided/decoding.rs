//! Contrastive decoding: what the model finds more probable than a smaller one does, the amateur, whose faults are larger.
//!
//! Sources: Li et al. 2022, *Contrastive Decoding*, arXiv:2210.15097, eq. 2 and 3, without its temperature of the amateur and its beams; O'Brien &
//! Lewis 2023, arXiv:2309.09117, whose form has logits in the place of log-probabilities: that adds the same number to all scores.

use super::plausible;

/// log p_expert − log p_amateur, or with β (1 + β)·log p_expert − β·log p_amateur, of each plausible token; −∞ of the others.
///
/// Both `[d_vocab]`, log-probabilities.
pub fn scores(expert: &[f64], amateur: &[f64], alpha: f64, beta: Option<f64>) -> Vec<f64> {
    let score = |(e, a): (&f64, &f64)| match beta {
        None => e - a,
        // The same as in the formula, and exactly e where β is 0 or both agree.
        Some(beta) => e + beta * (e - a),
    };
    let head = plausible(expert, alpha);
    let pairs = expert.iter().zip(amateur).zip(head);
    pairs
        .map(|(pair, kept)| match kept && pair.0.is_finite() {
            true => score(pair),
            false => f64::NEG_INFINITY,
        })
        .collect()
}
