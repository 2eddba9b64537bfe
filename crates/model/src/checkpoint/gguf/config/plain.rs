//! GPT-2, GPT-NeoX and Phi: layer norms, and an MLP without a gate.

use logitscope_core::error::GgufFault;
use serde_json::{Value, json};

use super::Said;

impl Said<'_> {
    /// GPT-2's `config.json`.
    pub(super) fn gpt2(&self) -> Result<Value, GgufFault> {
        Ok(json!({
            "model_type": "gpt2",
            "n_layer": self.needed("block_count")?,
            "n_head": self.heads_with_own_keys()?,
            "n_embd": self.needed("embedding_length")?,
            "n_inner": self.needed("feed_forward_length")?,
            "n_positions": self.needed("context_length")?,
            "layer_norm_epsilon": self.epsilon("attention.layer_norm_epsilon")?,
            "vocab_size": self.vocab_size()?,
            "tie_word_embeddings": self.is_tied(),
            "eos_token_id": self.end_tokens()?,
        }))
    }

    /// GPT-NeoX's.
    pub(super) fn gpt_neox(&self) -> Result<Value, GgufFault> {
        let parallel = self.metadata.flag(&self.key("use_parallel_residual"))?;
        let mut config = self.turning("gpt_neox", self.heads_with_own_keys()?)?;
        config["use_parallel_residual"] = json!(parallel);
        config["attention_bias"] = json!((self.has_tensor)("blk.0.attn_qkv.bias"));
        Ok(config)
    }

    /// Phi's.
    pub(super) fn phi2(&self) -> Result<Value, GgufFault> {
        let heads = self.needed("attention.head_count")?;
        let mut config = self.turning("phi", heads)?;
        let groups = self.integer("attention.head_count_kv")?.unwrap_or(heads);
        config["num_key_value_heads"] = json!(groups);
        Ok(config)
    }

    /// What the two that have rotary positions say alike.
    fn turning(&self, family: &str, heads: u64) -> Result<Value, GgufFault> {
        let width = self.needed("embedding_length")?;
        Ok(json!({
            "model_type": family,
            "num_hidden_layers": self.needed("block_count")?,
            "num_attention_heads": heads,
            "hidden_size": width,
            "intermediate_size": self.needed("feed_forward_length")?,
            "max_position_embeddings": self.needed("context_length")?,
            "layer_norm_eps": self.epsilon("attention.layer_norm_epsilon")?,
            "vocab_size": self.vocab_size()?,
            "tie_word_embeddings": self.is_tied(),
            "rope_theta": self.theta()?,
            "rope_scaling": self.scaling()?,
            "partial_rotary_factor": self.turned(width.checked_div(heads).unwrap_or(0))?,
            "eos_token_id": self.end_tokens()?,
        }))
    }

    /// The number of heads, where each has keys and values of its own.
    fn heads_with_own_keys(&self) -> Result<u64, GgufFault> {
        let heads = self.needed("attention.head_count")?;
        match self.integer("attention.head_count_kv")? {
            Some(groups) if groups != heads => {
                Err(self.unsupported("attention.head_count_kv", groups))
            }
            _ => Ok(heads),
        }
    }
}
