//! Speculative decoding with two models, or with a text that drafts for itself.

use logitscope_core::chain::{Candidate, Chain, ChainContext};
use logitscope_core::dice::Stream;
use logitscope_core::speculative::figures::{Counts, MOST_DRAFTED};
use logitscope_core::speculative::{Round, Rule, verify};
use logitscope_core::{CoreError, Draw, FullDistribution, TokenId, Vocab};
use serde::{Deserialize, Serialize};
use web_time::Instant;

use crate::{Lane, ModelError};

/// Who drafts.
pub enum Drafter<'a, 'm> {
    /// Another model with the same tokens.
    Model(&'a mut Lane<'m>),
    /// The text itself: the tokens that followed the longest earlier occurrence of its last ones, at most so many of them looked for. A token that
    /// is copied has q = 1.
    Lookup(usize),
}

/// What is asked for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SpeculateOptions {
    /// The sampler of both models.
    pub chain: Chain,
    /// The dice.
    pub seed: u32,
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
}

/// A text that grows by rounds.
pub struct Speculation {
    options: SpeculateOptions,
    tokens: Vec<TokenId>,
    prompt_len: usize,
    n_ctx: usize,
    drafted: u32,
    counts: Counts,
}

impl Speculation {
    /// A run from the end of `prompt`, in a context of `n_ctx`.
    pub fn new(
        prompt: Vec<TokenId>,
        options: SpeculateOptions,
        n_ctx: u32,
    ) -> Result<Self, ModelError> {
        if prompt.is_empty() {
            return Err(CoreError::EmptyPrompt.into());
        }
        let tokens = prompt.len();
        if tokens >= n_ctx as usize {
            return Err(CoreError::PromptTooLong { tokens, n_ctx }.into());
        }
        Ok(Speculation {
            drafted: options.drafted.min(MOST_DRAFTED),
            options,
            prompt_len: tokens,
            tokens: prompt,
            n_ctx: n_ctx as usize,
            counts: Counts::default(),
        })
    }

    /// The text so far, with its prompt.
    pub fn tokens(&self) -> &[TokenId] {
        &self.tokens
    }

    /// What was counted so far.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// How many more tokens there may be.
    fn room(&self) -> usize {
        let generated = self.tokens.len() - self.prompt_len;
        let ended = generated > 0 && self.ends(self.tokens.last());
        let by_rule = (self.options.max_tokens as usize).saturating_sub(generated);
        match ended {
            true => 0,
            false => by_rule.min(self.n_ctx.saturating_sub(self.tokens.len())),
        }
    }

    fn ends(&self, token: Option<&TokenId>) -> bool {
        token.is_some_and(|token| self.options.end_tokens.contains(token))
    }

    /// Takes a round; `None` once the text is at its end.
    pub async fn round(
        &mut self,
        target: &mut Lane<'_>,
        drafter: &mut Drafter<'_, '_>,
        vocab: &Vocab,
    ) -> Result<Option<RoundRecord>, ModelError> {
        let room = self.room();
        if room == 0 {
            return Ok(None);
        }
        let start = Instant::now();
        // The last token that there is room for is drawn by the model anyway.
        let most = (self.drafted as usize).min(room - 1);
        let drafted = match drafter {
            Drafter::Model(lane) => self.draft(lane, most, vocab).await?,
            Drafter::Lookup(longest) => looked_up(&self.tokens, *longest, most),
        };
        let draft_ms = start.elapsed().as_secs_f64() * 1e3;
        let start = Instant::now();
        let tokens: Vec<TokenId> = drafted.iter().map(|(token, _)| *token).collect();
        let text = [&self.tokens[..], &tokens].concat();
        let first = self.tokens.len() - 1;
        let mut logits = Vec::new();
        let n_layers = target.config().n_layers;
        let keep = |_, row| logits.push(row);
        target
            .logits_at(&text, first..text.len(), n_layers, keep)
            .await?;
        let behind = |(at, row): (usize, &Vec<f32>)| self.left(row, &text[..=first + at], vocab);
        let target_lists = logits.iter().enumerate().map(behind);
        let target_lists = target_lists.collect::<Result<Vec<_>, _>>()?;
        let position = self.tokens.len() as u32;
        let (options, dice) = (&self.options, (self.options.seed, position));
        let mut round = verify(
            options.rule,
            &drafted,
            &target_lists,
            dice,
            &options.end_tokens,
        );
        let target_ms = start.elapsed().as_secs_f64() * 1e3;
        if round.accepted() >= room {
            round.last = None;
        }
        self.count(&round, tokens.len());
        self.tokens.extend(round.tokens());
        Ok(Some(RoundRecord {
            drafted: tokens,
            round,
            draft_ms,
            target_ms,
        }))
    }

    fn count(&mut self, round: &Round, drafted: usize) {
        let (judged, accepted) = (round.verdicts.len(), round.accepted());
        self.counts
            .add(drafted, judged, accepted, round.tokens().len());
        if self.options.adapts && drafted > 0 {
            self.drafted = match accepted == drafted {
                true => (self.drafted + 2).min(MOST_DRAFTED),
                false => self.drafted.saturating_sub(1).max(1),
            };
        }
    }

    /// Tokens that a model draws one after another, each with the distribution that it was drawn from.
    async fn draft(
        &self,
        lane: &mut Lane<'_>,
        most: usize,
        vocab: &Vocab,
    ) -> Result<Vec<(TokenId, Vec<Candidate>)>, ModelError> {
        let mut text = self.tokens.clone();
        let mut drafted = Vec::new();
        let n_ctx = lane.config().n_ctx as usize;
        while drafted.len() < most && text.len() <= n_ctx && !self.drafted_end(&drafted) {
            let (logits, _) = lane.evaluate(&text).await?;
            let list = self.left(&logits, &text, vocab)?;
            let draw = Draw::new(self.options.seed, text.len() as u32, Stream::Draft, 0);
            let Some(token) = drawn(&list, &draw) else {
                break;
            };
            text.push(token);
            drafted.push((token, list));
        }
        Ok(drafted)
    }

    fn drafted_end(&self, drafted: &[(TokenId, Vec<Candidate>)]) -> bool {
        self.ends(drafted.last().map(|(token, _)| token))
    }

    /// What the chain leaves of the distribution behind `text`.
    fn left(
        &self,
        logits: &[f32],
        text: &[TokenId],
        vocab: &Vocab,
    ) -> Result<Vec<Candidate>, ModelError> {
        let context = ChainContext {
            tokens: text,
            vocab: Some(vocab),
            u_xtc: Draw::new(self.options.seed, text.len() as u32, Stream::Xtc, 0).u,
            mirostat: None,
        };
        let distribution = FullDistribution::new(logits)?;
        let left = self.options.chain.run(&distribution, &context);
        Ok(left.list().to_vec())
    }
}

fn drawn(list: &[Candidate], draw: &Draw) -> Option<TokenId> {
    logitscope_core::chain::plain::choose(list, draw).map(|c| c.token)
}

/// What followed the last tokens of `text` where they stood before: of the longest such passage, of at most `longest` tokens, the first occurrence.
fn looked_up(text: &[TokenId], longest: usize, most: usize) -> Vec<(TokenId, Vec<Candidate>)> {
    let sure = |token: &TokenId| {
        let one = Candidate {
            token: *token,
            logit: 0.0,
            prob: 1.0,
        };
        (*token, vec![one])
    };
    for n in (1..=longest.min(text.len().saturating_sub(1))).rev() {
        let last = &text[text.len() - n..];
        let found = (0..text.len() - n).find(|at| &text[*at..at + n] == last);
        if let Some(at) = found {
            return text[at + n..].iter().take(most).map(sure).collect();
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_drafts_what_followed_its_last_tokens_before() {
        let tokens = |text: &[TokenId], most| {
            let found = looked_up(text, 2, most);
            found
                .into_iter()
                .map(|(token, _)| token)
                .collect::<Vec<_>>()
        };
        assert_eq!(tokens(&[1, 2, 3, 4, 1, 2], 3), [3, 4, 1]);
        assert_eq!(
            tokens(&[9, 2, 7, 1, 2, 3, 1, 2], 1),
            [3],
            "the longer passage first"
        );
        assert_eq!(
            tokens(&[9, 2, 7, 5, 2, 8, 2], 2),
            [7, 5],
            "of equal ones the first"
        );
        assert_eq!(tokens(&[1, 2, 3], 3), [] as [TokenId; 0]);
        assert_eq!(tokens(&[1], 3), [] as [TokenId; 0]);
    }
}
