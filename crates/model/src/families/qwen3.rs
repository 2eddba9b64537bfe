//! Qwen3 (Yang et al. 2025, arXiv:2505.09388): a Llama whose queries and keys are normalised, head by head, before they turn.

use super::fields::read;
use super::llama::config::{File, Own, config_of};
use crate::ModelError;
use crate::config::{Config, Family};

/// Reads `config.json`.
pub(crate) fn config(json: &str) -> Result<Config, ModelError> {
    let file: File = read(json)?;
    let bias = file.attention_bias.unwrap_or(false);
    let own = Own {
        n_kv_heads: Some(32),
        d_head: Some(128),
        n_positions: 32_768,
        biases: (bias, bias),
        qk_norm: true,
        window: file.window_if_used(),
        ..Own::of(Family::Qwen3)
    };
    config_of(&file, &own)
}
