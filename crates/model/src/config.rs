//! `config.json`, checked: the sizes that every family has, and what only one of them says.

use logitscope_core::excerpt::json_error;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::ModelError;
use crate::backend::pad4;
use crate::families::Family;

/// A model's sizes, under the names of the interpretability literature.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    /// The family, with what only it says.
    pub family: Family,
    /// Number of transformer blocks.
    pub n_layers: u32,
    /// Attention heads a block.
    pub n_heads: u32,
    /// Heads of keys and values a block: a divisor of `n_heads`, whose heads share them in groups of neighbours.
    pub n_kv_heads: u32,
    /// Width of the residual stream.
    pub d_model: u32,
    /// Width of one attention head.
    pub d_head: u32,
    /// Width of the hidden layer of the MLP.
    pub d_mlp: u32,
    /// Number of rows of the embedding.
    pub d_vocab: u32,
    /// Most tokens that the model reads at once.
    pub n_ctx: u32,
    /// Added to the variance, or to the mean square, in a norm.
    pub norm_eps: f32,
    /// Multiplies the attention scores: 1/√d_head, or 1 where the config says not to scale.
    pub attn_scale: f32,
    /// The token that ends a text, if the config names one.
    pub end_of_text: Option<u32>,
}

/// Far above any model that fits, and low enough that no product of two sizes overflows 64 bits.
const LARGEST_SIZE: u64 = 1 << 20;
/// GPT-2 XL has 48, the largest Llama 126.
const MOST_LAYERS: u32 = 512;

impl Config {
    /// Reads `config.json`. Sizes that contradict each other, other families and options that
    /// change the arithmetic are refused.
    pub fn from_json(json: &str) -> Result<Self, ModelError> {
        #[derive(Deserialize)]
        struct Named {
            model_type: Option<String>,
        }
        let named: Named = read(json)?;
        Family::config(named.model_type.as_deref(), json)
    }

    /// Width of the queries, and of what attention mixes: all heads side by side.
    pub fn d_q(&self) -> u32 {
        self.n_heads * self.d_head
    }

    /// Width of the keys, and of the values: all heads side by side.
    pub fn d_kv(&self) -> u32 {
        self.n_kv_heads * self.d_head
    }

    /// Width of queries, keys and values side by side, each padded to four columns.
    pub fn d_qkv(&self) -> u32 {
        pad4(self.d_q()) + 2 * pad4(self.d_kv())
    }

    /// Width of what enters the MLP's activation: `d_mlp`, or gate and linear part in turn.
    pub fn d_mlp_pre(&self) -> u32 {
        match self.family.is_gated() {
            true => 2 * pad4(self.d_mlp),
            false => self.d_mlp,
        }
    }

    /// Weights that one token is multiplied by: the matrices of the blocks and the unembedding.
    pub fn n_multiplied(&self) -> u64 {
        let weights = self.family.weights(self);
        let multiplied = weights.iter().filter(|weight| weight.role.is_multiplied());
        multiplied.map(|weight| weight.n_params()).sum()
    }

    /// Number of parameters; a head that is tied to the embedding is counted once.
    pub fn n_params(&self) -> u64 {
        let weights = self.family.weights(self);
        weights.iter().map(|weight| weight.n_params()).sum()
    }

    /// Parameters that decoding one token reads: of a table that is only looked up in, one row.
    pub fn n_read(&self) -> u64 {
        let weights = self.family.weights(self);
        weights.iter().map(|weight| weight.n_read()).sum()
    }

    /// Dispatches that decode one token on a GPU, where no matrix is in parts.
    pub fn n_dispatches(&self) -> u32 {
        let (a_block, outside) = self.family.dispatches();
        a_block * self.n_layers + outside
    }
}

/// The fields of a family's `config.json`.
pub(crate) fn read<T: DeserializeOwned>(json: &str) -> Result<T, ModelError> {
    serde_json::from_str(json).map_err(|e| bad(format!("not readable ({}).", json_error(&e))))
}

/// An error of `config.json`.
pub(crate) fn bad(detail: String) -> ModelError {
    ModelError::Config(detail)
}

/// A size that must be there, 1 to [`LARGEST_SIZE`].
pub(crate) fn size(name: &str, value: Option<u64>) -> Result<u32, ModelError> {
    match value {
        None => Err(bad(format!("{name} is missing."))),
        Some(v) if (1..=LARGEST_SIZE).contains(&v) => Ok(v as u32),
        Some(v) => Err(bad(format!(
            "{name} = {v} is out of range (1 to {LARGEST_SIZE})."
        ))),
    }
}

/// The number of blocks.
pub(crate) fn layers(name: &str, value: Option<u64>) -> Result<u32, ModelError> {
    match size(name, value)? {
        n if n > MOST_LAYERS => Err(bad(format!(
            "{name} = {n} is out of range (1 to {MOST_LAYERS})."
        ))),
        n => Ok(n),
    }
}

/// The ε of a norm, between 0 and 1.
pub(crate) fn epsilon(name: &str, value: f64) -> Result<f32, ModelError> {
    if value > 0.0 && value < 1.0 {
        return Ok(value as f32);
    }
    Err(bad(format!("{name} = {value} is out of range (0 to 1).")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gpt2_small_has_124_million_parameters() {
        let json = r#"{"model_type":"gpt2","n_layer":12,"n_head":12,"n_embd":768,
            "vocab_size":50257,"n_positions":1024,"n_inner":null}"#;
        let config = Config::from_json(json).expect("a usable config");
        assert_eq!(config.n_params(), 124_439_808);
        assert_eq!(config.n_read(), 124_439_808 - 1023 * 768);
        assert_eq!(config.n_multiplied(), 12 * 12 * 768 * 768 + 50_257 * 768);
        assert_eq!(
            (config.d_head, config.d_mlp, config.attn_scale),
            (64, 3072, 0.125)
        );
        assert_eq!((config.d_qkv(), config.d_mlp_pre()), (3 * 768, 3072));
    }

    #[test]
    fn tinyllama_has_1_1_billion_parameters() {
        let json = r#"{"model_type":"llama","num_hidden_layers":22,"num_attention_heads":32,"num_key_value_heads":4,
            "hidden_size":2048,"intermediate_size":5632,"vocab_size":32000,"max_position_embeddings":2048,
            "rms_norm_eps":1e-5,"rope_theta":10000.0,"rope_scaling":null,"tie_word_embeddings":false}"#;
        let config = Config::from_json(json).expect("a usable config");
        assert_eq!(config.n_params(), 1_100_048_384);
        // The embedding is looked up in, the head is read whole.
        assert_eq!(config.n_read(), 1_100_048_384 - 31_999 * 2048);
        assert_eq!(
            (config.d_head, config.d_kv(), config.d_qkv()),
            (64, 256, 2560)
        );
    }
}
