//! What a stage may look at besides the candidates: the text so far, its own dice, its own memory.

use super::grammar::{Grammar, Mask, Masks};
use crate::{TokenId, Vocab};

/// The past of one step.
#[derive(Debug, Clone, Copy, Default)]
pub struct ChainContext<'a> {
    /// The tokens so far, prompt and generated ones, `[t]`.
    pub tokens: &'a [TokenId],
    /// The texts of the tokens, for samplers that stop at certain characters.
    pub vocab: Option<&'a Vocab>,
    /// The draw that decides whether XTC acts at this step, 0..1 (never 1).
    pub u_xtc: f64,
    /// Mirostat's memory; `None` before its first step.
    pub mirostat: Option<Mirostat>,
    /// What the grammars of the chain allow at this step. One that is not among them removes nothing: whoever runs a chain has them all.
    pub masks: &'a Masks,
}

impl<'a> ChainContext<'a> {
    /// Whether a grammar allows no token at all: the text is complete, and has ended.
    pub fn allows_nothing(&self) -> bool {
        self.masks.iter().any(|(_, mask)| mask.count() == 0)
    }

    /// What a grammar allows.
    pub(super) fn mask(&self, grammar: &Grammar) -> Option<&'a Mask> {
        let found = self.masks.iter().find(|(own, _)| own == grammar);
        found.map(|(_, mask)| &**mask)
    }

    /// The last `n` tokens; all of them if `n` is 0.
    pub(super) fn last(&self, n: u32) -> &'a [TokenId] {
        match n as usize {
            0 => self.tokens,
            n => &self.tokens[self.tokens.len().saturating_sub(n)..],
        }
    }
}

/// The memory of mirostat v2: the greatest surprisal that it lets pass at the next step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mirostat {
    /// μ, in bits.
    pub mu: f64,
}

impl Mirostat {
    /// Before the first step: μ₀ = 2τ.
    pub fn start(tau: f64) -> Self {
        Mirostat { mu: 2.0 * tau }
    }

    /// After a token of the text, whose probability was `after` behind the chain and `before` under the model. A token that the
    /// chain had removed, a forced one, counts with the latter: its own would be infinitely surprising.
    pub(crate) fn follow(self, after: f64, before: f64, tau: f64, eta: f64) -> Self {
        self.next(if after > 0.0 { after } else { before }, tau, eta)
    }

    /// After a token was drawn whose probability was `prob` (after renormalising, 0..=1): μ − η(−log₂ p − τ).
    ///
    /// Source: Basu et al. 2020, arXiv:2007.14966, algorithm 2.
    pub fn next(self, prob: f64, tau: f64, eta: f64) -> Self {
        Mirostat {
            mu: self.mu - eta * (crate::math::surprisal_bits(prob) - tau),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forced_token_that_the_chain_had_removed_counts_as_the_model_rates_it() {
        let memory = Mirostat::start(5.0);
        // 0.25 is two bits: μ = 10 − 0.5·(2 − 5).
        assert_eq!(memory.follow(0.25, 0.5, 5.0, 0.5).mu, 11.5);
        assert_eq!(memory.follow(0.0, 0.25, 5.0, 0.5).mu, 11.5);
    }
}
