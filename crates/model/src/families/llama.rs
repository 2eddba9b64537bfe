//! Llama (Touvron et al. 2023, arXiv:2302.13971): config, weights, block, model.
//!
//! Unlike GPT-2: RMS norms, rotary positions, heads that share keys and values (Ainslie et al. 2023, arXiv:2305.13245), a gated MLP,
//! biases that are mostly absent, and a head that may have weights of its own.

use std::collections::HashMap;

use logitscope_core::blocks::{Blocks, NormKind, Positions};
use logitscope_core::error::ConfigFault;
use logitscope_core::excerpt;
use logitscope_core::inspection::Matrix;
use serde::Deserialize;
use serde_json::Value;

use super::fields::{bad, epsilon, layers, read, size};
use super::network::{Kept, Network, Table};
use super::parts::Parts;
use crate::ModelError;
use crate::backend::{Backend, Linear, pad4};
use crate::checkpoint::weight_spec::{HostCopy, Order, Role, WeightSpec};
use crate::config::{Config, Family};
use crate::plan::{Plan, Width, Workspace};

/// The names of the intermediates of a block, in order of computation (TransformerLens's names). `rot_q` and `rot_k` are `q` and `k`
/// turned by their positions; `mlp_pre` is the gate's branch, `mlp_pre_linear` the other.
pub const BLOCK_NAMES: [&str; 18] = [
    "resid_pre",
    "ln1",
    "q",
    "k",
    "v",
    "rot_q",
    "rot_k",
    "attn_scores",
    "pattern",
    "z",
    "attn_out",
    "resid_mid",
    "ln2",
    "mlp_pre",
    "mlp_pre_linear",
    "mlp_post",
    "mlp_out",
    "resid_post",
];
/// The names of the intermediates outside the blocks.
pub const OUTER_NAMES: [&str; 2] = ["embed", "ln_final"];

/// Dispatches of the plan that decodes a token: in a block, and outside the blocks.
pub(crate) const DISPATCHES: (u32, u32) = (9, 3);

/// The fields of `config.json` that matter here; `null` counts as absent. Defaults are those of Transformers' `LlamaConfig`.
#[derive(Deserialize)]
struct File {
    num_hidden_layers: Option<u64>,
    num_attention_heads: Option<u64>,
    num_key_value_heads: Option<u64>,
    hidden_size: Option<u64>,
    head_dim: Option<u64>,
    intermediate_size: Option<u64>,
    vocab_size: Option<u64>,
    max_position_embeddings: Option<u64>,
    rms_norm_eps: Option<f64>,
    hidden_act: Option<String>,
    attention_bias: Option<bool>,
    mlp_bias: Option<bool>,
    tie_word_embeddings: Option<bool>,
    rope_theta: Option<f64>,
    rope_scaling: Option<Rope>,
    rope_parameters: Option<Rope>,
    partial_rotary_factor: Option<f64>,
    sliding_window: Option<u64>,
    layer_types: Option<Vec<String>>,
    quantization_config: Option<Value>,
    eos_token_id: Option<Value>,
}

/// `rope_scaling` (until Transformers 4) or `rope_parameters` (from 5 on).
#[derive(Deserialize)]
struct Rope {
    rope_type: Option<String>,
    /// An older name of `rope_type`.
    r#type: Option<String>,
    rope_theta: Option<f64>,
    partial_rotary_factor: Option<f64>,
    /// Parameters of scalings, or of layer types.
    #[serde(flatten)]
    others: HashMap<String, Value>,
}

/// Reads `config.json`; options that change the arithmetic are refused by name.
pub(crate) fn config(json: &str) -> Result<Config, ModelError> {
    let file: File = read(json)?;
    let theta = rope_theta(&file)?;
    if let Some(window) = file.sliding_window {
        return Err(unsupported("sliding_window", window));
    }
    let types = file.layer_types.iter().flatten();
    if let Some(kind) = types.into_iter().find(|kind| *kind != "full_attention") {
        return Err(bad(ConfigFault::OneOnly {
            key: "layer_types".into(),
            found: excerpt(kind),
            known: "full_attention".into(),
        }));
    }
    if let Some(activation) = file.hidden_act.as_deref().filter(|a| *a != "silu") {
        return Err(bad(ConfigFault::Only {
            key: "hidden_act".into(),
            found: excerpt(activation),
            known: "silu".into(),
            family: Some("llama".into()),
        }));
    }
    if file.quantization_config.is_some() {
        return Err(bad(ConfigFault::Quantized));
    }
    let d_model = size("hidden_size", file.hidden_size)?;
    let n_heads = size("num_attention_heads", file.num_attention_heads)?;
    let groups = file.num_key_value_heads.or(Some(n_heads.into()));
    let n_kv_heads = size("num_key_value_heads", groups)?;
    if n_heads % n_kv_heads != 0 {
        return Err(bad(ConfigFault::NotDivisible {
            key: "num_attention_heads".into(),
            value: n_heads,
            parts: "num_key_value_heads".into(),
            number: n_kv_heads,
        }));
    }
    let d_head = size(
        "head_dim",
        file.head_dim.or(Some((d_model / n_heads).into())),
    )?;
    if d_head % 2 != 0 {
        return Err(bad(ConfigFault::OddHead { d_head }));
    }
    if u64::from(n_heads) * u64::from(d_head) > 1 << 20 {
        return Err(bad(ConfigFault::Heads { n_heads, d_head }));
    }
    let n_positions = size(
        "max_position_embeddings",
        file.max_position_embeddings.or(Some(2048)),
    )?;
    let eos = file.eos_token_id.and_then(|eos| match eos {
        Value::Array(several) => several.first().and_then(Value::as_u64),
        one => one.as_u64(),
    });
    Ok(Config {
        family: Family::Llama,
        blocks: Blocks {
            positions: Positions::Rotary { theta },
            norm: NormKind::Rms,
            gated_mlp: true,
            attention_bias: file.attention_bias.unwrap_or(false),
            mlp_bias: file.mlp_bias.unwrap_or(false),
        },
        n_layers: layers("num_hidden_layers", file.num_hidden_layers)?,
        n_heads,
        n_kv_heads,
        d_model,
        d_head,
        d_mlp: size("intermediate_size", file.intermediate_size)?,
        d_vocab: size("vocab_size", file.vocab_size)?,
        n_positions,
        n_ctx: n_positions,
        tied: file.tie_word_embeddings.unwrap_or(false),
        norm_eps: epsilon("rms_norm_eps", file.rms_norm_eps.unwrap_or(1e-6))?,
        attn_scale: 1.0 / (d_head as f32).sqrt(),
        end_of_text: eos.and_then(|v| v.try_into().ok()),
    })
}

fn unsupported(key: &str, value: impl ToString) -> ModelError {
    bad(ConfigFault::UnsupportedFor {
        key: key.into(),
        value: value.to_string(),
        family: "llama".into(),
    })
}

/// θ, of either layout. What is said inside a dictionary goes before what is said beside it; any scaling is refused.
fn rope_theta(file: &File) -> Result<f64, ModelError> {
    let mut theta = file.rope_theta;
    let mut partial = file.partial_rotary_factor;
    for (name, rope) in [
        ("rope_scaling", &file.rope_scaling),
        ("rope_parameters", &file.rope_parameters),
    ] {
        let Some(rope) = rope else { continue };
        let kind = rope.rope_type.as_deref().or(rope.r#type.as_deref());
        if let Some(kind) = kind.filter(|kind| *kind != "default") {
            return Err(bad(ConfigFault::RopeType {
                key: name.into(),
                found: excerpt(kind),
            }));
        }
        if let Some(nested) = rope.others.iter().find(|(_, value)| value.is_object()) {
            return Err(bad(ConfigFault::RopeByLayer {
                key: name.into(),
                found: excerpt(nested.0),
            }));
        }
        theta = rope.rope_theta.or(theta);
        partial = rope.partial_rotary_factor.or(partial);
    }
    if let Some(part) = partial.filter(|part| *part != 1.0) {
        return Err(unsupported("partial_rotary_factor", part));
    }
    let theta = theta.unwrap_or(10_000.0);
    if !(theta.is_finite() && theta > 1.0) {
        return Err(bad(ConfigFault::Impossible {
            key: "rope_theta".into(),
            value: theta.to_string(),
        }));
    }
    Ok(theta)
}

/// The weights of a model of these sizes, by the names of its checkpoint without `model.`.
pub(crate) fn weights(config: &Config) -> Vec<WeightSpec> {
    let (d, m, d_vocab) = (config.d_model, config.d_mlp, config.d_vocab);
    let (d_q, d_kv) = (config.d_q(), config.d_kv());
    let matrix =
        |name: String, d_in, d_out| WeightSpec::matrix(name, d_in, d_out, Order::Transposed);
    let head = if config.tied {
        Role::Unembedding
    } else {
        Role::Lookup
    };
    let mut all = vec![
        WeightSpec::table("embed_tokens.weight", head, d_vocab, d).also(HostCopy::EmbeddingLengths),
        WeightSpec::vector("norm.weight", d).also(HostCopy::FinalGain),
    ];
    if !config.tied {
        all.push(WeightSpec::table(
            "lm_head.weight",
            Role::Unembedding,
            d_vocab,
            d,
        ));
    }
    for l in 0..config.n_layers {
        let name = |part: &str| format!("layers.{l}.{part}");
        let attention = [("q", d_q), ("k", d_kv), ("v", d_kv)]
            .map(|(x, width)| (name(&format!("self_attn.{x}_proj")), width));
        let mlp = ["gate", "up"].map(|x| name(&format!("mlp.{x}_proj")));
        let weights_of =
            |(part, width): &(String, u32)| matrix(format!("{part}.weight"), d, *width);
        let biases_of =
            |(part, width): &(String, u32)| WeightSpec::vector(format!("{part}.bias"), *width);
        all.extend([
            WeightSpec::vector(name("input_layernorm.weight"), d),
            WeightSpec::side_by_side(
                name("qkv.weight"),
                attention.iter().map(weights_of).collect(),
            ),
            matrix(name("self_attn.o_proj.weight"), d_q, d),
            WeightSpec::vector(name("post_attention_layernorm.weight"), d),
            WeightSpec::interleaved(
                name("gate_up.weight"),
                mlp.iter()
                    .map(|part| matrix(format!("{part}.weight"), d, m))
                    .collect(),
            ),
            matrix(name("mlp.down_proj.weight"), m, d),
        ]);
        if config.blocks.attention_bias {
            let biases = attention.iter().map(biases_of).collect();
            all.push(WeightSpec::side_by_side(name("qkv.bias"), biases));
            all.push(WeightSpec::vector(name("self_attn.o_proj.bias"), d));
        }
        if config.blocks.mlp_bias {
            let biases = mlp
                .iter()
                .map(|part| WeightSpec::vector(format!("{part}.bias"), m));
            all.push(WeightSpec::interleaved(
                name("gate_up.bias"),
                biases.collect(),
            ));
            all.push(WeightSpec::vector(name("mlp.down_proj.bias"), d));
        }
    }
    all
}

/// The cosines and the sines that turn the pairs of a head, `[n_ctx, d_head]`, rows padded to four. As Transformers does, angles are
/// rounded to f32.
fn rotary_table(config: &Config, theta: f64) -> Vec<f32> {
    let half = config.d_head as usize / 2;
    let stride = pad4(config.d_head) as usize;
    let frequency = |j: usize| (1.0 / theta.powf(2.0 * j as f64 / f64::from(config.d_head))) as f32;
    let frequencies: Vec<f32> = (0..half).map(frequency).collect();
    let mut table = vec![0.0; config.n_ctx as usize * stride];
    for (position, row) in table.chunks_exact_mut(stride).enumerate() {
        for (j, frequency) in frequencies.iter().enumerate() {
            let angle = f64::from(position as f32 * frequency);
            row[j] = angle.cos() as f32;
            row[half + j] = angle.sin() as f32;
        }
    }
    table
}

/// All weights.
pub struct Weights<B: Backend> {
    /// Token embedding, `[d_vocab, d_model]`.
    embed: B::Matrix,
    /// Unembedding, `[d_vocab, d_model]`; `None` where it is the embedding.
    unembed: Option<B::Matrix>,
    /// Cosines and sines by position, `[n_ctx, d_head]`.
    rotary: B::Tensor,
    /// The blocks, first to last.
    blocks: Vec<Block<B>>,
    /// γ of the final norm.
    ln_final: B::Vector,
}

/// The weights of one transformer block.
struct Block<B: Backend> {
    /// γ of the norm before attention.
    ln1: B::Vector,
    /// `q_proj`, `k_proj`, `v_proj` side by side, each section padded to four columns.
    qkv: Linear<B>,
    /// `o_proj`.
    attn_proj: Linear<B>,
    /// γ of the norm before the MLP.
    ln2: B::Vector,
    /// `gate_proj` and `up_proj`, whose columns take turns.
    gate_up: Linear<B>,
    /// `down_proj`.
    mlp_proj: Linear<B>,
}

impl<B: Backend> Weights<B> {
    /// Puts the weights in their places.
    pub(crate) fn assemble(
        config: &Config,
        backend: &mut B,
        mut parts: Parts<B>,
    ) -> Result<Self, ModelError> {
        let rotary = backend.tensor("rotary", config.n_ctx, config.d_head)?;
        if let Positions::Rotary { theta } = config.blocks.positions {
            backend.write(&rotary, &rotary_table(config, theta))?;
        }
        let Blocks {
            attention_bias,
            mlp_bias,
            ..
        } = config.blocks;
        let mut block = |layer: u32| {
            let name = |part: &str| format!("layers.{layer}.{part}");
            Ok(Block {
                ln1: parts.vector(&name("input_layernorm.weight"))?,
                qkv: parts.linear(&name("qkv"), attention_bias)?,
                attn_proj: parts.linear(&name("self_attn.o_proj"), attention_bias)?,
                ln2: parts.vector(&name("post_attention_layernorm.weight"))?,
                gate_up: parts.linear(&name("gate_up"), mlp_bias)?,
                mlp_proj: parts.linear(&name("mlp.down_proj"), mlp_bias)?,
            })
        };
        let blocks = (0..config.n_layers).map(&mut block);
        let blocks = blocks.collect::<Result<_, ModelError>>()?;
        let unembed = (!config.tied).then(|| parts.matrix("lm_head.weight"));
        Ok(Weights {
            blocks,
            rotary,
            embed: parts.matrix("embed_tokens.weight")?,
            unembed: unembed.transpose()?,
            ln_final: parts.vector("norm.weight")?,
        })
    }
}

impl<B: Backend> Network<B> for Weights<B> {
    fn embed(&self, p: &mut Plan<'_, B>, ws: &Workspace<B>) -> Result<(), ModelError> {
        p.embed(&self.embed, &ws.resid)
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
        p.rms_norm(&ws.resid, &block.ln1, Some(kept.resid_pre), &ws.normed)?;
        p.name("ln1", Width::Model, &ws.normed)?;
        p.qkv_rotary(&ws.normed, &block.qkv, &self.rotary, kept.cache, &ws.q)?;
        p.attend(&ws.q, kept.cache, &ws.z)?;
        p.linear_add("attn_out", &ws.z, &block.attn_proj, &ws.resid)?;
        p.name("resid_mid", Width::Model, &ws.resid)?;
        p.rms_norm(&ws.resid, &block.ln2, None, &ws.normed)?;
        p.name("ln2", Width::Model, &ws.normed)?;
        p.linear_gated(&ws.normed, &block.gate_up, &ws.mlp)?;
        p.linear_add("mlp_out", &ws.mlp, &block.mlp_proj, &ws.resid)?;
        p.name("resid_post", Width::Model, &ws.resid)
    }

    fn final_norm(
        &self,
        p: &mut Plan<'_, B>,
        ws: &Workspace<B>,
        keep: Option<&B::Tensor>,
    ) -> Result<(), ModelError> {
        p.rms_norm(&ws.resid, &self.ln_final, keep, &ws.normed)?;
        p.name("ln_final", Width::Model, &ws.normed)
    }

    fn table(&self, table: Table) -> &B::Matrix {
        match (table, &self.unembed) {
            (Table::Unembedding, Some(unembed)) => unembed,
            _ => &self.embed,
        }
    }

    fn linear(&self, layer: usize, matrix: Matrix) -> Option<&Linear<B>> {
        let block = self.blocks.get(layer)?;
        Some(match matrix {
            Matrix::Query | Matrix::Key | Matrix::Value => &block.qkv,
            Matrix::AttentionOut => &block.attn_proj,
            Matrix::MlpGate | Matrix::MlpIn => &block.gate_up,
            Matrix::MlpOut => &block.mlp_proj,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(more: &str) -> Config {
        let json = format!(
            r#"{{"num_hidden_layers":1,"num_attention_heads":6,"hidden_size":12,"intermediate_size":7,"vocab_size":5{more}}}"#
        );
        config(&json).expect("a usable config")
    }

    #[test]
    fn what_is_missing_is_what_transformers_takes_it_for() {
        let config = parsed("");
        assert_eq!(
            (config.n_kv_heads, config.d_head, config.n_ctx),
            (6, 2, 2048)
        );
        assert_eq!((config.norm_eps, config.end_of_text), (1e-6, None));
        let expected = Blocks {
            positions: Positions::Rotary { theta: 10_000.0 },
            norm: NormKind::Rms,
            gated_mlp: true,
            attention_bias: false,
            mlp_bias: false,
        };
        assert_eq!((config.blocks, config.tied), (expected, false));
        let null = r#","num_key_value_heads":null,"head_dim":null,"rope_scaling":null,"sliding_window":null"#;
        assert_eq!(parsed(null), config);
    }

    #[test]
    fn theta_is_read_in_both_layouts_and_inside_goes_before_beside() {
        for (more, theta) in [
            (r#","rope_theta":500.0"#, 500.0),
            (
                r#","rope_theta":500,"rope_scaling":{"type":"default"}"#,
                500.0,
            ),
            (
                r#","rope_parameters":{"rope_type":"default","rope_theta":7e5}"#,
                7e5,
            ),
            (
                r#","rope_theta":2.0,"rope_parameters":{"rope_theta":3.0}"#,
                3.0,
            ),
        ] {
            assert_eq!(
                parsed(more).blocks.positions,
                Positions::Rotary { theta },
                "{more}"
            );
        }
    }

    #[test]
    fn heads_have_a_width_of_their_own_and_the_first_of_several_ends_counts() {
        let config = parsed(r#","head_dim":8,"num_key_value_heads":2,"eos_token_id":[3,4]"#);
        assert_eq!((config.d_q(), config.d_kv(), config.d_qkv()), (48, 16, 80));
        assert_eq!(config.end_of_text, Some(3));
    }

    #[test]
    fn the_first_pair_turns_by_a_radian_a_position() {
        let config = parsed(r#","head_dim":4,"max_position_embeddings":3"#);
        let table = rotary_table(&config, 10_000.0);
        // Pair 1 turns by 10,000^(−2/4) = 0.01.
        for (position, row) in table.chunks_exact(4).enumerate() {
            let (first, second) = (position as f64, position as f64 * 0.01);
            let want = [first.cos(), second.cos(), first.sin(), second.sin()];
            for (got, want) in row.iter().zip(want) {
                assert!((f64::from(*got) - want).abs() < 1e-7, "{position}: {row:?}");
            }
        }
    }
}
