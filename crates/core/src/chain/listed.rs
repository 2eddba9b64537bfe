//! The chain over a distribution of which only the most probable tokens are known.
//!
//! All that is uncertain is one number: Z, the sum of e^z over the tokens that are not listed. With L, the same sum over the listed ones, a
//! listed token has the probability e^z / (L + Z), and a temperature or a penalty turns bounds of Z into bounds of Z. A stage that leaves
//! the same listed tokens wherever Z lies between them, and none of the others, is exact, and so is all that follows. One that could leave
//! this or that is not decided: there is no number for it.

use std::collections::{BTreeMap, HashSet};

use super::candidates::{Margin, Others};
use super::{Candidate, Candidates, ChainContext, Cut, Note, Sampler, Terms, penalty};
use crate::distribution::{Known, RESOLUTION, Rest, arrangements};
use crate::{Distribution, TokenId, math};

/// The listed candidates, in falling order of their logits, ties by rising id, and what is known of the others.
#[derive(Debug, Clone)]
pub(super) struct ListedCandidates {
    list: Vec<Candidate>,
    others: Tail,
    /// The tokens that are none of the others: those that were listed, and those that a stage has removed.
    known: HashSet<TokenId>,
    d_vocab: usize,
}

/// The tokens that are not listed. Their weights are e^(z·t − reference): what they were before the temperature t.
#[derive(Debug, Clone, Copy)]
struct Tail {
    tokens: usize,
    /// What they weigh together, at least and at most.
    low: f64,
    high: f64,
    /// What one of them weighs at most.
    most: f64,
    /// How well the sum is known, as a weight.
    resolution: f64,
    reference: f64,
    t: f64,
}

impl Tail {
    /// The logit that none of them exceeds.
    fn largest(&self) -> f64 {
        (self.reference + math::ln(self.most)) / self.t
    }

    /// Σ e^(z − top) over them, at least and at most.
    fn sums(&self, top: f64) -> (f64, f64) {
        let unit = math::exp(self.reference / self.t - top);
        if self.t == 1.0 {
            return (self.low * unit, self.high * unit);
        }
        let power = |weight: f64| math::pow(weight, 1.0 / self.t);
        let of = |mass: f64| {
            let (concentrated, even) = arrangements(self.tokens, self.most, mass, power);
            (concentrated.min(even), concentrated.max(even))
        };
        let most = self.tokens as f64 * self.most;
        let low = of((self.low - self.resolution).max(0.0)).0;
        let high = of((self.high + self.resolution).min(most)).1;
        (low * unit, high * unit)
    }

    /// The same with weights as the temperature has made them.
    fn settled(self, top: f64) -> Self {
        let (low, high) = self.sums(top);
        Tail {
            low,
            high,
            most: math::exp(self.largest() - top),
            resolution: 0.0,
            reference: top,
            t: 1.0,
            ..self
        }
    }
}

/// What a stage does to the listed candidates.
enum Keeps {
    /// All of them, and the others.
    All,
    /// So many, the first ones, and none of the others.
    First(usize),
}

impl ListedCandidates {
    /// Those of `distribution`, if it does not list all.
    pub(super) fn new(distribution: &Distribution) -> Option<Self> {
        let Rest { tokens, mass } = distribution.rest()?;
        let of = |rank: usize| Candidate {
            token: distribution.token(rank),
            logit: f64::from(distribution.logit(rank)),
            prob: distribution.prob(rank),
        };
        let list: Vec<Candidate> = (0..distribution.len()).map(of).collect();
        let (first, last) = (list.first()?, list.last()?);
        let others = Tail {
            tokens,
            low: mass / first.prob,
            high: mass / first.prob,
            most: last.prob / first.prob,
            resolution: RESOLUTION / first.prob,
            reference: first.logit,
            t: 1.0,
        };
        Some(ListedCandidates {
            known: list.iter().map(|c| c.token).collect(),
            list,
            others,
            d_vocab: distribution.d_vocab(),
        })
    }

    /// The candidates, in order, once none of the others is left.
    pub(super) fn whole(&self) -> Option<&[Candidate]> {
        (self.others.tokens == 0).then_some(&self.list)
    }

    /// What is left, as far as it is known.
    pub(super) fn finish(&self) -> Candidates {
        let (low, high) = self.totals();
        let middle = (low + high) / 2.0;
        let top = self.top();
        let share = |c: &Candidate| Candidate {
            prob: math::exp(c.logit - top) / middle,
            ..*c
        };
        let list: Vec<Candidate> = self.list.iter().map(share).collect();
        let listed: f64 = self.weights().sum();
        let (least, most) = self.others.sums(top);
        let one = math::exp(self.others.largest() - top) / low;
        let others = Others {
            tokens: self.others.tokens,
            low: least / (listed + least),
            high: most / (listed + most),
            middle: (1.0 - listed / middle).max(0.0),
            most: one.min(1.0),
            largest: self.others.largest(),
        };
        let margin = Margin {
            low: middle / high,
            high: middle / low,
        };
        Candidates::of_listed(list, others, margin, self.sure(), self.entropy_bits())
    }

    /// Applies a stage; `None` if the listed tokens do not decide what it does.
    pub(super) fn apply(&mut self, sampler: &Sampler, context: &ChainContext) -> Option<Note> {
        use Sampler::*;
        let (keeps, note) = match sampler {
            Temperature { t } => return self.temperature(*t),
            DynamicTemperature { t, range, .. } if *range == 0.0 => return self.temperature(*t),
            TopK { k: 0 } => (Keeps::All, Note::default()),
            TopK { k } => {
                let k = *k as usize;
                let keeps = match k {
                    _ if k >= self.list.len() + self.others.tokens => Keeps::All,
                    _ if k <= self.sure() => Keeps::First(k),
                    _ => return None,
                };
                (keeps, Note::cut(Cut::Rank(k as u32)))
            }
            TopP { p } if *p < 1.0 => {
                let kept = self.decided(|total| self.until(p * total))?;
                (Keeps::First(kept?), Note::cut(Cut::Mass(*p)))
            }
            MinP { p } if *p > 0.0 => {
                let least = self.top() + math::ln(*p);
                let kept = self.above(math::exp(least - self.top()))?;
                (Keeps::First(kept), Note::cut(Cut::Logit(least)))
            }
            TopA { a } if *a > 0.0 => {
                let kept = self.decided(|total| self.above(a / total))??;
                (Keeps::First(kept), Note::rescued(kept == 0))
            }
            Epsilon { epsilon } if *epsilon > 0.0 => self.probable(*epsilon)?,
            Xtc {
                probability,
                threshold,
            } if context.u_xtc < *probability => {
                let top = self.decided(|total| self.above(threshold * total))??;
                self.list.drain(..top.saturating_sub(1));
                (Keeps::All, Note::cut(Cut::Prob(*threshold)))
            }
            Mirostat { tau, .. } => {
                let mu = context.mirostat.unwrap_or(super::Mirostat::start(*tau)).mu;
                let least = math::pow(2.0, -mu);
                let (keeps, note) = self.probable(least)?;
                let note = Note {
                    cut: Some(Cut::Surprisal(mu)),
                    terms: Terms::Mirostat { mu, least },
                    ..note
                };
                (keeps, note)
            }
            _ if sampler.is_idle(context) => (Keeps::All, Note::default()),
            other => {
                if let Some(shifts) = penalty::shifts(other, context) {
                    self.shift(&shifts);
                } else {
                    let tokens = penalty::bans(other, context)?;
                    self.remove(&tokens)?;
                }
                (Keeps::All, Note::default())
            }
        };
        if let Keeps::First(n) = keeps {
            self.keep(n)?;
        }
        Some(note)
    }

    fn temperature(&mut self, t: f64) -> Option<Note> {
        let largest = t == 0.0 || !(self.top() / t).is_finite();
        if largest {
            self.keep(0)?;
        } else {
            self.list.iter_mut().for_each(|c| c.logit /= t);
            self.others.t *= t;
        }
        Some(Note {
            temperature: Some(t),
            terms: if largest { Terms::Largest } else { Terms::None },
            ..Note::default()
        })
    }

    /// Keeps what has a probability of at least `least`.
    fn probable(&self, least: f64) -> Option<(Keeps, Note)> {
        let kept = self.decided(|total| self.above(least * total))??;
        let note = Note {
            cut: Some(Cut::Prob(least)),
            ..Note::rescued(kept == 0)
        };
        Some((Keeps::First(kept), note))
    }

    /// How many candidates weigh at least `weight`; `None` if one of the others may.
    fn above(&self, weight: f64) -> Option<usize> {
        let top = self.top();
        let beyond = math::exp(self.others.largest() - top) < weight;
        let holds = |c: &Candidate| math::exp(c.logit - top) >= weight;
        beyond.then(|| self.list.partition_point(holds))
    }

    /// How many candidates it takes to weigh as much, at least 1; `None` if it takes one of the others.
    fn until(&self, weight: f64) -> Option<usize> {
        let mut sum = 0.0;
        let crosses = self.weights().take(self.sure()).position(|w| {
            sum += w;
            sum >= weight
        });
        crosses.map(|at| at + 1)
    }

    /// What `of` says, if it says the same of the least and of the greatest total. It has to rise or fall with the total.
    fn decided<T: PartialEq>(&self, of: impl Fn(f64) -> T) -> Option<T> {
        let (low, high) = self.totals();
        let said = of(low);
        (said == of(high)).then_some(said)
    }

    /// L + Z over the weight of the first one, at least and at most.
    fn totals(&self) -> (f64, f64) {
        let listed: f64 = self.weights().sum();
        let (low, high) = self.others.sums(self.top());
        (listed + low, listed + high)
    }

    fn top(&self) -> f64 {
        self.list[0].logit
    }

    fn weights(&self) -> impl Iterator<Item = f64> {
        let top = self.top();
        self.list.iter().map(move |c| math::exp(c.logit - top))
    }

    /// How many candidates none of the others can come before.
    fn sure(&self) -> usize {
        // A quotient may be off by the last bit.
        let largest = self.others.largest();
        let slack = 1e-9 * largest.abs().max(1.0);
        self.list.partition_point(|c| c.logit >= largest - slack)
    }

    /// Keeps the first `n` and none of the others; the first of all candidates if that is none, which one of the others may be.
    fn keep(&mut self, n: usize) -> Option<()> {
        if n == 0 && self.sure() == 0 {
            return None;
        }
        self.list.truncate(n.max(1));
        self.others.tokens = 0;
        Some(())
    }

    /// Subtracts from the logits of single tokens.
    fn shift(&mut self, shifts: &BTreeMap<TokenId, f64>) {
        let mut left = shifts.clone();
        for c in &mut self.list {
            if let Some(shift) = left.remove(&c.token) {
                c.logit -= shift;
            }
        }
        left.retain(|token, shift| *shift != 0.0 && self.is_other(*token));
        if !left.is_empty() {
            // None of these weighs more than the most, before and after.
            let mut tail = self.others.settled(self.top());
            let most = tail.most;
            for shift in left.values() {
                let change = most * (math::exp(-shift) - 1.0);
                match change < 0.0 {
                    true => tail.low = (tail.low + change).max(0.0),
                    false => {
                        tail.high += change;
                        tail.most = tail.most.max(most + change);
                    }
                }
            }
            self.others = tail;
        }
        self.list.sort_unstable_by(Candidate::order);
    }

    /// Removes single tokens; `None` if that leaves none of the listed ones.
    fn remove(&mut self, tokens: &[TokenId]) -> Option<()> {
        let tokens: HashSet<TokenId> = tokens.iter().copied().collect();
        let others = tokens.iter().copied();
        let others: Vec<TokenId> = others.filter(|token| self.is_other(*token)).collect();
        self.list.retain(|c| !tokens.contains(&c.token));
        self.list.first().filter(|c| c.logit > f64::NEG_INFINITY)?;
        if !others.is_empty() {
            let mut tail = self.others.settled(self.top());
            tail.tokens -= others.len().min(tail.tokens);
            tail.low = (tail.low - others.len() as f64 * tail.most).max(0.0);
            tail.high = tail.high.min(tail.tokens as f64 * tail.most);
            self.others = tail;
            self.known.extend(others);
        }
        Some(())
    }

    /// Whether it is one of the others.
    fn is_other(&self, token: TokenId) -> bool {
        (token as usize) < self.d_vocab && !self.known.contains(&token)
    }

    /// The entropy in bits. With the share q of the others it is h(q) + (1 − q)·H(listed) + q·H(others).
    fn entropy_bits(&self) -> Known<f64> {
        let listed: f64 = self.weights().sum();
        let part = |p: f64| if p > 0.0 { -p * math::ln(p) } else { 0.0 };
        let own: f64 = self.weights().map(|w| part(w / listed)).sum();
        let tail = self.others.settled(self.top());
        let of = |mass: f64| {
            let of = |weight: f64| part(weight / mass);
            arrangements(tail.tokens, tail.most, mass, of)
        };
        let least = of(tail.low).0.max(0.0);
        let most = math::ln(tail.tokens.max(1) as f64);
        let share = |mass: f64| mass / (listed + mass);
        let bits = |q: f64, others: f64| {
            math::bits(part(q) + part(1.0 - q) + (1.0 - q) * own + q * others).max(0.0)
        };
        let (low, high) = (share(tail.low), share(tail.high));
        // It rises with q up to here, and falls from here on.
        let peak = 1.0 / (1.0 + math::exp(own - most));
        let greatest = bits(
            peak.clamp(low, high),
            of(tail.high).1.max(of(tail.low).1).max(most),
        );
        match low == high {
            true => Known::between(bits(low, least), bits(low, of(tail.low).1.max(0.0))),
            false => Known::between(bits(low, least).min(bits(high, least)), greatest),
        }
    }
}
