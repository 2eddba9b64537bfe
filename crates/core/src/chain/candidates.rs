//! The candidates behind the chain.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Standing;
use super::marks::Marks;
use crate::{CoreError, Distribution, Draw, Known, TokenId, math};

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
    /// One whose probability is not known yet.
    pub(super) fn new(token: TokenId, logit: f64) -> Self {
        let prob = 0.0;
        Candidate { token, logit, prob }
    }

    /// The order of the candidates: the larger logit first, then the smaller id.
    pub(super) fn order(&self, other: &Candidate) -> std::cmp::Ordering {
        // Adding 0 makes the two zeros equal.
        (other.logit + 0.0)
            .total_cmp(&(self.logit + 0.0))
            .then(self.token.cmp(&other.token))
    }
}

/// What a probability may be, in parts of what is written for it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Margin {
    /// At least, 0..=1.
    pub low: f64,
    /// At most, 1 or more.
    pub high: f64,
}

impl Margin {
    /// Of what is exact.
    pub const NONE: Margin = Margin {
        low: 1.0,
        high: 1.0,
    };

    /// Whether what is written is exact.
    pub fn is_none(&self) -> bool {
        *self == Margin::NONE
    }

    /// What a probability, 0..=1, may be.
    pub fn of(self, prob: f64) -> Known<f64> {
        match self.is_none() {
            true => Known::Exact(prob),
            false => Known::between(prob * self.low, (prob * self.high).min(1.0)),
        }
    }
}

impl Default for Margin {
    fn default() -> Self {
        Margin::NONE
    }
}

/// Candidates that are known only together: a server did not list them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Others {
    /// How many, at least 1.
    pub tokens: usize,
    /// Their probability together, at least.
    pub low: f64,
    /// Their probability together, at most.
    pub high: f64,
    /// What the probabilities of the listed ones leave, as these are written.
    pub middle: f64,
    /// What one of them may have at most.
    pub most: f64,
    /// The logit that none of them exceeds.
    pub largest: f64,
}

/// The candidates that are left, in falling order of their logits, ties by rising id. Never empty; their probabilities sum to 1.
///
/// Where not all tokens of the model are listed there may be [others](Others) behind them. The probabilities are then written with a
/// [margin](Margin), and sum to what the others leave.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidates {
    list: Vec<Candidate>,
    behind: Option<Box<Behind>>,
}

/// What lies behind the list.
#[derive(Debug, Clone, PartialEq)]
struct Behind {
    others: Others,
    margin: Margin,
    /// How many of the list none of the others can come before.
    sure: usize,
    entropy_bits: Known<f64>,
}

impl Candidates {
    /// `list` is in order, normalised, and not empty.
    pub(super) fn new(list: Vec<Candidate>) -> Self {
        Candidates { list, behind: None }
    }

    /// `list` is in order and not empty; `others` are behind it.
    pub(super) fn of_listed(
        list: Vec<Candidate>,
        others: Others,
        margin: Margin,
        sure: usize,
        entropy_bits: Known<f64>,
    ) -> Self {
        let behind = Behind {
            others,
            margin,
            sure,
            entropy_bits,
        };
        Candidates {
            list,
            behind: Some(Box::new(behind)),
        }
    }

    /// How many are left, listed or not, at least 1.
    pub fn len(&self) -> usize {
        self.list.len() + self.others().map_or(0, |others| others.tokens)
    }

    /// Those that are known only together, if there are any.
    pub fn others(&self) -> Option<Others> {
        self.behind.as_ref().map(|behind| behind.others)
    }

    /// What the probabilities of the list may be.
    pub fn margin(&self) -> Margin {
        self.behind.as_ref().map_or(Margin::NONE, |b| b.margin)
    }

    /// Always false: at least one is left.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Those that are listed, most probable first.
    pub fn list(&self) -> &[Candidate] {
        &self.list
    }

    /// How many of the list none of the others can come before.
    pub fn sure(&self) -> usize {
        let behind = self.behind.as_ref();
        behind.map_or(self.list.len(), |behind| behind.sure)
    }

    /// The most probable one; `None` if it may be one of the others.
    pub fn first(&self) -> Option<&Candidate> {
        self.list.first().filter(|_| self.sure() > 0)
    }

    /// Their entropy, in bits.
    pub fn entropy_bits(&self) -> Known<f64> {
        match &self.behind {
            Some(behind) => behind.entropy_bits,
            None => Known::Exact(math::softmax_entropy_bits(
                self.list.iter().map(|c| (c.logit, c.prob)),
            )),
        }
    }

    /// The candidate whose segment of the cumulative bar holds `draw.u`, and that segment, `(candidate, low, high)`. The
    /// segments lie in the order of the list; sums are f64. `None` if the draw falls, or may fall, on one of the others.
    pub fn choose(&self, draw: &Draw) -> Option<(Candidate, f64, f64)> {
        let Some(behind) = &self.behind else {
            let chosen = choose(self.list.iter().copied(), draw);
            return Some(chosen.unwrap_or((self.list[0], 0.0, 1.0)));
        };
        let sure = &self.list[..behind.sure];
        let mut low = 0.0;
        for candidate in sure {
            let high = low + candidate.prob;
            let Margin {
                low: least,
                high: most,
            } = behind.margin;
            if draw.u < high * least {
                return (draw.u >= low * most).then_some((*candidate, low, high));
            }
            low = high;
        }
        None
    }

    /// The same. It is an error if the draw falls, or may fall, on a token that `model` does not list.
    pub fn drawn(
        &self,
        draw: &Draw,
        model: &Distribution,
    ) -> Result<(Candidate, f64, f64), CoreError> {
        self.choose(draw).ok_or_else(|| CoreError::DrawUndecided {
            u: draw.u,
            listed: model.len(),
            d_vocab: model.d_vocab(),
        })
    }

    /// Where each token of `watch` stands.
    pub fn standings(&self, watch: &[TokenId]) -> Vec<Standing> {
        // What was removed is found nowhere.
        let greatest = self.list.iter().map(|c| c.token).max();
        let known = watch.iter().copied().filter(|t| Some(*t) <= greatest);
        let wanted: Marks = known.collect();
        let ranks: BTreeMap<TokenId, usize> = (0..self.list.len())
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
    pub(super) fn mass_without(&self, left: &Candidates) -> Known<f64> {
        if left.len() == self.len() {
            return Known::Exact(0.0);
        }
        let mut kept = left.list.iter().rev().peekable();
        // From the smallest up, so that a long tail is not lost.
        let gone = self
            .list
            .iter()
            .rev()
            .filter(|c| kept.next_if(|l| l.token == c.token).is_none());
        let gone = gone.map(|c| c.prob).sum::<f64>().min(1.0) + 0.0;
        let Some(before) = self.others() else {
            return Known::Exact(gone);
        };
        let lost = before.tokens - left.others().map_or(0, |others| others.tokens);
        let margin = self.margin();
        if lost == before.tokens {
            let kept: f64 = self.list.iter().map(|c| c.prob).sum::<f64>() - gone;
            let [least, most] = [margin.high, margin.low].map(|m| (1.0 - kept * m).max(0.0));
            return Known::between(least, most);
        }
        let others = (lost as f64 * before.most).min(before.high);
        Known::between(gone * margin.low, (gone * margin.high + others).min(1.0))
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
