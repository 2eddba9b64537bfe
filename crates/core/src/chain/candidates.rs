//! The candidates behind the chain.

use std::collections::BTreeMap;

use super::Standing;
use super::marks::Marks;
use crate::{Draw, TokenId, math};

/// One token that may still be chosen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Candidate {
    /// The token.
    pub token: TokenId,
    /// Its logit, as the stages have left it; finite, or −∞.
    pub logit: f64,
    /// Its probability, 0..=1.
    pub prob: f64,
}

impl Candidate {
    /// The order of the candidates: the larger logit first, then the smaller id.
    pub(super) fn order(&self, other: &Candidate) -> std::cmp::Ordering {
        // Adding 0 makes the two zeros equal.
        (other.logit + 0.0)
            .total_cmp(&(self.logit + 0.0))
            .then(self.token.cmp(&other.token))
    }
}

/// The candidates that are left, in falling order of their logits, ties by rising id. Never empty; their probabilities sum to 1.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidates {
    list: Vec<Candidate>,
}

impl Candidates {
    /// `list` is in order, normalised, and not empty.
    pub(super) fn new(list: Vec<Candidate>) -> Self {
        Candidates { list }
    }

    /// How many are left, at least 1.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Always false: at least one is left.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// All of them, most probable first.
    pub fn list(&self) -> &[Candidate] {
        &self.list
    }

    /// Their entropy, in bits.
    pub fn entropy_bits(&self) -> f64 {
        math::softmax_entropy_bits(self.list.iter().map(|c| (c.logit, c.prob)))
    }

    /// The candidate whose segment of the cumulative bar holds `draw.u`, and that segment, `(candidate, low, high)`. The
    /// segments lie in the order of the list; sums are f64.
    pub fn choose(&self, draw: &Draw) -> (Candidate, f64, f64) {
        choose(self.list.iter().copied(), draw).unwrap_or((self.list[0], 0.0, 1.0))
    }

    /// Where each token of `watch` stands.
    pub fn standings(&self, watch: &[TokenId]) -> Vec<Standing> {
        // What was removed is found nowhere.
        let greatest = self.list.iter().map(|c| c.token).max();
        let known = watch.iter().copied().filter(|t| Some(*t) <= greatest);
        let wanted: Marks = known.collect();
        let ranks: BTreeMap<TokenId, usize> = (0..self.len())
            .filter(|&rank| wanted.holds(self.list[rank].token))
            .map(|rank| (self.list[rank].token, rank))
            .collect();
        let standing = |token: &TokenId| {
            let rank = ranks.get(token).copied();
            Standing {
                token: *token,
                rank: rank.map(|rank| rank as u32),
                logit: rank.map(|rank| self.list[rank].logit),
                prob: rank.map_or(0.0, |rank| self.list[rank].prob),
            }
        };
        watch.iter().map(standing).collect()
    }

    /// Probability of those that are not in `left`, which holds a subset of them in the same order: a stage that removes
    /// candidates moves none.
    pub(super) fn mass_without(&self, left: &Candidates) -> f64 {
        if left.len() == self.len() {
            return 0.0;
        }
        let mut left = left.list.iter().rev().peekable();
        // From the smallest up, so that a long tail is not lost.
        let gone = self
            .list
            .iter()
            .rev()
            .filter(|c| left.next_if(|l| l.token == c.token).is_none());
        gone.map(|c| c.prob).sum::<f64>().min(1.0) + 0.0
    }
}

/// The candidate whose segment of the cumulative bar holds `draw.u`, and that segment. `None` if none has a probability.
pub(crate) fn choose(
    candidates: impl Iterator<Item = Candidate>,
    draw: &Draw,
) -> Option<(Candidate, f64, f64)> {
    let (mut low, mut last) = (0.0, None);
    for candidate in candidates {
        let high = low + candidate.prob;
        if draw.u < high {
            return Some((candidate, low, high));
        }
        low = high;
        if candidate.prob > 0.0 {
            last = Some(candidate);
        }
    }
    // Rounding may leave the total a hair below 1: the last one with a probability takes that hair.
    last.map(|last| (last, 1.0 - last.prob, 1.0))
}
