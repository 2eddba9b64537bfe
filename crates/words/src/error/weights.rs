//! What is wrong with a `model.safetensors`.

use crate::Catalogue;
use serde::{Deserialize, Serialize};

/// What is wrong with a `model.safetensors`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum WeightsFault {
    /// The header claims to be longer than any is.
    HeaderLength {
        /// The bytes that it claims, as text: they may be more than a JavaScript number holds.
        bytes: String,
    },
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
}

impl WeightsFault {
    pub(super) fn words(&self, say: &Catalogue) -> String {
        use WeightsFault as Fault;
        match self {
            Fault::HeaderLength { bytes } => say.weights_header_length(bytes),
            Fault::Header { why } => say.weights_header(why),
            Fault::Overlap { name } => say.weights_overlap(name),
            Fault::Dimensions { name, dimensions } => {
                say.weights_dimensions(name, *dimensions as u64)
            }
            Fault::Twice { name } => say.weights_twice(name),
            Fault::Truncated { expected, found } => {
                say.weights_truncated(expected.to_string(), found.to_string())
            }
            Fault::TooLong { expected } => say.weights_too_long(expected.to_string()),
            Fault::Missing { name } => say.weights_missing(name),
            Fault::Shape {
                name,
                found,
                expected,
            } => say.weights_shape(name, format!("{found:?}"), format!("{expected:?}")),
            Fault::Type { name, found } => say.weights_type(name, found),
            Fault::NotFinite { name, index, value } => {
                say.weights_not_finite(name, value.to_string(), index.to_string())
            }
        }
        .to_string()
    }
}
