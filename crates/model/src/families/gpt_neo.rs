//! GPT-Neo (Black et al. 2021), as TinyStories has it: a GPT-2 whose scores are not scaled, and of which every other block sees no farther
//! back than a window.

use logitscope_core::blocks::{Blocks, Scores};
use logitscope_core::error::ConfigFault;
use logitscope_core::excerpt;
use serde::Deserialize;
use serde_json::Value;

use super::fields::{
    activation, bad, end_tokens, epsilon, heads, layers, read, size, width_of_heads,
};
use super::gpt2::outer_weights;
use crate::ModelError;
use crate::checkpoint::weight_spec::{Order, WeightSpec};
use crate::config::{Config, Family};

/// The fields of `config.json` that matter here; `null` counts as absent. Defaults are those of Transformers' config.
#[derive(Deserialize)]
struct File {
    num_layers: Option<u64>,
    num_heads: Option<u64>,
    hidden_size: Option<u64>,
    intermediate_size: Option<u64>,
    vocab_size: Option<u64>,
    max_position_embeddings: Option<u64>,
    layer_norm_epsilon: Option<f64>,
    activation_function: Option<String>,
    attention_layers: Option<Vec<String>>,
    /// Lists of kinds of blocks, each with how often it comes.
    attention_types: Option<Vec<(Vec<String>, u32)>>,
    window_size: Option<u64>,
    tie_word_embeddings: Option<bool>,
    eos_token_id: Option<Value>,
}

/// Reads `config.json`.
pub(crate) fn config(json: &str) -> Result<Config, ModelError> {
    let file: File = read(json)?;
    let d_model = size("hidden_size", file.hidden_size)?;
    let n_heads = heads("num_heads", file.num_heads)?;
    let n_layers = layers("num_layers", file.num_layers)?;
    let d_mlp = file.intermediate_size.or(Some(4 * u64::from(d_model)));
    let n_positions = file.max_position_embeddings.or(Some(2048));
    let n_positions = size("max_position_embeddings", n_positions)?;
    let named = file.activation_function.as_deref().unwrap_or("gelu_new");
    let activation = activation(Family::GptNeo, ("activation_function", named), false)?;
    let blocks = Blocks {
        attention_bias: false,
        attention_out_bias: Some(true),
        activation,
        scores: Scores {
            divisor: Some(1.0),
            by_depth: false,
            cap: None,
        },
        ..Blocks::default()
    };
    Ok(Config {
        family: Family::GptNeo,
        blocks,
        n_layers,
        n_heads,
        n_kv_heads: n_heads,
        d_model,
        d_head: width_of_heads(("hidden_size", d_model), ("num_heads", n_heads))?,
        d_mlp: size("intermediate_size", d_mlp)?,
        d_vocab: size("vocab_size", file.vocab_size)?,
        n_positions,
        n_ctx: n_positions,
        tied: file.tie_word_embeddings.unwrap_or(true),
        norm_eps: epsilon(
            "layer_norm_epsilon",
            file.layer_norm_epsilon.unwrap_or(1e-5),
        )?,
        windows: windows(&file, n_layers)?,
        unturned: Vec::new(),
        rope_divisors: Default::default(),
        end_tokens: end_tokens(file.eos_token_id.as_ref()),
    })
}

/// How far back tokens see in each block: by default all, then a window, in turn.
fn windows(file: &File, n_layers: u32) -> Result<Vec<Option<u32>>, ModelError> {
    let tokens = size("window_size", file.window_size.or(Some(256)))?;
    let mut kinds: Vec<&str> = Vec::new();
    match (&file.attention_layers, &file.attention_types) {
        (Some(layers), _) => kinds.extend(layers.iter().map(String::as_str)),
        (None, Some(types)) => {
            for (names, times) in types {
                // No more than there are blocks, whatever the file says.
                let times = (*times).min(n_layers) as usize;
                let names = names.iter().map(String::as_str).take(n_layers as usize);
                let repeated = std::iter::repeat_n(names, times).flatten();
                kinds.extend(repeated.take(n_layers as usize));
            }
        }
        (None, None) => kinds.extend((0..n_layers).map(|l| ["global", "local"][l as usize % 2])),
    }
    if kinds.len() != n_layers as usize {
        return Err(bad(ConfigFault::UnsupportedFor {
            key: "attention_types".into(),
            value: kinds.len().to_string(),
            family: Family::GptNeo.name().into(),
        }));
    }
    let of = |kind: &str| match kind {
        "global" => Ok(None),
        "local" => Ok(Some(tokens)),
        other => Err(bad(ConfigFault::OneOnly {
            key: "attention_types".into(),
            found: excerpt(other),
            known: "global, local".into(),
        })),
    };
    kinds.into_iter().map(of).collect()
}

/// The weights of a model of these sizes, under GPT-2's names, each with its own in the checkpoint.
pub(crate) fn weights(config: &Config) -> Vec<WeightSpec> {
    let (d, m) = (config.d_model, config.d_mlp);
    let mut all = outer_weights(config);
    for l in 0..config.n_layers {
        let name = |part: &str| format!("h.{l}.{part}");
        let matrix = |part: &str, stored: &str, d_in, d_out| {
            let weight = WeightSpec::matrix(name(part), d_in, d_out, Order::Transposed);
            weight.stored_as(&name(stored))
        };
        let of_attention = |x: &str| {
            let stored = format!("attn.attention.{x}_proj.weight");
            matrix(&stored, &stored, d, d)
        };
        let bias = |part: &str, stored: &str, len| {
            WeightSpec::vector(name(part), len).stored_as(&name(stored))
        };
        let out = "attn.attention.out_proj";
        all.extend([
            WeightSpec::vector(name("ln_1.weight"), d),
            WeightSpec::vector(name("ln_1.bias"), d),
            WeightSpec::side_by_side(
                name("attn.c_attn.weight"),
                ["q", "k", "v"].map(of_attention).into(),
            ),
            matrix("attn.c_proj.weight", &format!("{out}.weight"), d, d),
            bias("attn.c_proj.bias", &format!("{out}.bias"), d),
            WeightSpec::vector(name("ln_2.weight"), d),
            WeightSpec::vector(name("ln_2.bias"), d),
            matrix("mlp.c_fc.weight", "mlp.c_fc.weight", d, m),
            WeightSpec::vector(name("mlp.c_fc.bias"), m),
            matrix("mlp.c_proj.weight", "mlp.c_proj.weight", m, d),
            WeightSpec::vector(name("mlp.c_proj.bias"), d),
        ]);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_blocks_are_read_in_both_layouts() {
        let windows = |more: &str| {
            let json =
                format!(r#"{{"num_layers":4,"num_heads":2,"hidden_size":8,"vocab_size":5{more}}}"#);
            config(&json).map(|config| config.windows)
        };
        let local = Some(256);
        assert_eq!(windows(""), Ok(vec![None, local, None, local]));
        assert_eq!(
            windows(r#","attention_types":[[["global","local"],2]]"#),
            Ok(vec![None, local, None, local])
        );
        assert_eq!(
            windows(r#","window_size":7,"attention_layers":["local","global","global","local"]"#),
            Ok(vec![Some(7), None, None, Some(7)])
        );
        assert!(windows(r#","attention_types":[[["global"],2]]"#).is_err());
        assert!(windows(r#","attention_types":[[["global"],4294967295]]"#).is_ok());
        assert!(windows(r#","attention_types":[[["all"],4]]"#).is_err());
    }
}
