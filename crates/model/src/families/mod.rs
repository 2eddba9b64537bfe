//! The model families. Each says in one file what its `config.json` means, which tensors it needs, and its forward pass; the machine
//! in [`crate::transformer`] does the rest. This file is the only one that knows them all, and chooses by `model_type`.

mod fields;
pub mod gpt2;
pub mod llama;
pub mod network;
pub(crate) mod parts;

use logitscope_core::error::ConfigFault;
use logitscope_core::excerpt;
use serde::Deserialize;

use crate::ModelError;
use crate::backend::Backend;
use crate::checkpoint::weight_spec::WeightSpec;
use crate::config::{Config, Family};
use fields::{bad, read};
use network::Network;
use parts::Parts;

impl Config {
    /// Reads `config.json`; a file without a `model_type` is GPT-2's. Sizes that contradict each other, other families and options
    /// that change the arithmetic are refused.
    pub fn from_json(json: &str) -> Result<Self, ModelError> {
        #[derive(Deserialize)]
        struct Named {
            model_type: Option<String>,
        }
        let named: Named = read(json)?;
        let config = match named.model_type.as_deref() {
            None | Some("gpt2") => gpt2::config(json),
            Some("llama") => llama::config(json),
            Some(other) => Err(bad(ConfigFault::Family {
                found: excerpt(other),
            })),
        }?;
        Ok(config.within_memory())
    }

    /// The weights of a model of these sizes.
    pub fn weights(&self) -> Vec<WeightSpec> {
        match self.family {
            Family::Gpt2 => gpt2::weights(self),
            Family::Llama => llama::weights(self),
        }
    }

    /// Weights that one token is multiplied by: the matrices of the blocks and the unembedding.
    pub fn n_multiplied(&self) -> u64 {
        let weights = self.weights();
        let multiplied = weights.iter().filter(|weight| weight.role.is_multiplied());
        multiplied.map(|weight| weight.n_params()).sum()
    }

    /// Number of parameters; a head that is tied to the embedding is counted once.
    pub fn n_params(&self) -> u64 {
        let weights = self.weights();
        weights.iter().map(|weight| weight.n_params()).sum()
    }

    /// Parameters that decoding one token reads: of a table that is only looked up in, one row.
    pub fn n_read(&self) -> u64 {
        let weights = self.weights();
        weights.iter().map(|weight| weight.n_read()).sum()
    }

    /// Dispatches of the plan that decodes a token on a GPU, where no matrix is in parts.
    pub fn n_dispatches(&self) -> u32 {
        let (a_block, outside) = match self.family {
            Family::Gpt2 => gpt2::DISPATCHES,
            Family::Llama => llama::DISPATCHES,
        };
        a_block * self.n_layers + outside
    }

    /// The names of the intermediates of a block, in order of computation.
    pub fn block_names(&self) -> &'static [&'static str] {
        match self.family {
            Family::Gpt2 => &gpt2::BLOCK_NAMES,
            Family::Llama => &llama::BLOCK_NAMES,
        }
    }

    /// The names of the intermediates outside the blocks. Logits are not among them.
    pub fn outer_names(&self) -> &'static [&'static str] {
        match self.family {
            Family::Gpt2 => &gpt2::OUTER_NAMES,
            Family::Llama => &llama::OUTER_NAMES,
        }
    }
}

/// Puts the uploaded weights in their places.
pub(crate) fn assemble<B: Backend>(
    config: &Config,
    backend: &mut B,
    parts: Parts<B>,
) -> Result<Box<dyn Network<B>>, ModelError> {
    Ok(match config.family {
        Family::Gpt2 => Box::new(gpt2::Weights::assemble(config, parts)?),
        Family::Llama => Box::new(llama::Weights::assemble(config, backend, parts)?),
    })
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

    #[test]
    fn a_context_is_cut_to_what_fits_and_no_other() {
        let llama = |layers: u32, kv_heads: u32, hidden: u32, positions: u32| {
            let json = format!(
                r#"{{"model_type":"llama","num_hidden_layers":{layers},"num_attention_heads":32,"num_key_value_heads":{kv_heads},
                "hidden_size":{hidden},"intermediate_size":8192,"vocab_size":128256,"max_position_embeddings":{positions}}}"#
            );
            let config = Config::from_json(&json).expect("a usable config");
            (config.n_ctx, config.n_positions)
        };
        // TinyLlama takes 22·2·256 + 23·2,048 numbers a token: 228 KB, so that 2,048 tokens fit.
        assert_eq!(llama(22, 4, 2048, 2048), (2048, 2048));
        // Llama 3.2 1B takes 16·2·512 + 17·2,048: 205 KB, of which 2,621 fit.
        assert_eq!(llama(16, 8, 2048, 131_072), (2560, 131_072));
        // Llama 3.1 8B: 1.06 MB, of which 508 fit.
        assert_eq!(llama(32, 8, 4096, 131_072), (1024, 131_072));
        assert_eq!(llama(32, 8, 4096, 512), (512, 512));
    }
}
