//! What a `.gguf` file says of the model, as the `config.json` that its family reads: so every check there holds here, too.
//!
//! What a `config.json` cannot say is said by the tensors: rotary frequencies that are divided each by a number of its own.

use logitscope_core::error::GgufFault;
use logitscope_core::excerpt;
use serde_json::{Value, json};

use super::architecture::Architecture;
use super::metadata::Metadata;

/// Keys behind the architecture's name that would change the arithmetic, and are not computed.
const NOT_COMPUTED: [&str; 10] = [
    "expert_count",
    "attention.scale",
    "attention.clamp_kqv",
    "attention.max_alibi_bias",
    "attn_logit_softcapping",
    "final_logit_softcapping",
    "logit_scale",
    "residual_scale",
    "embedding_scale",
    "rope.scaling.yarn_log_multiplier",
];

/// What the reader of a file asks of it.
pub(super) struct Said<'m> {
    pub architecture: Architecture,
    pub metadata: &'m Metadata,
    /// Whether there is a tensor of this name.
    pub has_tensor: &'m dyn Fn(&str) -> bool,
}

impl Said<'_> {
    /// The `config.json`.
    pub fn config_json(&self) -> Result<String, GgufFault> {
        self.refuse_what_is_not_computed()?;
        let config = match self.architecture.is_plain() {
            true => self.plain()?,
            false => self.like_llama()?,
        };
        Ok(config.to_string())
    }

    fn key(&self, rest: &str) -> String {
        format!("{}.{rest}", self.architecture.name())
    }

    fn integer(&self, rest: &str) -> Result<Option<u64>, GgufFault> {
        self.metadata.same_in_layers(&self.key(rest))
    }

    fn needed(&self, rest: &str) -> Result<u64, GgufFault> {
        let missing = || GgufFault::KeyMissing {
            key: self.key(rest),
        };
        self.integer(rest)?.ok_or_else(missing)
    }

    fn float(&self, rest: &str) -> Result<Option<f64>, GgufFault> {
        match self.metadata.float(&self.key(rest))? {
            // JSON has no such number.
            Some(value) if !value.is_finite() => Err(self.unsupported(rest, value)),
            value => Ok(value),
        }
    }

    fn epsilon(&self, rest: &str) -> Result<f64, GgufFault> {
        let missing = || GgufFault::KeyMissing {
            key: self.key(rest),
        };
        self.float(rest)?.ok_or_else(missing)
    }

    fn unsupported(&self, rest: &str, value: impl ToString) -> GgufFault {
        GgufFault::Value {
            key: self.key(rest),
            value: excerpt(&value.to_string()),
        }
    }

    fn refuse_what_is_not_computed(&self) -> Result<(), GgufFault> {
        for rest in NOT_COMPUTED {
            if let Some(value) = self.float(rest)?
                && value != 0.0
            {
                return Err(self.unsupported(rest, value));
            }
        }
        for rest in [
            "rope.scaling.attn_factor",
            "rope.scaling.yarn_attn_factor",
            "rope.scaling.yarn_ext_factor",
        ] {
            if let Some(value) = self.float(rest)?
                && value != 1.0
            {
                return Err(self.unsupported(rest, value));
            }
        }
        match self.metadata.flag(&self.key("attention.causal"))? {
            Some(false) => Err(self.unsupported("attention.causal", false)),
            _ => Ok(()),
        }
    }

    /// Rows of the embedding: those that the file names, or as many as there are tokens.
    fn vocab_size(&self) -> Result<u64, GgufFault> {
        if let Some(size) = self.integer("vocab_size")? {
            return Ok(size);
        }
        let key = "tokenizer.ggml.tokens";
        let tokens = self.metadata.texts(key)?.map(|tokens| tokens.len() as u64);
        tokens.ok_or_else(|| GgufFault::KeyMissing { key: key.into() })
    }

    /// The token that ends a text, and the one that ends a turn of a chat.
    fn end_tokens(&self) -> Result<Vec<u64>, GgufFault> {
        let text = self.metadata.integer("tokenizer.ggml.eos_token_id")?;
        let turn = self.metadata.integer("tokenizer.ggml.eot_token_id")?;
        let turn = turn.filter(|turn| Some(*turn) != text);
        Ok(text.into_iter().chain(turn).collect())
    }

    fn is_tied(&self) -> bool {
        !(self.has_tensor)("output.weight")
    }

    /// GPT-2 and GPT-NeoX.
    fn plain(&self) -> Result<Value, GgufFault> {
        let heads = self.needed("attention.head_count")?;
        let width = self.needed("embedding_length")?;
        let epsilon = self.epsilon("attention.layer_norm_epsilon")?;
        let groups = self.integer("attention.head_count_kv")?.unwrap_or(heads);
        if groups != heads {
            return Err(self.unsupported("attention.head_count_kv", groups));
        }
        if self.architecture == Architecture::Gpt2 {
            return Ok(json!({
                "model_type": "gpt2",
                "n_layer": self.needed("block_count")?,
                "n_head": heads,
                "n_embd": width,
                "n_inner": self.needed("feed_forward_length")?,
                "n_positions": self.needed("context_length")?,
                "layer_norm_epsilon": epsilon,
                "vocab_size": self.vocab_size()?,
                "tie_word_embeddings": self.is_tied(),
                "eos_token_id": self.end_tokens()?,
            }));
        }
        let d_head = width.checked_div(heads).unwrap_or(0);
        let parallel = self.metadata.flag(&self.key("use_parallel_residual"))?;
        Ok(json!({
            "model_type": "gpt_neox",
            "num_hidden_layers": self.needed("block_count")?,
            "num_attention_heads": heads,
            "hidden_size": width,
            "intermediate_size": self.needed("feed_forward_length")?,
            "max_position_embeddings": self.needed("context_length")?,
            "layer_norm_eps": epsilon,
            "use_parallel_residual": parallel,
            "attention_bias": (self.has_tensor)("blk.0.attn_qkv.bias"),
            "vocab_size": self.vocab_size()?,
            "tie_word_embeddings": self.is_tied(),
            "rope_theta": self.theta()?,
            "rope_scaling": self.scaling()?,
            "rotary_pct": self.turned(d_head)?,
            "eos_token_id": self.end_tokens()?,
        }))
    }

    /// Llama and what is built like it.
    fn like_llama(&self) -> Result<Value, GgufFault> {
        let heads = self.needed("attention.head_count")?;
        let width = self.needed("embedding_length")?;
        let own = self.integer("attention.key_length")?;
        let d_head = own.or(width.checked_div(heads)).unwrap_or(0);
        let d_value = self.integer("attention.value_length")?.unwrap_or(d_head);
        if d_value != d_head {
            return Err(self.unsupported("attention.value_length", d_value));
        }
        let window = self.integer("attention.sliding_window")?.filter(|w| *w > 0);
        let family = match (self.architecture, window) {
            (Architecture::Llama, None) => "llama",
            (Architecture::Llama, Some(_)) => "mistral",
            (_, Some(window)) => return Err(self.unsupported("attention.sliding_window", window)),
            (other, None) => other.name(),
        };
        Ok(json!({
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
            "vocab_size": self.vocab_size()?,
            "tie_word_embeddings": self.is_tied(),
            "rope_theta": self.theta()?,
            "rope_scaling": self.scaling()?,
            "partial_rotary_factor": self.turned(d_head)?,
            "eos_token_id": self.end_tokens()?,
        }))
    }

    /// θ, which is 10,000 where nothing is said.
    fn theta(&self) -> Result<f64, GgufFault> {
        Ok(self.float("rope.freq_base")?.unwrap_or(10_000.0))
    }

    /// The part of a head that turns.
    fn turned(&self, d_head: u64) -> Result<f64, GgufFault> {
        let turned = self.integer("rope.dimension_count")?.unwrap_or(d_head);
        if turned == d_head {
            return Ok(1.0);
        }
        let part = turned as f64 / d_head.max(1) as f64;
        // A quotient that was rounded down must not lose a component.
        let whole = (part * d_head as f64) as u64 == turned;
        Ok(if whole { part } else { part.next_up() })
    }

    /// The `rope_scaling`; nothing said of its type is linear, and nothing said of a factor is none.
    fn scaling(&self) -> Result<Value, GgufFault> {
        let key = self.key("rope.scaling.type");
        let kind = self.metadata.text(&key)?.unwrap_or("linear");
        let factor = match self.float("rope.scaling.factor")? {
            None => self.float("rope.scale_linear")?,
            factor => factor,
        };
        let factor = factor.filter(|factor| *factor != 0.0);
        match (kind, factor) {
            ("none", _) | ("linear", None) => Ok(Value::Null),
            ("linear", Some(factor)) => Ok(json!({"rope_type": "linear", "factor": factor})),
            ("yarn", _) => Ok(json!({
                "rope_type": "yarn",
                "factor": factor,
                "original_max_position_embeddings": self.integer("rope.scaling.original_context_length")?,
                "beta_fast": self.float("rope.scaling.yarn_beta_fast")?.unwrap_or(32.0),
                "beta_slow": self.float("rope.scaling.yarn_beta_slow")?.unwrap_or(1.0),
            })),
            // Its factors lie in tensors.
            ("longrope", _) => Err(self.unsupported("rope.scaling.type", "longrope")),
            (other, _) => Ok(json!({"rope_type": other})),
        }
    }
}
