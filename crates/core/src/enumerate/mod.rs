//! A small grammar, text by text: how probable each is for the model on condition of the grammar, and how probable it is where each step is masked.
//!
//! The two are not the same (Park et al. 2024, *Grammar-Aligned Decoding*, arXiv:2405.21047): a mask puts what is left on the whole at every step,
//! and does not know that what begins well may only end badly.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use crate::chain::Grammar;
use crate::strategy::{Ask, Role, Strategy, ranked, room};
use crate::{CoreError, Timings, TokenId, math};

/// The most token sequences that are followed: a grammar of more texts than that is not small.
pub const MOST: usize = 400;
/// How many texts one forward pass has.
const AT_ONCE: usize = 16;

/// A sequence of tokens that a text of the grammar begins with.
#[derive(Debug, Clone)]
struct Prefix {
    tokens: Vec<TokenId>,
    /// ln of its probability under the model.
    log_prob: f64,
    /// ln of its probability where each step is masked.
    log_masked: f64,
}

/// A text of the grammar.
#[derive(Debug, Clone, PartialEq)]
pub struct Listed {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// How many sequences of tokens spell it.
    pub spellings: u32,
    /// Its probability under the model, all spellings together, 0..=1.
    pub model: f64,
    /// Its share of what the grammar's texts have together: its probability on condition of the grammar, 0..=1.
    pub condition: f64,
    /// Its probability where each step is masked, 0..=1.
    pub masked: f64,
}

/// What is waited for.
#[derive(Debug, Clone)]
enum Stage {
    Masks,
    Logits { masks: Vec<Vec<bool>> },
}

/// All texts of a grammar, from the end of a prompt.
#[derive(Debug, Clone)]
pub struct Enumeration {
    prompt: Vec<TokenId>,
    grammar: Grammar,
    end: TokenId,
    longest: usize,
    open: Vec<Prefix>,
    stage: Stage,
    done: Vec<Prefix>,
    /// How many prefixes were followed.
    followed: usize,
    /// Whether there were too many.
    too_many: bool,
}

impl Enumeration {
    /// The texts of `grammar` behind `prompt`, each closed by the token `end`.
    pub fn new(
        prompt: Vec<TokenId>,
        grammar: Grammar,
        end: TokenId,
        n_ctx: u32,
    ) -> Result<Self, CoreError> {
        let longest = room(&prompt, n_ctx)? as usize;
        let all = Prefix {
            tokens: Vec::new(),
            log_prob: 0.0,
            log_masked: 0.0,
        };
        Ok(Enumeration {
            prompt,
            grammar,
            end,
            longest,
            open: vec![all],
            stage: Stage::Masks,
            done: Vec::new(),
            followed: 0,
            too_many: false,
        })
    }

    /// Whether the grammar has more texts, or longer ones, than are listed.
    pub fn too_many(&self) -> bool {
        self.too_many
    }

    /// How many prefixes were followed so far.
    pub fn followed(&self) -> usize {
        self.followed
    }

    /// Whether all is followed.
    pub fn has_ended(&self) -> bool {
        self.open.is_empty() || self.too_many
    }

    /// The texts, the most probable on condition first; `bytes` gives those of a sequence of tokens.
    pub fn texts(&self, bytes: impl Fn(&[TokenId]) -> Vec<u8>) -> Vec<Listed> {
        let mut by_text: BTreeMap<Vec<u8>, (u32, f64, f64)> = BTreeMap::new();
        for one in &self.done {
            let own = by_text.entry(bytes(&one.tokens)).or_default();
            own.0 += 1;
            own.1 += math::exp(one.log_prob);
            own.2 += math::exp(one.log_masked);
        }
        let all: f64 = by_text.values().map(|(_, model, _)| model).sum();
        let listed = |(bytes, (spellings, model, masked)): (Vec<u8>, (u32, f64, f64))| Listed {
            bytes,
            spellings,
            model,
            condition: if all > 0.0 { model / all } else { 0.0 },
            masked,
        };
        let mut texts: Vec<Listed> = by_text.into_iter().map(listed).collect();
        texts.sort_by(|a, b| {
            b.condition
                .total_cmp(&a.condition)
                .then(a.bytes.cmp(&b.bytes))
        });
        texts
    }

    fn batch(&self) -> &[Prefix] {
        &self.open[..self.open.len().min(AT_ONCE)]
    }

    /// Follows the prefixes of a batch by a token.
    fn follow(&mut self, masks: &[Vec<bool>], rows: &[Vec<f32>]) -> Result<(), CoreError> {
        let models = ranked(rows)?;
        let batch: Vec<Prefix> = self.open.drain(..models.len()).collect();
        for ((prefix, mask), model) in batch.iter().zip(masks).zip(&models) {
            let allowed = (0..model.len()).filter(|rank| {
                let allowed = mask.get(model.token(*rank) as usize);
                allowed.copied().unwrap_or(false)
            });
            let allowed: Vec<usize> = allowed.collect();
            let kept: f64 = allowed.iter().map(|rank| model.prob(*rank)).sum();
            for rank in allowed {
                let token = model.token(rank);
                let own = 0.0 - math::nats(model.surprisal_bits(rank));
                let next = |tokens: Vec<TokenId>| Prefix {
                    tokens,
                    log_prob: prefix.log_prob + own,
                    log_masked: prefix.log_masked + own - math::ln(kept),
                };
                match token == self.end {
                    true => self.done.push(next(prefix.tokens.clone())),
                    false => self
                        .open
                        .push(next([&prefix.tokens[..], &[token]].concat())),
                }
            }
        }
        self.followed += batch.len();
        let long = |prefix: &Prefix| prefix.tokens.len() >= self.longest;
        self.too_many = self.followed + self.open.len() > MOST || self.open.iter().any(long);
        Ok(())
    }
}

impl Strategy for Enumeration {
    fn ask(&self) -> Option<Ask> {
        if self.has_ended() {
            return None;
        }
        let batch = self.batch().iter();
        Some(match self.stage {
            Stage::Masks => Ask::Masks {
                grammar: self.grammar.clone(),
                generated: batch.map(|prefix| prefix.tokens.clone()).collect(),
            },
            Stage::Logits { .. } => Ask::Ends {
                of: Role::Model,
                texts: batch
                    .map(|prefix| [&self.prompt[..], &prefix.tokens].concat())
                    .collect(),
            },
        })
    }

    fn accept(&mut self, rows: &[Vec<f32>], _: Timings) -> Result<(), CoreError> {
        match &self.stage {
            Stage::Masks => {
                let mask = |row: &Vec<f32>| row.iter().map(|bit| *bit > 0.0).collect();
                let masks = rows.iter().map(mask).collect();
                self.stage = Stage::Logits { masks };
            }
            Stage::Logits { masks } => {
                let masks = masks.clone();
                self.follow(&masks, rows)?;
                self.stage = Stage::Masks;
            }
        }
        Ok(())
    }
}
