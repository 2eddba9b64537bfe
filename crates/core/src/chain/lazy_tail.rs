//! The candidates that no stage has looked at one by one: a place in the ranking, and how it is to be read from there on.

use std::ops::Range;

use super::Candidate;
use crate::moments::Spread;
use crate::{Distribution, TokenId, math, sorted};

/// The ranking from some rank on, with what the stages have made of it so far. Most stages look at the most probable candidates
/// only; the others, tens of thousands, then need not be written out.
#[derive(Debug, Clone)]
pub(super) struct LazyTail {
    /// The first rank of it.
    from: usize,
    /// The ranks that are not as the ranking has them, removed or changed; the last one first.
    holes: Vec<usize>,
    /// Changed candidates that belong here, the last one first.
    changed: Vec<Candidate>,
    /// What the logits were divided by.
    temperature: Option<f64>,
    probs: LazyProbs,
}

/// What the probability of a rank is.
#[derive(Debug, Clone, Copy)]
enum LazyProbs {
    /// The model's own.
    Own,
    /// The model's own, over this.
    Over(f64),
    /// exp(logit − top) / total.
    Softmax { top: f64, total: f64 },
}

impl LazyTail {
    /// The whole ranking.
    pub(super) fn new() -> Self {
        LazyTail {
            from: 0,
            holes: Vec::new(),
            changed: Vec::new(),
            temperature: None,
            probs: LazyProbs::Own,
        }
    }

    /// How many candidates it has.
    pub(super) fn len(&self, distribution: &Distribution) -> usize {
        distribution.len() - self.from - self.holes.len() + self.changed.len()
    }

    /// How much of it is written out: candidates, and ranks to leave out.
    pub(super) fn written(&self) -> usize {
        self.changed.len() + self.holes.len()
    }

    /// All of them, in order.
    pub(super) fn iter<'a>(&'a self, distribution: &'a Distribution) -> Walk<'a> {
        Walk {
            tail: self,
            distribution,
            rank: self.from,
            holes: self.holes.len(),
            changed: self.changed.len(),
            before: None,
        }
    }

    /// Moves the first `n` to the end of `list`; fewer if there are no more.
    pub(super) fn pop(&mut self, distribution: &Distribution, n: usize, list: &mut Vec<Candidate>) {
        let end = list.len() + n;
        let mut walk = self.iter(distribution);
        while list.len() < end
            && let Some(piece) = walk.piece(end - list.len())
        {
            self.write(distribution, piece, list);
        }
        let (rank, holes, changed) = (walk.rank, walk.holes, walk.changed);
        self.from = rank;
        self.holes.truncate(holes);
        self.changed.truncate(changed);
    }

    /// All of them, in order, at the end of `list`.
    pub(super) fn write_out(&self, distribution: &Distribution, list: &mut Vec<Candidate>) {
        list.reserve(self.len(distribution));
        let mut walk = self.iter(distribution);
        while let Some(piece) = walk.piece(usize::MAX) {
            self.write(distribution, piece, list);
        }
    }

    fn write(&self, distribution: &Distribution, piece: Piece, list: &mut Vec<Candidate>) {
        let ranks = match piece {
            Piece::Changed(changed) => return list.push(changed),
            Piece::Ranks(ranks) => ranks,
        };
        let LazyProbs::Softmax { top, total } = self.probs else {
            return list.extend(ranks.map(|rank| self.candidate(distribution, rank)));
        };
        let t = self.temperature.unwrap_or(1.0);
        let mut rank = ranks.start;
        for logits in distribution.logits()[ranks].chunks(64) {
            let exps = math::exps(logits, t, top);
            list.extend(
                logits
                    .iter()
                    .zip(exps)
                    .zip(rank..)
                    .map(|((z, e), rank)| Candidate {
                        token: distribution.token(rank),
                        logit: f64::from(*z) / t,
                        prob: e / total,
                    }),
            );
            rank += logits.len();
        }
    }

    /// The candidate of `token`, if it is here.
    pub(super) fn find(&self, distribution: &Distribution, token: TokenId) -> Option<Candidate> {
        let changed = self.changed.iter().find(|c| c.token == token);
        changed
            .copied()
            .or_else(|| Some(self.candidate(distribution, self.place(distribution, token)?)))
    }

    /// Takes the candidates of `tokens`, which rise by id, as far as they are here.
    pub(super) fn take(
        &mut self,
        distribution: &Distribution,
        tokens: &[TokenId],
    ) -> Vec<Candidate> {
        let places = tokens.iter().filter_map(|&t| self.place(distribution, t));
        let places: Vec<usize> = places.collect();
        let own = places
            .iter()
            .map(|&rank| self.candidate(distribution, rank));
        let mut taken: Vec<Candidate> = own.collect();
        let changed = |c: &mut Candidate| tokens.binary_search(&c.token).is_ok();
        taken.extend(self.changed.extract_if(.., changed));
        self.holes.extend(places);
        sorted::sort_by(&mut self.holes, |a, b| b.cmp(a));
        taken
    }

    /// The rank of `token`, if it is here and where the ranking has it.
    fn place(&self, distribution: &Distribution, token: TokenId) -> Option<usize> {
        let rank = distribution.rank(token).filter(|&rank| rank >= self.from)?;
        let hole = self.holes.binary_search_by(|hole| rank.cmp(hole));
        hole.is_err().then_some(rank)
    }

    /// Puts candidates in that were taken and changed, all of which come after whatever came before the tail.
    pub(super) fn put(&mut self, changed: &[Candidate]) {
        self.changed.extend_from_slice(changed);
        self.sort_changed();
    }

    /// From the last to the first, by the sort that all candidates share.
    fn sort_changed(&mut self) {
        self.changed.sort_unstable_by(Candidate::order);
        self.changed.reverse();
    }

    /// Divides the logits by `t`, if that can be put off: if it makes no two logits of the ranking equal. Its probabilities are
    /// to be [set](LazyTail::set_softmax) then.
    pub(super) fn divide(&mut self, t: f64) -> bool {
        // Logits are f32: the quotients of two of them differ in f64, unless they overflow or underflow.
        let exact = self.temperature.is_none() && (1e-100..=1e100).contains(&t);
        if exact {
            self.temperature = Some(t);
            self.changed.iter_mut().for_each(|c| c.logit /= t);
            self.sort_changed();
        }
        exact
    }

    /// Divides the probabilities by `total`, if that can be put off.
    pub(super) fn scale(&mut self, total: f64) -> bool {
        let exact = matches!(self.probs, LazyProbs::Own);
        if exact {
            self.probs = LazyProbs::Over(total);
            self.changed.iter_mut().for_each(|c| c.prob /= total);
        }
        exact
    }

    /// Makes the probabilities exp(logit − top) / total.
    pub(super) fn set_softmax(&mut self, top: f64, total: f64) {
        self.probs = LazyProbs::Softmax { top, total };
        for c in &mut self.changed {
            c.prob = math::exp(c.logit - top) / total;
        }
    }

    /// Σ exp(logit − top), in order, added to `sum`.
    pub(super) fn add_exps(&self, distribution: &Distribution, top: f64, sum: f64) -> f64 {
        let t = self.temperature.unwrap_or(1.0);
        self.iter(distribution)
            .fold_pieces(sum, |sum, piece| match piece {
                Piece::Ranks(ranks) => {
                    distribution.add_exps((ranks.start, ranks.end), (t, top), sum)
                }
                Piece::Changed(changed) => sum + math::exp(changed.logit - top),
            })
    }

    /// Adds their logits to `spread`.
    pub(super) fn add_spread(&self, distribution: &Distribution, spread: &mut Spread) {
        let t = self.temperature.unwrap_or(1.0);
        self.iter(distribution)
            .fold_pieces((), |(), piece| match piece {
                Piece::Ranks(ranks) => distribution.add_spread((ranks.start, ranks.end), t, spread),
                Piece::Changed(changed) => spread.add(changed.logit),
            });
    }

    /// How many candidates there are before the first one for which `holds` is false, where none was changed. It is true up to some
    /// place, and false from there on.
    pub(super) fn partition_point(
        &self,
        distribution: &Distribution,
        holds: impl Fn(&Candidate) -> bool,
    ) -> usize {
        let end = self.first_rank(distribution, self.from, &holds);
        let holes = self.holes.len() - self.holes.partition_point(|hole| *hole >= end);
        end - self.from - holes
    }

    /// The first rank, at least `from`, for which `holds` is false; it is true for all before, and for none after.
    fn first_rank(
        &self,
        distribution: &Distribution,
        from: usize,
        holds: impl Fn(&Candidate) -> bool,
    ) -> usize {
        let (mut low, mut high) = (from, distribution.len());
        while low < high {
            let middle = low.midpoint(high);
            match holds(&self.candidate(distribution, middle)) {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        low
    }

    /// The candidate of a rank that no stage has removed or changed.
    pub(super) fn candidate(&self, distribution: &Distribution, rank: usize) -> Candidate {
        let logit = f64::from(distribution.logit(rank));
        let logit = self.temperature.map_or(logit, |t| logit / t);
        Candidate {
            token: distribution.token(rank),
            logit,
            prob: match self.probs {
                LazyProbs::Own => distribution.prob(rank),
                LazyProbs::Over(total) => distribution.prob(rank) / total,
                LazyProbs::Softmax { top, total } => math::exp(logit - top) / total,
            },
        }
    }
}

/// A walk down a tail.
#[derive(Debug, Clone)]
pub(super) struct Walk<'a> {
    tail: &'a LazyTail,
    distribution: &'a Distribution,
    /// The next rank.
    rank: usize,
    /// How many of the holes are still to come.
    holes: usize,
    /// How many of the changed ones are still to come.
    changed: usize,
    /// The rank that the next changed one comes before, once it was looked for.
    before: Option<usize>,
}

/// A piece of a walk.
enum Piece {
    /// Ranks that are as the ranking has them.
    Ranks(Range<usize>),
    /// A changed candidate.
    Changed(Candidate),
}

impl Walk<'_> {
    /// The next piece, up to the next hole or changed candidate, of at most `most` candidates.
    fn piece(&mut self, most: usize) -> Option<Piece> {
        let Walk {
            tail, distribution, ..
        } = *self;
        while tail.holes[..self.holes].last() == Some(&self.rank) {
            self.holes -= 1;
            self.rank += 1;
        }
        let changed = tail.changed[..self.changed].last();
        let before = *self.before.get_or_insert_with(|| match changed {
            Some(changed) => tail.first_rank(distribution, self.rank, |c| c.order(changed).is_lt()),
            None => distribution.len(),
        });
        if let Some(changed) = changed.filter(|_| before <= self.rank) {
            self.changed -= 1;
            self.before = None;
            return Some(Piece::Changed(*changed));
        }
        let hole = tail.holes[..self.holes].last();
        let end = hole.map_or(before, |hole| before.min(*hole));
        let end = end.min(self.rank.saturating_add(most));
        let ranks = std::mem::replace(&mut self.rank, end)..end;
        (!ranks.is_empty()).then_some(Piece::Ranks(ranks))
    }

    /// The whole walk, piece by piece.
    fn fold_pieces<B>(mut self, init: B, mut f: impl FnMut(B, Piece) -> B) -> B {
        let mut sum = init;
        while let Some(piece) = self.piece(usize::MAX) {
            sum = f(sum, piece);
        }
        sum
    }
}

impl Iterator for Walk<'_> {
    type Item = Candidate;

    fn next(&mut self) -> Option<Candidate> {
        while self.tail.holes[..self.holes].last() == Some(&self.rank) {
            self.holes -= 1;
            self.rank += 1;
        }
        let changed = self.tail.changed[..self.changed].last();
        let own = (self.rank < self.distribution.len())
            .then(|| self.tail.candidate(self.distribution, self.rank));
        match (changed, own) {
            (Some(changed), own) if own.is_none_or(|own| changed.order(&own).is_lt()) => {
                self.changed -= 1;
                self.before = None;
                Some(*changed)
            }
            (_, own) => {
                self.rank += usize::from(own.is_some());
                own
            }
        }
    }

    /// Several times as fast as step by step: within a piece there is nothing to compare.
    fn fold<B, F: FnMut(B, Candidate) -> B>(self, init: B, mut f: F) -> B {
        let (tail, distribution) = (self.tail, self.distribution);
        self.fold_pieces(init, |sum, piece| match piece {
            Piece::Ranks(ranks) => {
                ranks.fold(sum, |sum, rank| f(sum, tail.candidate(distribution, rank)))
            }
            Piece::Changed(changed) => f(sum, changed),
        })
    }
}
