//! A text that grows by rounds: a few tokens are drafted, then the model reads all of them in one pass.

use serde::{Deserialize, Serialize};

use super::figures::{Counts, MOST_DRAFTED};
use super::lookup::looked_up;
use super::{Dice, Round, Rule, acceptance, residual, verify};
use crate::chain::Candidate;
use crate::chain::candidates::choose;
use crate::dice::Stream;
use crate::strategy::{Ask, Role, Sampling, Strategy, ranked, room};
use crate::{CoreError, Distribution, Timings, TokenId};

/// The most candidates of a distribution that are kept of a round.
pub const MOST_SEEN: usize = 64;

/// Who drafts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Drafter {
    /// A model with the same tokens.
    Model,
    /// The text itself: the tokens that followed the longest earlier occurrence of its last ones, at most so many of them looked for. A token that
    /// is copied has q = 1.
    Lookup(u32),
}

/// What is asked for; the chain and the dice are those of the [`Sampling`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SpeculateOptions {
    /// Who drafts.
    pub drafter: Drafter,
    /// By which rule drafted tokens are kept.
    pub rule: Rule,
    /// γ: how many tokens are drafted, 0 to [`MOST_DRAFTED`].
    pub drafted: u32,
    /// Whether γ follows what was kept: 2 more after a round that was kept whole, else 1 less, at least 1.
    pub adapts: bool,
    /// The most tokens to generate, at least 1.
    pub max_tokens: u32,
    /// The tokens that end the text.
    pub end_tokens: Vec<TokenId>,
}

/// A round, and what it cost.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RoundRecord {
    /// The drafted tokens.
    pub drafted: Vec<TokenId>,
    /// What became of them.
    #[serde(flatten)]
    pub round: Round,
    /// What drafting took, in milliseconds.
    pub draft_ms: f64,
    /// What the model's one pass took.
    pub target_ms: f64,
    /// The distributions at each drafted token, and at the one after them; not in files.
    #[serde(skip)]
    pub places: Vec<Place>,
}

/// One place of a round: what both models say there, behind the chain.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Place {
    /// The model's candidates in the order of the draw, at most [`MOST_SEEN`].
    pub p: Vec<Candidate>,
    /// The draft's; empty after the last drafted token.
    pub q: Vec<Candidate>,
    /// max(0, p − q), scaled to 1.
    pub residual: Vec<Candidate>,
    /// β = Σ min(p, q): how probable it is that a drafted token is kept here.
    pub beta: f64,
}

impl Place {
    fn new(p: &[Candidate], q: &[Candidate]) -> Self {
        let seen = |list: &[Candidate]| list[..list.len().min(MOST_SEEN)].to_vec();
        Place {
            p: seen(p),
            q: seen(q),
            residual: match q.is_empty() {
                true => Vec::new(),
                false => seen(&residual(p, q)),
            },
            beta: acceptance(p, q),
        }
    }
}

/// A text that grows by rounds.
#[derive(Debug, Clone)]
pub struct Speculation {
    sampling: Sampling,
    options: SpeculateOptions,
    tokens: Vec<TokenId>,
    prompt_len: usize,
    most: usize,
    gamma: u32,
    /// The tokens that are drafted for the round under way, each with what it was drawn from.
    draft: Vec<(TokenId, Vec<Candidate>)>,
    /// Whether there is no more to draft in this round.
    drafted: bool,
    draft_ms: f64,
    rounds: Vec<RoundRecord>,
    counts: Counts,
}

impl Speculation {
    /// A run from the end of `prompt`, in a context of `n_ctx`.
    pub fn new(
        prompt: Vec<TokenId>,
        sampling: Sampling,
        options: SpeculateOptions,
        n_ctx: u32,
    ) -> Result<Self, CoreError> {
        let room = room(&prompt, n_ctx)?;
        let mut run = Speculation {
            sampling: sampling.generating_from(prompt.len()),
            most: options.max_tokens.min(room) as usize,
            gamma: options.drafted.min(MOST_DRAFTED),
            options,
            prompt_len: prompt.len(),
            tokens: prompt,
            draft: Vec::new(),
            drafted: false,
            draft_ms: 0.0,
            rounds: Vec::new(),
            counts: Counts::default(),
        };
        run.begin_round();
        Ok(run)
    }

    /// What is asked for.
    pub fn options(&self) -> &SpeculateOptions {
        &self.options
    }

    /// The sampler of both models.
    pub fn sampling(&self) -> &Sampling {
        &self.sampling
    }

    /// The text so far, with its prompt.
    pub fn tokens(&self) -> &[TokenId] {
        &self.tokens
    }

    /// How many tokens of it are the prompt.
    pub fn prompt_len(&self) -> usize {
        self.prompt_len
    }

    /// The rounds so far.
    pub fn rounds(&self) -> &[RoundRecord] {
        &self.rounds
    }

    /// Whether there is no round after those.
    pub fn has_ended(&self) -> bool {
        self.room() == 0
    }

    /// What was counted so far.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// The tokens that are drafted for the round under way.
    pub fn draft(&self) -> impl Iterator<Item = TokenId> {
        self.draft.iter().map(|(token, _)| *token)
    }

    /// How many more tokens there may be.
    fn room(&self) -> usize {
        let generated = self.tokens.len() - self.prompt_len;
        match generated > 0 && self.ends(self.tokens.last()) {
            true => 0,
            false => self.most.saturating_sub(generated),
        }
    }

    fn ends(&self, token: Option<&TokenId>) -> bool {
        token.is_some_and(|token| self.options.end_tokens.contains(token))
    }

    /// How many tokens this round may draft: the last one that there is room for is drawn by the model anyway.
    fn most_drafted(&self) -> usize {
        (self.gamma as usize).min(self.room().saturating_sub(1))
    }

    fn text(&self) -> Vec<TokenId> {
        self.tokens.iter().copied().chain(self.draft()).collect()
    }

    /// The texts behind which a token is decided on: as far as the grammars allow what was drafted. What follows a forbidden one is never looked at.
    fn decided(&self) -> Vec<Vec<TokenId>> {
        if self.sampling.chain().grammars().next().is_none() {
            // Nobody asks for them.
            return Vec::new();
        }
        let mut text = self.tokens.clone();
        let mut all = vec![text.clone()];
        for token in self.draft() {
            if !self.sampling.allows(&text, token) {
                break;
            }
            text.push(token);
            all.push(text.clone());
        }
        all
    }

    fn begin_round(&mut self) {
        self.draft_ms = 0.0;
        self.draft = match self.options.drafter {
            Drafter::Model => Vec::new(),
            Drafter::Lookup(longest) => {
                let found = looked_up(&self.tokens, longest as usize, self.most_drafted());
                found.into_iter().map(sure).collect()
            }
        };
        self.drafted = self.options.drafter != Drafter::Model || self.most_drafted() == 0;
    }

    /// Takes what the draft says: one more drafted token.
    fn take_draft(&mut self, model: &Distribution, ms: f64) -> Result<(), CoreError> {
        let text = self.text();
        let list = self
            .sampling
            .left_of(model, &self.sampling.context(&text))?;
        let draw = self.sampling.draw(Stream::Draft, text.len());
        self.draft_ms += ms;
        match choose(list.iter().copied(), &draw) {
            Some((chosen, ..)) => self.draft.push((chosen.token, list)),
            None => self.drafted = true,
        }
        let last = self.draft.last().map(|(token, _)| token);
        self.drafted |= self.draft.len() >= self.most_drafted() || self.ends(last);
        Ok(())
    }

    /// Takes what the model says at every drafted token and before them: the round is at its end.
    fn take_target(&mut self, models: &[Distribution], ms: f64) -> Result<(), CoreError> {
        let text = self.text();
        let first = self.tokens.len();
        let behind = |(at, model): (usize, &Distribution)| {
            let context = self.sampling.context(&text[..first + at]);
            self.sampling.left_of(model, &context)
        };
        let target = models
            .iter()
            .take(1 + self.draft.len())
            .enumerate()
            .map(behind);
        let target = target.collect::<Result<Vec<_>, _>>()?;
        let dice = Dice {
            seed: self.sampling.seed(),
            position: first as u32,
            roll: 0,
        };
        let ends = &self.options.end_tokens;
        let mut round = verify(self.options.rule, &self.draft, &target, dice, ends);
        if round.accepted() >= self.room() {
            round.last = None;
        }
        let drafts = self.draft.iter().map(|(_, q)| q.as_slice());
        let drafts = drafts.chain(std::iter::once(&[][..]));
        let record = RoundRecord {
            drafted: self.draft().collect(),
            places: target
                .iter()
                .zip(drafts)
                .map(|(p, q)| Place::new(p, q))
                .collect(),
            round,
            draft_ms: self.draft_ms,
            target_ms: ms,
        };
        self.count(&record);
        if record.round.tokens().is_empty() {
            // The grammar allows nothing more.
            self.most = self.tokens.len() - self.prompt_len;
        }
        self.tokens.extend(record.round.tokens());
        self.rounds.push(record);
        self.begin_round();
        Ok(())
    }

    fn count(&mut self, record: &RoundRecord) {
        let (drafted, round) = (record.drafted.len(), &record.round);
        let (judged, accepted) = (round.verdicts.len(), round.accepted());
        self.counts
            .add(drafted, judged, accepted, round.tokens().len());
        if self.options.adapts && drafted > 0 {
            self.gamma = match accepted == drafted {
                true => (self.gamma + 2).min(MOST_DRAFTED),
                false => self.gamma.saturating_sub(1).max(1),
            };
        }
    }
}

/// A token of which its draft is sure.
fn sure(token: TokenId) -> (TokenId, Vec<Candidate>) {
    let one = Candidate {
        token,
        logit: 0.0,
        prob: 1.0,
    };
    (token, vec![one])
}

impl Strategy for Speculation {
    fn ask(&self) -> Option<Ask> {
        if self.room() == 0 {
            return None;
        }
        if let Some(masks) = self.sampling.missing_masks(&self.decided()) {
            return Some(masks);
        }
        Some(match self.drafted {
            false => Ask::Ends {
                of: Role::Draft,
                texts: vec![self.text()],
            },
            true => Ask::Along {
                of: Role::Model,
                tokens: self.text(),
                from: self.tokens.len() - 1,
            },
        })
    }

    fn accept(&mut self, rows: &[Vec<f32>], timings: Timings) -> Result<(), CoreError> {
        if self.sampling.accept_masks(&self.decided(), rows) {
            return Ok(());
        }
        self.accept_listed(&ranked(rows)?, timings)
    }

    fn accept_listed(&mut self, lists: &[Distribution], timings: Timings) -> Result<(), CoreError> {
        match (self.drafted, lists.first()) {
            (true, _) => self.take_target(lists, timings.forward_ms),
            (false, Some(model)) => self.take_draft(model, timings.forward_ms),
            (false, None) => Ok(()),
        }
    }
}
