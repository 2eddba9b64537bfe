//! What is wrong with a `.gguf` file, beside its tensors.

use crate::Catalogue;
use serde::{Deserialize, Serialize};

use super::{ConfigFault, TokenizerFault};

/// What is wrong with a `.gguf` file. Keys, types and names are those of the file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum GgufFault {
    /// It does not begin as such a file does.
    Magic,
    /// Its numbers have their highest byte first.
    BigEndian,
    /// A version that is not read.
    Version {
        /// Its version.
        found: u32,
    },
    /// It is a part of a model, and another part is missing.
    PartMissing {
        /// The missing one; 1 is the first.
        number: u64,
        /// How many parts there are.
        count: u64,
    },
    /// A part is there twice.
    PartTwice {
        /// Which; 1 is the first.
        number: u64,
        /// How many parts there are.
        count: u64,
    },
    /// It is no part of the same model as another file.
    PartOfOther {
        /// The other file.
        other: String,
    },
    /// The parts of a model do not have as many tensors as they say.
    PartTensors {
        /// Tensors of all parts.
        found: u64,
        /// Tensors that they should have.
        expected: u64,
    },
    /// More of something than any file has.
    Count {
        /// What is counted, as the format names it, or the key of a list.
        name: String,
        /// How many; as text: they may be more than a JavaScript number holds.
        found: String,
        /// The most that are read.
        most: u64,
    },
    /// A text that is longer than any is.
    TextBytes {
        /// Its bytes, as text.
        found: String,
        /// The most that are read.
        most: u64,
    },
    /// What comes before the tensors is longer than in any file.
    HeaderBytes {
        /// The most that are read.
        most: u64,
    },
    /// A text is not UTF-8.
    NotText {
        /// Where it stands: a key, or what the format calls such a text.
        key: String,
    },
    /// A value of a type that is not read.
    ValueType {
        /// Its key.
        key: String,
        /// The number of its type.
        found: u32,
    },
    /// A key is there twice.
    KeyTwice {
        /// The key.
        key: String,
    },
    /// A key is missing.
    KeyMissing {
        /// The key.
        key: String,
    },
    /// A value is of another type than it has to be.
    KeyType {
        /// Its key.
        key: String,
        /// Its type.
        found: String,
        /// The type that it has to have.
        expected: String,
    },
    /// A value that is not computed, or that no model can have.
    Value {
        /// Its key.
        key: String,
        /// The value.
        value: String,
    },
    /// An architecture that is not computed.
    Architecture {
        /// Its name.
        found: String,
        /// Those that are.
        known: String,
    },
    /// A tensor of a type that is not read.
    TensorType {
        /// The tensor.
        name: String,
        /// Its type.
        found: String,
        /// Those that are read.
        known: String,
    },
    /// A tensor of a shape that its type cannot have.
    TensorShape {
        /// The tensor.
        name: String,
        /// Its shape.
        shape: String,
        /// Its type.
        stored: String,
    },
    /// A tensor that has no place in the model.
    TensorUnknown {
        /// The tensor.
        name: String,
    },
    /// A tensor does not begin where the one before it ends.
    Place {
        /// The tensor.
        name: String,
        /// Where it begins in the data, as text.
        found: String,
        /// Where it has to begin.
        expected: u64,
    },
    /// A list of what tokens have does not have as many entries as there are tokens.
    PerToken {
        /// Its key.
        key: String,
        /// Its entries.
        found: u64,
        /// The tokens.
        tokens: u64,
    },
    /// More tokens than rows of the embedding.
    Vocabulary {
        /// The tokens.
        tokens: u64,
        /// The rows.
        rows: u32,
    },
    /// Two tokens have the same text.
    TokenTwice {
        /// The text.
        token: String,
    },
    /// A kind of tokenizer that is not read.
    TokenizerModel {
        /// Its name.
        found: String,
    },
    /// A way to cut a text into words that is not known.
    Pre {
        /// Its name.
        found: String,
        /// Those that are known.
        known: String,
    },
    /// Pieces so long that their merges cannot be found.
    Pieces,
    /// What its metadata say of the model, as a `config.json`, is not that of a model that can be computed.
    Config(ConfigFault),
    /// What they say of the tokens, as a `tokenizer.json`, cannot be used.
    Tokenizer(TokenizerFault),
}

impl GgufFault {
    pub(super) fn words(&self, say: &Catalogue) -> String {
        use GgufFault as Fault;
        match self {
            Fault::Magic => say.gguf_magic(),
            Fault::BigEndian => say.gguf_big_endian(),
            Fault::Version { found } => say.gguf_version(found.to_string()),
            Fault::PartMissing { number, count } => {
                say.gguf_part_missing(*count, number.to_string())
            }
            Fault::PartTwice { number, count } => say.gguf_part_twice(number.to_string(), *count),
            Fault::PartOfOther { other } => say.gguf_part_of_other(other),
            Fault::PartTensors { found, expected } => say.gguf_part_tensors(*found, *expected),
            Fault::Count { name, found, most } => say.gguf_count(name, found, *most),
            Fault::TextBytes { found, most } => say.gguf_text_bytes(found, *most),
            Fault::HeaderBytes { most } => say.gguf_header_bytes(*most),
            Fault::NotText { key } => say.gguf_not_text(key),
            Fault::ValueType { key, found } => say.gguf_value_type(key, found.to_string()),
            Fault::KeyTwice { key } => say.gguf_key_twice(key),
            Fault::KeyMissing { key } => say.gguf_key_missing(key),
            Fault::KeyType {
                key,
                found,
                expected,
            } => say.gguf_key_type(key, found, expected),
            Fault::Value { key, value } => say.gguf_value(key, value),
            Fault::Architecture { found, known } => say.gguf_architecture(found, known),
            Fault::TensorType { name, found, known } => say.gguf_tensor_type(name, found, known),
            Fault::TensorShape {
                name,
                shape,
                stored,
            } => say.gguf_tensor_shape(name, shape, stored),
            Fault::TensorUnknown { name } => say.gguf_tensor_unknown(name),
            Fault::Place {
                name,
                found,
                expected,
            } => say.gguf_place(name, found, expected.to_string()),
            Fault::PerToken { key, found, tokens } => say.gguf_per_token(key, *found, *tokens),
            Fault::Vocabulary { tokens, rows } => say.gguf_vocabulary(*tokens, u64::from(*rows)),
            Fault::TokenTwice { token } => say.gguf_token_twice(token),
            Fault::TokenizerModel { found } => say.gguf_tokenizer_model(found),
            Fault::Pre { found, known } => say.gguf_pre(found, known),
            Fault::Pieces => say.gguf_pieces(),
            Fault::Config(fault) => say.gguf_config(fault.words(say)),
            Fault::Tokenizer(fault) => say.gguf_tokenizer(fault.words(say)),
        }
        .to_string()
    }
}
