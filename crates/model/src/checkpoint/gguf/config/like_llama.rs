//! Llama and what is built like it.

use logitscope_core::error::GgufFault;
use serde_json::{Value, json};

use super::Said;
use crate::checkpoint::gguf::architecture::Architecture;
use crate::checkpoint::gguf::metadata::MOST_FOR_LAYERS;

/// What bounds scores and logits of Gemma 2 where its file has nothing.
const CAPS: [f64; 2] = [50.0, 30.0];
/// How many blocks the largest Gemma 2 and the largest Gemma 3 have.
const LARGEST: [u64; 2] = [46, 62];

impl Said<'_> {
    /// The `config.json`.
    pub(super) fn like_llama(&self) -> Result<Value, GgufFault> {
        let heads = self.needed("attention.head_count")?;
        let width = self.needed("embedding_length")?;
        let own = self.integer("attention.key_length")?;
        let d_head = own.or(width.checked_div(heads)).unwrap_or(0);
        let d_value = self.integer("attention.value_length")?.unwrap_or(d_head);
        if d_value != d_head {
            return Err(self.unsupported("attention.value_length", d_value));
        }
        let window = self.window()?;
        let family = match (self.architecture, window) {
            (Architecture::Llama, Some(_)) => "mistral",
            (Architecture::Gemma3, _) => "gemma3_text",
            (other, _) => other.name(),
        };
        let mut config = json!({
            "model_type": family,
            "num_hidden_layers": self.needed("block_count")?,
            "num_attention_heads": heads,
            "num_key_value_heads": self.integer("attention.head_count_kv")?.unwrap_or(heads),
            "hidden_size": width,
            "head_dim": d_head,
            "intermediate_size": self.needed("feed_forward_length")?,
            "max_position_embeddings": self.needed("context_length")?,
            "rms_norm_eps": self.epsilon("attention.layer_norm_rms_epsilon")?,
            "attention_bias": (self.has_tensor)("blk.0.attn_q.bias"),
            "mlp_bias": (self.has_tensor)("blk.0.ffn_gate.bias"),
            "sliding_window": window,
            "layer_types": window.map(|_| self.layer_types()).transpose()?,
            "vocab_size": self.vocab_size()?,
            "tie_word_embeddings": self.is_tied(),
            "rope_theta": self.theta()?,
            "rope_scaling": self.scaling()?,
            "partial_rotary_factor": self.turned(d_head)?,
            "eos_token_id": self.end_tokens()?,
        });
        let nth = match self.architecture {
            Architecture::Gemma2 => 0,
            Architecture::Gemma3 => 1,
            _ => return Ok(config),
        };
        // What scores are divided by is in no key: llama.cpp knows the largest models by their blocks, and others divide by their heads.
        let is_largest = self.needed("block_count")? == LARGEST[nth];
        let scalar = if is_largest {
            width / heads.max(1)
        } else {
            d_head
        };
        config["query_pre_attn_scalar"] = json!(scalar);
        let [of_scores, of_logits] = ["attn_logit_softcapping", "final_logit_softcapping"];
        if self.architecture == Architecture::Gemma2 {
            config[of_scores] = json!(self.float(of_scores)?.unwrap_or(CAPS[0]));
            config[of_logits] = json!(self.float(of_logits)?.unwrap_or(CAPS[1]));
        } else {
            config[of_logits] = json!(self.float(of_logits)?.filter(|cap| *cap != 0.0));
            config["rope_local_base_freq"] = json!(self.local_theta()?);
        }
        Ok(config)
    }

    /// How far back tokens see in the blocks that have a window.
    fn window(&self) -> Result<Option<u64>, GgufFault> {
        let rest = "attention.sliding_window";
        let window = match self.architecture {
            Architecture::Phi3 if self.is_older_phi3()? => Some(2047),
            Architecture::Phi3 => Some(self.needed(rest)?),
            Architecture::Gemma2 => Some(self.integer(rest)?.unwrap_or(4096)),
            _ => self.integer(rest)?,
        };
        let window = window.filter(|window| *window > 0);
        match (self.architecture, window) {
            (
                Architecture::Llama
                | Architecture::Gemma2
                | Architecture::Gemma3
                | Architecture::Phi3,
                _,
            ) => Ok(window),
            (_, Some(window)) => Err(self.unsupported(rest, window)),
            (_, None) => Ok(None),
        }
    }

    /// Whether this is a file of Phi-3 mini or medium for 4,096 tokens from before the key of the window. Others of that time had other windows.
    fn is_older_phi3(&self) -> Result<bool, GgufFault> {
        let is_said = self.integer("attention.sliding_window")?.is_some();
        let known = matches!(self.needed("block_count")?, 32 | 40);
        Ok(!is_said && known && self.needed("context_length")? == 4096)
    }

    /// The `layer_types`: which blocks have the window. A file has a list, or says that the last of every so many has none: 1 for no block with
    /// a window, 0 for all of them.
    fn layer_types(&self) -> Result<Vec<&'static str>, GgufFault> {
        let rest = "attention.sliding_window_pattern";
        let key = self.key(rest);
        let n_layers = self.needed("block_count")?.min(MOST_FOR_LAYERS);
        let named = |windowed: bool| match windowed {
            true => "sliding_attention",
            false => "full_attention",
        };
        if let Ok(Some(each)) = self.metadata.integers(&key) {
            return match each.len() as u64 == n_layers {
                true => Ok(each.iter().map(|windowed| named(*windowed != 0)).collect()),
                false => Err(self.unsupported(rest, format!("{each:?}"))),
            };
        }
        let every = self.metadata.integer(&key)?;
        let every = every.unwrap_or(match self.architecture {
            Architecture::Gemma2 => 2,
            Architecture::Gemma3 => 6,
            _ => 0,
        });
        let windowed = |layer: u64| every == 0 || !(layer + 1).is_multiple_of(every);
        Ok((0..n_layers).map(|layer| named(windowed(layer))).collect())
    }
}
