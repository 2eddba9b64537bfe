//! Reads the fields of a family's `config.json`, and refuses what no model can have.

use logitscope_core::blocks::Activation;
use logitscope_core::error::ConfigFault;
use logitscope_core::excerpt;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::ModelError;
use crate::checkpoint::json;
use crate::config::Family;

/// Far above any model that fits, and low enough that no product of two sizes overflows 64 bits.
const LARGEST_SIZE: u32 = 1 << 20;
/// GPT-2 XL has 48, the largest Llama 126.
const MOST_LAYERS: u32 = 512;
/// The largest Llama has 128. Room for the scores of each is taken, for each token of the context.
const MOST_HEADS: u32 = 1024;

/// The fields of a family's `config.json`.
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Result<T, ModelError> {
    json::read(text.as_bytes()).map_err(|why| bad(ConfigFault::Unreadable { why }))
}

/// An error of `config.json`.
pub(crate) fn bad(fault: ConfigFault) -> ModelError {
    ModelError::Config(fault)
}

/// An option that a family does not have here.
pub(crate) fn unsupported(family: Family, key: &str, value: impl ToString) -> ModelError {
    bad(ConfigFault::UnsupportedFor {
        key: key.into(),
        value: value.to_string(),
        family: family.name().into(),
    })
}

fn outside(key: &str, value: impl ToString, low: u32, high: u32) -> ModelError {
    bad(ConfigFault::OutOfRange {
        key: key.into(),
        value: value.to_string(),
        low,
        high,
    })
}

/// A size that must be there, 1 to [`LARGEST_SIZE`].
pub(crate) fn size(name: &str, value: Option<u64>) -> Result<u32, ModelError> {
    match value {
        None => Err(bad(ConfigFault::Missing { key: name.into() })),
        Some(v) if (1..=u64::from(LARGEST_SIZE)).contains(&v) => Ok(v as u32),
        Some(v) => Err(outside(name, v, 1, LARGEST_SIZE)),
    }
}

/// The number of blocks.
pub(crate) fn layers(name: &str, value: Option<u64>) -> Result<u32, ModelError> {
    at_most(MOST_LAYERS, name, value)
}

/// The number of attention heads.
pub(crate) fn heads(name: &str, value: Option<u64>) -> Result<u32, ModelError> {
    at_most(MOST_HEADS, name, value)
}

fn at_most(most: u32, name: &str, value: Option<u64>) -> Result<u32, ModelError> {
    match size(name, value)? {
        n if n > most => Err(outside(name, n, 1, most)),
        n => Ok(n),
    }
}

/// The ε of a norm, between 0 and 1.
pub(crate) fn epsilon(name: &str, value: f64) -> Result<f32, ModelError> {
    if value > 0.0 && value < 1.0 {
        return Ok(value as f32);
    }
    Err(outside(name, value, 0, 1))
}

/// The activation that Transformers calls `name` (see its `activations.py`), where it is not the usual one of such an MLP.
pub(crate) fn activation(
    family: Family,
    (key, name): (&str, &str),
    gated_mlp: bool,
) -> Result<Option<Activation>, ModelError> {
    let found = match name {
        "gelu_new" | "gelu_pytorch_tanh" | "gelu_fast" => Activation::GeluTanh,
        "gelu" | "gelu_python" => Activation::Gelu,
        "silu" | "swish" => Activation::Silu,
        "relu" => Activation::Relu,
        other => {
            return Err(bad(ConfigFault::Only {
                key: key.into(),
                found: excerpt(other),
                known: "gelu, gelu_new, silu, relu".into(),
                family: Some(family.name().into()),
            }));
        }
    };
    Ok((found != Activation::usual(gated_mlp)).then_some(found))
}

/// Most tokens that end a text; Llama 3.1 names three.
const MOST_ENDS: usize = 64;

/// The tokens that end a text: one, or a list with the usual one first.
pub(crate) fn end_tokens(eos: Option<&Value>) -> Vec<u32> {
    let named = match eos {
        Some(Value::Array(several)) => several.as_slice(),
        Some(one) => std::slice::from_ref(one),
        None => &[],
    };
    let id = |value: &Value| value.as_u64()?.try_into().ok();
    named.iter().filter_map(id).take(MOST_ENDS).collect()
}

/// Width of a head: `d_model` in as many parts as there are heads.
pub(crate) fn width_of_heads(
    (key, d_model): (&str, u32),
    (parts, n_heads): (&str, u32),
) -> Result<u32, ModelError> {
    match d_model % n_heads {
        0 => Ok(d_model / n_heads),
        _ => Err(bad(ConfigFault::NotDivisible {
            key: key.into(),
            value: d_model,
            parts: parts.into(),
            number: n_heads,
        })),
    }
}
