//! What fewer bits cost, as far as it is measured.

use logitscope_core::price::{Price, TokenPrice};
use logitscope_core::{Precision, TokenId};

use super::{App, Job};

/// Tokens of the text that are compared at most.
pub const MOST_PRICED: usize = 256;

/// The model of the run beside its twin, whose weights are kept otherwise.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    /// How both keep their weights, the model of the run first.
    pub kept: [Precision; 2],
    /// The bytes of their weights; 0 while the twin loads.
    pub bytes: [u64; 2],
    /// Tokens of the text.
    pub tokens: usize,
    /// Those that are compared, and how far apart the distributions after them are.
    pub text: Vec<(TokenId, TokenPrice)>,
    /// Whether it is at its end.
    pub ended: bool,
    /// Why it ended before its end.
    pub fault: Option<String>,
}

impl Measured {
    /// Nothing yet of a text of so many tokens.
    pub fn begun(kept: [Precision; 2], tokens: usize, own_bytes: u64) -> Self {
        Measured {
            kept,
            bytes: [own_bytes, 0],
            tokens,
            text: Vec::new(),
            ended: false,
            fault: None,
        }
    }

    /// Of `a` and `b`, those of the two models, that of the more exact one first.
    pub fn exact_first<T: Copy>(&self, [own, twin]: [T; 2]) -> [T; 2] {
        let [a, b] = self.kept.map(Precision::bits);
        if b > a { [twin, own] } else { [own, twin] }
    }

    /// The price so far.
    pub fn price(&self) -> Option<Price> {
        let tokens: Vec<TokenPrice> = self.text.iter().map(|(_, price)| *price).collect();
        Price::of(&tokens)
    }
}

impl App {
    /// Compares the model of the run with its twin, kept as `other`, on the text.
    pub fn measure_price(self, other: Precision) {
        self.run_job(Job::Price(other));
    }
}
