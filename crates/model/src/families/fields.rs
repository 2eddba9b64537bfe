//! Reads the fields of a family's `config.json`, and refuses what no model can have.

use logitscope_core::error::ConfigFault;
use logitscope_core::excerpt::json_error;
use serde::de::DeserializeOwned;

use crate::ModelError;

/// Far above any model that fits, and low enough that no product of two sizes overflows 64 bits.
const LARGEST_SIZE: u32 = 1 << 20;
/// GPT-2 XL has 48, the largest Llama 126.
const MOST_LAYERS: u32 = 512;

/// The fields of a family's `config.json`.
pub(crate) fn read<T: DeserializeOwned>(json: &str) -> Result<T, ModelError> {
    serde_json::from_str(json).map_err(|e| {
        bad(ConfigFault::Unreadable {
            why: json_error(&e),
        })
    })
}

/// An error of `config.json`.
pub(crate) fn bad(fault: ConfigFault) -> ModelError {
    ModelError::Config(fault)
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
    match size(name, value)? {
        n if n > MOST_LAYERS => Err(outside(name, n, 1, MOST_LAYERS)),
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
