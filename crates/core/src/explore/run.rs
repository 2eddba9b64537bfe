//! An exploration from a text, many branches in one forward pass.

use super::{Explore, ExploreOptions};
use crate::chain::Candidates;
use crate::strategy::{Ask, Role, Sampling, Strategy, list_too_short, ranked, room};
use crate::{CoreError, Distribution, Timings, TokenId};

/// How many branches are computed in one forward pass.
pub const AT_ONCE: usize = 64;

/// The most probable ways on from a text.
#[derive(Debug, Clone)]
pub struct Exploration {
    start: Vec<TokenId>,
    sampling: Sampling,
    tree: Explore,
    n_ctx: usize,
    passes: Vec<Timings>,
}

impl Exploration {
    /// An exploration from the end of `start`, in a context of `n_ctx`. Nothing follows the tokens of `ends`.
    pub fn new(
        start: Vec<TokenId>,
        sampling: Sampling,
        options: ExploreOptions,
        ends: Vec<TokenId>,
        n_ctx: u32,
    ) -> Result<Self, CoreError> {
        room(&start, n_ctx)?;
        Ok(Exploration {
            sampling: sampling.generating_from(start.len()),
            start,
            tree: Explore::new(options, ends)?,
            n_ctx: n_ctx as usize,
            passes: Vec::new(),
        })
    }

    /// The text that it starts from.
    pub fn start(&self) -> &[TokenId] {
        &self.start
    }

    /// Its sampler.
    pub fn sampling(&self) -> &Sampling {
        &self.sampling
    }

    /// What was found so far.
    pub fn tree(&self) -> &Explore {
        &self.tree
    }

    /// What the forward passes so far cost.
    pub fn passes(&self) -> &[Timings] {
        &self.passes
    }

    /// Lets so many more branches be computed, as far as the largest budget goes.
    pub fn extend(&mut self, branches: u32) {
        self.tree.extend(branches);
    }

    fn next(&self) -> Vec<(Option<u32>, Vec<TokenId>)> {
        let text = |branch| {
            (
                branch,
                [&self.start[..], &self.tree.tokens(branch)].concat(),
            )
        };
        let all = self.tree.next(AT_ONCE).into_iter().map(text);
        // A branch that fills the context has no logits to come.
        all.take_while(|(_, text)| text.len() <= self.n_ctx)
            .collect()
    }

    fn texts(&self) -> Vec<Vec<TokenId>> {
        self.next().into_iter().map(|(_, text)| text).collect()
    }
}

impl Strategy for Exploration {
    fn ask(&self) -> Option<Ask> {
        let (of, texts) = (Role::Model, self.texts());
        let masks = self.sampling.missing_masks(&texts);
        masks.or((!texts.is_empty()).then_some(Ask::Ends { of, texts }))
    }

    fn accept(&mut self, rows: &[Vec<f32>], timings: Timings) -> Result<(), CoreError> {
        if self.sampling.accept_masks(&self.texts(), rows) {
            return Ok(());
        }
        self.accept_listed(&ranked(rows)?, timings)
    }

    fn accept_listed(&mut self, lists: &[Distribution], timings: Timings) -> Result<(), CoreError> {
        let next = self.next();
        let left = |((branch, text), model): (&(Option<u32>, Vec<TokenId>), &Distribution)| {
            let left = self.sampling.behind(model, &self.sampling.context(text))?;
            let ways = self.tree.options().tokens as usize;
            // One that is not listed may be more probable than one that is, behind a penalty.
            let short = |left: &Candidates| left.sure() < left.list().len().min(ways);
            match left.as_ref().is_some_and(short) {
                true => Err(list_too_short(model)),
                false => Ok((*branch, left)),
            }
        };
        let found = next.iter().zip(lists).map(left);
        let found = found.collect::<Result<Vec<_>, CoreError>>()?;
        for (branch, left) in found {
            let list = left.as_ref().map(Candidates::list).unwrap_or_default();
            self.tree
                .expand(branch, list.iter().map(|c| (c.token, c.prob)));
        }
        self.passes.push(timings);
        Ok(())
    }
}
