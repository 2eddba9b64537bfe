//! What a file of tensors holds, whatever its format.

use logitscope_core::BlockFormat;

use super::encoding::Encoding;

/// One tensor of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct TensorInfo {
    /// Its name; of a `.safetensors` file without the prefix `transformer.` or `model.`.
    pub name: String,
    /// How it is stored, or the name of a type that is not read.
    pub stored: Result<Encoding, String>,
    /// Its shape, `[rows, columns]`.
    pub shape: Vec<usize>,
    /// Bytes between the end of the tensor before it and its data.
    pub gap_bytes: usize,
    /// Bytes of its data.
    pub len_bytes: usize,
}

impl TensorInfo {
    /// The blocks that keep its values exactly, if it is in blocks that are read.
    pub fn format(&self) -> Option<BlockFormat> {
        self.stored.as_ref().ok().and_then(|own| own.format())
    }
}

/// What a file holds, in the order of its data.
#[derive(Debug, Clone, PartialEq)]
pub struct Header {
    /// The tensors, by rising offset.
    pub tensors: Vec<TensorInfo>,
    /// Bytes of the file up to the end of the last tensor.
    pub file_bytes: u64,
    /// Bytes that may follow it.
    pub padding_bytes: usize,
}
