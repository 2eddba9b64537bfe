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
mod sizes;
mod tokenizer;
mod value;
mod weights;

use std::collections::{BTreeMap, HashMap, HashSet};

use logitscope_core::chain::Chain;
use logitscope_core::chat_format::ChatFormat;
use logitscope_core::error::{GenerationFault, GgufFault, WeightsFault};

use super::loader::{Tensors, check_headers};
use super::stream::{ByteStream, Resumed, SliceStream};
use crate::memory_plan::MemoryNeeds;
use crate::{Config, ModelError, Tokenizer};
use cursor::Cursor;
use metadata::Metadata;
use sizes::Sizes;

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
    let tensors = files.iter().flat_map(|file| &file.header.tensors);
    let names: HashSet<&str> = tensors.map(|t| t.name.as_str()).collect();
    let sizes = Sizes::read(file, &metadata, &names, false)?;
    sizes.check_names(&names).map_err(refused)?;
    let Sizes {
        architecture,
        config,
        weights,
    } = sizes;
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

/// What a model asks for, by the header of its `.gguf` file, in which long values of the tokenizer may be their lengths alone: so much is asked for
/// before anything else of it is here. Refuses what [`open`] refuses of its sizes, of the kind of its tokenizer and of its tensors.
///
/// Of a file in parts it is that of the first. What lies in the others is taken to be stored like the same tensor of another layer, or like the last
/// one in blocks here, and an unembedding to be there.
pub async fn needs(file: &str, header: &[u8]) -> Result<MemoryNeeds, ModelError> {
    let mut stream = SliceStream(header);
    let (metadata, header) = header::read(&mut Cursor::new(&mut stream, file), file).await?;
    let refused = |fault| ModelError::weights(file, WeightsFault::Gguf(fault));
    let has_more = parts::split(&metadata).map_err(refused)?.count > 1;
    let names: HashSet<&str> = header.tensors.iter().map(|t| t.name.as_str()).collect();
    let sizes = Sizes::read(file, &metadata, &names, has_more)?;
    if !has_more {
        sizes.check_names(&names).map_err(refused)?;
    }
    let formats = |name: fn(&str) -> &str| -> HashMap<&str, _> {
        let tensors = header.tensors.iter();
        tensors.map(|t| (name(&t.name), t.format())).collect()
    };
    let (own, alike) = (formats(|name| name), formats(sizes::in_any_layer));
    let last = header.tensors.iter().rev().find_map(|t| t.format());
    tokenizer::check(sizes.architecture, &metadata).map_err(refused)?;
    check_headers(file, &[(file, &header.tensors)], &sizes.weights, !has_more)?;
    let blocks = |name: &str| {
        let found = own.get(name);
        let found = found.or_else(|| alike.get(sizes::in_any_layer(name)));
        found.copied().unwrap_or(last)
    };
    Ok(MemoryNeeds::stored(&sizes.config, &sizes.weights, blocks))
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
