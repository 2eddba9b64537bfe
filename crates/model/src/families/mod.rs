//! The model families. Each says in one file what its `config.json` means, which tensors it needs, and its forward pass; the machine
//! in [`crate::transformer`] does the rest. This file is the only one that knows them all, and chooses by `model_type`.

mod embeddings;
pub(crate) mod fields;
mod gemma;
mod gpt2;
mod gpt_neo;
mod gpt_neox;
mod llama;
mod mistral;
pub mod network;
mod olmo2;
pub(crate) mod parts;
mod phi;
mod phi3;
mod plain_block;
mod qwen2;
mod qwen3;
pub(crate) mod rope;
mod smollm3;
mod text_part;

use logitscope_core::error::ConfigFault;
use logitscope_core::excerpt;
use serde_json::{Map, Value};

use crate::ModelError;
use crate::backend::Backend;
use crate::checkpoint::weight_spec::WeightSpec;
use crate::config::{Config, Family};
use fields::{bad, read};
use network::Network;
use parts::Parts;
pub(crate) use rope::{DIVISORS, LONG_FACTORS, SHORT_FACTORS, divisors_tensors};

impl Config {
    /// Reads `config.json`; a file without a `model_type` is GPT-2's. Sizes that contradict each other, other families and options
    /// that change the arithmetic are refused.
    pub fn from_json(json: &str) -> Result<Self, ModelError> {
        let all: Map<String, Value> = read(json)?;
        let name = match all.get("model_type") {
            Some(Value::String(name)) => name,
            // The first files of GPT-2 did not say it.
            None | Some(Value::Null) if all.contains_key("n_layer") => "gpt2",
            None | Some(Value::Null) => {
                let key = "model_type".into();
                return Err(bad(ConfigFault::Missing { key }));
            }
            Some(other) => return Err(unknown(&other.to_string())),
        };
        let text = text_part::text_part(name, &all)?;
        let (family, json) = match &text {
            Some((family, text)) => (family.as_str(), text.as_str()),
            None => (name, json),
        };
        let of_family = reader(family)?;
        refuse_quantised(&all)?;
        let mut config = of_family(json)?;
        // What a trace says of the head is what is loaded.
        config.blocks.readout.untied = !config.tied;
        Ok(config.within_memory())
    }

    /// The weights of a model of these sizes.
    pub fn weights(&self) -> Vec<WeightSpec> {
        match self.family {
            Family::GptNeo => gpt_neo::weights(self),
            Family::Phi => phi::weights(self),
            other => match built_like(other) {
                Built::Gpt2 => gpt2::weights(self),
                Built::GptNeoX => gpt_neox::weights(self),
                Built::Llama => llama::weights(self),
            },
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

    /// Dispatches of the plan that decodes a token on a GPU, where no matrix is in parts: in a block four products and two for attention, its
    /// norms, or what keeps the residual stream where no norm does, and before attention one for what turns and one for what is normalised; a
    /// lookup, the final norm and the unembedding, and another lookup where positions are learned.
    pub fn n_dispatches(&self) -> u32 {
        let blocks = &self.blocks;
        let (rotary, normed) = (blocks.is_rotary(), blocks.qk_norm);
        let norms = 1 + u32::from(blocks.has_second_norm());
        let behind = 2 * u32::from(blocks.has_norms_behind());
        let a_block = 6 + norms + behind + u32::from(rotary) + u32::from(normed);
        a_block * self.n_layers + 3 + u32::from(!rotary)
    }
}

/// Reads the `config.json` of a family.
type Reader = fn(&str) -> Result<Config, ModelError>;

/// What reads that of the family that `model_type` names.
fn reader(name: &str) -> Result<Reader, ModelError> {
    Ok(match name {
        "gpt2" => gpt2::config,
        "gpt_neo" => gpt_neo::config,
        "gpt_neox" => gpt_neox::config,
        "llama" => llama::config::config,
        "mistral" => mistral::config,
        "qwen2" => qwen2::config,
        "qwen3" => qwen3::config,
        "smollm3" => smollm3::config,
        "phi" => phi::config,
        "phi3" => phi3::config,
        "olmo2" => olmo2::config,
        "gemma" => gemma::config,
        "gemma2" => gemma::config_2,
        "gemma3_text" => gemma::config_3,
        other => return Err(unknown(other)),
    })
}

fn unknown(model_type: &str) -> ModelError {
    bad(ConfigFault::Family {
        found: excerpt(model_type),
    })
}

/// What says how weights are stored quantised, in the config or in that of its text part; the second is MLX's.
const QUANTISED: [&str; 2] = ["quantization_config", "quantization"];

/// Refuses weights that GPTQ, AWQ, bitsandbytes, MLX and others have quantised: no family reads them.
fn refuse_quantised(all: &Map<String, Value>) -> Result<(), ModelError> {
    let part = all.get("text_config").and_then(Value::as_object);
    for (place, config) in [("", Some(all)), ("text_config.", part)] {
        for key in QUANTISED {
            let said = config.and_then(|config| config.get(key));
            let Some(said) = said.filter(|said| !said.is_null()) else {
                continue;
            };
            let method = &said["quant_method"];
            let (of, value) = match method.is_null() {
                false => (".quant_method", method),
                true => ("", said),
            };
            return Err(bad(ConfigFault::Quantized {
                key: format!("{place}{key}{of}"),
                value: excerpt(&value.to_string()),
            }));
        }
    }
    Ok(())
}

/// The families that have a forward pass of their own.
enum Built {
    Gpt2,
    GptNeoX,
    Llama,
}

/// Whose forward pass a family has.
fn built_like(family: Family) -> Built {
    match family {
        Family::Gpt2 | Family::GptNeo => Built::Gpt2,
        Family::GptNeoX | Family::Phi => Built::GptNeoX,
        Family::Llama
        | Family::Mistral
        | Family::Qwen2
        | Family::Qwen3
        | Family::SmolLm3
        | Family::Phi3
        | Family::Olmo2
        | Family::Gemma
        | Family::Gemma2
        | Family::Gemma3 => Built::Llama,
    }
}

/// Puts the uploaded weights in their places.
pub(crate) fn assemble<B: Backend>(
    config: &Config,
    backend: &mut B,
    parts: Parts<B>,
) -> Result<Box<dyn Network<B>>, ModelError> {
    Ok(match built_like(config.family) {
        Built::Gpt2 => Box::new(gpt2::Weights::assemble(config, parts)?),
        Built::GptNeoX => Box::new(gpt_neox::Weights::assemble(config, backend, parts)?),
        Built::Llama => Box::new(llama::Weights::assemble(config, backend, parts)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parameters that decoding one token reads.
    fn n_read(config: &Config) -> u64 {
        config.weights().iter().map(|weight| weight.n_read()).sum()
    }

    #[test]
    fn gpt2_small_has_124_million_parameters() {
        let json = r#"{"model_type":"gpt2","n_layer":12,"n_head":12,"n_embd":768,
            "vocab_size":50257,"n_positions":1024,"n_inner":null}"#;
        let config = Config::from_json(json).expect("a usable config");
        assert_eq!(config.n_params(), 124_439_808);
        assert_eq!(n_read(&config), 124_439_808 - 1023 * 768);
        assert_eq!(config.n_multiplied(), 12 * 12 * 768 * 768 + 50_257 * 768);
        assert_eq!(
            (config.d_head, config.d_mlp, config.scoring(None).scale),
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
        assert_eq!(n_read(&config), 1_100_048_384 - 31_999 * 2048);
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
