//! Strategies: ways to write on that ask a model for more than the next token of one text.
//!
//! A [`Strategy`] holds no model. It says which logits it needs ([`Ask`]), and is given them; whoever has a model, an engine behind messages or a
//! server, can drive it. [`crate::beam`], [`crate::speculative`] and [`crate::explore`] have one each.

mod grammars;
pub mod plain;

use std::sync::Arc;

use crate::chain::{Candidate, Candidates, Chain, ChainContext, Grammar};
use crate::dice::Stream;
use crate::error::CoreError;
use crate::{Distribution, Draw, Timings, TokenId, Vocab};

/// Which of two models with the same tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The model of the run.
    Model,
    /// The one that drafts for it.
    Draft,
    /// The model of the run with some of its parts switched off or scaled.
    Altered,
}

/// Logits that a strategy needs.
#[derive(Debug, Clone, PartialEq)]
pub enum Ask {
    /// Those after the last token of each of these texts, all in one forward pass.
    Ends {
        /// Of which model.
        of: Role,
        /// The texts, each from its first token.
        texts: Vec<Vec<TokenId>>,
    },
    /// Those after each token of one text, from a place on, in one forward pass.
    Along {
        /// Of which model.
        of: Role,
        /// The text, from its first token.
        tokens: Vec<TokenId>,
        /// The first place.
        from: usize,
    },
    /// What the model would say after the last token of a text if it ended after so many of its blocks: the logit lens, behind the final norm.
    Layers {
        /// The text, from its first token.
        tokens: Vec<TokenId>,
        /// How many blocks, 0 being the embedding alone.
        layers: Vec<u32>,
    },
    /// What a grammar allows after each of these generated texts, from its parser: 1 for a token that it allows, else 0, `[d_vocab]`.
    Masks {
        /// The grammar.
        grammar: Grammar,
        /// The generated tokens of each text.
        generated: Vec<Vec<TokenId>>,
    },
    /// The outputs of the model's final norm, `[d_model]`, from a place on, of each of these texts, one text after the other.
    States {
        /// The texts, each from its first token.
        texts: Vec<Vec<TokenId>>,
        /// The first place.
        from: usize,
    },
}

impl Ask {
    /// Which model is asked.
    pub fn of(&self) -> Role {
        match self {
            Ask::Ends { of, .. } | Ask::Along { of, .. } => *of,
            Ask::Layers { .. } | Ask::States { .. } | Ask::Masks { .. } => Role::Model,
        }
    }
}

/// A strategy under way.
pub trait Strategy {
    /// What it needs next; `None` once it has ended.
    fn ask(&self) -> Option<Ask>;

    /// Takes what it asked for: a row of logits, `[d_vocab]`, for each text or place, and what the forward pass cost.
    ///
    /// An error leaves it as it was. A sampler with a grammar asks for its masks first; see [`Sampling::missing_masks`].
    fn accept(&mut self, rows: &[Vec<f32>], timings: Timings) -> Result<(), CoreError>;

    /// Takes the same from a server that lists the most probable tokens only: a distribution for each text or place.
    ///
    /// What these tokens do not decide is an error, and leaves the strategy as it was. Some need the scores of all tokens.
    fn accept_listed(&mut self, lists: &[Distribution], _: Timings) -> Result<(), CoreError> {
        Err(CoreError::NeedsAll {
            listed: lists.first().map_or(0, Distribution::len),
            d_vocab: lists.first().map_or(0, Distribution::d_vocab),
        })
    }
}

/// The sampler of a strategy: what a chain leaves of a distribution, and the dice.
#[derive(Debug, Clone)]
pub struct Sampling {
    chain: Chain,
    seed: u32,
    vocab: Arc<Vocab>,
    known: grammars::Known,
}

impl Sampling {
    /// `chain` with the dice of `seed`. A stage that remembers the steps before is refused, for many texts grow at once.
    pub fn new(chain: Chain, seed: u32, vocab: Arc<Vocab>) -> Result<Self, CoreError> {
        let remembers = chain.acting().find(|sampler| sampler.remembers());
        match remembers.map(|sampler| sampler.name().to_owned()) {
            Some(sampler) => Err(CoreError::RemembersSteps { sampler }),
            None => Ok(Sampling {
                chain,
                seed,
                vocab,
                known: grammars::Known::default(),
            }),
        }
    }

    /// The same with what of the chain acts where nothing is drawn: bans and penalties.
    pub fn without_a_draw(&self) -> Self {
        Sampling {
            chain: self.chain.without_a_draw(),
            ..self.clone()
        }
    }

    /// The chain.
    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    /// The seed of the dice.
    pub fn seed(&self) -> u32 {
        self.seed
    }

    /// The tokens.
    pub fn vocab(&self) -> &Vocab {
        &self.vocab
    }

    /// What the stages may look at behind `text`.
    pub fn context<'a>(&'a self, text: &'a [TokenId]) -> ChainContext<'a> {
        ChainContext {
            tokens: text,
            vocab: Some(&self.vocab),
            u_xtc: self.draw(Stream::Xtc, text.len()).u,
            mirostat: None,
            masks: self.known.behind(text),
        }
    }

    /// The draw of `stream` for the token at `position`.
    pub fn draw(&self, stream: Stream, position: usize) -> Draw {
        Draw::new(self.seed, position as u32, stream, 0)
    }

    /// What the chain leaves of the logits behind `text`, in the order of the draw.
    pub fn left(&self, logits: &[f32], text: &[TokenId]) -> Result<Vec<Candidate>, CoreError> {
        self.left_of(&Distribution::new(logits)?, &self.context(text))
    }

    /// The same of a distribution, in a context of its own: nothing where a grammar allows nothing. It is an error if some that are left are not
    /// listed.
    pub fn left_of(
        &self,
        model: &Distribution,
        context: &ChainContext,
    ) -> Result<Vec<Candidate>, CoreError> {
        match self.behind(model, context)? {
            Some(left) if left.others().is_some() => Err(list_too_short(model)),
            Some(left) => Ok(left.list().to_vec()),
            None => Ok(Vec::new()),
        }
    }

    /// The same, with what is known of those that are not listed; `None` where a grammar allows nothing. The probabilities of the listed ones are
    /// exact: it is an error if they could only be said within a range.
    pub fn behind(
        &self,
        model: &Distribution,
        context: &ChainContext,
    ) -> Result<Option<Candidates>, CoreError> {
        if context.allows_nothing() {
            return Ok(None);
        }
        if model.rest().is_none() {
            return Ok(Some(self.chain.run(model, context)));
        }
        let (left, stages) = self.chain.trace(model, context, &[])?;
        if left.margin().is_none() {
            return Ok(Some(left));
        }
        let widens = stages.iter().find(|record| !record.margin_out.is_none());
        let sampler = widens.map(|record| record.stage.sampler.name().to_owned());
        Err(CoreError::Undecided {
            sampler: sampler.unwrap_or_default(),
            listed: model.len(),
            d_vocab: model.d_vocab(),
        })
    }
}

/// What rows of logits, `[d_vocab]`, say.
pub(crate) fn ranked(rows: &[Vec<f32>]) -> Result<Vec<Distribution>, CoreError> {
    rows.iter().map(|row| Distribution::new(row)).collect()
}

/// That the tokens which are listed of a distribution do not decide what is asked of it.
pub(crate) fn list_too_short(model: &Distribution) -> CoreError {
    CoreError::ListTooShort {
        listed: model.len(),
        d_vocab: model.d_vocab(),
    }
}

/// Refuses a prompt without tokens, or one that leaves no room in a context of `n_ctx`; the room that is left.
pub fn room(prompt: &[TokenId], n_ctx: u32) -> Result<u32, CoreError> {
    let tokens = prompt.len();
    if prompt.is_empty() {
        return Err(CoreError::EmptyPrompt);
    }
    match n_ctx.saturating_sub(tokens as u32) {
        0 => Err(CoreError::PromptTooLong { tokens, n_ctx }),
        room => Ok(room),
    }
}
