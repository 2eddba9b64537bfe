//! A distribution of which only the most probable tokens are known.
//!
//! Given are exact log-probabilities ℓ₁ ≥ … ≥ ℓₖ of k of `d_vocab` tokens, at temperature 1. The n = d_vocab − k others have the
//! mass R = 1 − Σp together, and none of them has more than c = pₖ. So a sum Σ g(x) over the others, where g(0) = 0, lies between its
//! values for two arrangements: *concentrated*, with as many as possible at c, and *even*, with R / n for each. For a concave g
//! (entropy; x^(1/T) with T > 1) the even one is the greatest, for a convex g the least.

use crate::sorted;
use std::collections::HashMap;

use super::Known;
use crate::{CoreError, TokenId, math};

/// What the sum of the probabilities may be off 1: servers compute in f32.
const SLACK: f64 = 1e-4;
/// How well the probability of the others is known: a server's own sum in f32 may be off by so much (1.5e-5 was seen of llama.cpp). What a
/// temperature above 1 makes of little depends on it.
pub(crate) const RESOLUTION: f64 = 2e-5;
/// How many digits 1 − Σp has.
const DIGITS: f64 = 1e-13;
/// What a bound gives way for rounding, in parts of it.
const ROUNDING: f64 = 1e-9;

/// The most probable tokens of a distribution, and what the others have together.
#[derive(Debug, Clone, PartialEq)]
pub struct TopDistribution {
    /// `[k]`: token and ln p, which falls.
    listed: Vec<(TokenId, f64)>,
    /// The place of each listed token.
    places: HashMap<TokenId, usize>,
    rest: Rest,
}

/// The tokens that are not listed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rest {
    /// How many they are.
    pub tokens: usize,
    /// Their probability together, 0..=1.
    pub mass: f64,
}

impl TopDistribution {
    /// From the best log-probabilities (natural logarithm, at most 0; −∞ for an impossible token) of a vocabulary of `d_vocab`
    /// tokens, in any order.
    ///
    /// Refused are an empty list, NaN, a token that is listed twice or that the vocabulary does not have, probabilities whose
    /// sum exceeds 1, and a list that leaves more to the others than they can have if none of them is more probable than the
    /// last one listed. What is off by no more than the rounding of an f32 server is scaled to sum to 1.
    pub fn new(
        log_probs: impl IntoIterator<Item = (TokenId, f64)>,
        d_vocab: usize,
    ) -> Result<Self, CoreError> {
        let mut listed: Vec<(TokenId, f64)> = log_probs.into_iter().collect();
        let bad = |l: f64| l.is_nan() || l > SLACK;
        if let Some(&(token, value)) = listed.iter().find(|(_, l)| bad(*l)) {
            return Err(CoreError::BadLogProb { token, value });
        }
        sorted::sort_by(&mut listed, |a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let mut places = HashMap::new();
        for (place, &(token, _)) in listed.iter().enumerate() {
            if token as usize >= d_vocab {
                return Err(CoreError::UnknownToken { token, d_vocab });
            }
            if places.insert(token, place).is_some() {
                return Err(CoreError::ListedTwice { token });
            }
        }
        let Some(&(_, last)) = listed.last() else {
            return Err(CoreError::NoLogProbs);
        };
        let sum: f64 = listed.iter().map(|(_, l)| math::exp(*l)).sum();
        let tokens = d_vocab - listed.len();
        let most = tokens as f64 * math::exp(last);
        if sum > 1.0 + SLACK {
            return Err(CoreError::TooMuchMass { sum });
        }
        if sum + most < 1.0 - SLACK {
            return Err(CoreError::NotTheTop {
                mass: 1.0 - sum,
                tokens,
                most,
            });
        }
        // More than all of it, or less than the others can fill: then the rounding is in the list.
        let whole = sum.clamp((1.0 - most).max(f64::MIN_POSITIVE), 1.0);
        if sum != whole {
            let shift = math::ln(whole / sum);
            listed.iter_mut().for_each(|(_, l)| *l += shift);
        }
        let mass = (1.0 - whole).max(0.0);
        Ok(TopDistribution {
            listed,
            places,
            rest: Rest { tokens, mass },
        })
    }

    /// The listed tokens, each with ln p, most probable first.
    pub fn listed(&self) -> &[(TokenId, f64)] {
        &self.listed
    }

    /// The others.
    pub fn rest(&self) -> Rest {
        self.rest
    }

    /// Number of tokens, listed or not.
    pub fn d_vocab(&self) -> usize {
        self.listed.len() + self.rest.tokens
    }

    /// The probability of `token`, 0..=1: exact for a listed one. `None` outside the vocabulary.
    pub fn prob(&self, token: TokenId) -> Option<Known<f64>> {
        if let Some(&place) = self.places.get(&token) {
            return Some(Known::Exact(math::exp(self.listed[place].1)));
        }
        let (low, high) = self.unlisted([self.rest.mass; 2]);
        ((token as usize) < self.d_vocab()).then(|| Known::between(low, high))
    }

    /// Surprisal of `token` in bits, 0 or more: exact for a listed one. `None` outside the vocabulary.
    pub fn surprisal_bits(&self, token: TokenId) -> Option<Known<f64>> {
        if let Some(&place) = self.places.get(&token) {
            return Some(Known::Exact(math::bits(-self.listed[place].1).max(0.0)));
        }
        let last = self.listed[self.listed.len() - 1].1;
        let (low, high) = self.unlisted(self.masses());
        let least = match high < self.least() {
            true => math::surprisal_bits(high),
            false => math::bits(-last).max(0.0),
        };
        let most = math::surprisal_bits(low);
        ((token as usize) < self.d_vocab()).then(|| Known::between(least, most))
    }

    /// The rank of `token`, 0 being the most probable. It is exact for a listed token unless others may have its probability:
    /// a log-probability does not say which of two equal ones has the larger logit. `None` outside the vocabulary.
    pub fn rank(&self, token: TokenId) -> Option<Known<usize>> {
        // How many of the others can be as probable as the last one listed.
        let rivals = self.most_at_least(self.least());
        let above = |log_prob: f64| self.listed.partition_point(|(_, l)| *l > log_prob);
        let last = self.listed[self.listed.len() - 1].1;
        if let Some(&place) = self.places.get(&token) {
            let log_prob = self.listed[place].1;
            let equals = self.listed.partition_point(|(_, l)| *l >= log_prob) - 1;
            let more = if log_prob > last { 0 } else { rivals };
            return Some(Known::between(above(log_prob), equals + more));
        }
        let first = match rivals {
            0 => self.listed.len(),
            _ => above(last),
        };
        let end = self.d_vocab();
        ((token as usize) < end).then(|| Known::between(first, end - 1))
    }

    /// The entropy in bits, 0..=log₂ `d_vocab`.
    pub fn entropy_bits(&self) -> Known<f64> {
        let part = |p: f64| if p > 0.0 { -p * math::ln(p) } else { 0.0 };
        let listed: f64 = self.probs().map(part).sum();
        let (concentrated, even) = self.arrangements(self.rest.mass, part);
        let bits = |nats: f64| math::bits(listed + nats).max(0.0);
        Known::between(bits(concentrated), bits(even))
    }

    fn probs(&self) -> impl Iterator<Item = f64> {
        self.listed.iter().map(|(_, l)| math::exp(*l))
    }

    /// c: the probability of the last one listed, which no other exceeds.
    fn least(&self) -> f64 {
        math::exp(self.listed[self.listed.len() - 1].1)
    }

    /// The least and the most that R can be. It is 1 − Σp: a small one has few digits, and logarithms and roots need them.
    fn masses(&self) -> [f64; 2] {
        let Rest { tokens, mass } = self.rest;
        let most = tokens as f64 * self.least();
        [(mass - DIGITS).max(0.0), (mass + DIGITS).min(most)]
    }

    /// The least and the greatest probability of a token that is not listed, where R is in this range.
    fn unlisted(&self, [low, high]: [f64; 2]) -> (f64, f64) {
        let others = self.rest.tokens.saturating_sub(1) as f64 * self.least();
        ((low - others).max(0.0), high.min(self.least()))
    }

    /// How many of the tokens that are not listed can have a probability of `least` or more.
    fn most_at_least(&self, least: f64) -> usize {
        if least <= 0.0 {
            return self.rest.tokens;
        }
        let most = self.masses()[1] / least * (1.0 + ROUNDING) + ROUNDING;
        (most.floor() as usize).min(self.rest.tokens)
    }

    /// Σ g over the tokens that are not listed and have `mass` together, concentrated and even; g(0) = 0.
    fn arrangements(&self, mass: f64, g: impl Fn(f64) -> f64) -> (f64, f64) {
        arrangements(self.rest.tokens, self.least(), mass, g)
    }
}

/// Σ g over so many `tokens`, none of which has more than `c` and which have `mass` together, concentrated and even; g(0) = 0.
pub(crate) fn arrangements(tokens: usize, c: f64, mass: f64, g: impl Fn(f64) -> f64) -> (f64, f64) {
    if tokens == 0 || mass == 0.0 {
        return (0.0, 0.0);
    }
    let full = ((mass / c).floor() as usize).min(tokens);
    let over = (mass - full as f64 * c).max(0.0);
    let over = if full == tokens { 0.0 } else { over };
    let n = tokens as f64;
    (full as f64 * g(c) + g(over), n * g(mass / n))
}
