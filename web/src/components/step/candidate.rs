//! One token the sampler could choose, and its place in both distributions.

use logitscope_core::TokenId;

use crate::components::kit::format;
use crate::components::step::step_on_screen::{Follows, StepOnScreen};

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
    pub after: f64,
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
        let (distribution, processed) = (&sampling.distribution, &sampling.processed);
        let (chosen, rolled) = (shown.chosen_rank(), sampling.choice.rank as usize);
        let top = distribution.len().min(amount);
        let mut ranks: Vec<usize> = (0..top).chain([chosen, rolled]).collect();
        ranks.sort_unstable();
        ranks.dedup();
        let row = |rank: usize| ListedCandidate {
            token: distribution.token(rank),
            bytes: shown.vocab.bytes(distribution.token(rank)).to_vec(),
            rank,
            logit: distribution.logit(rank),
            before: distribution.prob(rank),
            after: processed.prob(rank),
            cut: processed.place(rank).is_none(),
            first_cut: rank == processed.len() && processed.keeps_the_top(),
            after_gap: rank > top,
            chosen: rank == chosen,
            rolled: rank == rolled,
        };
        ranks.into_iter().map(row).collect()
    }

    /// The same as cells of a table.
    pub fn cells(&self) -> Vec<String> {
        vec![
            format::count(self.rank as u64 + 1),
            format::token(&self.bytes),
            self.token.to_string(),
            format::logit(self.logit),
            format::percent(self.before),
            self.after_text(),
        ]
    }

    /// Its probability after the chain, in words.
    pub fn after_text(&self) -> String {
        if self.cut {
            "cut".into()
        } else {
            format::percent(self.after)
        }
    }

    /// What is special about the row, for those who do not see its marks.
    pub fn mark(&self, follows: Follows) -> &'static str {
        match (self.chosen, self.rolled, follows) {
            (true, _, Follows::Pending) | (false, true, _) => "The dice fall on it. ",
            (true, ..) => "Chosen. ",
            _ => "",
        }
    }
}
