//! The candidates on their way through the chain.

use std::collections::BTreeMap;

use super::Standing;
use crate::{Draw, Ranked, TokenId, math};

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

/// The candidates, in falling order of their logits, ties by rising id. Never empty.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidates {
    list: Vec<Candidate>,
    probs: Probs,
}

/// What the probabilities are to the logits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Probs {
    /// Their softmax.
    Softmax,
    /// In the right proportions; their sum is not 1.
    Scaled,
    /// Those of other logits.
    Stale,
}

/// A probability below this may have lost digits to underflow, or the sum of all that are left if it is below this.
const SMALLEST: f64 = 1e-200;

impl Candidates {
    /// The whole vocabulary with the model's own distribution.
    pub fn new(ranked: &Ranked) -> Self {
        let list = (0..ranked.len()).map(|rank| Candidate {
            token: ranked.token(rank),
            logit: f64::from(ranked.logit(rank)),
            prob: ranked.prob(rank),
        });
        Candidates {
            list: list.collect(),
            probs: Probs::Softmax,
        }
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

    /// Entropy in bits, once they are normalised: −ln p₀ − Σ p·(z − z₀), which takes one logarithm and not one a token.
    pub fn entropy_bits(&self) -> f64 {
        let first = self.list[0];
        let possible = self.list.iter().filter(|c| c.prob > 0.0);
        let nats = possible.fold(-math::ln(first.prob), |sum, c| {
            sum - c.prob * (c.logit - first.logit)
        });
        math::bits(nats).max(0.0) + 0.0
    }

    /// The candidate whose segment of the cumulative bar holds `draw.u`, and that segment, `(candidate, low, high)`. The
    /// segments lie in the order of the list; sums are f64.
    pub fn choose(&self, draw: &Draw) -> (Candidate, f64, f64) {
        let mut low = 0.0;
        for candidate in &self.list {
            let high = low + candidate.prob;
            if draw.u < high {
                return (*candidate, low, high);
            }
            low = high;
        }
        // Rounding may leave the total a hair below 1: the last one with a probability takes that hair.
        let last = self.list.iter().rev().find(|c| c.prob > 0.0);
        let last = *last.unwrap_or(&self.list[0]);
        (last, 1.0 - last.prob, 1.0)
    }

    /// Where each token of `watch` stands.
    pub fn standings(&self, watch: &[TokenId]) -> Vec<Standing> {
        // What was removed is found nowhere.
        let wanted = Few::new(watch.iter().copied());
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

    /// Makes the probabilities those of the logits: softmax, summed from the largest down.
    pub(super) fn normalise(&mut self) {
        if self.probs == Probs::Softmax {
            return;
        }
        let mut total = match self.probs {
            Probs::Stale => 0.0,
            _ => self.list.iter().map(|c| c.prob).sum(),
        };
        if total < SMALLEST {
            let top = self.list[0].logit;
            total = 0.0;
            for c in &mut self.list {
                c.prob = math::exp(c.logit - top);
                total += c.prob;
            }
        }
        for c in &mut self.list {
            c.prob /= total;
        }
        self.probs = Probs::Softmax;
    }

    /// Some of them are gone, or changed together with their probabilities.
    fn rescale(&mut self) {
        if self.probs == Probs::Softmax {
            self.probs = Probs::Scaled;
        }
    }

    /// The largest logit.
    pub(super) fn top(&self) -> f64 {
        self.list[0].logit
    }

    /// Keeps the first `n`, at least 1.
    pub(super) fn truncate(&mut self, n: usize) {
        let n = n.max(1);
        if n < self.list.len() {
            self.list.truncate(n);
            self.rescale();
        }
    }

    /// Keeps those for which `keep` holds. If none would be left, the first one stays: then it says true.
    pub(super) fn retain(&mut self, mut keep: impl FnMut(&Candidate) -> bool) -> bool {
        let first = self.list[0];
        let before = self.list.len();
        self.list.retain(|c| keep(c));
        // An impossible token (−∞) cannot be what is left.
        let rescued = self
            .list
            .first()
            .is_none_or(|c| c.logit == f64::NEG_INFINITY);
        if rescued {
            self.list.clear();
            self.list.push(first);
        }
        if self.list.len() < before {
            self.rescale();
        }
        rescued
    }

    /// Gives every candidate another logit by a function that keeps the order, or almost.
    pub(super) fn map(&mut self, logit: impl Fn(f64) -> f64) {
        for c in &mut self.list {
            c.logit = logit(c.logit);
        }
        if !self.list.is_sorted_by(|a, b| before(a, b).is_le()) {
            self.list.sort_unstable_by(before);
        }
        self.probs = Probs::Stale;
    }

    /// Gives the candidates in `changes` another logit: each by its own function.
    pub(super) fn change(&mut self, changes: &BTreeMap<TokenId, impl Fn(f64) -> f64>) {
        let marked = Few::new(changes.keys().copied());
        let mut changed = Vec::with_capacity(changes.len());
        self.list.retain(|c| {
            let hit = marked.holds(c.token);
            if hit {
                changed.push(*c);
            }
            !hit
        });
        if changed.is_empty() {
            return;
        }
        self.rescale();
        for c in &mut changed {
            let logit = changes[&c.token](c.logit);
            if c.logit.is_finite() {
                let exact = c.prob >= SMALLEST;
                c.prob *= math::exp(logit - c.logit);
                if !(exact && c.prob.is_finite()) {
                    self.probs = Probs::Stale;
                }
            }
            c.logit = logit;
        }
        changed.sort_unstable_by(before);
        // Both are in order: merge from the end, where there is room now.
        let (mut kept, mut end) = (self.list.len(), self.list.len() + changed.len());
        self.list.extend_from_slice(&changed);
        for c in changed.iter().rev() {
            let place = self.list[..kept].partition_point(|x| before(x, c).is_lt());
            end -= kept - place;
            self.list.copy_within(place..kept, end);
            kept = place;
            end -= 1;
            self.list[end] = *c;
        }
    }

    /// Removes the tokens; see [`Candidates::retain`].
    pub(super) fn remove(&mut self, tokens: impl IntoIterator<Item = TokenId>) -> bool {
        let gone = Few::new(tokens);
        self.retain(|c| !gone.holds(c.token))
    }
}

/// A set of tokens, few of them, in which many are looked up.
struct Few {
    sorted: Vec<TokenId>,
    /// Whether a token is held whose id has these last bits.
    hints: [bool; Few::HINTS],
}

impl Few {
    const HINTS: usize = 4096;

    fn new(tokens: impl IntoIterator<Item = TokenId>) -> Self {
        let mut sorted: Vec<TokenId> = tokens.into_iter().collect();
        sorted.sort_unstable();
        let mut hints = [false; Few::HINTS];
        for &token in &sorted {
            hints[token as usize % Few::HINTS] = true;
        }
        Few { sorted, hints }
    }

    fn holds(&self, token: TokenId) -> bool {
        self.hints[token as usize % Few::HINTS] && self.sorted.binary_search(&token).is_ok()
    }
}

/// The order of the list: the larger logit first, then the smaller id.
fn before(a: &Candidate, b: &Candidate) -> std::cmp::Ordering {
    // Adding 0 makes the two zeros equal.
    (b.logit + 0.0)
        .total_cmp(&(a.logit + 0.0))
        .then(a.token.cmp(&b.token))
}
