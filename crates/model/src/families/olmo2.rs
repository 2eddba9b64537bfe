//! OLMo 2 (OLMo et al. 2024, arXiv:2501.00656): a Llama that normalises what attention and the MLP write, not what they read, and queries and
//! keys with all their heads together.

use logitscope_core::blocks::NormPlace;

use super::fields::read;
use super::llama::config::{File, Own, config_of};
use crate::ModelError;
use crate::config::{Config, Family};

/// Reads `config.json`.
pub(crate) fn config(json: &str) -> Result<Config, ModelError> {
    let file: File = read(json)?;
    let bias = file.attention_bias.unwrap_or(false);
    let own = Own {
        biases: (bias, bias),
        norm_eps: 1e-5,
        norm_place: NormPlace::Behind,
        qk_norm: true,
        qk_norm_joint: true,
        ..Own::of(Family::Olmo2)
    };
    config_of(&file, &own)
}
