//! The finished texts of a search: as many as there are beams, the best ones.

use crate::sorted;
use serde::{Deserialize, Serialize};

use crate::TokenId;

/// A finished text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Finished {
    /// What was generated, with the token that ends it.
    pub tokens: Vec<TokenId>,
    /// Σ of the processed log-probabilities.
    pub sum: f64,
    /// The sum by the length, as the length penalty has it; in a stochastic search the sum with its luck.
    pub score: f64,
}

impl Finished {
    /// The score that another length penalty λ gives it: Σ log p / n^λ. It ranks what is finished anew; λ also decides which texts get there.
    pub fn ranked_by(&self, length_penalty: f64) -> f64 {
        super::options::score(self.sum, self.tokens.len() as u32, length_penalty)
    }
}

/// The best finished texts.
#[derive(Debug, Clone, PartialEq)]
pub struct Pool {
    texts: Vec<Finished>,
    slots: usize,
}

impl Pool {
    /// An empty one with so many slots.
    pub fn new(slots: u32) -> Self {
        Pool {
            texts: Vec::new(),
            slots: slots as usize,
        }
    }

    /// The texts, best first.
    pub fn texts(&self) -> &[Finished] {
        &self.texts
    }

    /// Whether every slot is taken.
    pub fn is_full(&self) -> bool {
        self.texts.len() >= self.slots
    }

    /// The least score; `None` while there is a free slot.
    pub fn worst(&self) -> Option<f64> {
        self.texts
            .last()
            .filter(|_| self.is_full())
            .map(|t| t.score)
    }

    /// Keeps the texts with a score of at least `least`.
    pub fn keep_from(&mut self, least: f64) {
        self.texts.retain(|text| text.score >= least);
    }

    /// Keeps the best of its texts and of `offered`, of equal ones those that were there; gives the numbers of those that it kept.
    pub fn offer(&mut self, offered: Vec<(usize, Finished)>) -> Vec<usize> {
        let own = self.texts.drain(..).map(|text| (None, text));
        let new = offered.into_iter().map(|(at, text)| (Some(at), text));
        let mut all: Vec<_> = own.chain(new).collect();
        sorted::sort_by(&mut all, |(_, a), (_, b)| b.score.total_cmp(&a.score));
        all.truncate(self.slots);
        let kept = all.iter().filter_map(|(at, _)| *at).collect();
        self.texts = all.into_iter().map(|(_, text)| text).collect();
        kept
    }
}
