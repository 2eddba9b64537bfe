//! Beam sampling: candidates drawn without replacement, from the softmax of their sums.

use super::Candidate;
use crate::dice::{Stream, hashed};
use crate::math;

/// Draws `count` of `all`, one after another, each from what is left; they stay in the order of the draw. Draw i of a position has its own number.
pub(super) fn without_replacement(
    mut all: Vec<Candidate>,
    count: usize,
    seed: u32,
    position: u32,
) -> Vec<Candidate> {
    // By falling sum, ties by beam and token: the order of the segments is that of the dice everywhere.
    all.sort_by(|a, b| b.sum.total_cmp(&a.sum));
    let top = all.first().map_or(0.0, |c| c.sum);
    let mut shares: Vec<f64> = all.iter().map(|c| math::exp(c.sum - top)).collect();
    let mut drawn = Vec::with_capacity(count.min(all.len()));
    for nth in 0.. {
        let total: f64 = shares.iter().sum();
        if drawn.len() >= count || total <= 0.0 {
            break;
        }
        let u = hashed(seed, position, Stream::Beam, 0, Some(nth)) * total;
        let mut high = 0.0;
        let holds = |share: &f64| {
            high += share;
            u < high
        };
        // Rounding may leave the total a hair too large.
        let at = shares.iter().position(holds);
        let Some(at) = at.or(shares.iter().rposition(|share| *share > 0.0)) else {
            break;
        };
        shares[at] = 0.0;
        drawn.push(all[at].clone());
    }
    drawn
}
