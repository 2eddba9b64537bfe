//! The candidates on their way through the chain.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use super::candidates::choose;
use super::lazy_tail::LazyTail;
use super::marks::Marks;
use super::{Candidate, Candidates};
use crate::moments::Spread;
use crate::{Distribution, Draw, Known, TokenId, math};

/// The candidates, in falling order of their logits, ties by rising id. Never empty.
///
/// Only as many are written out as the stages have to look at one by one.
#[derive(Debug, Clone)]
pub struct LazyCandidates<'a> {
    distribution: &'a Distribution,
    state: State,
}

/// A pool without the ranking that it was made from.
#[derive(Debug, Clone)]
pub(crate) struct State {
    /// The first candidates, at least one.
    list: Vec<Candidate>,
    /// Those that come after them; `None` if all are in the list.
    tail: Option<LazyTail>,
    probs: Probs,
    /// Whether a stage has changed or removed anything.
    touched: bool,
    /// Whether a stage has changed single candidates: their probabilities may then be off by the last bit from those of equal logits.
    changed: bool,
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

impl State {
    /// How much is written out, in candidates.
    pub(crate) fn written(&self) -> usize {
        self.list.len() + self.tail.as_ref().map_or(0, LazyTail::written)
    }
}

impl<'a> LazyCandidates<'a> {
    /// The whole vocabulary with the model's own distribution.
    pub(crate) fn new(distribution: &'a Distribution) -> Self {
        let state = State {
            list: Vec::new(),
            tail: Some(LazyTail::new()),
            probs: Probs::Softmax,
            touched: false,
            changed: false,
        };
        let mut pool = LazyCandidates {
            distribution,
            state,
        };
        pool.fill(1);
        pool
    }

    /// Some candidates of `distribution`, at least one, in order, whose probabilities are not normalised.
    pub(super) fn of(distribution: &'a Distribution, list: Vec<Candidate>) -> Self {
        let state = State {
            list,
            tail: None,
            probs: Probs::Stale,
            touched: true,
            changed: true,
        };
        LazyCandidates {
            distribution,
            state,
        }
    }

    /// Goes on with a pool that was made from `distribution`.
    pub(crate) fn resume(distribution: &'a Distribution, state: State) -> Self {
        LazyCandidates {
            distribution,
            state,
        }
    }

    /// The pool without its ranking.
    pub(crate) fn state(&self) -> &State {
        &self.state
    }

    /// What is left, normalised and written out.
    pub(crate) fn finish(mut self) -> Candidates {
        self.normalise();
        self.write_out();
        Candidates::new(self.state.list)
    }

    /// The same as [`Candidates::choose`], once they are normalised.
    pub(crate) fn choose(&self, draw: &Draw) -> (Candidate, f64, f64) {
        choose(self.iter(), draw).unwrap_or((self.state.list[0], 0.0, 1.0))
    }

    /// The candidate of `token`, if it is left.
    pub(crate) fn find(&self, token: TokenId) -> Option<Candidate> {
        let listed = self.state.list.iter().find(|c| c.token == token);
        listed
            .copied()
            .or_else(|| self.state.tail.as_ref()?.find(self.distribution, token))
    }

    /// How many are left, at least 1.
    pub(super) fn len(&self) -> usize {
        let tail = self.state.tail.as_ref();
        self.state.list.len() + tail.map_or(0, |tail| tail.len(self.distribution))
    }

    /// All of them, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = Candidate> {
        let tail = self.state.tail.iter();
        let tail = tail.flat_map(|tail| tail.iter(self.distribution));
        self.state.list.iter().copied().chain(tail)
    }

    /// The largest logit.
    pub(super) fn top(&self) -> f64 {
        self.state.list[0].logit
    }

    /// The largest probability.
    pub(super) fn top_prob(&self) -> f64 {
        self.state.list[0].prob
    }

    /// All probabilities, in order. Whoever needs them all needs them more than once: they are written out.
    pub(super) fn probs(&mut self) -> Cow<'a, [f64]> {
        if !self.state.touched {
            return Cow::Borrowed(self.distribution.probs());
        }
        self.write_out();
        Cow::Owned(self.state.list.iter().map(|c| c.prob).collect())
    }

    /// Entropy in bits, once they are normalised.
    pub(super) fn entropy_bits(&mut self) -> f64 {
        if let (false, Known::Exact(bits)) = (self.state.touched, self.distribution.entropy_bits())
        {
            return bits;
        }
        self.write_out();
        math::softmax_entropy_bits(self.state.list.iter().map(|c| (c.logit, c.prob)))
    }

    /// The standard deviation of the finite logits.
    pub(super) fn deviation(&self) -> f64 {
        let mut spread = Spread::around(self.top());
        self.state.list.iter().for_each(|c| spread.add(c.logit));
        if let Some(tail) = &self.state.tail {
            tail.add_spread(self.distribution, &mut spread);
        }
        spread.deviation()
    }

    /// Makes the probabilities those of the logits: softmax, summed from the largest down, what is not written out in
    /// [groups](crate::moments).
    pub(crate) fn normalise(&mut self) {
        if self.state.probs == Probs::Softmax {
            return;
        }
        if self.top() == f64::NEG_INFINITY {
            // None of them is possible; one has to be chosen.
            self.state.list.truncate(1);
            self.state.list[0].prob = 1.0;
            self.state.tail = None;
            self.state.probs = Probs::Softmax;
            return;
        }
        let mut total = match self.state.probs {
            Probs::Stale => 0.0,
            _ => self.iter().map(|c| c.prob).sum(),
        };
        if total < SMALLEST {
            let top = self.top();
            total = 0.0;
            for c in &mut self.state.list {
                c.prob = math::exp(c.logit - top);
                total += c.prob;
            }
            if let Some(tail) = &mut self.state.tail {
                total = tail.add_exps(self.distribution, top, total);
                tail.set_softmax(top, total);
            }
            self.state.list.iter_mut().for_each(|c| c.prob /= total);
        } else {
            if !self.state.tail.as_mut().is_none_or(|t| t.scale(total)) {
                self.write_out();
            }
            for c in &mut self.state.list {
                c.prob /= total;
            }
        }
        self.state.probs = Probs::Softmax;
    }

    /// Keeps the first `n`, at least 1.
    pub(super) fn truncate(&mut self, n: usize) {
        let n = n.max(1);
        if n < self.len() {
            self.fill(n);
            self.state.list.truncate(n);
            self.state.tail = None;
            self.rescale();
        }
    }

    /// How many candidates there are before the first one for which `holds` is false.
    pub(super) fn count_while(&mut self, mut holds: impl FnMut(&Candidate) -> bool) -> usize {
        let mut count = 0;
        loop {
            if count >= self.state.list.len() {
                self.fill(count + count / 4 + 1);
            }
            match self.state.list.get(count) {
                Some(candidate) if holds(candidate) => count += 1,
                _ => return count,
            }
        }
    }

    /// The same, for what is true of a logit or a probability if it is true of a smaller one.
    pub(super) fn partition_point(&mut self, holds: impl Fn(&Candidate) -> bool) -> usize {
        if self.state.changed {
            return self.count_while(holds);
        }
        let listed = self.state.list.partition_point(&holds);
        match &self.state.tail {
            Some(tail) if listed == self.state.list.len() => {
                listed + tail.partition_point(self.distribution, holds)
            }
            _ => listed,
        }
    }

    /// Keeps the candidates before the first one for which `holds` is false, and tells how many these are. If there are none, the
    /// first one stays.
    pub(super) fn keep_while(&mut self, holds: impl FnMut(&Candidate) -> bool) -> usize {
        let kept = self.count_while(holds);
        self.truncate(kept);
        kept
    }

    /// Removes the first `n`, of more than `n`.
    pub(super) fn drop_first(&mut self, n: usize) {
        if n > 0 {
            self.fill(n + 1);
            self.state.list.drain(..n);
            self.rescale();
        }
    }

    /// Keeps the places in the two ranges, which follow one another. If that leaves nothing possible, the first one stays: then it
    /// says true.
    pub(super) fn keep_places(&mut self, head: Range<usize>, then: Range<usize>) -> bool {
        let before = self.len();
        let first = self.state.list[0];
        let kept: Vec<Candidate> = match self.state.touched {
            false => {
                let whole = LazyTail::new();
                let at = |place| whole.candidate(self.distribution, place);
                head.chain(then).map(at).collect()
            }
            true => {
                self.write_out();
                let at = |place: usize| self.state.list[place];
                head.chain(then).map(at).collect()
            }
        };
        self.state.list = kept;
        self.state.tail = None;
        self.rescue(first, before)
    }

    /// Removes the tokens. If that leaves nothing possible, the first one stays: then it says true.
    pub(super) fn remove(&mut self, tokens: impl IntoIterator<Item = TokenId>) -> bool {
        let tokens = self.known(tokens);
        let gone: Marks = tokens.iter().copied().collect();
        let (before, first) = (self.len(), self.state.list[0]);
        self.state.list.retain(|c| !gone.holds(c.token));
        if let Some(tail) = &mut self.state.tail {
            tail.take(self.distribution, &tokens);
        }
        self.fill(1);
        self.rescue(first, before)
    }

    /// Divides every logit by `t`, above 0.
    pub(super) fn divide(&mut self, t: f64) {
        let put_off = self.state.tail.as_mut().is_none_or(|tail| tail.divide(t));
        if !put_off {
            self.write_out();
        }
        self.map_listed(|z| z / t);
    }

    /// Gives every candidate another logit by a function that keeps the order, or almost.
    pub(super) fn map(&mut self, logit: impl Fn(f64) -> f64) {
        self.write_out();
        self.map_listed(logit);
    }

    /// Gives the candidates in `amounts` another logit: what `change` makes of the logit and the candidate's amount.
    pub(super) fn change(&mut self, amounts: &BTreeMap<TokenId, f64>, change: fn(f64, f64) -> f64) {
        let tokens = self.known(amounts.keys().copied());
        let marked: Marks = tokens.iter().copied().collect();
        let mut changed = Vec::with_capacity(tokens.len());
        self.state.list.retain(|c| {
            let hit = marked.holds(c.token);
            if hit {
                changed.push(*c);
            }
            !hit
        });
        if let Some(tail) = &mut self.state.tail {
            changed.extend(tail.take(self.distribution, &tokens));
        }
        if changed.is_empty() {
            return;
        }
        self.rescale();
        self.state.changed = true;
        for c in &mut changed {
            let logit = change(c.logit, amounts[&c.token]);
            if c.logit.is_finite() {
                let exact = c.prob >= SMALLEST;
                c.prob *= math::exp(logit - c.logit);
                if !(exact && c.prob.is_finite()) {
                    self.state.probs = Probs::Stale;
                }
            }
            c.logit = logit;
        }
        changed.sort_unstable_by(Candidate::order);
        self.put_back(&changed);
    }

    /// Puts candidates, in order, where they belong.
    fn put_back(&mut self, changed: &[Candidate]) {
        let list = &mut self.state.list;
        let mut listed = changed;
        if let Some(tail) = &mut self.state.tail {
            let in_list = |c: &Candidate| list.last().is_some_and(|last| c.order(last).is_lt());
            let (before, after) = changed.split_at(changed.partition_point(in_list));
            tail.put(after);
            listed = before;
        }
        // Both are in order: merge from the end, where there is room now.
        let (mut kept, mut end) = (list.len(), list.len() + listed.len());
        list.extend_from_slice(listed);
        for c in listed.iter().rev() {
            let place = list[..kept].partition_point(|x| x.order(c).is_lt());
            end -= kept - place;
            list.copy_within(place..kept, end);
            kept = place;
            end -= 1;
            list[end] = *c;
        }
        self.fill(1);
    }

    fn map_listed(&mut self, logit: impl Fn(f64) -> f64) {
        self.touch(Probs::Stale);
        self.state
            .list
            .iter_mut()
            .for_each(|c| c.logit = logit(c.logit));
        // Logits that were changed one by one may have become equal to others: the ids decide then.
        self.sort();
        let end = self.state.list.last().copied();
        let mut tail = self.state.tail.iter();
        let next = tail.find_map(|tail| tail.iter(self.distribution).next());
        if end
            .zip(next)
            .is_some_and(|(end, next)| next.order(&end).is_lt())
        {
            self.write_out();
            self.sort();
        }
    }

    fn sort(&mut self) {
        let list = &mut self.state.list;
        if !list.is_sorted_by(|a, b| a.order(b).is_le()) {
            list.sort_unstable_by(Candidate::order);
        }
    }

    /// Writes at least `n` candidates out, if there are so many.
    fn fill(&mut self, n: usize) {
        let State { list, tail, .. } = &mut self.state;
        if list.len() < n
            && let Some(some) = tail
        {
            some.pop(self.distribution, n - list.len(), list);
            if some.len(self.distribution) == 0 {
                *tail = None;
            }
        }
    }

    fn write_out(&mut self) {
        if let Some(tail) = self.state.tail.take() {
            tail.write_out(self.distribution, &mut self.state.list);
        }
    }

    /// After a removal: `first` was the first of `before`. An impossible token (−∞) cannot be what is left.
    fn rescue(&mut self, first: Candidate, before: usize) -> bool {
        let possible = self.state.list.first();
        let rescued = possible.is_none_or(|c| c.logit == f64::NEG_INFINITY);
        if rescued {
            self.state.list = vec![first];
            self.state.tail = None;
        }
        if self.len() < before {
            self.rescale();
        }
        rescued
    }

    /// Some of them are gone, or changed together with their probabilities.
    fn rescale(&mut self) {
        match self.state.probs {
            Probs::Stale => self.touch(Probs::Stale),
            _ => self.touch(Probs::Scaled),
        }
    }

    fn touch(&mut self, probs: Probs) {
        self.state.touched = true;
        self.state.probs = probs;
    }

    /// Those of `tokens` that the vocabulary has, each once: what a visitor lists may be anything.
    fn known(&self, tokens: impl IntoIterator<Item = TokenId>) -> Vec<TokenId> {
        let known = |token: &TokenId| self.distribution.rank(*token).is_some();
        let mut known: Vec<TokenId> = tokens.into_iter().filter(known).collect();
        known.sort_unstable();
        known.dedup();
        known
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::{ChainContext, Sampler};
    use crate::dice::Stream;

    /// Noise, ties, a sure one, impossible ones.
    fn distributions() -> Vec<Vec<f32>> {
        let noise = |n| (0..n).map(|i| 12.0 * Draw::new(9, i, Stream::Token, 0).u as f32 - 4.0);
        let ties = noise(200).map(|z| z.round());
        let steep = noise(200).map(|z| z * z * z);
        let impossible = noise(200).enumerate();
        let impossible = impossible.map(|(i, z)| if i % 3 == 0 { f32::NEG_INFINITY } else { z });
        vec![
            noise(200).collect(),
            ties.collect(),
            steep.collect(),
            impossible.collect(),
            noise(1).collect(),
        ]
    }

    fn samplers() -> Vec<Sampler> {
        let mut all = Sampler::all();
        all.extend([
            Sampler::Temperature { t: 0.0 },
            Sampler::Temperature { t: 1.7 },
            Sampler::RepetitionPenalty {
                theta: 50.0,
                last_n: 0,
            },
            Sampler::LogitBias {
                bias: vec![(3, 40.0), (150, -3.0), (7, 0.5), (4_000_000_000, 1.0)],
            },
            Sampler::Banned {
                tokens: (0..190).chain([u32::MAX]).collect(),
            },
            Sampler::NoRepeatNgram { n: 1 },
            Sampler::Temperature { t: 1e-310 },
            Sampler::Xtc {
                probability: 1.0,
                threshold: 0.0,
            },
            Sampler::Dry {
                multiplier: 100.0,
                base: 10.0,
                allowed_length: 1,
                last_n: 0,
                breakers: Vec::new(),
            },
        ]);
        all
    }

    #[test]
    fn what_is_put_off_leaves_the_same_as_what_is_written_out_at_once() {
        // The end repeats one token so often that its penalty is infinite.
        let tokens: Vec<TokenId> = (0..60).map(|i| i * 7 % 199).chain([5; 400]).collect();
        let past = ChainContext {
            tokens: &tokens,
            u_xtc: 0.3,
            ..ChainContext::default()
        };
        for logits in distributions() {
            let distribution = Distribution::new(&logits).expect("finite");
            for first in samplers() {
                for (nth, second) in samplers().into_iter().enumerate() {
                    for third in samplers().into_iter().skip(nth % 4).step_by(4) {
                        let mut lazy = LazyCandidates::new(&distribution);
                        let mut written = lazy.clone();
                        for sampler in [&first, &second, &third] {
                            sampler.apply(&mut lazy, &past);
                            written.write_out();
                            sampler.apply(&mut written, &past);
                        }
                        let draw = Draw::new(1, 2, Stream::Token, 3);
                        lazy.normalise();
                        written.normalise();
                        let what = format!("{first:?}, {second:?}, {third:?} on {logits:?}");
                        assert_eq!(lazy.choose(&draw), written.choose(&draw), "{what}");
                        assert_eq!(lazy.find(9), written.find(9), "{what}");
                        assert_eq!(lazy.len(), written.len(), "{what}");
                        let left = lazy.finish();
                        assert_eq!(left, written.finish(), "{what}");
                        let sum: f64 = left.list().iter().map(|c| c.prob).sum();
                        assert!((sum - 1.0).abs() < 1e-9, "{what}: {left:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn equal_logits_of_unequal_last_bits_are_cut_alike() {
        let distribution = Distribution::new(&[1.0, 0.8125]).expect("finite");
        let past = ChainContext {
            tokens: &[0],
            ..ChainContext::default()
        };
        let chain = "presence_penalty~0.1875~0,xtc~1~0.5";
        let chain: crate::chain::Chain = chain.parse().expect("well spelled");
        let (mut lazy, mut written) = (
            LazyCandidates::new(&distribution),
            LazyCandidates::new(&distribution),
        );
        for sampler in chain.acting() {
            sampler.apply(&mut lazy, &past);
            written.write_out();
            sampler.apply(&mut written, &past);
        }
        assert_eq!(lazy.finish(), written.finish());
    }

    #[test]
    fn a_cut_writes_out_no_more_than_it_keeps() {
        let distribution = Distribution::new(&distributions()[0]).expect("finite");
        let past = ChainContext {
            tokens: &[3, 5, 8],
            ..ChainContext::default()
        };
        for chain in [
            "repetition_penalty~1.1~0,temperature~0.8,top_k~9",
            "min_p~0.4",
            "typical~0.2",
            "top_p~0.3",
            "temperature~0.8,top_p~0.2",
        ] {
            let chain: crate::chain::Chain = chain.parse().expect("well spelled");
            let mut pool = LazyCandidates::new(&distribution);
            for sampler in chain.acting() {
                sampler.apply(&mut pool, &past);
                assert!(pool.state().written() < 30, "{sampler:?}: {pool:?}");
            }
        }
    }
}
