//! Phi-1, 1.5 and 2 (Li et al. 2023, arXiv:2309.05463): a GPT-NeoX whose attention and MLP read what one norm gives, and whose logits have a
//! bias.

use logitscope_core::blocks::{Blocks, Branches, NormKind, Readout};
use serde::Deserialize;
use serde_json::Value;

use super::embeddings;
use super::fields::{activation, end_tokens, epsilon, heads, layers, read, size, width_of_heads};
use super::gpt_neox::{EMBEDDINGS, QK_NORMS};
use super::rope;
use crate::ModelError;
use crate::checkpoint::weight_spec::{HostCopy, Order, WeightSpec};
use crate::config::{Config, Family};

/// The fields of `config.json` that matter here; `null` counts as absent. Defaults are those of Transformers' config.
#[derive(Deserialize)]
struct File {
    num_hidden_layers: Option<u64>,
    num_attention_heads: Option<u64>,
    num_key_value_heads: Option<u64>,
    hidden_size: Option<u64>,
    intermediate_size: Option<u64>,
    vocab_size: Option<u64>,
    max_position_embeddings: Option<u64>,
    layer_norm_eps: Option<f64>,
    hidden_act: Option<String>,
    qk_layernorm: Option<bool>,
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
    let groups = file.num_key_value_heads.or(Some(n_heads.into()));
    let n_kv_heads = size("num_key_value_heads", groups)?;
    width_of_heads(heads, ("num_key_value_heads", n_kv_heads))?;
    let n_positions = file.max_position_embeddings.or(Some(2048));
    let n_positions = size("max_position_embeddings", n_positions)?;
    let usual = rope::Usual {
        partial: Some(0.5),
        ..rope::Usual::of(Family::Phi)
    };
    let rope = rope::read(&file.rope, &usual, d_head, n_positions)?;
    let named = file.hidden_act.as_deref().unwrap_or("gelu_new");
    let activation = activation(Family::Phi, ("hidden_act", named), false)?;
    let blocks = Blocks {
        positions: rope.positions,
        norm: NormKind::Layer,
        activation,
        qk_norm: file.qk_layernorm == Some(true),
        branches: Branches::OneNorm,
        readout: Readout {
            bias: true,
            ..Readout::default()
        },
        ..Blocks::default()
    };
    Ok(Config {
        family: Family::Phi,
        blocks,
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
        norm_eps: epsilon("layer_norm_eps", file.layer_norm_eps.unwrap_or(1e-5))?,
        windows: Vec::new(),
        unturned: Vec::new(),
        rope_divisors: rope.divisors,
        end_tokens: end_tokens(file.eos_token_id.as_ref()),
    })
}

/// The weights of a model of these sizes, under GPT-NeoX's names, each with its own in the checkpoint without `model.`.
pub(crate) fn weights(config: &Config) -> Vec<WeightSpec> {
    let (d, m, d_q, d_kv) = (config.d_model, config.d_mlp, config.d_q(), config.d_kv());
    let mut all = embeddings::weights(config, EMBEDDINGS);
    for weight in &mut all {
        let stored = weight.name.replace("embed_in", "embed_tokens");
        let stored = stored.replace("embed_out", "lm_head");
        *weight = weight.clone().stored_as(&stored);
    }
    let vector =
        |name: String, stored: String, len| WeightSpec::vector(name, len).stored_as(&stored);
    for (part, host) in [
        ("weight", HostCopy::FinalGain),
        ("bias", HostCopy::FinalBias),
    ] {
        let (name, stored) = ("final_layer_norm", "final_layernorm");
        let norm = vector(format!("{name}.{part}"), format!("{stored}.{part}"), d);
        all.push(norm.also(host));
    }
    for l in 0..config.n_layers {
        let name = |part: &str| format!("layers.{l}.{part}");
        let matrix = |part: &str, d_in, d_out| {
            WeightSpec::matrix(name(part), d_in, d_out, Order::Transposed)
        };
        let attention = [("q", d_q), ("k", d_kv), ("v", d_kv)];
        let weights =
            attention.map(|(x, width)| matrix(&format!("self_attn.{x}_proj.weight"), d, width));
        let biases = attention
            .map(|(x, width)| WeightSpec::vector(name(&format!("self_attn.{x}_proj.bias")), width));
        let qkv = name("attention.query_key_value");
        all.extend([
            WeightSpec::vector(name("input_layernorm.weight"), d),
            WeightSpec::vector(name("input_layernorm.bias"), d),
            WeightSpec::side_by_side(format!("{qkv}.weight"), weights.into()),
            WeightSpec::side_by_side(format!("{qkv}.bias"), biases.into()),
        ]);
        if config.blocks.qk_norm {
            let stored = ["self_attn.q_layernorm", "self_attn.k_layernorm"];
            for (norm, stored) in QK_NORMS.into_iter().zip(stored) {
                all.extend(["weight", "bias"].map(|part| {
                    let [norm, stored] = [norm, stored].map(|of| name(&format!("{of}.{part}")));
                    vector(norm, stored, config.d_head)
                }));
            }
        }
        for (part, stored, d_in, d_out) in [
            ("attention.dense", "self_attn.dense", d_q, d),
            ("mlp.dense_h_to_4h", "mlp.fc1", d, m),
            ("mlp.dense_4h_to_h", "mlp.fc2", m, d),
        ] {
            let weight = matrix(&format!("{part}.weight"), d_in, d_out);
            let (bias, stored) = (name(&format!("{part}.bias")), name(stored));
            all.push(weight.stored_as(&format!("{stored}.weight")));
            all.push(vector(bias, format!("{stored}.bias"), d_out));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phi_2_has_2_8_billion_parameters_and_turns_32_of_80() {
        let json = r#"{"num_hidden_layers":32,"num_attention_heads":32,"hidden_size":2560,"intermediate_size":10240,
            "vocab_size":51200,"partial_rotary_factor":0.4,"qk_layernorm":false}"#;
        let config = config(json).expect("a usable config");
        assert_eq!(config.n_params(), 2_779_683_840);
        assert_eq!((config.d_head, config.d_turned()), (80, 32));
        let normed = super::config(&json.replace("false", "true")).expect("a usable config");
        assert_eq!(normed.n_params() - config.n_params(), 32 * 4 * 80);
    }
}
