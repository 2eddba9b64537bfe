//! A text that outgrows a context.

use serde::{Deserialize, Serialize};

use super::{WhenFull, Window};
use crate::chain::candidates::choose;
use crate::dice::Stream;
use crate::strategy::{Ask, Role, Sampling, Strategy};
use crate::{CoreError, Distribution, Timings, TokenId};

/// How it is asked for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ContextOptions {
    /// The context, in tokens: at least 2, at most the model's own.
    pub n_ctx: u32,
    /// What happens when it is full.
    pub when_full: WhenFull,
    /// How many tokens are forgotten at once: at least 1, and at least one token of the text stays beside those that are kept at the beginning.
    pub drop: u32,
    /// The most tokens.
    pub max_tokens: u32,
    /// The tokens that end a text.
    pub end_tokens: Vec<TokenId>,
}

/// A token, and what was done to have it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ContextStep {
    /// The token.
    pub token: TokenId,
    /// Its probability behind the chain, 0..=1.
    pub prob: f64,
    /// What the model read.
    pub window: Window,
    /// How many tokens were forgotten before it.
    pub dropped: u32,
    /// How many tokens had their keys and values in the cache, by the rule: those whose position is as it was. (A text that becomes longer than
    /// those of the first training may have to be computed again; that the rule does not know.)
    pub reused: u32,
    /// How many had to be computed, by the rule.
    pub computed: u32,
    /// The forward pass. Its rows can be others: the engine may have a passage from an earlier run.
    pub timings: Timings,
    /// KL(whole text ‖ window) of the model's distributions, in bits: what is lost by forgetting. `None` where nothing is forgotten, or the whole text
    /// does not fit in the model's own context.
    pub lost_bits: Option<f64>,
    /// The most probable token with the whole text and its probability there, where that is known.
    pub remembered: Option<(TokenId, f64)>,
}

/// A sampled text in a context that may be smaller than it.
#[derive(Debug, Clone)]
pub struct ContextRun {
    options: ContextOptions,
    /// The model's own context.
    largest: usize,
    sampling: Sampling,
    text: Vec<TokenId>,
    prompt_len: usize,
    window: Window,
    /// How many tokens at the beginning of the window have their keys and values.
    cached: usize,
    dropped: u32,
    /// The step that waits for the whole text's distribution.
    waits: Option<(ContextStep, Distribution)>,
    steps: Vec<ContextStep>,
    ended: bool,
}

impl ContextRun {
    /// A text from the end of `prompt`, with a model whose own context is `largest`.
    pub fn new(
        prompt: Vec<TokenId>,
        sampling: Sampling,
        options: ContextOptions,
        largest: u32,
    ) -> Result<Self, CoreError> {
        if prompt.is_empty() {
            return Err(CoreError::EmptyPrompt);
        }
        options.check(largest)?;
        let (tokens, n_ctx) = (prompt.len(), options.n_ctx);
        if options.when_full == WhenFull::Stop && tokens >= n_ctx as usize {
            return Err(CoreError::PromptTooLong { tokens, n_ctx });
        }
        let mut run = ContextRun {
            window: Window::new(tokens),
            prompt_len: tokens,
            largest: largest as usize,
            text: prompt,
            ended: options.max_tokens == 0,
            options,
            sampling: sampling.generating_from(tokens),
            cached: 0,
            dropped: 0,
            waits: None,
            steps: Vec::new(),
        };
        run.make_room();
        Ok(run)
    }

    /// How it was asked for.
    pub fn options(&self) -> &ContextOptions {
        &self.options
    }

    /// Its sampler.
    pub fn sampling(&self) -> &Sampling {
        &self.sampling
    }

    /// The text, prompt and all.
    pub fn text(&self) -> &[TokenId] {
        &self.text
    }

    /// How many tokens the prompt has.
    pub fn prompt_len(&self) -> usize {
        self.prompt_len
    }

    /// The steps so far.
    pub fn steps(&self) -> &[ContextStep] {
        &self.steps
    }

    /// What the model reads next.
    pub fn window(&self) -> &Window {
        &self.window
    }

    /// Whether no step is left.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// Whether it ended because the context is full.
    pub fn is_full(&self) -> bool {
        self.options.when_full == WhenFull::Stop && self.window.len() >= self.n_ctx()
    }

    fn n_ctx(&self) -> usize {
        self.options.n_ctx as usize
    }

    /// Forgets until the next token has a position.
    fn make_room(&mut self) {
        while self.window.len() >= self.n_ctx() {
            let first = match self.options.when_full {
                WhenFull::Stop => {
                    self.ended = true;
                    return;
                }
                WhenFull::Slide => 0,
                WhenFull::DropMiddle(first) => first as usize,
            };
            let before = self.window.len();
            let same = self.window.drop(first, self.options.drop as usize);
            self.cached = self.cached.min(same);
            self.dropped += (before - self.window.len()) as u32;
        }
    }

    fn read(&self) -> Vec<TokenId> {
        self.window.places().map(|place| self.text[place]).collect()
    }

    fn take(&mut self, row: &[f32], timings: Timings) -> Result<(), CoreError> {
        let model = Distribution::new(row)?;
        let context = self.sampling.context(&self.text);
        let left = self.sampling.left_of(&model, &context)?;
        let draw = self.sampling.draw(Stream::Token, self.text.len());
        let Some((one, ..)) = choose(left.into_iter(), &draw) else {
            self.ended = true;
            return Ok(());
        };
        let length = self.window.len();
        let step = ContextStep {
            token: one.token,
            prob: one.prob,
            window: self.window.clone(),
            dropped: std::mem::take(&mut self.dropped),
            reused: self.cached as u32,
            computed: (length - self.cached) as u32,
            timings,
            lost_bits: None,
            remembered: None,
        };
        if length < self.text.len() && self.text.len() <= self.largest {
            self.waits = Some((step, model));
        } else {
            self.push(step);
        }
        Ok(())
    }

    fn compare(&mut self, row: &[f32]) -> Result<(), CoreError> {
        let whole = Distribution::new(row)?;
        if let Some((mut step, model)) = self.waits.take() {
            step.lost_bits = Some(whole.kl_bits(&model));
            step.remembered = Some((whole.token(0), whole.prob(0)));
            self.push(step);
        }
        Ok(())
    }

    fn push(&mut self, step: ContextStep) {
        self.cached = self.window.len();
        self.window.push(self.text.len());
        self.text.push(step.token);
        self.ended = self.options.end_tokens.contains(&step.token)
            || self.text.len() - self.prompt_len >= self.options.max_tokens as usize;
        self.steps.push(step);
        self.make_room();
    }
}

impl ContextOptions {
    fn check(&self, largest: u32) -> Result<(), CoreError> {
        let whole = |name: &str, value: u32, low: u32, high: u32| {
            let expected = crate::error::Expected::Whole(f64::from(low), f64::from(high));
            let (name, value_f64) = (name.to_owned(), f64::from(value));
            match (low..=high).contains(&value) {
                true => Ok(()),
                false => Err(CoreError::Setting {
                    name,
                    value: value_f64,
                    expected,
                }),
            }
        };
        whole("context", self.n_ctx, 2, largest.max(2))?;
        let first = match self.when_full {
            WhenFull::DropMiddle(first) => first,
            WhenFull::Stop | WhenFull::Slide => 0,
        };
        whole("kept at the beginning", first, 0, self.n_ctx - 2)?;
        whole("forgotten at once", self.drop, 1, self.n_ctx - 1 - first)
    }
}

impl Strategy for ContextRun {
    fn ask(&self) -> Option<Ask> {
        if self.ended {
            return None;
        }
        if let Some(masks) = self
            .sampling
            .missing_masks(std::slice::from_ref(&self.text))
        {
            return Some(masks);
        }
        let text = match self.waits {
            Some(_) => self.text.clone(),
            None => self.read(),
        };
        Some(Ask::Ends {
            of: Role::Model,
            texts: vec![text],
        })
    }

    fn accept(&mut self, rows: &[Vec<f32>], timings: Timings) -> Result<(), CoreError> {
        if self
            .sampling
            .accept_masks(std::slice::from_ref(&self.text), rows)
        {
            return Ok(());
        }
        let Some(row) = rows.first() else {
            return Ok(());
        };
        match self.waits {
            Some(_) => self.compare(row),
            None => self.take(row, timings),
        }
    }
}
