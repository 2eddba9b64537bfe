//! A session: a run, a tokenizer and a model in one process. The command line and the tests use it;
//! the page does the same with its model in a worker.

use std::sync::Arc;

use logitscope_core::left_out::is_unread;
use logitscope_core::{CoreError, Run, StepRecord, StopReason, TokenId, Trace, excerpt};

use crate::lane::Lanes;
use crate::{ModelError, Piece, Tokenizer};

/// Bytes of logits that a session keeps.
pub const LOGITS_BUDGET_BYTES: usize = 256 << 20;

/// A run with the model that computes it.
pub struct Session {
    run: Run,
    lanes: Lanes,
    tokenizer: Tokenizer,
}

impl Session {
    /// A session with no prompt yet.
    pub fn new(lanes: Lanes, tokenizer: Tokenizer) -> Self {
        let vocab = Arc::new(tokenizer.vocab().clone());
        let run = Run::new(vocab, lanes.config().n_ctx, LOGITS_BUDGET_BYTES);
        Session {
            run,
            lanes,
            tokenizer,
        }
    }

    /// The run.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// The run, to change its settings, rewind it or move its cursor.
    pub fn run_mut(&mut self) -> &mut Run {
        &mut self.run
    }

    /// The model, its lanes and their cache. The run is computed in the plain one.
    pub fn lanes_mut(&mut self) -> &mut Lanes {
        &mut self.lanes
    }

    /// The model's lanes, and its tokenizer.
    pub fn parts_mut(&mut self) -> (&mut Lanes, &Tokenizer) {
        (&mut self.lanes, &self.tokenizer)
    }

    /// Starts a new text with `prompt`, and gives the characters of it that the vocabulary has nothing for: see [`Tokenizer::left_out`].
    pub fn set_prompt(&mut self, prompt: &str) -> Result<Vec<char>, ModelError> {
        let pieces = self.tokenizer.encode(prompt)?;
        self.begin(prompt, &pieces)
    }

    /// Starts a new text with a conversation, as a chat template wrote it: see [`Tokenizer::encode_chat`].
    pub fn set_chat(&mut self, text: &str) -> Result<Vec<char>, ModelError> {
        let pieces = self.tokenizer.encode_chat(text)?;
        self.begin(text, &pieces)
    }

    fn begin(&mut self, text: &str, pieces: &[Piece]) -> Result<Vec<char>, ModelError> {
        let tokens: Vec<TokenId> = pieces.iter().map(|p| p.token).collect();
        let places = pieces.iter().map(|p| p.start..p.end);
        let beginning = self.tokenizer.beginning().tokens.len();
        if is_unread(places, beginning) && !text.is_empty() {
            let text = excerpt(text);
            return Err(CoreError::UnreadPrompt { text }.into());
        }
        self.run.set_prompt(&tokens)?;
        Ok(self.tokenizer.left_out(text, pieces))
    }

    /// Computes the logits at the cursor, unless they are stored.
    pub async fn evaluate(&mut self) -> Result<(), ModelError> {
        let node = self.run.cursor().ok_or(CoreError::EmptyPrompt)?;
        if self.run.logits().get(node).is_some() {
            return Ok(());
        }
        let tokens = self.run.tree().tokens(&self.run.path());
        let (logits, timings) = self.lanes.plain()?.evaluate(&tokens).await?;
        Ok(self.run.accept_logits(node, logits.into(), timings)?)
    }

    /// Chooses the next token and appends it.
    pub async fn step(&mut self) -> Result<StepRecord, ModelError> {
        self.evaluate().await?;
        Ok(self.run.step()?)
    }

    /// Appends `token`, whatever the sampler would have chosen.
    pub async fn force(&mut self, token: TokenId) -> Result<StepRecord, ModelError> {
        self.evaluate().await?;
        Ok(self.run.force(token)?)
    }

    /// Steps until the run stops; why it did.
    pub async fn generate(&mut self) -> Result<StopReason, ModelError> {
        loop {
            if let Some(stop) = self.step().await?.stop {
                return Ok(stop);
            }
        }
    }

    /// The run as a trace.
    pub fn trace(&self) -> Result<Trace, ModelError> {
        Ok(Trace::new(
            &self.run,
            self.lanes.model_info(),
            self.lanes.backend_info(),
        )?)
    }

    /// Takes up the run of `trace`; the run so far is replaced only if the trace is usable.
    pub fn import(&mut self, trace: &Trace) -> Result<(), ModelError> {
        let vocab = Arc::clone(self.run.vocab());
        self.run = trace.to_run(vocab, self.run.n_ctx(), LOGITS_BUDGET_BYTES)?;
        Ok(())
    }
}
