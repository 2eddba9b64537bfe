//! What a `.gguf` file says of the model, as the `config.json` that its family reads: so every check there holds here, too.
//!
//! What a `config.json` cannot say is said by the tensors: rotary frequencies that are divided each by a number of its own.

mod like_llama;
mod plain;
mod rope;

use std::collections::BTreeSet;

use logitscope_core::error::GgufFault;
use logitscope_core::excerpt;

use super::architecture::Architecture;
use super::metadata::Metadata;
use super::tokenizer::TOKENS;

/// The texts of tokens that end what a model writes, whatever its file names: a text, a turn or a message of a chat.
const ENDS: [&str; 10] = [
    "<|endoftext|>",
    "<|end_of_text|>",
    "<|im_end|>",
    "<|eot_id|>",
    "<|eom_id|>",
    "<|end|>",
    "<end_of_turn>",
    "<end_of_utterance>",
    "<EOT>",
    "[EOT]",
];

/// Keys behind the architecture's name that would change the arithmetic, and are not computed, or not in every architecture.
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
        let config = match self.architecture {
            Architecture::Gpt2 => self.gpt2()?,
            Architecture::GptNeoX => self.gpt_neox()?,
            Architecture::Phi2 => self.phi2()?,
            _ => self.like_llama()?,
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
        let computed = |rest: &str| match self.architecture {
            Architecture::Gemma2 => rest.ends_with("_softcapping"),
            Architecture::Gemma3 => rest == "final_logit_softcapping",
            _ => false,
        };
        for rest in NOT_COMPUTED {
            if let Some(value) = self.float(rest)?
                && value != 0.0
                && !computed(rest)
            {
                return Err(self.unsupported(rest, value));
            }
        }
        self.refuse_other_turns()?;
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
        let key = TOKENS;
        // Of a file that is not here yet, their number alone.
        if let Ok(Some(count)) = self.metadata.integer(key) {
            return Ok(count);
        }
        let tokens = self.metadata.texts(key)?.map(|tokens| tokens.len() as u64);
        tokens.ok_or_else(|| GgufFault::KeyMissing { key: key.into() })
    }

    /// The token that ends a text, and those that end a turn or a message of a chat. Few files name these, so they are known by their texts, too,
    /// as llama.cpp does it (`llama_vocab`, its end-of-generation tokens).
    fn end_tokens(&self) -> Result<Vec<u64>, GgufFault> {
        let mut ends = Vec::new();
        for which in ["eos", "eot", "eom"] {
            let key = format!("tokenizer.ggml.{which}_token_id");
            ends.extend(self.metadata.integer(&key)?);
        }
        // A file that is not here yet has none.
        let texts = self.metadata.texts(TOKENS).ok().flatten();
        let texts = (0..).zip(texts.unwrap_or_default());
        let known = texts.filter(|(_, text)| ENDS.contains(&text.as_str()));
        ends.extend(known.map(|(id, _)| id));
        let mut seen = BTreeSet::new();
        ends.retain(|id| seen.insert(*id));
        Ok(ends)
    }

    fn is_tied(&self) -> bool {
        !(self.has_tensor)("output.weight")
    }
}
