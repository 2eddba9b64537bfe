//! Beam search with a model: every beam of a step in one forward pass.

use logitscope_core::beam::{self, BeamOptions, BeamSearch, BeamStep};
use logitscope_core::chain::{Chain, ChainContext};
use logitscope_core::dice::Stream;
use logitscope_core::{CoreError, Draw, Timings, TokenId, Vocab};

use crate::{Lane, ModelError};

/// A search on a text.
pub struct Beams {
    prompt: Vec<TokenId>,
    chain: Chain,
    search: BeamSearch,
}

impl Beams {
    /// A search from the end of `prompt`, whose length is set in `options`; at most as many tokens are generated as the context of `n_ctx` has room
    /// for.
    pub fn new(
        prompt: Vec<TokenId>,
        chain: Chain,
        mut options: BeamOptions,
        n_ctx: u32,
    ) -> Result<Self, ModelError> {
        if prompt.is_empty() {
            return Err(CoreError::EmptyPrompt.into());
        }
        options.check()?;
        let tokens = prompt.len();
        let room = n_ctx.saturating_sub(tokens as u32);
        if room == 0 {
            return Err(CoreError::PromptTooLong { tokens, n_ctx }.into());
        }
        options.prompt_len = tokens as u32;
        options.max_tokens = options.max_tokens.min(room);
        Ok(Beams {
            prompt,
            chain,
            search: BeamSearch::new(options),
        })
    }

    /// The search so far.
    pub fn search(&self) -> &BeamSearch {
        &self.search
    }

    /// Takes a step: what became of the best continuations, and what it cost. `None` once the search has ended.
    pub async fn step(
        &mut self,
        lane: &mut Lane<'_>,
        vocab: &Vocab,
    ) -> Result<Option<(BeamStep, Timings)>, ModelError> {
        if self.search.stop().is_some() {
            return Ok(None);
        }
        let text = |beam: &beam::Beam| [&self.prompt[..], &beam.tokens].concat();
        let texts: Vec<Vec<TokenId>> = self.search.beams().iter().map(text).collect();
        let (logits, timings) = lane.evaluate_all(&texts).await?;
        let one = |(logits, tokens): (&Vec<f32>, &Vec<TokenId>)| {
            let seed = self.search.options().seed.unwrap_or_default();
            let context = ChainContext {
                tokens,
                vocab: Some(vocab),
                u_xtc: Draw::new(seed, tokens.len() as u32, Stream::Xtc, 0).u,
                ..ChainContext::default()
            };
            beam::scores(logits, &self.chain, &context)
        };
        let scores = logits.iter().zip(&texts).map(one);
        let scores = scores.collect::<Result<Vec<_>, _>>()?;
        Ok(self.search.step(&scores).map(|step| (step, timings)))
    }
}
