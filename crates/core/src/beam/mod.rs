//! Beam search, step by step, exactly as Transformers (5.23) does it: what each candidate was worth, and why it stays, finishes or falls.
//!
//! A [`BeamSearch`] holds no model. At each step it is given what the chain made of the log-probabilities behind each of its beams
//! ([`scores`]), and says which texts go on; a [`run::BeamRun`] has one grow on a text. Reading order: [`options`], this file, [`pool`], [`draws`],
//! [`stochastic`], [`groups`], [`run`].
//!
//! Source: `GenerationMixin._beam_search` in Transformers 5.23; its scores are f32, ours f64, so that ties of theirs may part here.

mod draws;
pub mod groups;
pub mod options;
pub mod pool;
pub mod run;
mod stochastic;

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use crate::chain::{Candidates, Chain, ChainContext};
use crate::distribution::check_logits;
use crate::{CoreError, Distribution, TokenId, math};
pub use groups::Groups;
pub use options::{BeamOptions, EarlyStopping};
pub use pool::{Finished, Pool};
pub use run::{BeamRun, Grown};

/// A text that is still growing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Beam {
    /// What was generated, `[n]`.
    pub tokens: Vec<TokenId>,
    /// Σ of the processed log-probabilities of its tokens; at most 0, unless a penalty is a reward.
    pub sum: f64,
    /// In a stochastic search: the sum with the luck of the luckiest text that begins like this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub perturbed: Option<f64>,
}

/// What becomes of a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(tag = "fate", rename_all = "snake_case")]
pub enum Fate {
    /// It is a beam of the next step.
    Stays {
        /// Which, 0 being the best.
        beam: u32,
    },
    /// It is finished and has a place among the finished texts, for now.
    Finishes {
        /// Its sum by its length, as the length penalty has it.
        score: f64,
    },
    /// It is finished, but the finished texts have no room for its score.
    FinishesUnranked {
        /// See [`Fate::Finishes`].
        score: f64,
    },
    /// It is finished, but not among the first `width` candidates: such are lost.
    FinishesTooLow,
    /// Other candidates are better.
    Falls,
}

/// One of the best continuations of all beams.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// The beam that it continues.
    pub beam: u32,
    /// Its token.
    pub token: TokenId,
    /// The sum of its beam.
    pub before: f64,
    /// The processed log-probability of its token.
    pub log_prob: f64,
    /// Both together.
    pub sum: f64,
    /// See [`Beam::perturbed`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub perturbed: Option<f64>,
    /// What becomes of it.
    pub fate: Fate,
}

/// Why the search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BeamStop {
    /// No text that still grows can be better than the worst finished one, by the rule of `early_stopping`.
    NoneBetter,
    /// There are as many finished texts as beams, and that is all that was asked for.
    PoolFull,
    /// All candidates are finished: the most tokens are reached.
    AllFinished,
    /// No beam has a continuation: the chain left none.
    NoneLeft,
}

/// One step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BeamStep {
    /// The best continuations: by falling sum (in a stochastic search the one with luck), or in the order in which they were drawn; at most [`BeamOptions::candidates`].
    pub candidates: Vec<Candidate>,
    /// The finished texts after it, best first.
    pub pool: Vec<Finished>,
    /// Why the search ended with it, if it did.
    pub stop: Option<BeamStop>,
}

/// A search under way.
#[derive(Debug, Clone, PartialEq)]
pub struct BeamSearch {
    options: BeamOptions,
    beams: Vec<Beam>,
    pool: Pool,
    generated: u32,
    stop: Option<BeamStop>,
}

impl BeamSearch {
    /// A search that has generated nothing: one beam, the prompt. `options` are checked: see [`BeamOptions::check`].
    ///
    /// One beam is greedy search, which ends with its first finished text.
    pub fn new(mut options: BeamOptions) -> Self {
        if options.width == 1 {
            options.early_stopping = EarlyStopping::Always;
        }
        let seed = options.seed.filter(|_| options.stochastic);
        let start = Beam {
            tokens: Vec::new(),
            sum: 0.0,
            perturbed: seed.map(|seed| stochastic::root(&options, seed)),
        };
        BeamSearch {
            pool: Pool::new(options.width),
            options,
            beams: vec![start],
            generated: 0,
            stop: None,
        }
    }

    /// What it was asked for.
    pub fn options(&self) -> &BeamOptions {
        &self.options
    }

    /// The texts that still grow, best first; at first one, then as many as there are wide.
    pub fn beams(&self) -> &[Beam] {
        &self.beams
    }

    /// The finished texts, best first.
    pub fn finished(&self) -> &[Finished] {
        self.pool.texts()
    }

    /// Why it ended; `None` while it has not.
    pub fn stop(&self) -> Option<BeamStop> {
        self.stop
    }

    /// Grows every beam by one token. `scores` has an entry a beam: tokens with their processed log-probabilities, by rising id; tokens that the
    /// chain removed are left out. `None` once the search has ended.
    pub fn step(&mut self, scores: &[Vec<(TokenId, f64)>]) -> Option<BeamStep> {
        if self.stop.is_some() {
            return None;
        }
        self.generated += 1;
        let mut candidates = self.best(scores);
        let ends: Vec<bool> = candidates.iter().map(|c| self.ends(c)).collect();
        if self.options.is_stochastic() {
            self.keep_luckiest(&mut candidates, &ends);
        } else {
            self.enter(&mut candidates, &ends);
            self.go_on(&mut candidates, &ends);
        }
        let full = self.options.early_stopping == EarlyStopping::Always && self.pool.is_full();
        self.stop = match () {
            () if candidates.is_empty() => Some(BeamStop::NoneLeft),
            () if self.options.is_stochastic() => {
                self.beams.is_empty().then_some(BeamStop::AllFinished)
            }
            () if !self.can_improve() => Some(BeamStop::NoneBetter),
            () if full => Some(BeamStop::PoolFull),
            () if ends.iter().all(|end| *end) => Some(BeamStop::AllFinished),
            () => None,
        };
        Some(BeamStep {
            candidates,
            pool: self.pool.texts().to_vec(),
            stop: self.stop,
        })
    }

    /// The best continuations of all beams, or those that are drawn.
    fn best(&self, scores: &[Vec<(TokenId, f64)>]) -> Vec<Candidate> {
        let count = self.options.candidates();
        let mut all = Vec::new();
        for (beam, (own, scores)) in (0..).zip(self.beams.iter().zip(scores)) {
            let before = own.sum;
            let shared = self
                .options
                .is_stochastic()
                .then(|| stochastic::normalised(scores));
            let scores = shared.as_ref().unwrap_or(scores);
            all.extend(scores.iter().map(|(token, log_prob)| Candidate {
                beam,
                token: *token,
                before,
                log_prob: *log_prob,
                sum: before + log_prob,
                perturbed: None,
                fate: Fate::Falls,
            }));
            if self.options.seed.is_none() {
                // At once, so that never more than one beam's are in memory.
                keep_first(&mut all, count, |a, b| b.sum.total_cmp(&a.sum));
            }
        }
        match self.options.seed {
            Some(seed) if self.options.stochastic => self.luckiest(all, seed),
            Some(seed) => draws::without_replacement(all, count, seed, self.position()),
            None => all,
        }
    }

    /// The place of the tokens of this step in the text.
    fn position(&self) -> u32 {
        self.options.prompt_len + self.generated - 1
    }

    fn ends(&self, candidate: &Candidate) -> bool {
        let at_end = self.options.end_tokens.contains(&candidate.token);
        at_end || self.generated >= self.options.max_tokens
    }

    /// Offers what is finished, and among the first, to the pool.
    fn enter(&mut self, candidates: &mut [Candidate], ends: &[bool]) {
        let width = self.options.width as usize;
        let mut offered = Vec::new();
        for (place, candidate) in candidates
            .iter_mut()
            .enumerate()
            .filter(|(at, _)| ends[*at])
        {
            let score = self.options.score(candidate.sum, self.generated);
            candidate.fate = match place < width {
                true => Fate::FinishesUnranked { score },
                false => Fate::FinishesTooLow,
            };
            if place < width {
                let mut tokens = self.beams[candidate.beam as usize].tokens.clone();
                tokens.push(candidate.token);
                let text = Finished {
                    tokens,
                    sum: candidate.sum,
                    score,
                };
                offered.push((place, text));
            }
        }
        for place in self.pool.offer(offered) {
            if let Fate::FinishesUnranked { score } = candidates[place].fate {
                candidates[place].fate = Fate::Finishes { score };
            }
        }
    }

    /// The beams of the next step: the best candidates that are not finished.
    fn go_on(&mut self, candidates: &mut [Candidate], ends: &[bool]) {
        let mut open: Vec<usize> = (0..candidates.len()).filter(|at| !ends[*at]).collect();
        // Drawn candidates stand in the order of the draw.
        open.sort_by(|a, b| candidates[*b].sum.total_cmp(&candidates[*a].sum));
        open.truncate(self.options.width as usize);
        let mut beams = Vec::with_capacity(open.len());
        for (beam, at) in (0..).zip(open) {
            let candidate = &mut candidates[at];
            candidate.fate = Fate::Stays { beam };
            let mut tokens = self.beams[candidate.beam as usize].tokens.clone();
            tokens.push(candidate.token);
            beams.push(Beam {
                tokens,
                sum: candidate.sum,
                perturbed: None,
            });
        }
        self.beams = beams;
    }

    /// Whether the best text that still grows may become better than the worst finished one.
    fn can_improve(&self) -> bool {
        let Some(worst) = self.pool.worst() else {
            return true;
        };
        let options = &self.options;
        let length = match options.early_stopping {
            EarlyStopping::Never if options.length_penalty > 0.0 => options.max_tokens,
            _ => self.generated,
        };
        let best = self.beams.first().map_or(f64::NEG_INFINITY, |b| b.sum);
        options.score(best, length) > worst
    }
}

/// Keeps the first `count` of `all` in the order of `by`, of equal ones those of the beam before and of the smaller token.
fn keep_first(
    all: &mut Vec<Candidate>,
    count: usize,
    by: impl Fn(&Candidate, &Candidate) -> Ordering,
) {
    let place = |c: &Candidate| (c.beam, c.token);
    let order = |a: &Candidate, b: &Candidate| by(a, b).then_with(|| place(a).cmp(&place(b)));
    if count < all.len() {
        all.select_nth_unstable_by(count, order);
        all.truncate(count);
    }
    all.sort_unstable_by(order);
}

/// What `chain` makes of the model's log-probabilities, `[d_vocab]`: each token that it left with its processed log-probability, by rising id.
///
/// Under beams a chain acts on log-probabilities, and what it leaves is not normalised again: a temperature of 2 halves them, a repetition penalty
/// always multiplies (they are at most 0), and top-k leaves sums below 1. Logits that are NaN or +∞ are refused. Source: `_beam_search` in Transformers 5.23.
pub fn scores(
    logits: &[f32],
    chain: &Chain,
    context: &ChainContext,
) -> Result<Vec<(TokenId, f64)>, CoreError> {
    let log_probs = log_softmax(logits);
    if context.allows_nothing() {
        return Ok(Vec::new());
    }
    if chain.acting().next().is_none() {
        // Nothing asks for an order.
        check_logits(&log_probs)?;
        let all = (0..).zip(log_probs.iter().map(|z| f64::from(*z)));
        return Ok(all.filter(|(_, z)| z.is_finite()).collect());
    }
    let left = chain.run(&Distribution::new(&log_probs)?, context);
    Ok(by_token(&left))
}

/// [`scores`] of the tokens that a server lists.
pub struct ListedScores {
    /// By rising id.
    pub scores: Vec<(TokenId, f64)>,
    /// The processed log-probability that none of the others exceeds; `None` if there are no others.
    pub others: Option<f64>,
}

/// The same where a server lists the most probable tokens only.
pub fn listed_scores(
    model: &Distribution,
    chain: &Chain,
    context: &ChainContext,
) -> Result<ListedScores, CoreError> {
    if context.allows_nothing() {
        return Ok(ListedScores {
            scores: Vec::new(),
            others: None,
        });
    }
    let (left, _) = chain.trace(model, context, &[])?;
    Ok(ListedScores {
        scores: by_token(&left),
        others: left.others().map(|others| others.largest),
    })
}

fn by_token(left: &Candidates) -> Vec<(TokenId, f64)> {
    let possible = left.list().iter().filter(|c| c.logit.is_finite());
    let mut scores: Vec<_> = possible.map(|c| (c.token, c.logit)).collect();
    scores.sort_unstable_by_key(|(token, _)| *token);
    scores
}

/// ln p of every token, `[d_vocab]`, as f32: summed in f64.
pub fn log_softmax(logits: &[f32]) -> Vec<f32> {
    let top = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let gap = |z: &f32| f64::from(*z) - f64::from(top);
    let total: f64 = logits.iter().map(|z| math::exp(gap(z))).sum();
    let norm = math::ln(total);
    logits.iter().map(|z| (gap(z) - norm) as f32).collect()
}

#[cfg(test)]
mod tests;
