//! The candidates of a trace: all tokens of the vocabulary, or those that a server has listed until no others are left.

use super::listed::ListedCandidates;
use super::{Candidates, ChainContext, LazyCandidates, Note, Sampler};
use crate::{CoreError, Distribution};

/// The candidates on their way through the chain.
pub(super) struct Pool<'a> {
    distribution: &'a Distribution,
    candidates: Of<'a>,
}

enum Of<'a> {
    /// All that are left are known.
    All(LazyCandidates<'a>),
    /// There are others behind those that are listed.
    Listed(ListedCandidates),
}

impl<'a> Pool<'a> {
    /// The model's own distribution.
    pub(super) fn new(distribution: &'a Distribution) -> Self {
        let candidates = match ListedCandidates::new(distribution) {
            Some(listed) => Of::Listed(listed),
            None => Of::All(LazyCandidates::new(distribution)),
        };
        Pool {
            distribution,
            candidates,
        }
    }

    /// What is left, normalised and written out. The pool itself goes on as it is: where it is normalised decides the last bits.
    pub(super) fn left(&self) -> Candidates {
        match &self.candidates {
            Of::All(pool) => pool.clone().finish(),
            Of::Listed(pool) => pool.finish(),
        }
    }

    /// Applies a stage. It is an error if the listed tokens do not decide what it does.
    pub(super) fn apply(
        &mut self,
        sampler: &Sampler,
        context: &ChainContext,
    ) -> Result<Note, CoreError> {
        let pool = match &mut self.candidates {
            Of::All(pool) => return Ok(sampler.apply(pool, context)),
            Of::Listed(pool) => pool,
        };
        let note = pool.apply(sampler, context);
        let note = note.ok_or_else(|| CoreError::Undecided {
            sampler: sampler.name().into(),
            listed: self.distribution.len(),
            d_vocab: self.distribution.d_vocab(),
        })?;
        if let Some(whole) = pool.whole() {
            let whole = LazyCandidates::of(self.distribution, whole.to_vec());
            self.candidates = Of::All(whole);
        }
        Ok(note)
    }
}
