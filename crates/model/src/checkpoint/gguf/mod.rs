//! `.gguf` files: one file with the config, the tokenizer and the tensors, of which the matrices are mostly quantised. It may have been split into parts.
//!
//! The file is read once from front to back. Its metadata become the `config.json` and the `tokenizer.json` that the other files of a model
//! are read from; its tensors go through the same loader as others, under the names and in the order that this format has. Blocks are
//! widened as the model is loaded; nothing is computed in them.

mod architecture;
pub mod blocks;
mod config;
mod cursor;
mod header;
mod metadata;
mod parts;
mod pieces;
pub(crate) mod pre;
mod sampling;
mod tokenizer;
mod value;
mod weights;

use std::collections::{BTreeMap, HashSet};

use logitscope_core::chain::Chain;
use logitscope_core::chat_format::ChatFormat;
use logitscope_core::error::{GenerationFault, GgufFault, WeightsFault};
use logitscope_core::excerpt;

use super::loader::Tensors;
use super::stream::{ByteStream, Resumed};
use crate::families::{DIVISORS, LONG_FACTORS, SHORT_FACTORS, divisors_tensor};
use crate::{Config, ModelError, Tokenizer};
use architecture::Architecture;
use config::Said;
use metadata::Metadata;

/// A `.gguf` file, or all parts of one, read up to the tensors.
pub(super) struct Opened<S> {
    pub config: Config,
    pub tokenizer: Tokenizer,
    pub chat: Option<ChatFormat>,
    /// How it is meant to be sampled, or why what it says of that is not used.
    pub chain: Result<Option<Chain>, GenerationFault>,
    pub tensors: Tensors<Resumed<S>>,
}

/// Reads a file, or all its parts in any order, each with its name, from the start of their streams up to the tensors.
pub(super) async fn open<S: ByteStream>(parts: Vec<(String, S)>) -> Result<Opened<S>, ModelError> {
    let (metadata, files) = parts::read(parts).await?;
    let file = files.first().map_or("", |first| first.name.as_str());
    let refused = |fault| ModelError::weights(file, WeightsFault::Gguf(fault));
    let architecture = Architecture::of(&metadata).map_err(refused)?;
    let tensors = files.iter().flat_map(|file| &file.header.tensors);
    let names: HashSet<&str> = tensors.map(|t| t.name.as_str()).collect();
    let said = Said {
        architecture,
        metadata: &metadata,
        has_tensor: &|name| names.contains(name),
    };
    let json = said.config_json().map_err(refused)?;
    let mut config = Config::from_json(&json).map_err(|error| of_file(file, error))?;
    if let Some(scaling) = said.divided().map_err(refused)? {
        let plain = config.blocks.positions;
        config.blocks.positions = plain.scaled_by(scaling);
        let tensor = divisors_tensor(&config).unwrap_or(DIVISORS);
        if plain.is_scaled() {
            return Err(refused(GgufFault::TensorUnknown {
                name: tensor.into(),
            }));
        }
        let most = config.first_context().unwrap_or(config.n_ctx);
        config.n_ctx = config.n_ctx.min(most);
    }
    let weights = weights::weights(architecture, &config, &names);
    let mut placed: HashSet<&str> = weights
        .iter()
        .flat_map(|w| w.tensors().into_keys())
        .collect();
    if placed.contains(SHORT_FACTORS) {
        // Those of texts that are longer than any here.
        placed.insert(LONG_FACTORS);
    }
    if let Some(unknown) = names.iter().find(|name| !placed.contains(*name)) {
        return Err(refused(GgufFault::TensorUnknown {
            name: excerpt(unknown),
        }));
    }
    let json = tokenizer::tokenizer_json(architecture, &metadata, config.d_vocab);
    let json = json.map_err(refused)?;
    let tokenizer = Tokenizer::from_json(json.as_bytes(), config.d_vocab, &config.end_tokens);
    let tokenizer = tokenizer.map_err(|error| of_file(file, error))?;
    Ok(Opened {
        chat: chat_format(&metadata, &tokenizer).map_err(refused)?,
        chain: sampling::chain(&metadata),
        tokenizer,
        config,
        tensors: Tensors {
            name: file.into(),
            weights,
            files,
        },
    })
}

/// The file's chat template, with the texts of the tokens that it names.
fn chat_format(
    metadata: &Metadata,
    tokenizer: &Tokenizer,
) -> Result<Option<ChatFormat>, GgufFault> {
    let Some(template) = metadata.text("tokenizer.chat_template")? else {
        return Ok(None);
    };
    let mut tokens = BTreeMap::new();
    for name in ["bos", "eos", "unknown", "padding"] {
        let id = metadata.integer(&format!("tokenizer.ggml.{name}_token_id"))?;
        let id = id.and_then(|id| u32::try_from(id).ok());
        if let Some(id) = id.filter(|id| (*id as usize) < tokenizer.vocab().len()) {
            // As Transformers calls them.
            let short = match name {
                "unknown" => "unk",
                "padding" => "pad",
                other => other,
            };
            tokens.insert(format!("{short}_token"), tokenizer.vocab().text(&[id]));
        }
    }
    Ok(Some(ChatFormat {
        template: template.to_owned(),
        tokens,
    }))
}

/// An error of what the metadata became, as one of the file.
fn of_file(file: &str, error: ModelError) -> ModelError {
    let fault = match error {
        ModelError::Config(fault) => GgufFault::Config(fault),
        ModelError::Tokenizer(fault) => GgufFault::Tokenizer(fault),
        other => return other,
    };
    ModelError::weights(file, WeightsFault::Gguf(fault))
}
