//! A model's sizes and what its blocks are made of, whatever the family: plain data.

use logitscope_core::blocks::Blocks;

use crate::padding::pad4;

/// The families that run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// GPT-2 (Radford et al. 2019).
    Gpt2,
    /// Llama (Touvron et al. 2023, arXiv:2302.13971) and what is built like it.
    Llama,
}

impl Family {
    /// Its name, as `model_type` spells it.
    pub fn name(self) -> &'static str {
        match self {
            Family::Gpt2 => "gpt2",
            Family::Llama => "llama",
        }
    }
}

/// A model's sizes, under the names of the interpretability literature.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    /// The family.
    pub family: Family,
    /// What the blocks are made of.
    pub blocks: Blocks,
    /// Number of transformer blocks.
    pub n_layers: u32,
    /// Attention heads a block.
    pub n_heads: u32,
    /// Heads of keys and values a block: a divisor of `n_heads`, whose heads share them in groups of neighbours.
    pub n_kv_heads: u32,
    /// Width of the residual stream.
    pub d_model: u32,
    /// Width of one attention head.
    pub d_head: u32,
    /// Width of the hidden layer of the MLP.
    pub d_mlp: u32,
    /// Number of rows of the embedding.
    pub d_vocab: u32,
    /// Positions that its file names.
    pub n_positions: u32,
    /// Most tokens that it reads at once here: `n_positions`, or fewer; see [`Config::within_memory`].
    pub n_ctx: u32,
    /// Whether the unembedding is the embedding.
    pub tied: bool,
    /// Added to the variance, or to the mean square, in a norm.
    pub norm_eps: f32,
    /// Multiplies the attention scores: 1/√d_head, or 1 where the config says not to scale.
    pub attn_scale: f32,
    /// The token that ends a text, if the config names one.
    pub end_of_text: Option<u32>,
}

/// Bytes that may be kept for the tokens of one context.
const CONTEXT_BYTES: u64 = 512 << 20;
/// A context that every model has, whatever its tokens take, if its file names as many positions.
const LEAST_CONTEXT: u32 = 1024;
/// Contexts that are cut are cut to a multiple of this.
const CONTEXT_STEP: u64 = 256;

impl Config {
    /// The same with the longest context whose keys, values and residual streams fit in 512 MiB, but not fewer than 1,024 tokens and not
    /// more than its file names: files name up to 131,072 positions, and room for all of them is taken when the model is loaded.
    pub(crate) fn within_memory(self) -> Self {
        let fit = CONTEXT_BYTES / self.kept_bytes() / CONTEXT_STEP * CONTEXT_STEP;
        let fit = u32::try_from(fit).unwrap_or(u32::MAX);
        Config {
            n_ctx: fit.max(LEAST_CONTEXT).min(self.n_positions),
            ..self
        }
    }

    /// Bytes that are kept for one token, f32: its keys and values in every block, and the residual stream before each and after the last.
    fn kept_bytes(&self) -> u64 {
        let (blocks, kv) = (u64::from(self.n_layers), u64::from(pad4(self.d_kv())));
        4 * (blocks * 2 * kv + (blocks + 1) * u64::from(pad4(self.d_model)))
    }

    /// Width of the queries, and of what attention mixes: all heads side by side.
    pub fn d_q(&self) -> u32 {
        self.n_heads * self.d_head
    }

    /// Width of the keys, and of the values: all heads side by side.
    pub fn d_kv(&self) -> u32 {
        self.n_kv_heads * self.d_head
    }

    /// Width of queries, keys and values side by side, each padded to four columns.
    pub fn d_qkv(&self) -> u32 {
        pad4(self.d_q()) + 2 * pad4(self.d_kv())
    }

    /// Width of what enters the MLP's activation: `d_mlp`, or gate and linear part in turn.
    pub fn d_mlp_pre(&self) -> u32 {
        match self.blocks.gated_mlp {
            true => 2 * pad4(self.d_mlp),
            false => self.d_mlp,
        }
    }
}
