//! Exploring: the most probable ways on from a text, as a tree, the most probable branches first.
//!
//! An [`Explore`] holds no model: it says which branches to compute next, all of them in one pass, and is given what may follow each. A
//! [`run::Exploration`] has one grow from a text.

pub mod run;

use crate::sorted;
use serde::{Deserialize, Serialize};

use crate::error::Expected;
use crate::{CoreError, TokenId};

/// The most ways on from one branch, the most tokens that a branch has, and the most branches that are computed.
pub const MOST: (u32, u32, u32) = (50, 32, 4096);

/// How far to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExploreOptions {
    /// How many ways on from each branch are shown: its most probable tokens.
    pub tokens: u32,
    /// How many tokens the longest branch has.
    pub depth: u32,
    /// How many branches are computed, the text itself among them: what may follow them is known.
    pub budget: u32,
}

impl ExploreOptions {
    /// Refuses what is out of range: each from 1 to its [`MOST`].
    pub fn check(&self) -> Result<(), CoreError> {
        let all = [
            ("tokens", self.tokens, MOST.0),
            ("depth", self.depth, MOST.1),
            ("budget", self.budget, MOST.2),
        ];
        let wrong = all
            .into_iter()
            .find(|(_, value, most)| !(1..=*most).contains(value));
        match wrong {
            None => Ok(()),
            Some((name, value, most)) => Err(CoreError::Setting {
                name: name.into(),
                value: value.into(),
                expected: Expected::Whole(1.0, most.into()),
            }),
        }
    }
}

/// A branch: the text goes on with the tokens of those before it, and its own.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Branch {
    /// The branch that it goes on from; `None`: the text itself.
    pub from: Option<u32>,
    /// Its token.
    pub token: TokenId,
    /// The probability of its token there, 0..=1.
    pub prob: f64,
    /// The probability of the whole branch: the product of those along it.
    pub mass: f64,
    /// How many tokens it has, 1 or more.
    pub depth: u32,
    /// Whether what may follow it is known.
    pub computed: bool,
}

/// An exploration under way.
#[derive(Debug, Clone, PartialEq)]
pub struct Explore {
    options: ExploreOptions,
    branches: Vec<Branch>,
    /// How many were computed, the text itself among them.
    computed: u32,
    /// Tokens after which nothing comes.
    ends: Vec<TokenId>,
}

impl Explore {
    /// An exploration that has seen nothing. Nothing follows the tokens of `ends`.
    pub fn new(options: ExploreOptions, ends: Vec<TokenId>) -> Result<Self, CoreError> {
        options.check()?;
        Ok(Explore {
            options,
            branches: Vec::new(),
            computed: 0,
            ends,
        })
    }

    /// Lets so many more branches be computed, up to the largest budget.
    pub fn extend(&mut self, branches: u32) {
        self.options.budget = self.options.budget.saturating_add(branches).min(MOST.2);
    }

    /// How far it looks.
    pub fn options(&self) -> &ExploreOptions {
        &self.options
    }

    /// What was found so far; a branch stands behind the one that it goes on from.
    pub fn branches(&self) -> &[Branch] {
        &self.branches
    }

    /// How many branches were computed, the text itself among them.
    pub fn computed(&self) -> u32 {
        self.computed
    }

    /// The tokens of a branch after the text.
    pub fn tokens(&self, branch: Option<u32>) -> Vec<TokenId> {
        let mut at = branch;
        let mut tokens = Vec::new();
        while let Some(branch) = at.and_then(|at| self.branches.get(at as usize)) {
            tokens.push(branch.token);
            at = branch.from;
        }
        tokens.reverse();
        tokens
    }

    /// What to compute next, at most `most` at once: the most probable branches of those that may go on. `None` is the text itself. Empty once
    /// the budget is used, or nothing is left.
    pub fn next(&self, most: usize) -> Vec<Option<u32>> {
        if self.computed == 0 {
            return vec![None];
        }
        let goes_on = |branch: &Branch| {
            !branch.computed
                && branch.depth < self.options.depth
                && !self.ends.contains(&branch.token)
        };
        let mut open: Vec<u32> = (0..)
            .zip(&self.branches)
            .filter_map(|(at, branch)| goes_on(branch).then_some(at))
            .collect();
        let mass = |at: &u32| self.branches[*at as usize].mass;
        // Of equal ones the first that was found.
        sorted::sort_by(&mut open, |a, b| mass(b).total_cmp(&mass(a)).then(a.cmp(b)));
        let left = self.options.budget.saturating_sub(self.computed) as usize;
        open.truncate(most.min(left));
        open.into_iter().map(Some).collect()
    }

    /// What may follow a branch, most probable first: its first tokens become branches.
    pub fn expand(&mut self, branch: Option<u32>, list: impl IntoIterator<Item = (TokenId, f64)>) {
        let (mass, depth) = match branch.and_then(|at| self.branches.get_mut(at as usize)) {
            Some(branch) => {
                branch.computed = true;
                (branch.mass, branch.depth)
            }
            None => (1.0, 0),
        };
        self.computed += 1;
        let ways = list.into_iter().take(self.options.tokens as usize);
        self.branches.extend(ways.map(|(token, prob)| Branch {
            from: branch,
            token,
            prob,
            mass: mass * prob,
            depth: depth + 1,
            computed: false,
        }));
    }

    /// How much of all that may follow the text is among the branches, 0..=1: the sum over those that were followed no further.
    pub fn shown(&self) -> f64 {
        let leaves = self.branches.iter().filter(|branch| !branch.computed);
        leaves.map(|branch| branch.mass).sum::<f64>().min(1.0) + 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(tokens: u32, depth: u32, budget: u32) -> ExploreOptions {
        ExploreOptions {
            tokens,
            depth,
            budget,
        }
    }

    /// After any text: 0 with a half, 1 with 0.3, 2 with 0.2.
    const AFTER: [(TokenId, f64); 3] = [(0, 0.5), (1, 0.3), (2, 0.2)];

    fn explore(options: ExploreOptions, at_once: usize, ends: Vec<TokenId>) -> Explore {
        let mut explore = Explore::new(options, ends).expect("in range");
        loop {
            let next = explore.next(at_once);
            if next.is_empty() {
                return explore;
            }
            assert!(next.len() <= at_once);
            for branch in next {
                explore.expand(branch, AFTER);
            }
        }
    }

    #[test]
    fn the_most_probable_branches_are_followed_first() {
        let found = explore(options(3, 9, 4), 1, vec![]);
        let followed: Vec<Vec<TokenId>> = (0..)
            .zip(found.branches())
            .filter(|(_, b)| b.computed)
            .map(|(at, _)| found.tokens(Some(at)))
            .collect();
        // After the text itself: 0.5, then 0.3, then 0.25.
        assert_eq!(followed, [vec![0], vec![1], vec![0, 0]]);
        assert_eq!(found.computed(), 4);
        assert!((found.shown() - 1.0).abs() < 1e-12, "nothing was left out");
    }

    #[test]
    fn what_is_not_among_the_branches_is_missing_from_their_mass() {
        // Two of three ways on, two tokens long: 0.8².
        for at_once in [1, 2, 8] {
            let found = explore(options(2, 2, 100), at_once, vec![]);
            assert_eq!((found.computed(), found.branches().len()), (3, 6));
            assert!((found.shown() - 0.64).abs() < 1e-12, "{}", found.shown());
        }
        let one = explore(options(2, 1, 100), 8, vec![]);
        assert_eq!((one.computed(), one.branches().len()), (1, 2));
    }

    #[test]
    fn an_end_of_text_goes_no_further() {
        let found = explore(options(3, 3, 100), 4, vec![0]);
        let after_end = |b: &Branch| {
            b.from
                .is_some_and(|at| found.branches()[at as usize].token == 0)
        };
        assert!(!found.branches().iter().any(after_end));
        assert!((found.shown() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn what_is_out_of_range_is_refused() {
        for wrong in [
            options(0, 1, 1),
            options(1, 0, 1),
            options(1, 1, 0),
            options(51, 1, 1),
        ] {
            assert!(Explore::new(wrong, vec![]).is_err());
        }
    }
}
