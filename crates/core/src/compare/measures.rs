//! How far apart two distributions are.

use std::iter::Peekable;
use std::slice::Iter;

use crate::chain::Candidates;
use crate::distribution::RESOLUTION;
use crate::{Distribution, Known, TokenId, math};

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

/// A distribution by token, of which only the most probable ones may be known.
#[derive(Debug, Clone)]
pub struct ByToken {
    /// By rising id.
    probs: Vec<(TokenId, f64)>,
    /// The most that one of the others can have, if there are others.
    most: Option<f64>,
}

impl ByToken {
    /// A model's own.
    pub fn of_model(model: &Distribution) -> Self {
        let all = 0..model.d_vocab() as TokenId;
        let listed = |token| Some((token, model.prob(model.rank(token)?)));
        ByToken {
            probs: all.filter_map(listed).collect(),
            most: model.rest().map(|_| model.prob(model.len() - 1)),
        }
    }

    /// What a chain left, with exact probabilities; `None` where that is nothing.
    pub fn of_chain(left: Option<&Candidates>) -> Self {
        let list = left.map(Candidates::list).unwrap_or_default();
        let mut probs: Vec<_> = list.iter().map(|one| (one.token, one.prob)).collect();
        probs.sort_unstable_by_key(|(token, _)| *token);
        ByToken {
            probs,
            most: left.and_then(Candidates::others).map(|others| others.most),
        }
    }

    /// The probability of `token`, 0..=1, where it is known.
    pub fn prob(&self, token: TokenId) -> Option<f64> {
        let at = self.probs.binary_search_by_key(&token, |(token, _)| *token);
        let found = at.ok().map(|at| self.probs[at].1);
        found.or(self.most.is_none().then_some(0.0))
    }
}

/// Two distributions: what is known of both, by rising token, and what is left in each.
struct Both {
    p: Vec<f64>,
    q: Vec<f64>,
    /// What is not known of both; `None` if that is nothing.
    rest: Option<Left>,
}

/// The tokens that are not known of both distributions.
struct Left {
    /// What they have together in each.
    p: f64,
    q: f64,
    /// Of those that the first one lists: what they have there, and the most that they can have in the second one.
    of_first: (f64, f64),
    /// Of those that the second one lists.
    of_second: (f64, f64),
}

impl Both {
    fn new(a: &ByToken, b: &ByToken) -> Self {
        let (mut p, mut q) = (Vec::new(), Vec::new());
        let [mut of_first, mut of_second] = [(0.0, 0.0); 2];
        let (mut left, mut right) = (a.probs.iter().peekable(), b.probs.iter().peekable());
        loop {
            let token = match (left.peek(), right.peek()) {
                (Some((one, _)), Some((other, _))) => *one.min(other),
                (Some((one, _)), None) | (None, Some((one, _))) => *one,
                (None, None) => break,
            };
            let next = |list: &mut Peekable<Iter<(TokenId, f64)>>, most: Option<f64>| {
                let own = list.next_if(|(one, _)| *one == token);
                match (own, most) {
                    (Some((_, prob)), _) => Ok(*prob),
                    (None, None) => Ok(0.0),
                    (None, Some(most)) => Err(most),
                }
            };
            match (next(&mut left, a.most), next(&mut right, b.most)) {
                (Ok(own), Ok(other)) => {
                    p.push(own);
                    q.push(other);
                }
                (Ok(own), Err(most)) => of_first = (of_first.0 + own, of_first.1 + most),
                (Err(most), Ok(own)) => of_second = (of_second.0 + own, of_second.1 + most),
                (Err(_), Err(_)) => {}
            }
        }
        let left = |probs: &[f64]| (1.0 - probs.iter().sum::<f64>()).clamp(0.0, 1.0);
        let rest = (a.most.is_some() || b.most.is_some()).then(|| Left {
            p: left(&p),
            q: left(&q),
            of_first,
            of_second,
        });
        Both { p, q, rest }
    }
}

impl Left {
    /// The least Σ `part`(p, q) over these tokens. `part` is convex and grows with its arguments' size, so it is at least what groups of them have
    /// together, and of two groups it is least where their shares are alike, or as near to that as what one of them can have allows.
    fn least(&self, part: impl Fn(f64, f64) -> f64) -> f64 {
        let Left { p, q, .. } = *self;
        let alike = |own: f64, of: f64, other: f64, most: f64| {
            let share = if of > 0.0 { other * own / of } else { 0.0 };
            share.min(most).min(other)
        };
        let (own, most) = self.of_first;
        let there = alike(own, p, q, most);
        let first = part(own, there) + part((p - own).max(0.0), q - there);
        let (own, most) = self.of_second;
        let there = alike(own, q, p, most);
        let second = part(there, own) + part(p - there, (q - own).max(0.0));
        first.max(second)
    }
}

/// [`kl_bits`] of `a` from `b`. From a list there is a least value (by the log sum inequality), and no greatest one: what `b` leaves to the others may
/// lie where `a` has nothing.
pub fn known_kl_bits(a: &ByToken, b: &ByToken) -> Known<f64> {
    let both = Both::new(a, b);
    let Some(left) = both.rest else {
        return Known::Exact(kl_bits(&both.p, &both.q));
    };
    let pairs = both.p.iter().zip(&both.q).filter(|(p, _)| **p > 0.0);
    let nats: f64 = pairs.map(|(p, q)| p * (math::ln(*p) - math::ln(*q))).sum();
    let part = |p: f64, q: f64| {
        let q = q + RESOLUTION;
        // x·ln(x/q) is least at q/e.
        let p = (q / std::f64::consts::E).clamp((p - RESOLUTION).max(0.0), p + RESOLUTION);
        if p > 0.0 { p * math::ln(p / q) } else { 0.0 }
    };
    let least = math::bits(nats + left.least(part)).max(0.0);
    Known::between(least, f64::INFINITY)
}

/// [`js_bits`] of both. From lists it lies between what groups of the others have at least, and what they have if they share nothing.
pub fn known_js_bits(a: &ByToken, b: &ByToken) -> Known<f64> {
    let both = Both::new(a, b);
    let Some(left) = both.rest else {
        return Known::Exact(js_bits(&both.p, &both.q));
    };
    let part = |p: f64, q: f64| {
        let half = |x: f64| match x > 0.0 {
            true => x * math::ln(2.0 * x / (p + q)),
            false => 0.0,
        };
        math::bits(0.5 * (half(p) + half(q)))
    };
    let known: f64 = both.p.iter().zip(&both.q).map(|(p, q)| part(*p, *q)).sum();
    let nearer = |p: f64, q: f64| {
        let (less, more) = (p.min(q) + RESOLUTION, p.max(q) - RESOLUTION);
        if less < more { part(less, more) } else { 0.0 }
    };
    let most = 0.5 * (left.p + left.q) + RESOLUTION;
    let within = |bits: f64| (known + bits).clamp(0.0, 1.0);
    Known::between(within(left.least(nearer)), within(most))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TopDistribution;

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

    /// From a counter: the splitmix64 generator, 0..1.
    fn random(state: &mut u64) -> f64 {
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = *state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn top(model: &Distribution, listed: usize) -> Distribution {
        let list = (0..listed).map(|r| (model.token(r), math::ln(model.prob(r))));
        let top = TopDistribution::new(list, model.d_vocab()).expect("the top");
        Distribution::of_top(top)
    }

    fn holds(range: Known<f64>, value: f64) -> bool {
        match range {
            Known::Exact(exact) => (exact - value).abs() < 1e-9,
            Known::Between(low, high) => low - 1e-9 <= value && value <= high + 1e-9,
            Known::Unknown => false,
        }
    }

    #[test]
    fn what_lists_say_of_two_distributions_holds_for_all_of_them() {
        let mut state = 7;
        let (mut tight, mut ranges) = (0, 0);
        for _ in 0..4000 {
            let n = 4 + (random(&mut state) * 60.0) as usize;
            let spread = 12.0 * random(&mut state);
            let alike = random(&mut state);
            let mut a = Vec::new();
            let mut b = Vec::new();
            for _ in 0..n {
                let (x, y) = (random(&mut state), random(&mut state));
                a.push((spread * x) as f32);
                b.push((spread * (alike * x + (1.0 - alike) * y)) as f32);
            }
            let (a, b) = (Distribution::new(&a), Distribution::new(&b));
            let (a, b) = (a.expect("finite"), b.expect("finite"));
            let (whole_a, whole_b) = (ByToken::of_model(&a), ByToken::of_model(&b));
            let kl = known_kl_bits(&whole_a, &whole_b).exact().expect("whole");
            assert!((kl - a.kl_bits(&b)).abs() < 1e-9);
            let js = known_js_bits(&whole_a, &whole_b).exact().expect("whole");
            let mut of = |model: &Distribution| {
                let listed = 1 + (random(&mut state) * n as f64) as usize;
                ByToken::of_model(&top(model, listed))
            };
            // A list against a list, and against a whole one on either side.
            let pairs = [
                (of(&a), of(&b)),
                (whole_a.clone(), of(&b)),
                (of(&a), whole_b.clone()),
            ];
            for (p, q) in pairs {
                let (some_kl, some_js) = (known_kl_bits(&p, &q), known_js_bits(&p, &q));
                assert!(holds(some_kl, kl), "{kl} is not in {some_kl:?}");
                assert!(holds(some_js, js), "{js} is not in {some_js:?}");
                if let Known::Between(low, high) = some_js {
                    ranges += 1;
                    tight += usize::from(high - low < 0.1);
                }
            }
        }
        assert!(ranges > 8000 && tight > 1000, "{tight} of {ranges}");
    }
}
