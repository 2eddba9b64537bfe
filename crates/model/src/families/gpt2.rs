//! GPT-2 (Radford et al. 2019): config, weights, block, model.
//!
//! Written once, in the verbs of [`Plan`]; runs on every backend, fused or taken apart.

use logitscope_core::blocks::Blocks;
use logitscope_core::error::ConfigFault;
use logitscope_core::excerpt;
use logitscope_core::inspection::Matrix;
use serde::Deserialize;

use super::fields::{bad, epsilon, layers, read, size};
use super::network::{Kept, Network, Table};
use super::parts::Parts;
use crate::ModelError;
use crate::backend::{Backend, Linear, Norm};
use crate::checkpoint::weight_spec::{HostCopy, Order, Role, WeightSpec};
use crate::config::{Config, Family};
use crate::plan::{Plan, Width, Workspace};

/// The names of the intermediates of a block, in order of computation (TransformerLens's names).
pub const BLOCK_NAMES: [&str; 15] = [
    "resid_pre",
    "ln1",
    "q",
    "k",
    "v",
    "attn_scores",
    "pattern",
    "z",
    "attn_out",
    "resid_mid",
    "ln2",
    "mlp_pre",
    "mlp_post",
    "mlp_out",
    "resid_post",
];
/// The names of the intermediates outside the blocks.
pub const OUTER_NAMES: [&str; 3] = ["embed", "pos_embed", "ln_final"];

/// Dispatches of the plan that decodes a token: in a block, and outside the blocks.
pub(crate) const DISPATCHES: (u32, u32) = (8, 4);

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

/// Reads `config.json`; options that change the arithmetic are refused.
pub(crate) fn config(json: &str) -> Result<Config, ModelError> {
    let file: File = read(json)?;
    let d_model = size("n_embd", file.n_embd)?;
    let n_heads = size("n_head", file.n_head)?;
    if d_model % n_heads != 0 {
        return Err(bad(ConfigFault::NotDivisible {
            key: "n_embd".into(),
            value: d_model,
            parts: "n_head".into(),
            number: n_heads,
        }));
    }
    let activation = file.activation_function.as_deref().unwrap_or("gelu_new");
    if !["gelu_new", "gelu_pytorch_tanh", "gelu_fast"].contains(&activation) {
        return Err(bad(ConfigFault::Only {
            key: "activation_function".into(),
            found: excerpt(activation),
            known: "gelu_new".into(),
            family: None,
        }));
    }
    if file.scale_attn_by_inverse_layer_idx == Some(true) {
        return Err(bad(ConfigFault::Unsupported {
            key: "scale_attn_by_inverse_layer_idx".into(),
        }));
    }
    if file.tie_word_embeddings == Some(false) {
        return Err(bad(ConfigFault::Untied));
    }
    let norm_eps = epsilon(
        "layer_norm_epsilon",
        file.layer_norm_epsilon.unwrap_or(1e-5),
    )?;
    let n_positions = size("n_positions", file.n_positions.or(file.n_ctx))?;
    let d_head = d_model / n_heads;
    let scaled = file.scale_attn_weights.unwrap_or(true);
    let eos = file.eos_token_id.and_then(|v| v.as_u64());
    Ok(Config {
        family: Family::Gpt2,
        blocks: Blocks::default(),
        n_layers: layers("n_layer", file.n_layer)?,
        n_heads,
        n_kv_heads: n_heads,
        d_model,
        d_head,
        d_mlp: size("n_inner", file.n_inner.or(Some(4 * u64::from(d_model))))?,
        d_vocab: size("vocab_size", file.vocab_size)?,
        n_positions,
        n_ctx: n_positions,
        tied: true,
        norm_eps,
        attn_scale: if scaled {
            1.0 / (d_head as f32).sqrt()
        } else {
            1.0
        },
        end_of_text: eos.and_then(|v| v.try_into().ok()),
    })
}

/// The weights of a model of these sizes, by the names of its checkpoint.
pub(crate) fn weights(config: &Config) -> Vec<WeightSpec> {
    let (d, m) = (config.d_model, config.d_mlp);
    let matrix =
        |name: String, d_in, d_out| WeightSpec::matrix(name, d_in, d_out, Order::AsComputed);
    let mut all = vec![
        WeightSpec::table("wte.weight", Role::Unembedding, config.d_vocab, d)
            .also(HostCopy::EmbeddingLengths),
        WeightSpec::table("wpe.weight", Role::Lookup, config.n_positions, d),
        WeightSpec::vector("ln_f.weight", d).also(HostCopy::FinalGain),
        WeightSpec::vector("ln_f.bias", d).also(HostCopy::FinalBias),
    ];
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

/// All weights. The head is tied to the token embedding.
pub struct Weights<B: Backend> {
    /// Token embedding and unembedding, `[d_vocab, d_model]`.
    wte: B::Matrix,
    /// Position embedding, `[n_positions, d_model]`.
    wpe: B::Matrix,
    /// The blocks, first to last.
    blocks: Vec<Block<B>>,
    /// The final norm.
    ln_final: Norm<B>,
}

/// The weights of one transformer block.
struct Block<B: Backend> {
    /// Norm before attention.
    ln1: Norm<B>,
    /// `c_attn`: queries, keys and values in one matrix, each section padded to four columns.
    qkv: Linear<B>,
    /// `attn.c_proj`.
    attn_proj: Linear<B>,
    /// Norm before the MLP.
    ln2: Norm<B>,
    /// `mlp.c_fc`.
    mlp_fc: Linear<B>,
    /// `mlp.c_proj`.
    mlp_proj: Linear<B>,
}

impl<B: Backend> Weights<B> {
    /// Puts the weights in their places.
    pub(crate) fn assemble(config: &Config, mut parts: Parts<B>) -> Result<Self, ModelError> {
        let mut block = |layer: u32| {
            let name = |part: &str| format!("h.{layer}.{part}");
            Ok(Block {
                ln1: parts.norm(&name("ln_1"))?,
                qkv: parts.linear(&name("attn.c_attn"), true)?,
                attn_proj: parts.linear(&name("attn.c_proj"), true)?,
                ln2: parts.norm(&name("ln_2"))?,
                mlp_fc: parts.linear(&name("mlp.c_fc"), true)?,
                mlp_proj: parts.linear(&name("mlp.c_proj"), true)?,
            })
        };
        let blocks = (0..config.n_layers).map(&mut block);
        let blocks = blocks.collect::<Result<_, ModelError>>()?;
        Ok(Weights {
            blocks,
            wte: parts.matrix("wte.weight")?,
            wpe: parts.matrix("wpe.weight")?,
            ln_final: parts.norm("ln_f")?,
        })
    }
}

impl<B: Backend> Network<B> for Weights<B> {
    fn embed(&self, p: &mut Plan<'_, B>, ws: &Workspace<B>) -> Result<(), ModelError> {
        p.embed_with_positions(&self.wte, &self.wpe, &ws.resid)
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
        p.norm(&ws.resid, &block.ln2, None, &ws.normed)?;
        p.name("ln2", Width::Model, &ws.normed)?;
        p.linear_gelu(&ws.normed, &block.mlp_fc, &ws.mlp)?;
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

    fn table(&self, _: Table) -> &B::Matrix {
        &self.wte
    }

    fn linear(&self, layer: usize, matrix: Matrix) -> Option<&Linear<B>> {
        let block = self.blocks.get(layer)?;
        match matrix {
            Matrix::Query | Matrix::Key | Matrix::Value => Some(&block.qkv),
            Matrix::AttentionOut => Some(&block.attn_proj),
            Matrix::MlpIn => Some(&block.mlp_fc),
            Matrix::MlpOut => Some(&block.mlp_proj),
            Matrix::MlpGate => None,
        }
    }
}
