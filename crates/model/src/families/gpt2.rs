//! GPT-2 (Radford et al. 2019): config, weights, block, model.
//!
//! Written once, in the verbs of [`Plan`]; runs on every backend, fused or taken apart.

use logitscope_core::blocks::{Blocks, Scores};
use logitscope_core::inspection::Matrix;
use serde::Deserialize;

use super::embeddings::{self, Embeddings};
use super::fields::{activation, end_tokens, epsilon, heads, layers, read, size, width_of_heads};
use super::network::{Kept, Network, Table};
use super::parts::Parts;
use super::plain_block::PlainBlock;
use crate::ModelError;
use crate::backend::{Backend, Linear, Norm};
use crate::checkpoint::weight_spec::{HostCopy, Order, Role, WeightSpec};
use crate::config::{Config, Family};
use crate::plan::{Plan, Width, Workspace};

/// The embedding and the unembedding in the checkpoint.
const EMBEDDINGS: [&str; 2] = ["wte", "lm_head"];

/// The fields of `config.json` that matter here; `null` counts as absent.
#[derive(Deserialize)]
struct File {
    n_layer: Option<u64>,
    n_head: Option<u64>,
    n_embd: Option<u64>,
    n_inner: Option<u64>,
    vocab_size: Option<u64>,
    n_positions: Option<u64>,
    n_ctx: Option<u64>,
    layer_norm_epsilon: Option<f64>,
    activation_function: Option<String>,
    scale_attn_weights: Option<bool>,
    scale_attn_by_inverse_layer_idx: Option<bool>,
    tie_word_embeddings: Option<bool>,
    eos_token_id: Option<serde_json::Value>,
}

/// Reads `config.json`.
pub(crate) fn config(json: &str) -> Result<Config, ModelError> {
    let file: File = read(json)?;
    let d_model = size("n_embd", file.n_embd)?;
    let n_heads = heads("n_head", file.n_head)?;
    let d_head = width_of_heads(("n_embd", d_model), ("n_head", n_heads))?;
    let named = file.activation_function.as_deref().unwrap_or("gelu_new");
    let activation = activation(Family::Gpt2, ("activation_function", named), false)?;
    let blocks = Blocks {
        activation,
        scores: Scores {
            divisor: (file.scale_attn_weights == Some(false)).then_some(1.0),
            by_depth: file.scale_attn_by_inverse_layer_idx.unwrap_or(false),
            cap: None,
        },
        ..Blocks::default()
    };
    let norm_eps = epsilon(
        "layer_norm_epsilon",
        file.layer_norm_epsilon.unwrap_or(1e-5),
    )?;
    let n_positions = size("n_positions", file.n_positions.or(file.n_ctx))?;
    Ok(Config {
        family: Family::Gpt2,
        blocks,
        n_layers: layers("n_layer", file.n_layer)?,
        n_heads,
        n_kv_heads: n_heads,
        d_model,
        d_head,
        d_mlp: size("n_inner", file.n_inner.or(Some(4 * u64::from(d_model))))?,
        d_vocab: size("vocab_size", file.vocab_size)?,
        n_positions,
        n_ctx: n_positions,
        tied: file.tie_word_embeddings.unwrap_or(true),
        norm_eps,
        windows: Vec::new(),
        unturned: Vec::new(),
        rope_divisors: Default::default(),
        end_tokens: end_tokens(file.eos_token_id.as_ref()),
    })
}

/// The weights of a model of these sizes, by the names of its checkpoint.
pub(crate) fn weights(config: &Config) -> Vec<WeightSpec> {
    let (d, m) = (config.d_model, config.d_mlp);
    let matrix =
        |name: String, d_in, d_out| WeightSpec::matrix(name, d_in, d_out, Order::AsComputed);
    let mut all = outer_weights(config);
    for l in 0..config.n_layers {
        let name = |part: &str| format!("h.{l}.{part}");
        all.extend([
            WeightSpec::vector(name("ln_1.weight"), d),
            WeightSpec::vector(name("ln_1.bias"), d),
            // Queries, keys and values in one matrix.
            matrix(name("attn.c_attn.weight"), d, 3 * d).in_parts(3),
            WeightSpec::vector(name("attn.c_attn.bias"), 3 * d).in_parts(3),
            matrix(name("attn.c_proj.weight"), d, d),
            WeightSpec::vector(name("attn.c_proj.bias"), d),
            WeightSpec::vector(name("ln_2.weight"), d),
            WeightSpec::vector(name("ln_2.bias"), d),
            matrix(name("mlp.c_fc.weight"), d, m),
            WeightSpec::vector(name("mlp.c_fc.bias"), m),
            matrix(name("mlp.c_proj.weight"), m, d),
            WeightSpec::vector(name("mlp.c_proj.bias"), d),
        ]);
    }
    all
}

/// The weights outside the blocks.
pub(super) fn outer_weights(config: &Config) -> Vec<WeightSpec> {
    let d = config.d_model;
    let mut all = embeddings::weights(config, EMBEDDINGS);
    all.extend([
        WeightSpec::table("wpe.weight", Role::Lookup, config.n_positions, d),
        WeightSpec::vector("ln_f.weight", d).also(HostCopy::FinalGain),
        WeightSpec::vector("ln_f.bias", d).also(HostCopy::FinalBias),
    ]);
    all
}

/// All weights.
pub struct Weights<B: Backend> {
    /// Embedding and unembedding.
    embeddings: Embeddings<B>,
    /// Position embedding, `[n_positions, d_model]`.
    wpe: B::Matrix,
    /// The blocks, first to last.
    blocks: Vec<PlainBlock<B>>,
    /// The final norm.
    ln_final: Norm<B>,
}

impl<B: Backend> Weights<B> {
    /// Puts the weights in their places.
    pub(crate) fn assemble(config: &Config, mut parts: Parts<B>) -> Result<Self, ModelError> {
        let mut block = |layer: u32| {
            let names = [
                "ln_1",
                "attn.c_attn",
                "attn.c_proj",
                "ln_2",
                "mlp.c_fc",
                "mlp.c_proj",
            ];
            let names = names.map(|part| format!("h.{layer}.{part}"));
            PlainBlock::assemble(config, &mut parts, names)
        };
        let blocks = (0..config.n_layers).map(&mut block);
        Ok(Weights {
            blocks: blocks.collect::<Result<_, ModelError>>()?,
            embeddings: Embeddings::assemble(config, &mut parts, EMBEDDINGS)?,
            wpe: parts.matrix("wpe.weight")?,
            ln_final: parts.norm("ln_f")?,
        })
    }
}

impl<B: Backend> Network<B> for Weights<B> {
    fn embed(&self, p: &mut Plan<'_, B>, ws: &Workspace<B>) -> Result<(), ModelError> {
        let wte = self.embeddings.table(Table::Embedding);
        p.embed_with_positions(wte, &self.wpe, &ws.resid)
    }

    fn block(
        &self,
        p: &mut Plan<'_, B>,
        layer: usize,
        ws: &Workspace<B>,
        kept: Kept<'_, B>,
    ) -> Result<(), ModelError> {
        let block = &self.blocks[layer];
        p.name("resid_pre", Width::Model, &ws.resid)?;
        p.norm(&ws.resid, &block.ln1, Some(kept.resid_pre), &ws.normed)?;
        p.name("ln1", Width::Model, &ws.normed)?;
        p.qkv(&ws.normed, &block.qkv, kept.cache, &ws.q)?;
        p.attend(&ws.q, kept.cache, &ws.z)?;
        p.linear_add("attn_out", &ws.z, &block.attn_proj, &ws.resid)?;
        p.name("resid_mid", Width::Model, &ws.resid)?;
        if let Some(ln2) = &block.ln2 {
            p.norm(&ws.resid, ln2, None, &ws.normed)?;
            p.name("ln2", Width::Model, &ws.normed)?;
        }
        p.linear_activated(&ws.normed, &block.mlp_fc, &ws.mlp)?;
        p.linear_add("mlp_out", &ws.mlp, &block.mlp_proj, &ws.resid)?;
        p.name("resid_post", Width::Model, &ws.resid)
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

    fn linear(&self, layer: usize, matrix: Matrix) -> Option<&Linear<B>> {
        self.blocks.get(layer)?.linear(matrix)
    }
}
