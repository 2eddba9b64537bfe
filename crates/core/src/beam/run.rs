//! A search on a text, step by step.

use serde::{Deserialize, Serialize};

use super::{BeamOptions, BeamStep, Fate, Groups, listed_scores, log_softmax, scores};
use crate::strategy::{Ask, Role, Sampling, Strategy, list_too_short, room};
use crate::{CoreError, Distribution, Timings, TokenId};

/// A step, and what it cost.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Grown {
    /// What became of the best continuations.
    #[serde(flatten)]
    pub step: BeamStep,
    /// The one forward pass for all beams.
    pub timings: Timings,
}

/// A search from the end of a prompt.
#[derive(Debug, Clone)]
pub struct BeamRun {
    prompt: Vec<TokenId>,
    sampling: Sampling,
    search: Groups,
    /// Each step with the search before it.
    steps: Vec<(Groups, Grown)>,
    /// Σ ln p of each beam under the model alone.
    alone: Vec<f64>,
    /// The same of finished texts.
    finished_alone: Vec<(Vec<TokenId>, f64)>,
}

impl BeamRun {
    /// A search from the end of `prompt`, whose length is set in `options`; at most as many tokens are generated as the context of `n_ctx` has room
    /// for. The dice are those of `options`.
    pub fn new(
        prompt: Vec<TokenId>,
        sampling: Sampling,
        mut options: BeamOptions,
        n_ctx: u32,
    ) -> Result<Self, CoreError> {
        options.check()?;
        options.max_tokens = options.max_tokens.min(room(&prompt, n_ctx)?);
        options.prompt_len = prompt.len() as u32;
        let groups = options.groups.max(1) as usize;
        Ok(BeamRun {
            sampling: sampling.generating_from(prompt.len()),
            prompt,
            search: Groups::new(options),
            steps: Vec::new(),
            alone: vec![0.0; groups],
            finished_alone: Vec::new(),
        })
    }

    /// What it goes on from.
    pub fn prompt(&self) -> &[TokenId] {
        &self.prompt
    }

    /// Its sampler.
    pub fn sampling(&self) -> &Sampling {
        &self.sampling
    }

    /// The search so far.
    pub fn search(&self) -> &Groups {
        &self.search
    }

    /// Its steps.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = &Grown> {
        self.steps.iter().map(|(_, step)| step)
    }

    /// The search after its first `steps` steps.
    pub fn after(&self, steps: usize) -> &Groups {
        self.steps
            .get(steps)
            .map_or(&self.search, |(before, _)| before)
    }

    /// Σ ln p of a finished text under the model alone, whatever the chain makes of it.
    pub fn alone(&self, tokens: &[TokenId]) -> Option<f64> {
        let found = self.finished_alone.iter().find(|(text, _)| text == tokens);
        found.map(|(_, sum)| *sum)
    }

    fn texts(&self) -> Vec<Vec<TokenId>> {
        let text = |tokens: &Vec<TokenId>| [&self.prompt[..], tokens].concat();
        self.search
            .beams()
            .iter()
            .map(|b| text(&b.tokens))
            .collect()
    }

    /// Follows what the model alone gives to the texts that `step` leads to.
    /// `alone` gives ln p of a token behind a beam.
    fn follow_alone(
        &mut self,
        before: &Groups,
        step: &BeamStep,
        alone: impl Fn(usize, TokenId) -> Option<f64>,
    ) {
        let mut next = vec![0.0; self.search.beams().len()];
        for candidate in &step.candidates {
            let (beam, token) = (candidate.beam as usize, candidate.token);
            let sum = self.alone[beam] + alone(beam, token).unwrap_or(f64::NEG_INFINITY);
            match candidate.fate {
                // One that stays where the search ends grows no further.
                Fate::Stays { beam } => {
                    if let Some(next) = next.get_mut(beam as usize) {
                        *next = sum;
                    }
                }
                Fate::Finishes { .. } => {
                    let mut tokens = before.beams()[beam].tokens.clone();
                    tokens.push(token);
                    self.finished_alone.push((tokens, sum));
                }
                _ => {}
            }
        }
        self.alone = next;
    }
}

impl Strategy for BeamRun {
    fn ask(&self) -> Option<Ask> {
        if self.search.stop().is_some() {
            return None;
        }
        let (of, texts) = (Role::Model, self.texts());
        let masks = self.sampling.missing_masks(&texts);
        masks.or(Some(Ask::Ends { of, texts }))
    }

    fn accept(&mut self, rows: &[Vec<f32>], timings: Timings) -> Result<(), CoreError> {
        let texts = self.texts();
        if self.sampling.accept_masks(&texts, rows) {
            return Ok(());
        }
        let one = |(row, text): (&Vec<f32>, &Vec<TokenId>)| {
            scores(row, self.sampling.chain(), &self.sampling.context(text))
        };
        let scores = rows.iter().zip(&texts).map(one);
        let scores = scores.collect::<Result<Vec<_>, _>>()?;
        let before = self.search.clone();
        if let Some(step) = self.search.step(&scores) {
            let log_probs: Vec<Vec<f32>> = rows.iter().map(|row| log_softmax(row)).collect();
            let alone = |beam: usize, token: TokenId| {
                let row = log_probs.get(beam)?;
                row.get(token as usize).copied().map(f64::from)
            };
            self.follow_alone(&before, &step, alone);
            self.steps.push((before, Grown { step, timings }));
        }
        Ok(())
    }

    fn accept_listed(&mut self, lists: &[Distribution], timings: Timings) -> Result<(), CoreError> {
        let texts = self.texts();
        let one = |(model, text): (&Distribution, &Vec<TokenId>)| {
            listed_scores(model, self.sampling.chain(), &self.sampling.context(text))
        };
        let scores = lists.iter().zip(&texts).map(one);
        let scores = scores.collect::<Result<Vec<_>, _>>()?;
        let listed = scores.into_iter().map(|one| (one.scores, one.others));
        let (scores, largest): (Vec<_>, Vec<Option<f64>>) = listed.unzip();
        let before = self.search.clone();
        let mut search = before.clone();
        let Some(step) = search.step(&scores) else {
            return Ok(());
        };
        for ((beam, largest), model) in before.beams().iter().zip(&largest).zip(lists) {
            let others = largest.map(|largest| beam.sum + largest);
            if others.is_some_and(|others| !before.outdoes(&step, others)) {
                return Err(list_too_short(model));
            }
        }
        self.search = search;
        let alone = |beam: usize, token: TokenId| {
            let model = lists.get(beam)?;
            Some(model.log_prob(model.rank(token)?))
        };
        self.follow_alone(&before, &step, alone);
        self.steps.push((before, Grown { step, timings }));
        Ok(())
    }
}
