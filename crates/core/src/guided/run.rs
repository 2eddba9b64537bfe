//! A text that grows by guided choices.

use super::{
    Candidate, Distance, GuidedOptions, GuidedStep, MOST_SEEN, Rule, Terms, decoding, dola,
    guidance, plausible, search,
};
use crate::chain::candidates::choose;
use crate::compare::measures::js_bits;
use crate::dice::Stream;
use crate::sorted;
use crate::strategy::plain::Choosing;
use crate::strategy::{Ask, Role, Sampling, Strategy, room};
use crate::{CoreError, Distribution, Draw, Timings, TokenId, math};

/// What of the model counts here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sizes {
    /// The most tokens that it reads.
    pub n_ctx: u32,
    /// How many blocks it has.
    pub n_layers: u32,
}

/// A score that no finite logit has: what is infinitely better is drawn for certain, and nothing overflows.
const HIGHEST: f64 = 1e30;

/// A guided text under way.
#[derive(Debug, Clone)]
pub struct GuidedRun {
    prompt: Vec<TokenId>,
    tokens: Vec<TokenId>,
    sampling: Sampling,
    options: GuidedOptions,
    /// The earlier layers that DoLa looks at.
    layers: Vec<u32>,
    /// Of contrastive search: the final hidden state at each token of the text, `[tokens][d_model]`.
    states: Vec<Vec<f32>>,
    /// What has come for the step under way.
    rows: Vec<Vec<Vec<f32>>>,
    passes: Vec<Timings>,
    steps: Vec<GuidedStep>,
    ended: bool,
}

/// What was weighed, and what was chosen.
struct Weighed {
    token: TokenId,
    draw: Option<Draw>,
    candidates: Vec<Candidate>,
    plausible: Option<u32>,
}

impl GuidedRun {
    /// A text from the end of `prompt`. Errors: what is out of range, a prompt without tokens or too long, a model of one layer for DoLa.
    pub fn new(
        prompt: Vec<TokenId>,
        sampling: Sampling,
        mut options: GuidedOptions,
        sizes: Sizes,
    ) -> Result<Self, CoreError> {
        options.rule.check()?;
        let mut most = room(&prompt, sizes.n_ctx)?;
        let mut layers = Vec::new();
        match &options.rule {
            Rule::Guidance { against, .. } => most = most.min(room(against, sizes.n_ctx)?),
            Rule::Dola { early, .. } => layers = early.candidates(sizes.n_layers)?,
            _ => {}
        }
        options.max_tokens = options.max_tokens.min(most);
        Ok(GuidedRun {
            ended: options.max_tokens == 0,
            sampling: sampling.generating_from(prompt.len()),
            prompt,
            tokens: Vec::new(),
            options,
            layers,
            states: Vec::new(),
            rows: Vec::new(),
            passes: Vec::new(),
            steps: Vec::new(),
        })
    }

    /// What was asked for.
    pub fn options(&self) -> &GuidedOptions {
        &self.options
    }

    /// Its sampler.
    pub fn sampling(&self) -> &Sampling {
        &self.sampling
    }

    /// What it goes on from.
    pub fn prompt(&self) -> &[TokenId] {
        &self.prompt
    }

    /// What was generated.
    pub fn tokens(&self) -> &[TokenId] {
        &self.tokens
    }

    /// The steps so far.
    pub fn steps(&self) -> &[GuidedStep] {
        &self.steps
    }

    /// Whether no step is left.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    fn behind(&self, prompt: &[TokenId]) -> Vec<TokenId> {
        [prompt, &self.tokens].concat()
    }

    fn text(&self) -> Vec<TokenId> {
        self.behind(&self.prompt)
    }

    /// The model's log-probabilities without those of tokens that a grammar forbids: what is plausible is so among the others.
    fn allowed(&self, log_probs: &[f64]) -> Vec<f64> {
        let text = self.text();
        let context = self.sampling.context(&text);
        let allows = |token| context.masks.iter().all(|(_, mask)| mask.allows(token));
        let all = (0..).zip(log_probs);
        let own = all.map(|(token, own)| {
            if allows(token) {
                *own
            } else {
                f64::NEG_INFINITY
            }
        });
        own.collect()
    }

    /// The k most probable tokens that bans and penalties leave, with their probabilities.
    fn probable(&self, k: u32) -> Result<Vec<(TokenId, f64)>, CoreError> {
        let Some(row) = self.rows.first().and_then(|rows| rows.first()) else {
            return Ok(Vec::new());
        };
        let left = self.sampling.without_a_draw().left(row, &self.text())?;
        let best = left.iter().take(k as usize);
        Ok(best.map(|one| (one.token, one.prob)).collect())
    }

    /// Takes a step once all has come that its rule needs.
    fn step(&mut self) -> Result<(), CoreError> {
        let row = |pass: usize, at: usize| {
            let rows = self.rows.get(pass).map(Vec::as_slice).unwrap_or_default();
            rows.get(at).map(Vec::as_slice).unwrap_or_default()
        };
        let plain = self
            .sampling
            .without_a_draw()
            .left(row(0, 0), &self.text())?;
        let Some(plain) = plain.first().map(|one| one.token) else {
            self.ended = true;
            return Ok(());
        };
        let (mut distances, mut layer) = (Vec::new(), None);
        let weighed = match &self.options.rule {
            Rule::ContrastiveSearch { k, alpha } => self.search(*k, *alpha)?,
            Rule::ContrastiveDecoding { alpha, beta } => {
                let own = self.allowed(&log_probs(row(0, 0))?);
                let other = log_probs(row(1, 0))?;
                let scores = decoding::scores(&own, &other, *alpha, *beta);
                let terms = |at: usize| Terms::Decoding {
                    expert: own[at],
                    amateur: other[at],
                };
                let kept = count(&plausible(&own, *alpha));
                self.weigh(scores, terms, Some(kept), plain)?
            }
            Rule::Guidance { scale, .. } => {
                let (own, other) = (log_probs(row(0, 0))?, log_probs(row(0, 1))?);
                let scores = guidance::scores(&own, &other, *scale);
                let terms = |at: usize| Terms::Guidance {
                    conditional: own[at],
                    unconditional: other[at],
                };
                self.weigh(scores, terms, None, plain)?
            }
            Rule::Dola { alpha, .. } => {
                let own = log_probs(row(0, 0))?;
                let early = (0..self.layers.len()).map(|at| log_probs(row(1, at)));
                let early = early.collect::<Result<Vec<_>, _>>()?;
                distances = self.distances(&own, &early);
                let own = self.allowed(&own);
                let far = farthest(&distances);
                layer = far.map(|at| self.layers[at]);
                let other = &early[far.unwrap_or_default()];
                let scores = dola::scores(&own, other, *alpha);
                let terms = |at: usize| Terms::Dola {
                    last: own[at],
                    early: other[at],
                };
                let kept = count(&plausible(&own, *alpha));
                self.weigh(scores, terms, Some(kept), plain)?
            }
        };
        let Some(weighed) = weighed else {
            self.ended = true;
            return Ok(());
        };
        self.take(weighed, plain, distances, layer);
        Ok(())
    }

    fn take(
        &mut self,
        weighed: Weighed,
        plain: TokenId,
        distances: Vec<Distance>,
        layer: Option<u32>,
    ) {
        if let Rule::ContrastiveSearch { .. } = self.options.rule {
            // Its state is known: it was fed forward.
            let at = self.fed().iter().position(|token| *token == weighed.token);
            let state = at.and_then(|at| self.rows.get(1)?.get(at).cloned());
            self.states.extend(state);
        }
        self.tokens.push(weighed.token);
        self.ended = self.options.end_tokens.contains(&weighed.token)
            || self.tokens.len() >= self.options.max_tokens as usize;
        self.rows.clear();
        self.steps.push(GuidedStep {
            token: weighed.token,
            plain,
            draw: weighed.draw,
            candidates: weighed.candidates,
            plausible: weighed.plausible,
            distances,
            layer,
            passes: std::mem::take(&mut self.passes),
        });
    }

    /// The candidates that are fed forward, in the order of their rows.
    fn fed(&self) -> Vec<TokenId> {
        let Rule::ContrastiveSearch { k, .. } = self.options.rule else {
            return Vec::new();
        };
        let probable = self.probable(k).unwrap_or_default();
        probable.into_iter().map(|(token, _)| token).collect()
    }

    fn search(&self, k: u32, alpha: f64) -> Result<Option<Weighed>, CoreError> {
        let states = self.rows.get(1).map(Vec::as_slice).unwrap_or_default();
        let probable = self.probable(k)?;
        let one = |((token, p), state): (&(TokenId, f64), &Vec<f32>)| {
            let (similarity, nearest) = search::nearest(state, &self.states);
            Candidate {
                token: *token,
                terms: Terms::Search {
                    p: *p,
                    similarity,
                    nearest,
                },
                score: Some(search::score(*p, similarity, alpha)),
                prob: None,
            }
        };
        let mut candidates: Vec<Candidate> = probable.iter().zip(states).map(one).collect();
        by_score(&mut candidates);
        Ok(candidates.first().map(|best| Weighed {
            token: best.token,
            draw: None,
            plausible: None,
            candidates: candidates.clone(),
        }))
    }

    /// Chooses by scores, `[d_vocab]`, as if they were logits.
    fn weigh(
        &self,
        scores: Vec<f64>,
        terms: impl Fn(usize) -> Terms,
        plausible: Option<u32>,
        plain: TokenId,
    ) -> Result<Option<Weighed>, CoreError> {
        let text = self.text();
        let logits: Vec<f32> = scores.iter().map(|score| logit(*score)).collect();
        let own = match self.options.choosing {
            Choosing::Greedy => self.sampling.without_a_draw(),
            Choosing::Sampled => self.sampling.clone(),
        };
        let left = own.left(&logits, &text)?;
        let draw = own.draw(Stream::Token, text.len());
        let (chosen, draw) = match self.options.choosing {
            Choosing::Greedy => (left.first().copied(), None),
            Choosing::Sampled => {
                let found = choose(left.iter().copied(), &draw);
                (found.map(|(one, ..)| one), Some(draw))
            }
        };
        // Bans may leave nothing that is plausible.
        let plausible_one = chosen.filter(|one| scores[one.token as usize] > f64::NEG_INFINITY);
        let Some(chosen) = plausible_one.map(|one| one.token) else {
            return Ok(None);
        };
        let candidate = |token: TokenId| {
            let score = scores[token as usize];
            Candidate {
                token,
                terms: terms(token as usize),
                score: score.is_finite().then_some(score),
                prob: left.iter().find(|c| c.token == token).map(|c| c.prob),
            }
        };
        let ranked = Distribution::new(&logits)?;
        let best = (0..ranked.len()).map(|rank| ranked.token(rank));
        let kept = best.take_while(|token| scores[*token as usize] > f64::NEG_INFINITY);
        let mut tokens: Vec<TokenId> = kept.take(MOST_SEEN).collect();
        for token in [chosen, plain] {
            if !tokens.contains(&token) {
                tokens.push(token);
            }
        }
        Ok(Some(Weighed {
            token: chosen,
            draw,
            candidates: tokens.into_iter().map(candidate).collect(),
            plausible,
        }))
    }

    fn distances(&self, own: &[f64], early: &[Vec<f64>]) -> Vec<Distance> {
        let probs = |log: &[f64]| -> Vec<f64> { log.iter().map(|x| math::exp(*x)).collect() };
        let last = probs(own);
        let each = self.layers.iter().zip(early);
        let one = |(layer, early): (&u32, &Vec<f64>)| Distance {
            layer: *layer,
            jsd_bits: js_bits(&last, &probs(early)),
        };
        each.map(one).collect()
    }
}

/// A score as a logit.
fn logit(score: f64) -> f32 {
    match score {
        f64::NEG_INFINITY => f32::NEG_INFINITY,
        score => score.clamp(-HIGHEST, HIGHEST) as f32,
    }
}

fn count(kept: &[bool]) -> u32 {
    kept.iter().filter(|kept| **kept).count() as u32
}

/// The place of the largest one, the first on a tie.
fn farthest(distances: &[Distance]) -> Option<usize> {
    let all = distances.iter().enumerate();
    let larger = |a: (usize, &Distance), b: (usize, &Distance)| {
        a.1.jsd_bits.total_cmp(&b.1.jsd_bits).then(b.0.cmp(&a.0))
    };
    all.max_by(|a, b| larger(*a, *b)).map(|(at, _)| at)
}

/// The best first; what is more probable first on a tie.
fn by_score(candidates: &mut [Candidate]) {
    let score = |c: &Candidate| c.score.unwrap_or(f64::NEG_INFINITY);
    sorted::sort_by(candidates, |a, b| score(b).total_cmp(&score(a)));
}

/// Log-probabilities of a row of logits, `[d_vocab]`.
fn log_probs(row: &[f32]) -> Result<Vec<f64>, CoreError> {
    let model = Distribution::new(row)?;
    let mut all = vec![f64::NEG_INFINITY; row.len()];
    for rank in 0..model.len() {
        all[model.token(rank) as usize] = 0.0 - math::nats(model.surprisal_bits(rank));
    }
    Ok(all)
}

impl Strategy for GuidedRun {
    fn ask(&self) -> Option<Ask> {
        if self.ended {
            return None;
        }
        let text = self.text();
        if let Some(masks) = self.sampling.missing_masks(std::slice::from_ref(&text)) {
            return Some(masks);
        }
        let ends = |of, texts| Some(Ask::Ends { of, texts });
        match (&self.options.rule, self.rows.len()) {
            (Rule::ContrastiveSearch { .. }, 0) if self.states.len() < text.len() => {
                Some(Ask::States {
                    from: self.states.len(),
                    texts: vec![text],
                })
            }
            (Rule::Guidance { against, .. }, _) => {
                ends(Role::Model, vec![text, self.behind(against)])
            }
            (_, 0) => ends(Role::Model, vec![text]),
            (Rule::ContrastiveSearch { .. }, _) => {
                let with = |token: &TokenId| [&text[..], &[*token]].concat();
                Some(Ask::States {
                    from: text.len(),
                    texts: self.fed().iter().map(with).collect(),
                })
            }
            (Rule::ContrastiveDecoding { .. }, _) => ends(Role::Draft, vec![text]),
            (Rule::Dola { .. }, _) => Some(Ask::Layers {
                tokens: text,
                layers: self.layers.clone(),
            }),
        }
    }

    fn accept(&mut self, rows: &[Vec<f32>], timings: Timings) -> Result<(), CoreError> {
        if self.ended {
            return Ok(());
        }
        if self.sampling.accept_masks(&[self.text()], rows) {
            return Ok(());
        }
        self.passes.push(timings);
        let of_the_text = matches!(self.ask(), Some(Ask::States { from, .. }) if from < self.prompt.len() + self.tokens.len());
        if of_the_text {
            self.states.extend(rows.iter().cloned());
            return Ok(());
        }
        self.rows.push(rows.to_vec());
        let needed = match self.options.rule {
            Rule::Guidance { .. } => 1,
            _ => 2,
        };
        let taken = match self.rows.len() < needed {
            true => self.probable(1).map(|best| self.ended = best.is_empty()),
            false => self.step(),
        };
        if taken.is_err() {
            self.rows.pop();
            self.passes.pop();
        }
        taken
    }
}
