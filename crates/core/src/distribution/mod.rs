//! The model's own distribution at one position: all of it, or the most probable tokens and what the others have together.
//!
//! A model that runs here gives [full](Full) logits. A remote endpoint may give the best n log-probabilities only; what follows
//! from those is a number, a range or nothing, and [`Known`] says which.

mod full;
mod top;

use std::sync::Arc;

pub use full::FullDistribution;
pub(crate) use full::check_logits;
pub use top::{Rest, TopDistribution};

use crate::TokenId;

/// What is known of a quantity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Known<T> {
    /// Its value.
    Exact(T),
    /// The least and the greatest value that it can have; both can be reached, or are the best that is known.
    Between(T, T),
    /// Nothing.
    Unknown,
}

impl<T: PartialOrd + Copy> Known<T> {
    /// A range, which is one value if its ends are the same.
    fn between(low: T, high: T) -> Self {
        match low < high {
            true => Known::Between(low, high),
            false => Known::Exact(low),
        }
    }

    /// The value, where there is one.
    pub fn exact(self) -> Option<T> {
        match self {
            Known::Exact(value) => Some(value),
            Known::Between(..) | Known::Unknown => None,
        }
    }
}

/// The model's own distribution at one position, before any sampler.
#[derive(Debug, Clone, PartialEq)]
pub enum Distribution {
    /// Every token with its logit.
    Full(Arc<FullDistribution>),
    /// The most probable tokens with their log-probabilities, and what the others have together.
    Top(Arc<TopDistribution>),
}

impl From<Arc<FullDistribution>> for Distribution {
    fn from(full: Arc<FullDistribution>) -> Self {
        Distribution::Full(full)
    }
}

impl From<TopDistribution> for Distribution {
    fn from(top: TopDistribution) -> Self {
        Distribution::Top(Arc::new(top))
    }
}

impl Distribution {
    /// Number of tokens, `d_vocab`.
    pub fn d_vocab(&self) -> usize {
        match self {
            Distribution::Full(full) => full.len(),
            Distribution::Top(top) => top.d_vocab(),
        }
    }

    /// The logit of `token`, unbounded; `None` outside the vocabulary. Log-probabilities give the differences of logits and
    /// never a logit.
    pub fn logit(&self, token: TokenId) -> Option<Known<f32>> {
        match self {
            Distribution::Full(full) => Some(Known::Exact(full.logit(full.rank(token)?))),
            Distribution::Top(top) => top.prob(token).map(|_| Known::Unknown),
        }
    }

    /// The probability of `token`, 0..=1; `None` outside the vocabulary.
    pub fn prob(&self, token: TokenId) -> Option<Known<f64>> {
        match self {
            Distribution::Full(full) => Some(Known::Exact(full.prob(full.rank(token)?))),
            Distribution::Top(top) => top.prob(token),
        }
    }

    /// Surprisal of `token` in bits, 0 or more; `None` outside the vocabulary.
    pub fn surprisal_bits(&self, token: TokenId) -> Option<Known<f64>> {
        match self {
            Distribution::Full(full) => Some(Known::Exact(full.surprisal_bits(full.rank(token)?))),
            Distribution::Top(top) => top.surprisal_bits(token),
        }
    }

    /// The rank of `token`, 0 being the most probable; `None` outside the vocabulary.
    pub fn rank(&self, token: TokenId) -> Option<Known<usize>> {
        match self {
            Distribution::Full(full) => full.rank(token).map(Known::Exact),
            Distribution::Top(top) => top.rank(token),
        }
    }

    /// The entropy in bits, 0..=log₂ `d_vocab`.
    pub fn entropy_bits(&self) -> Known<f64> {
        match self {
            Distribution::Full(full) => Known::Exact(full.entropy_bits()),
            Distribution::Top(top) => top.entropy_bits(),
        }
    }

    /// Probability of the `n` most probable tokens together, 0..=1.
    pub fn top_mass(&self, n: usize) -> Known<f64> {
        match self {
            Distribution::Full(full) => Known::Exact(full.top_mass(n)),
            Distribution::Top(top) => top.top_mass(n),
        }
    }
}
