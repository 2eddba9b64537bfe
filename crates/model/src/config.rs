//! A model's sizes and what its blocks are made of, whatever the family: plain data.

use logitscope_core::blocks::{Blocks, Positions, RopeScaling};
use logitscope_core::scoring::Scoring;

use crate::padding::pad4;

/// The families that run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// GPT-2 (Radford et al. 2019).
    Gpt2,
    /// GPT-Neo (Black et al. 2021).
    GptNeo,
    /// GPT-NeoX (Black et al. 2022, arXiv:2204.06745).
    GptNeoX,
    /// Llama (Touvron et al. 2023, arXiv:2302.13971).
    Llama,
    /// Mistral (Jiang et al. 2023, arXiv:2310.06825).
    Mistral,
    /// Qwen2 and 2.5 (Yang et al. 2024, arXiv:2407.10671).
    Qwen2,
    /// Qwen3 (Yang et al. 2025, arXiv:2505.09388).
    Qwen3,
    /// SmolLM3 (Hugging Face 2025).
    SmolLm3,
    /// Phi-1, 1.5 and 2 (Li et al. 2023, arXiv:2309.05463).
    Phi,
    /// Phi-3 and 4 (Abdin et al. 2024, arXiv:2404.14219).
    Phi3,
    /// OLMo 2 (OLMo et al. 2024, arXiv:2501.00656).
    Olmo2,
    /// Gemma (Gemma Team 2024, arXiv:2403.08295).
    Gemma,
    /// Gemma 2 (Gemma Team 2024, arXiv:2408.00118).
    Gemma2,
    /// The text part of Gemma 3 (Gemma Team 2025, arXiv:2503.19786).
    Gemma3,
}

impl Family {
    /// Its name, as `model_type` spells it.
    pub fn name(self) -> &'static str {
        match self {
            Family::Gpt2 => "gpt2",
            Family::GptNeo => "gpt_neo",
            Family::GptNeoX => "gpt_neox",
            Family::Llama => "llama",
            Family::Mistral => "mistral",
            Family::Qwen2 => "qwen2",
            Family::Qwen3 => "qwen3",
            Family::SmolLm3 => "smollm3",
            Family::Phi => "phi",
            Family::Phi3 => "phi3",
            Family::Olmo2 => "olmo2",
            Family::Gemma => "gemma",
            Family::Gemma2 => "gemma2",
            Family::Gemma3 => "gemma3_text",
        }
    }
}

/// How far a text reaches past the context of the first training. What is kept of a token serves texts of the same reach alone: in others
/// positions turn in another way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Reach {
    /// No longer, or nothing changes there.
    #[default]
    Within,
    /// Longer: all of them turn alike (longrope).
    Beyond,
    /// Longer, with so many tokens: each length turns in its own way (dynamic).
    To(u32),
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
    /// Most tokens that it reads at once here: `n_positions`, or more where a dynamic scaling goes on, or fewer; see [`Config::within_memory`].
    pub n_ctx: u32,
    /// Whether the unembedding is the embedding.
    pub tied: bool,
    /// Added to the variance, or to the mean square, in a norm.
    pub norm_eps: f32,
    /// How many tokens a token sees in each block, itself included; `None` if all before it. Empty if none of the blocks has a window.
    pub windows: Vec<Option<u32>>,
    /// Which blocks turn nothing though positions are rotary; empty if all turn.
    pub unturned: Vec<bool>,
    /// What the frequencies of rotary positions are divided by, pair by pair, in texts within the first context and in longer ones; empty where by
    /// nothing, or where a tensor says it.
    pub rope_divisors: [Vec<f64>; 2],
    /// The tokens that end a text, as far as the config names them; the usual one first.
    pub end_tokens: Vec<u32>,
}

/// Most rows that are computed in one submission.
pub(crate) const MOST_ROWS: u32 = 64;
/// Bytes that may be kept for the tokens of one context.
const CONTEXT_BYTES: u64 = 512 << 20;
/// A context that every model has, whatever its tokens take, if its texts are as long.
const LEAST_CONTEXT: u32 = 1024;
/// Contexts that are cut are cut to a multiple of this.
const CONTEXT_STEP: u64 = 256;

impl Config {
    /// The same with the longest context whose keys, values and residual streams fit in 512 MiB, and whose scores do, but not fewer than 1,024 tokens and not
    /// more than its [longest](Config::longest): files name up to 131,072 positions, and room for all of them is taken when the model is loaded.
    pub(crate) fn within_memory(self) -> Self {
        // The scores of the rows that are computed at once have their own room.
        let scores = 4 * u64::from(MOST_ROWS) * u64::from(self.n_heads);
        let each = self.kept_bytes().max(scores);
        let fit = CONTEXT_BYTES / each / CONTEXT_STEP * CONTEXT_STEP;
        let fit = u32::try_from(fit).unwrap_or(u32::MAX);
        Config {
            n_ctx: fit.max(LEAST_CONTEXT).min(self.longest()),
            ..self
        }
    }

    /// The longest text in tokens: as its file names positions, or what a dynamic scaling makes of them.
    pub(crate) fn longest(&self) -> u32 {
        match self.scaling() {
            Some(RopeScaling::Dynamic { factor, .. }) => {
                (f64::from(self.n_positions) * factor) as u32
            }
            _ => self.n_positions,
        }
    }

    /// The most tokens of a text whose positions turn as in the first training, where those of longer ones turn in another way; and what files
    /// call that way.
    pub(crate) fn first_context(&self) -> Option<(u32, &'static str)> {
        match self.scaling()? {
            RopeScaling::Longrope { original, .. } => Some((original, "longrope")),
            RopeScaling::Dynamic { original, .. } => Some((original, "dynamic")),
            _ => None,
        }
    }

    /// How far texts of `n_tokens` reach.
    pub(crate) fn reach(&self, n_tokens: usize) -> Reach {
        let n_tokens = u32::try_from(n_tokens).unwrap_or(u32::MAX);
        match (self.first_context(), self.scaling()) {
            (Some((first, _)), _) if n_tokens <= first => Reach::Within,
            (_, Some(RopeScaling::Longrope { .. })) => Reach::Beyond,
            (_, Some(RopeScaling::Dynamic { .. })) => Reach::To(n_tokens),
            _ => Reach::Within,
        }
    }

    /// How its rotary positions are scaled, if they are.
    pub(crate) fn scaling(&self) -> Option<RopeScaling> {
        match self.blocks.positions {
            Positions::Rotary { scaling, .. } => scaling,
            Positions::Learned => None,
        }
    }

    /// Bytes that are kept for one token, f32: its keys and values in every block, and the residual stream before each and after the last.
    fn kept_bytes(&self) -> u64 {
        let (blocks, kv) = (u64::from(self.n_layers), u64::from(pad4(self.d_kv())));
        4 * (blocks * 2 * kv + (blocks + 1) * u64::from(pad4(self.d_model)))
    }

    /// The blocks, 0-based, that turn nothing though positions are rotary.
    pub fn unturned_blocks(&self) -> Vec<u32> {
        let all = (0..self.n_layers).zip(&self.unturned);
        all.filter_map(|(layer, still)| still.then_some(layer))
            .collect()
    }

    /// How scores come of products in block `layer`.
    pub fn scoring(&self, layer: Option<u32>) -> Scoring {
        let layer = layer.unwrap_or_default();
        let window = self.windows.get(layer as usize).copied().flatten();
        Scoring {
            scale: 1.0 / self.blocks.scores.divisor(self.d_head, layer),
            window: window.unwrap_or(Scoring::ALL),
            cap: self.blocks.scores.cap,
        }
    }

    /// Whether gains are stored as what they are above 1; they are kept whole.
    pub fn gains_above_one(&self) -> bool {
        matches!(self.family, Family::Gemma | Family::Gemma2 | Family::Gemma3)
    }

    /// How many components of a head are turned by their position, the first ones.
    pub fn d_turned(&self) -> u32 {
        match self.blocks.positions {
            Positions::Rotary { turned, .. } => turned.unwrap_or(self.d_head),
            Positions::Learned => self.d_head,
        }
    }

    /// Width of the queries, and of what attention mixes: all heads side by side.
    pub fn d_q(&self) -> u32 {
        self.n_heads * self.d_head
    }

    /// Width of the keys, and of the values: all heads side by side.
    pub fn d_kv(&self) -> u32 {
        self.n_kv_heads * self.d_head
    }

    /// Widths of what is normalised together of the queries, and of the keys: a head, or all of them.
    pub fn qk_norm_widths(&self) -> [u32; 2] {
        match self.blocks.qk_norm_joint {
            true => [self.d_q(), self.d_kv()],
            false => [self.d_head; 2],
        }
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
