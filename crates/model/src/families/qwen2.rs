//! Qwen2 and 2.5 (Yang et al. 2024, arXiv:2407.10671): a Llama whose queries, keys and values have biases, and whose output projection has none.

use super::fields::read;
use super::llama::config::{File, Own, config_of};
use crate::ModelError;
use crate::config::{Config, Family};

/// Reads `config.json`.
pub(crate) fn config(json: &str) -> Result<Config, ModelError> {
    let file: File = read(json)?;
    let own = Own {
        n_kv_heads: Some(32),
        n_positions: 32_768,
        biases: (true, false),
        window: file.window_if_used(),
        ..Own::of(Family::Qwen2)
    };
    config_of(&file, &own)
}
