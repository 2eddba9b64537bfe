//! What is wrong with a file of tensors.

use crate::Catalogue;
use serde::{Deserialize, Serialize};

use super::GgufFault;

/// What is wrong with a file of tensors, or with the index of several.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum WeightsFault {
    /// The header claims to be longer than any is.
    HeaderLength {
        /// The bytes that it claims, as text: they may be more than a JavaScript number holds.
        bytes: String,
    },
    /// What Git has in the place of a large file, which it keeps elsewhere.
    Pointer,
    /// The header is no JSON, or not that of tensors.
    Header {
        /// What the reader says of it.
        why: String,
    },
    /// Two tensors share bytes.
    Overlap {
        /// The second one's name.
        name: String,
    },
    /// A tensor of more dimensions than any has.
    Dimensions {
        /// Its name.
        name: String,
        /// How many dimensions.
        dimensions: usize,
    },
    /// Two tensors have one name, with and without the prefix of the family.
    Twice {
        /// The name.
        name: String,
    },
    /// The file ends too early.
    Truncated {
        /// Bytes that the header asks for.
        expected: u64,
        /// Bytes that there are.
        found: u64,
    },
    /// The file goes on after its last tensor.
    TooLong {
        /// Bytes that the header asks for.
        expected: u64,
    },
    /// A tensor that the model needs is not there.
    Missing {
        /// Its name, without the prefix of the family.
        name: String,
    },
    /// A tensor has another shape than the config says.
    Shape {
        /// Its name.
        name: String,
        /// Its shape in the file.
        found: Vec<usize>,
        /// The shape that follows from the config.
        expected: Vec<usize>,
    },
    /// A tensor is stored as something else than floats.
    Type {
        /// Its name.
        name: String,
        /// Its type in the file.
        found: String,
    },
    /// A weight is NaN or infinite.
    NotFinite {
        /// The tensor's name.
        name: String,
        /// The flat index of the first such element.
        index: usize,
        /// The element.
        value: f32,
    },
    /// A number that has to be above 0 is not.
    NotPositive {
        /// The tensor's name.
        name: String,
        /// The flat index of the first such element.
        index: usize,
        /// The element.
        value: f32,
    },
    /// The index is no JSON, or not that of tensors.
    Index {
        /// What the reader says of it.
        why: String,
    },
    /// The index names more files than any model has, or none.
    Shards {
        /// How many.
        count: usize,
        /// The most that are read.
        most: usize,
    },
    /// The index names something that is no file beside it.
    ShardName {
        /// What it names.
        shard: String,
    },
    /// A file that the index names is missing.
    ShardMissing {
        /// Its name.
        shard: String,
    },
    /// A tensor is not where the index says.
    NotInShard {
        /// The tensor.
        name: String,
        /// The file in which it should be.
        shard: String,
    },
    /// What is wrong with a `.gguf` file beside its tensors.
    Gguf(GgufFault),
}

impl WeightsFault {
    /// In words, `file` being the name of the file.
    pub(super) fn words(&self, file: &str, say: &Catalogue) -> String {
        use WeightsFault as Fault;
        match self {
            Fault::Pointer => say.weights_pointer(file),
            Fault::HeaderLength { bytes } => say.weights_header_length(file, bytes),
            Fault::Header { why } => say.weights_header(file, why),
            Fault::Overlap { name } => say.weights_overlap(file, name),
            Fault::Dimensions { name, dimensions } => {
                say.weights_dimensions(file, name, *dimensions as u64)
            }
            Fault::Twice { name } => say.weights_twice(file, name),
            Fault::Truncated { expected, found } => {
                say.weights_truncated(file, expected.to_string(), found.to_string())
            }
            Fault::TooLong { expected } => say.weights_too_long(file, expected.to_string()),
            Fault::Missing { name } => say.weights_missing(file, name),
            Fault::Shape {
                name,
                found,
                expected,
            } => say.weights_shape(file, name, format!("{found:?}"), format!("{expected:?}")),
            Fault::Type { name, found } => say.weights_type(file, name, found),
            Fault::NotFinite { name, index, value } => {
                say.weights_not_finite(file, name, value.to_string(), index.to_string())
            }
            Fault::NotPositive { name, index, value } => {
                say.weights_not_positive(file, name, value.to_string(), index.to_string())
            }
            Fault::Index { why } => say.weights_index(file, why),
            Fault::Shards { count, most } => say.weights_shards(file, *count as u64, *most as u64),
            Fault::ShardName { shard } => say.weights_shard_name(file, shard),
            Fault::ShardMissing { shard } => say.weights_shard_missing(file, shard),
            Fault::NotInShard { name, shard } => say.weights_not_in_shard(file, name, shard),
            Fault::Gguf(fault) => say.weights_gguf(file, fault.words(say)),
        }
        .to_string()
    }
}
