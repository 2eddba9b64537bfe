//! GPT-NeoX (Black et al. 2022, arXiv:2204.06745), as Pythia has it: attention and the MLP both read the residual stream before the block,
//! and a part of each head is turned by its position.

use logitscope_core::blocks::{Blocks, Branches, NormKind};
use logitscope_core::inspection::Matrix;
use serde::Deserialize;
use serde_json::Value;

use super::embeddings::{self, Embeddings};
use super::fields::{activation, end_tokens, epsilon, heads, layers, read, size, width_of_heads};
use super::network::{Kept, Network, Table};
use super::parts::Parts;
use super::plain_block::PlainBlock;
use super::rope;
use crate::ModelError;
use crate::backend::{Backend, HeadNorm, Linear, Norm};
use crate::checkpoint::weight_spec::{HostCopy, Order, WeightSpec};
use crate::config::{Config, Family, Reach};
use crate::plan::{Plan, Width, Workspace};

/// The embedding and the unembedding in the checkpoint.
pub(super) const EMBEDDINGS: [&str; 2] = ["embed_in", "embed_out"];
/// The norms of queries and of keys in a block of a Phi that has them.
pub(super) const QK_NORMS: [&str; 2] = ["attention.q_norm", "attention.k_norm"];

/// The fields of `config.json` that matter here; `null` counts as absent. Defaults are those of Transformers' config.
#[derive(Deserialize)]
struct File {
    num_hidden_layers: Option<u64>,
    num_attention_heads: Option<u64>,
    hidden_size: Option<u64>,
    intermediate_size: Option<u64>,
    vocab_size: Option<u64>,
    max_position_embeddings: Option<u64>,
    layer_norm_eps: Option<f64>,
    hidden_act: Option<String>,
    use_parallel_residual: Option<bool>,
    attention_bias: Option<bool>,
    tie_word_embeddings: Option<bool>,
    #[serde(flatten)]
    rope: rope::Fields,
    eos_token_id: Option<Value>,
}

/// Reads `config.json`.
pub(crate) fn config(json: &str) -> Result<Config, ModelError> {
    let file: File = read(json)?;
    let d_model = size("hidden_size", file.hidden_size)?;
    let n_heads = heads("num_attention_heads", file.num_attention_heads)?;
    let heads = ("num_attention_heads", n_heads);
    let d_head = width_of_heads(("hidden_size", d_model), heads)?;
    let n_positions = file.max_position_embeddings.or(Some(2048));
    let n_positions = size("max_position_embeddings", n_positions)?;
    let usual = rope::Usual {
        partial: Some(0.25),
        ..rope::Usual::of(Family::GptNeoX)
    };
    let named = file.hidden_act.as_deref().unwrap_or("gelu");
    let activation = activation(Family::GptNeoX, ("hidden_act", named), false)?;
    let rope = rope::read(&file.rope, &usual, d_head, n_positions)?;
    let blocks = Blocks {
        positions: rope.positions,
        norm: NormKind::Layer,
        attention_bias: file.attention_bias.unwrap_or(true),
        activation,
        branches: match file.use_parallel_residual.unwrap_or(true) {
            true => Branches::Parallel,
            false => Branches::InTurn,
        },
        ..Blocks::default()
    };
    Ok(Config {
        family: Family::GptNeoX,
        blocks,
        n_layers: layers("num_hidden_layers", file.num_hidden_layers)?,
        n_heads,
        n_kv_heads: n_heads,
        d_model,
        d_head,
        d_mlp: size("intermediate_size", file.intermediate_size)?,
        d_vocab: size("vocab_size", file.vocab_size)?,
        n_positions,
        n_ctx: n_positions,
        tied: file.tie_word_embeddings.unwrap_or(false),
        norm_eps: epsilon("layer_norm_eps", file.layer_norm_eps.unwrap_or(1e-5))?,
        windows: Vec::new(),
        unturned: Vec::new(),
        rope_divisors: rope.divisors,
        end_tokens: end_tokens(file.eos_token_id.as_ref()),
    })
}

/// The weights of a model of these sizes, by the names of its checkpoint without `gpt_neox.`.
pub(crate) fn weights(config: &Config) -> Vec<WeightSpec> {
    let (d, m) = (config.d_model, config.d_mlp);
    let n_heads = config.n_heads as usize;
    let matrix =
        |name: String, d_in, d_out| WeightSpec::matrix(name, d_in, d_out, Order::Transposed);
    let mut all = embeddings::weights(config, EMBEDDINGS);
    all.extend([
        WeightSpec::vector("final_layer_norm.weight", d).also(HostCopy::FinalGain),
        WeightSpec::vector("final_layer_norm.bias", d).also(HostCopy::FinalBias),
    ]);
    for l in 0..config.n_layers {
        let name = |part: &str| format!("layers.{l}.{part}");
        let vector = |part: &str, len| WeightSpec::vector(name(part), len);
        // Of each head its queries, keys and values, one after the other.
        let qkv = matrix(name("attention.query_key_value.weight"), d, 3 * d);
        all.extend([
            vector("input_layernorm.weight", d),
            vector("input_layernorm.bias", d),
            qkv.in_parts_of_heads(n_heads, 3),
            matrix(name("attention.dense.weight"), d, d),
            vector("post_attention_layernorm.weight", d),
            vector("post_attention_layernorm.bias", d),
            matrix(name("mlp.dense_h_to_4h.weight"), d, m),
            vector("mlp.dense_h_to_4h.bias", m),
            matrix(name("mlp.dense_4h_to_h.weight"), m, d),
            vector("mlp.dense_4h_to_h.bias", d),
        ]);
        if config.blocks.attention_bias {
            let bias = vector("attention.query_key_value.bias", 3 * d);
            all.push(bias.in_parts_of_heads(n_heads, 3));
            all.push(vector("attention.dense.bias", d));
        }
    }
    all
}

/// All weights, of this family and of Phi.
pub struct Weights<B: Backend> {
    /// Embedding and unembedding.
    embeddings: Embeddings<B>,
    /// Cosines and sines by position.
    rotary: rope::Tables<B>,
    /// The blocks, first to last.
    blocks: Vec<Block<B>>,
    /// The final norm.
    ln_final: Norm<B>,
    /// Whether the MLP reads what attention has added to.
    in_turn: bool,
}

/// The weights of one transformer block.
struct Block<B: Backend> {
    /// What GPT-2's has, too.
    plain: PlainBlock<B>,
    /// The norms of queries and of keys, if they have some; a Phi may.
    qk_norms: Option<[HeadNorm<B>; 2]>,
}

impl<B: Backend> Weights<B> {
    /// Puts the weights in their places.
    pub(crate) fn assemble(
        config: &Config,
        backend: &mut B,
        mut parts: Parts<B>,
    ) -> Result<Self, ModelError> {
        let mut block = |layer: u32| {
            let names = [
                "input_layernorm",
                "attention.query_key_value",
                "attention.dense",
                "post_attention_layernorm",
                "mlp.dense_h_to_4h",
                "mlp.dense_4h_to_h",
            ];
            let name = |part| format!("layers.{layer}.{part}");
            Ok(Block {
                plain: PlainBlock::assemble(config, &mut parts, names.map(name))?,
                qk_norms: parts.qk_norms(&config.blocks, QK_NORMS.map(name))?,
            })
        };
        let blocks = (0..config.n_layers).map(&mut block);
        Ok(Weights {
            blocks: blocks.collect::<Result<_, ModelError>>()?,
            rotary: rope::Tables::new(config, backend, Vec::new())?,
            embeddings: Embeddings::assemble(config, &mut parts, EMBEDDINGS)?,
            ln_final: parts.norm("final_layer_norm")?,
            in_turn: config.blocks.branches.are_in_turn(),
        })
    }
}

impl<B: Backend> Network<B> for Weights<B> {
    fn embed(&self, p: &mut Plan<'_, B>, ws: &Workspace<B>) -> Result<(), ModelError> {
        p.embed(self.embeddings.table(Table::Embedding), &ws.resid)
    }

    fn block(
        &self,
        p: &mut Plan<'_, B>,
        layer: usize,
        ws: &Workspace<B>,
        kept: Kept<'_, B>,
    ) -> Result<(), ModelError> {
        let Block {
            plain: block,
            qk_norms,
        } = &self.blocks[layer];
        let attention_adds = |p: &mut Plan<'_, B>| {
            p.linear_add("attn_out", &ws.z, &block.attn_proj, &ws.resid)?;
            p.name("resid_mid", Width::Model, &ws.resid)
        };
        p.name("resid_pre", Width::Model, &ws.resid)?;
        p.norm(&ws.resid, &block.ln1, Some(kept.resid_pre), &ws.normed)?;
        p.name("ln1", Width::Model, &ws.normed)?;
        let turns = self.rotary.of(layer);
        let norms = qk_norms.as_ref();
        p.qkv_rotary(&ws.normed, &block.qkv, norms, turns, kept.cache, &ws.q)?;
        p.attend(&ws.q, kept.cache, &ws.z)?;
        if self.in_turn {
            attention_adds(p)?;
        }
        if let Some(ln2) = &block.ln2 {
            p.norm(&ws.resid, ln2, None, &ws.normed)?;
            p.name("ln2", Width::Model, &ws.normed)?;
        }
        p.linear_activated(&ws.normed, &block.mlp_fc, &ws.mlp)?;
        if !self.in_turn {
            attention_adds(p)?;
        }
        p.linear_add("mlp_out", &ws.mlp, &block.mlp_proj, &ws.resid)?;
        p.name("resid_post", Width::Model, &ws.resid)
    }

    fn turn(&self, backend: &mut B, reach: Reach) -> Result<(), ModelError> {
        self.rotary.turn(backend, reach)
    }

    fn final_norm(
        &self,
        p: &mut Plan<'_, B>,
        ws: &Workspace<B>,
        keep: Option<&B::Tensor>,
    ) -> Result<(), ModelError> {
        p.norm(&ws.resid, &self.ln_final, keep, &ws.normed)?;
        p.name("ln_final", Width::Model, &ws.normed)
    }

    fn table(&self, table: Table) -> &B::Matrix {
        self.embeddings.table(table)
    }

    fn unembed_bias(&self) -> Option<&B::Vector> {
        self.embeddings.bias()
    }

    fn linear(&self, layer: usize, matrix: Matrix) -> Option<&Linear<B>> {
        self.blocks.get(layer)?.plain.linear(matrix)
    }
}
