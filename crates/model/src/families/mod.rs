//! The model families. Each says in one file what its `config.json` means, which tensors it needs, and its forward pass; the machine
//! in [`crate::transformer`] does the rest. This file is the only one that knows them all.

pub mod gpt2;
pub mod llama;
mod parts;

use logitscope_core::excerpt;
use logitscope_core::inspection::Matrix;

pub(crate) use parts::Parts;

use crate::backend::{Backend, KvPool, Linear};
use crate::checkpoint::weight_spec::WeightSpec;
use crate::config::bad;
use crate::plan::{Plan, Workspace};
use crate::{Config, ModelError};

/// A family, with what only it says of a model.
#[derive(Debug, Clone, PartialEq)]
pub enum Family {
    /// GPT-2 (Radford et al. 2019).
    Gpt2,
    /// Llama (Touvron et al. 2023, arXiv:2302.13971) and what is built like it.
    Llama(llama::Llama),
}

/// A table with a row a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Table {
    /// Where a token's row is looked up.
    Embedding,
    /// What the final residual stream is multiplied with; the same where the head is tied.
    Unembedding,
}

/// Where one block keeps what it computed: pools with a row a slot.
pub struct Kept<'a, B: Backend> {
    /// Keys and values.
    pub cache: &'a KvPool<B>,
    /// The residual stream that enters the block, `[n_slots, d_model]`.
    pub resid_pre: &'a B::Tensor,
}

/// A family's forward pass, with the weights of one model on a backend.
pub trait Network<B: Backend> {
    /// The residual stream's beginning: the embedding of each row, into `ws.resid`.
    fn embed(&self, p: &mut Plan<'_, B>, ws: &Workspace<B>) -> Result<(), ModelError>;

    /// Block `layer`, 0-based: the residual stream in `ws.resid` goes from `resid_pre` to `resid_post`.
    fn block(
        &self,
        p: &mut Plan<'_, B>,
        layer: usize,
        ws: &Workspace<B>,
        kept: Kept<'_, B>,
    ) -> Result<(), ModelError>;

    /// The norm after the last block, of `ws.resid` into `ws.normed`. Its input is kept in `keep`, if given, at the rows' slots.
    fn final_norm(
        &self,
        p: &mut Plan<'_, B>,
        ws: &Workspace<B>,
        keep: Option<&B::Tensor>,
    ) -> Result<(), ModelError>;

    /// The embedding or the unembedding, `[d_vocab, d_model]`.
    fn table(&self, table: Table) -> &B::Matrix;

    /// The linear layer of block `layer` that `matrix` is, or is a part of; `None` where there is none.
    fn linear(&self, layer: usize, matrix: Matrix) -> Option<&Linear<B>>;
}

impl Family {
    /// Reads the `config.json` of a family, by its `model_type`; a file without one is GPT-2's.
    pub(crate) fn config(model_type: Option<&str>, json: &str) -> Result<Config, ModelError> {
        match model_type {
            None | Some("gpt2") => gpt2::config(json),
            Some("llama") => llama::config(json),
            Some(other) => Err(bad(format!(
                "model_type is \"{}\"; Logitscope runs \"gpt2\" and \"llama\" models.",
                excerpt(other),
            ))),
        }
    }

    /// Its name, as `model_type` spells it.
    pub fn name(&self) -> &'static str {
        match self {
            Family::Gpt2 => "gpt2",
            Family::Llama(_) => "llama",
        }
    }

    /// The weights of a model of these sizes.
    pub fn weights(&self, config: &Config) -> Vec<WeightSpec> {
        match self {
            Family::Gpt2 => gpt2::weights(config),
            Family::Llama(llama) => llama.weights(config),
        }
    }

    /// Puts the uploaded weights in their places.
    pub(crate) fn assemble<B: Backend>(
        &self,
        config: &Config,
        backend: &mut B,
        parts: Parts<B>,
    ) -> Result<Box<dyn Network<B>>, ModelError> {
        Ok(match self {
            Family::Gpt2 => Box::new(gpt2::Weights::assemble(config, parts)?),
            Family::Llama(llama) => {
                Box::new(llama::Weights::assemble(llama, config, backend, parts)?)
            }
        })
    }

    /// The names of the intermediates of a block, in order of computation.
    pub fn block_names(&self) -> &'static [&'static str] {
        match self {
            Family::Gpt2 => &gpt2::BLOCK_NAMES,
            Family::Llama(_) => &llama::BLOCK_NAMES,
        }
    }

    /// The names of the intermediates outside the blocks. Logits are not among them.
    pub fn outer_names(&self) -> &'static [&'static str] {
        match self {
            Family::Gpt2 => &gpt2::OUTER_NAMES,
            Family::Llama(_) => &llama::OUTER_NAMES,
        }
    }

    /// Whether a second, linear branch of the MLP is multiplied with its activation.
    pub fn is_gated(&self) -> bool {
        matches!(self, Family::Llama(_))
    }

    /// Whether its norms subtract the mean: a layer norm does, an RMS norm does not.
    pub fn centres(&self) -> bool {
        matches!(self, Family::Gpt2)
    }

    /// Whether positions have an embedding that is added to the token's.
    pub fn embeds_positions(&self) -> bool {
        matches!(self, Family::Gpt2)
    }

    /// Whether the output projection of attention has a bias.
    pub fn has_attention_bias(&self) -> bool {
        match self {
            Family::Gpt2 => true,
            Family::Llama(llama) => llama.attention_bias,
        }
    }

    /// Whether the unembedding is the embedding.
    pub fn is_tied(&self) -> bool {
        match self {
            Family::Gpt2 => true,
            Family::Llama(llama) => llama.tied,
        }
    }

    /// Dispatches of the plan that decodes a token: in a block, and outside the blocks.
    pub fn dispatches(&self) -> (u32, u32) {
        match self {
            Family::Gpt2 => (8, 4),
            Family::Llama(_) => (9, 3),
        }
    }
}
