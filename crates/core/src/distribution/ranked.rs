//! The model's own distribution at one position, ranked.

use super::{Known, Rest, TopDistribution};
use crate::moments::{Moments, Spread};
use crate::{CoreError, TokenId, math};

/// The logits of one position, sorted, with their softmax. It does not depend on the sampler's
/// settings, so it is made once a step and a moving slider reuses it.
///
/// A model that runs here gives all logits. A server may list its most probable tokens only: then these have ranks, with log-probabilities
/// for logits, and what follows of the [others](Rest) is a number, a range or nothing, as [`Known`] says.
#[derive(Debug, Clone, PartialEq)]
pub struct Distribution {
    /// `[listed]`: token ids by falling logit; ties by rising id.
    order: Vec<TokenId>,
    /// `[d_vocab]`: the rank of each token, the inverse of `order`; [`UNLISTED`] if it has none.
    rank: Vec<u32>,
    /// `[listed]`: logits by rank, unbounded.
    logits: Vec<f32>,
    /// `[listed]`: their probabilities by rank, 0..=1: the softmax of the logits if all are listed.
    probs: Vec<f64>,
    /// For sums over the logits at any temperature.
    moments: Moments,
    /// The top logit plus ln Σ exp(z − top): what a logit lacks to be a log-probability, in nats.
    log_total: f64,
    entropy_bits: Known<f64>,
    /// The list that it was made from, if not all tokens are listed.
    top: Option<TopDistribution>,
}

const UNLISTED: u32 = u32::MAX;

/// That a token is possible and no logit is NaN or +∞.
pub(crate) fn check_logits(logits: &[f32]) -> Result<(), CoreError> {
    let bad = |z: &f32| z.is_nan() || *z == f32::INFINITY;
    if let Some(token) = logits.iter().position(bad) {
        return Err(CoreError::BadLogit {
            token: token as TokenId,
            value: logits[token],
        });
    }
    match logits.iter().any(|z| *z > f32::NEG_INFINITY) {
        true => Ok(()),
        false => Err(CoreError::NoCandidates),
    }
}

impl Distribution {
    /// Ranks `logits`, `[d_vocab]`. −∞ is allowed (an impossible token); NaN and +∞ are refused.
    ///
    /// Sums run from the largest term to the smallest, in f64.
    pub fn new(logits: &[f32]) -> Result<Self, CoreError> {
        check_logits(logits)?;
        let mut order: Vec<TokenId> = (0..logits.len() as TokenId).collect();
        order.sort_unstable_by(|&a, &b| {
            normal(logits[b as usize])
                .total_cmp(&normal(logits[a as usize]))
                .then(a.cmp(&b))
        });
        let mut rank = vec![0; logits.len()];
        for (r, &id) in order.iter().enumerate() {
            rank[id as usize] = r as u32;
        }
        let sorted: Vec<f32> = order.iter().map(|&id| logits[id as usize]).collect();
        let top = f64::from(sorted[0]);
        let weights: Vec<f64> = sorted
            .iter()
            .map(|&z| math::exp(f64::from(z) - top))
            .collect();
        let total: f64 = weights.iter().sum();
        let probs: Vec<f64> = weights.iter().map(|w| w / total).collect();
        let both = sorted.iter().zip(&probs);
        let entropy_bits = math::softmax_entropy_bits(both.map(|(&z, &p)| (f64::from(z), p)));
        let log_total = top + math::ln(total);
        Ok(Distribution {
            moments: Moments::new(&sorted),
            order,
            rank,
            logits: sorted,
            probs,
            log_total,
            entropy_bits: Known::Exact(entropy_bits),
            top: None,
        })
    }

    /// Of the most probable tokens alone, whose logits are then their log-probabilities.
    pub fn of_top(top: TopDistribution) -> Self {
        let listed = top.listed();
        let mut rank = vec![UNLISTED; top.d_vocab()];
        for (r, (token, _)) in listed.iter().enumerate() {
            rank[*token as usize] = r as u32;
        }
        let logits: Vec<f32> = listed.iter().map(|(_, l)| *l as f32).collect();
        Distribution {
            order: listed.iter().map(|(token, _)| *token).collect(),
            rank,
            probs: listed.iter().map(|(_, l)| math::exp(*l)).collect(),
            moments: Moments::new(&logits),
            logits,
            log_total: 0.0,
            entropy_bits: top.entropy_bits(),
            top: (top.rest().tokens > 0).then_some(top),
        }
    }

    /// Number of tokens with a rank: all of them, unless there is a [rest](Distribution::rest).
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Number of tokens, `d_vocab`.
    pub fn d_vocab(&self) -> usize {
        self.rank.len()
    }

    /// The tokens that are not listed, if there are any.
    pub fn rest(&self) -> Option<Rest> {
        self.top.as_ref().map(TopDistribution::rest)
    }

    /// The list that it was made from, if not all tokens are listed.
    pub fn top(&self) -> Option<&TopDistribution> {
        self.top.as_ref()
    }

    /// Always false: a ranking has at least one token.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// The token of rank `rank` (0 is the most probable).
    pub fn token(&self, rank: usize) -> TokenId {
        self.order[rank]
    }

    /// The rank of `token`, 0 being the most probable; `None` outside the vocabulary, and of a token that is not listed.
    pub fn rank(&self, token: TokenId) -> Option<usize> {
        let rank = self.rank.get(token as usize);
        rank.filter(|&&r| r != UNLISTED).map(|&r| r as usize)
    }

    /// The probability of `token`, 0..=1, listed or not; `None` outside the vocabulary.
    pub fn prob_of(&self, token: TokenId) -> Option<Known<f64>> {
        match (self.rank(token), &self.top) {
            (Some(rank), _) => Some(Known::Exact(self.prob(rank))),
            (None, top) => top.as_ref()?.prob(token),
        }
    }

    /// The surprisal of `token` in bits, 0 or more, listed or not; `None` outside the vocabulary.
    pub fn surprisal_of(&self, token: TokenId) -> Option<Known<f64>> {
        match (self.rank(token), &self.top) {
            (Some(rank), _) => Some(Known::Exact(self.surprisal_bits(rank))),
            (None, top) => top.as_ref()?.surprisal_bits(token),
        }
    }

    /// The place of `token`, 0 being the most probable, listed or not; `None` outside the vocabulary.
    pub fn place_of(&self, token: TokenId) -> Option<Known<usize>> {
        match (self.rank(token), &self.top) {
            (Some(rank), _) => Some(Known::Exact(rank)),
            (None, top) => top.as_ref()?.rank(token),
        }
    }

    /// The logit of the token of rank `rank`, unbounded.
    pub fn logit(&self, rank: usize) -> f32 {
        self.logits[rank]
    }

    /// All logits by rank, `[listed]`: falling.
    pub fn logits(&self) -> &[f32] {
        &self.logits
    }

    /// Σ exp(z / t − top) over the ranks `from..to`, added in order to `sum`; `t` is 1 where there is no temperature.
    pub(crate) fn add_exps(&self, ranks: (usize, usize), (t, top): (f64, f64), sum: f64) -> f64 {
        self.moments.add_exps(&self.logits, ranks, (t, top), sum)
    }

    /// Adds the logits of the ranks `from..to`, divided by `t`, to `spread`.
    pub(crate) fn add_spread(&self, ranks: (usize, usize), t: f64, spread: &mut Spread) {
        self.moments.add_spread(&self.logits, ranks, t, spread);
    }

    /// The model's own probability of the token of rank `rank`, 0..=1.
    pub fn prob(&self, rank: usize) -> f64 {
        self.probs[rank]
    }

    /// How far the logit of the token of rank `rank` lies below the largest one, at most 0.
    pub fn gap(&self, rank: usize) -> f64 {
        f64::from(self.logits[rank]) - f64::from(self.logits[0])
    }

    /// exp of [`Distribution::gap`], 0..=1: what the softmax divides by [`Distribution::exp_total`].
    pub fn exp_gap(&self, rank: usize) -> f64 {
        math::exp(self.gap(rank))
    }

    /// Σ exp(gap) over the vocabulary, listed or not, at least 1.
    pub fn exp_total(&self) -> f64 {
        // The largest one's exp is 1.
        1.0 / self.probs[0]
    }

    /// The surprisal of every token if all were equally probable, log₂ of their number, in bits.
    pub fn chance_bits(&self) -> f64 {
        crate::bet::chance_bits(self.d_vocab())
    }

    /// Surprisal of the token of rank `rank` under the model, in bits, 0 or more. Taken from the
    /// logits, so it is exact even where the probability underflows to 0.
    pub fn surprisal_bits(&self, rank: usize) -> f64 {
        math::bits(self.log_total - f64::from(self.logits[rank])).max(0.0) + 0.0
    }

    /// ln p of the token of rank `rank` under the model, at most 0; as exact as [`Distribution::surprisal_bits`].
    pub fn log_prob(&self, rank: usize) -> f64 {
        0.0 - math::nats(self.surprisal_bits(rank))
    }

    /// KL divergence of this distribution from `other` over the same vocabulary, Σ p·log₂(p/q), in bits, 0 or more;
    /// of what both list.
    pub fn kl_bits(&self, other: &Distribution) -> f64 {
        let part = |(rank, p): (usize, &f64)| match other.rank(self.token(rank)) {
            Some(there) if *p > 0.0 => {
                p * (other.surprisal_bits(there) - self.surprisal_bits(rank))
            }
            _ => 0.0,
        };
        self.probs
            .iter()
            .enumerate()
            .map(part)
            .sum::<f64>()
            .max(0.0)
    }

    /// Probability of the `k` most probable tokens together, 0..=1; of no more than are listed.
    pub fn top_mass(&self, k: usize) -> f64 {
        let top: f64 = self.probs.iter().take(k).sum();
        top.min(1.0)
    }

    /// The same; `None` if fewer are listed.
    pub fn known_mass(&self, k: usize) -> Option<f64> {
        let known = k <= self.len() || self.top.is_none();
        known.then(|| self.top_mass(k))
    }

    /// All probabilities by rank, `[listed]`.
    pub fn probs(&self) -> &[f64] {
        &self.probs
    }

    /// The entropy of the model's own distribution, in bits, 0..=log₂ `d_vocab`.
    pub fn entropy_bits(&self) -> Known<f64> {
        self.entropy_bits
    }
}

/// −0 as +0, so that the two compare equal and the tie rule decides.
fn normal(z: f32) -> f32 {
    z + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_are_broken_by_id_even_between_the_two_zeros() {
        let r = Distribution::new(&[-0.0, 1.0, 0.0, 1.0, -0.0]).expect("finite logits");
        let order: Vec<_> = (0..5).map(|i| r.token(i)).collect();
        assert_eq!(order, [1, 3, 0, 2, 4]);
        assert_eq!(r.rank(4), Some(4));
        assert_eq!(r.rank(5), None);
    }

    #[test]
    fn probabilities_are_the_softmax_and_sum_to_one() {
        let r = Distribution::new(&[1.0, 2.0, f32::NEG_INFINITY]).expect("finite logits");
        assert!(
            (r.prob(0) - 0.731_058_578_630_004_9).abs() < 1e-15,
            "{}",
            r.prob(0)
        );
        assert_eq!(r.prob(2), 0.0);
        assert_eq!((r.top_mass(1), r.top_mass(9)), (r.prob(0), 1.0));
        assert!((r.probs().iter().sum::<f64>() - 1.0).abs() < 1e-15);
        let entropy = r.entropy_bits().exact().expect("all are listed");
        assert!((entropy - 0.839_9).abs() < 1e-3, "{entropy}");
    }

    #[test]
    fn shares_are_the_exps_of_the_gaps_over_their_sum() {
        let r = Distribution::new(&[1.0, 3.0, 2.5]).expect("finite logits");
        assert_eq!((r.gap(0), r.exp_gap(0), r.gap(2)), (0.0, 1.0, -2.0));
        let total: f64 = (0..3).map(|rank| r.exp_gap(rank)).sum();
        assert!((r.exp_total() - total).abs() < 1e-12);
        assert!((r.exp_gap(1) / r.exp_total() - r.prob(1)).abs() < 1e-15);
    }

    #[test]
    fn huge_logits_do_not_overflow() {
        let r = Distribution::new(&[3e38, -3e38]).expect("finite logits");
        assert_eq!((r.prob(0), r.prob(1)), (1.0, 0.0));
    }

    #[test]
    fn nan_and_infinity_are_refused_with_the_token() {
        assert!(matches!(
            Distribution::new(&[0.0, f32::NAN]),
            Err(CoreError::BadLogit { token: 1, .. })
        ));
        assert!(matches!(
            Distribution::new(&[f32::INFINITY, 0.0]),
            Err(CoreError::BadLogit { token: 0, .. })
        ));
        assert_eq!(Distribution::new(&[]), Err(CoreError::NoCandidates));
        assert_eq!(
            Distribution::new(&[f32::NEG_INFINITY; 2]),
            Err(CoreError::NoCandidates)
        );
    }

    #[test]
    fn the_divergence_from_itself_is_nothing_and_from_a_flat_one_what_is_known() {
        let distribution = |logits: &[f32]| Distribution::new(logits).expect("finite");
        let (sure, flat) = (
            distribution(&[0.0, 900.0, 0.0, 0.0]),
            distribution(&[1.0; 4]),
        );
        assert_eq!((sure.kl_bits(&sure), flat.kl_bits(&flat)), (0.0, 0.0));
        assert!((sure.kl_bits(&flat) - 2.0).abs() < 1e-12);
        // Three quarters of the other way: 900 nats each.
        let back = 0.75 * 900.0 / std::f64::consts::LN_2 - 2.0;
        assert!((flat.kl_bits(&sure) - back).abs() < 1e-9);
    }
}
