//! One token the sampler could choose, and its place in both distributions.

use logitscope_core::sorted;
use logitscope_core::{Known, TokenId};

use crate::components::kit::format;
use crate::components::step::step_on_screen::{Follows, StepOnScreen};
use crate::words::say;

/// How many of the most probable tokens after the chain have a row in any case.
const AFTER_CHAIN: usize = 3;

/// The ranks of so many rows: the most probable tokens, those after the chain among them; the chosen one takes the last row if it has
/// none.
pub fn ranks(shown: &StepOnScreen, n_rows: usize) -> Vec<usize> {
    let sampling = &shown.view.sampling;
    let distribution = &sampling.distribution;
    let after = sampling.processed.list().iter().take(AFTER_CHAIN);
    let after = after.filter_map(|c| distribution.rank(c.token));
    let wanted: Vec<usize> = after.chain(shown.chosen_rank()).collect();
    let n = n_rows.min(distribution.len());
    let beyond = wanted.iter().filter(|rank| **rank >= n);
    let mut extra: Vec<usize> = beyond.copied().collect();
    sorted::sort(&mut extra);
    extra.dedup();
    let mut ranks: Vec<usize> = (0..n.saturating_sub(extra.len())).chain(extra).collect();
    ranks.truncate(n);
    ranks
}

/// A row of the candidates: a token and its place in both distributions.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedCandidate {
    /// Its id.
    pub token: TokenId,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Its rank, 0 being the most probable.
    pub rank: usize,
    /// Its logit, unbounded.
    pub logit: f32,
    /// Its probability under the model, 0..=1.
    pub before: f64,
    /// Its probability after the chain, 0..=1.
    pub after: Known<f64>,
    /// Whether the chain removed it.
    pub cut: bool,
    /// Whether it is the first that the chain removed, all after it being removed too.
    pub first_cut: bool,
    /// Whether ranks are left out before it.
    pub after_gap: bool,
    /// Whether it is the token of this step.
    pub chosen: bool,
    /// Whether the dice fall on it under the current settings.
    pub rolled: bool,
}

impl ListedCandidate {
    /// The `amount` most probable tokens of a step; the token of the step and the one under the pin
    /// follow if they are not among them.
    pub fn list(shown: &StepOnScreen, amount: usize) -> Vec<ListedCandidate> {
        let sampling = &shown.view.sampling;
        let (chosen, rolled) = (shown.chosen_rank(), sampling.choice.rank as usize);
        let top = sampling.distribution.len().min(amount);
        let mut ranks: Vec<usize> = (0..top).chain(chosen).chain([rolled]).collect();
        sorted::sort(&mut ranks);
        ranks.dedup();
        let row = |rank: usize| ListedCandidate {
            after_gap: rank > top,
            ..Self::at(shown, rank)
        };
        ranks.into_iter().map(row).collect()
    }

    /// The token of this rank.
    pub fn at(shown: &StepOnScreen, rank: usize) -> Self {
        let sampling = &shown.view.sampling;
        let (distribution, processed) = (&sampling.distribution, &sampling.processed);
        ListedCandidate {
            token: distribution.token(rank),
            bytes: shown.vocab.bytes(distribution.token(rank)).to_vec(),
            rank,
            logit: distribution.logit(rank),
            before: distribution.prob(rank),
            after: processed.prob(rank),
            cut: processed.place(rank).is_none(),
            first_cut: rank == processed.len() && processed.keeps_the_top(),
            after_gap: false,
            chosen: Some(rank) == shown.chosen_rank(),
            rolled: rank == sampling.choice.rank as usize,
        }
    }

    /// The same as cells of a table.
    pub fn cells(&self) -> Vec<String> {
        vec![
            format::count(self.rank as u64 + 1),
            format::token(&self.bytes),
            self.token.to_string(),
            format::logit(self.logit),
            format::percent_exact(self.before),
            self.after(format::percent_exact),
        ]
    }

    /// Its probability after the chain, in words.
    pub fn after_text(&self) -> String {
        self.after(format::percent)
    }

    fn after(&self, write: fn(f64) -> String) -> String {
        match self.cut {
            true => say().candidate_cut().to_string(),
            false => format::known(self.after, write),
        }
    }

    /// What is special about the row, for those who do not see its marks.
    pub fn mark(&self, follows: Follows) -> String {
        match (self.chosen, self.rolled, follows) {
            (true, _, Follows::Pending) | (false, true, _) => {
                say().mark_rolled().to_string() + &format::gap()
            }
            (true, ..) => say().mark_chosen().to_string() + &format::gap(),
            _ => String::new(),
        }
    }
}

/// The tokens that have no row of their own.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rest {
    /// How many.
    pub others: usize,
    /// Their probability under the model together, 0..=1.
    pub before: f64,
    /// The same after the chain.
    pub after: Known<f64>,
    /// Whether the chain removed all of them.
    pub cut: bool,
}

impl Rest {
    /// All tokens without a row in `rows`, which are in the order of their ranks; `None` if there are none.
    pub fn of(shown: &StepOnScreen, rows: &[ListedCandidate]) -> Option<Self> {
        let sampling = &shown.view.sampling;
        let listed = |rank: usize| rows.binary_search_by_key(&rank, |row| row.rank).is_ok();
        // Rows are the first ranks and a few others: below the last row, nothing is listed.
        let (all, d_vocab) = (sampling.distribution.len(), sampling.distribution.d_vocab());
        let below = rows.last().map_or(0, |row| row.rank + 1).min(all);
        let between = (0..below).rev().filter(|&rank| !listed(rank));
        let ranks: Vec<usize> = (below..all).rev().chain(between).collect();
        let sum =
            |prob: &dyn Fn(usize) -> f64| -> f64 { ranks.iter().map(|&rank| prob(rank)).sum() };
        let unlisted = sampling.distribution.rest().map_or(0.0, |rest| rest.mass);
        let after = match sampling.processed.others() {
            // What the rows leave.
            Some(_) => {
                let rows = rows.iter().map(|row| row.after.middle()).sum();
                let rows = sampling.processed.margin().of(rows);
                rows.falling(|rows| 1.0 - rows)
            }
            None => Known::Exact(sum(&|rank| sampling.processed.prob(rank).middle())),
        };
        let rest = Rest {
            others: d_vocab - rows.len(),
            before: sum(&|rank| sampling.distribution.prob(rank)) + unlisted,
            after,
            cut: rows.iter().filter(|row| !row.cut).count() >= sampling.processed.len(),
        };
        (rest.others > 0).then_some(rest)
    }

    /// How many, in words.
    pub fn others_text(self) -> String {
        say().candidate_others(self.others as u64).to_string()
    }

    /// Their probability after the chain, in words.
    pub fn after_text(self) -> String {
        match self.cut {
            true => say().candidate_cut().to_string(),
            false => format::known(self.after, format::percent),
        }
    }
}
