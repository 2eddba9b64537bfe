//! `config.json` of a GPT-2 model, checked.

use logitscope_core::excerpt;
use serde::Deserialize;

use crate::ModelError;

/// The sizes of a GPT-2 model, under the names of the interpretability literature.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    /// Number of transformer blocks.
    pub n_layers: u32,
    /// Attention heads a block.
    pub n_heads: u32,
    /// Width of the residual stream.
    pub d_model: u32,
    /// Width of the hidden layer of the MLP.
    pub d_mlp: u32,
    /// Number of rows of the embedding.
    pub d_vocab: u32,
    /// Most tokens that the model reads at once.
    pub n_ctx: u32,
    /// Added to the variance in a layer norm.
    pub layer_norm_eps: f32,
    /// Multiplies the attention scores: 1/√d_head, or 1 where the config says not to scale.
    pub attn_scale: f32,
    /// The token that ends a text, if the config names one.
    pub end_of_text: Option<u32>,
}

/// The fields of the file that matter here; `null` counts as absent.
#[derive(Deserialize)]
struct File {
    model_type: Option<String>,
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

/// Far above any GPT-2, and low enough that no product of two sizes overflows.
const LARGEST_SIZE: u64 = 1 << 20;
/// GPT-2 XL has 48.
const MOST_LAYERS: u32 = 512;

impl Config {
    /// Reads `config.json`. Sizes that contradict each other, other families and options that
    /// change the arithmetic are refused.
    pub fn from_json(json: &str) -> Result<Self, ModelError> {
        let bad = |detail: String| ModelError::Config(detail);
        let file: File = serde_json::from_str(json)
            .map_err(|e| bad(format!("not readable ({}).", excerpt(&e.to_string()))))?;
        if let Some(family) = file.model_type.as_deref().filter(|&f| f != "gpt2") {
            return Err(bad(format!(
                "model_type is \"{}\"; Logitscope runs \"gpt2\" models.",
                excerpt(family)
            )));
        }
        let size = |name: &str, value: Option<u64>| match value {
            None => Err(bad(format!("{name} is missing."))),
            Some(v) if (1..=LARGEST_SIZE).contains(&v) => Ok(v as u32),
            Some(v) => Err(bad(format!(
                "{name} = {v} is out of range (1 to {LARGEST_SIZE})."
            ))),
        };
        let d_model = size("n_embd", file.n_embd)?;
        let n_heads = size("n_head", file.n_head)?;
        if d_model % n_heads != 0 {
            return Err(bad(format!(
                "n_embd = {d_model} does not divide into n_head = {n_heads}."
            )));
        }
        let activation = file.activation_function.as_deref().unwrap_or("gelu_new");
        if !["gelu_new", "gelu_pytorch_tanh", "gelu_fast"].contains(&activation) {
            return Err(bad(format!(
                "activation_function is \"{}\"; Logitscope computes \"gelu_new\" only.",
                excerpt(activation)
            )));
        }
        if file.scale_attn_by_inverse_layer_idx == Some(true) {
            return Err(bad(
                "scale_attn_by_inverse_layer_idx is not supported.".into()
            ));
        }
        if file.tie_word_embeddings == Some(false) {
            return Err(bad(
                "an untied lm_head (tie_word_embeddings: false) is not supported.".into(),
            ));
        }
        let eps = file.layer_norm_epsilon.unwrap_or(1e-5);
        if !(eps > 0.0 && eps < 1.0) {
            return Err(bad(format!(
                "layer_norm_epsilon = {eps:?} is out of range (0 to 1)."
            )));
        }
        let n_layers = size("n_layer", file.n_layer)?;
        if n_layers > MOST_LAYERS {
            return Err(bad(format!(
                "n_layer = {n_layers} is out of range (1 to {MOST_LAYERS})."
            )));
        }
        let d_head = d_model / n_heads;
        let scaled = file.scale_attn_weights.unwrap_or(true);
        Ok(Config {
            n_layers,
            n_heads,
            d_model,
            d_mlp: size("n_inner", file.n_inner.or(Some(4 * u64::from(d_model))))?,
            d_vocab: size("vocab_size", file.vocab_size)?,
            n_ctx: size("n_positions", file.n_positions.or(file.n_ctx))?,
            layer_norm_eps: eps as f32,
            attn_scale: if scaled {
                1.0 / (d_head as f32).sqrt()
            } else {
                1.0
            },
            end_of_text: file
                .eos_token_id
                .and_then(|v| v.as_u64())
                .and_then(|v| v.try_into().ok()),
        })
    }

    /// Width of one attention head.
    pub fn d_head(&self) -> u32 {
        self.d_model / self.n_heads
    }

    /// Weights that one token is multiplied by: the matrices of the blocks and the unembedding.
    pub fn n_multiplied(&self) -> u64 {
        let [l, d, m, v] = [self.n_layers, self.d_model, self.d_mlp, self.d_vocab].map(u64::from);
        l * (4 * d * d + 2 * d * m) + v * d
    }

    /// Number of parameters; the head is tied to the embedding and counted once.
    pub fn n_params(&self) -> u64 {
        let [d, m, v, c, l] = [
            self.d_model,
            self.d_mlp,
            self.d_vocab,
            self.n_ctx,
            self.n_layers,
        ]
        .map(u64::from);
        let attention = 4 * d * d + 4 * d;
        let mlp = 2 * d * m + m + d;
        v * d + c * d + l * (attention + mlp + 4 * d) + 2 * d
    }
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
        assert_eq!(
            (config.d_head(), config.d_mlp, config.attn_scale),
            (64, 3072, 0.125)
        );
    }
}
