//! Every way in which a model can refuse, in words a visitor can act on.

use logitscope_core::CoreError;

/// An error of reading a checkpoint or of running a model.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// `config.json` is not what a GPT-2 model needs.
    #[error("config.json: {0}")]
    Config(String),
    /// `tokenizer.json` cannot be used.
    #[error("tokenizer.json: {0}")]
    Tokenizer(String),
    /// The header of the weights file is damaged.
    #[error("model.safetensors: {0}")]
    Header(String),
    /// The weights file ends too early.
    #[error(
        "model.safetensors is cut short: it should have {expected} bytes and has {found}. Download it again."
    )]
    Truncated {
        /// Bytes that the header asks for.
        expected: u64,
        /// Bytes that there are.
        found: u64,
    },
    /// The weights file goes on after its last tensor.
    #[error(
        "model.safetensors has bytes after its last tensor: its header accounts for {expected} bytes only."
    )]
    TooLong {
        /// Bytes that the header asks for.
        expected: u64,
    },
    /// A tensor that the model needs is not there.
    #[error("model.safetensors has no tensor {name}, which config.json asks for.")]
    TensorMissing {
        /// Its name, without the `transformer.` prefix.
        name: String,
    },
    /// A tensor has another shape than the config says.
    #[error(
        "model.safetensors: tensor {name} has shape {found:?}, but config.json asks for {expected:?}."
    )]
    TensorShape {
        /// Its name.
        name: String,
        /// Its shape in the file.
        found: Vec<usize>,
        /// The shape that follows from the config.
        expected: Vec<usize>,
    },
    /// A tensor is stored as something else than floats.
    #[error(
        "model.safetensors: tensor {name} is stored as {found}; Logitscope reads F32, F16 and BF16."
    )]
    TensorType {
        /// Its name.
        name: String,
        /// Its type in the file.
        found: String,
    },
    /// A weight is NaN or infinite.
    #[error(
        "model.safetensors: tensor {name} has {value} at element {index}. The file is damaged, or the training diverged."
    )]
    NotFinite {
        /// The tensor's name.
        name: String,
        /// The flat index of the first such element.
        index: usize,
        /// The element.
        value: f32,
    },
    /// The tokenizer knows ids that the model has no embedding for.
    #[error(
        "tokenizer.json has ids up to {highest}, but the model's embedding has only {d_vocab} rows. The two files do not belong together."
    )]
    VocabLargerThanEmbedding {
        /// The highest id of the tokenizer.
        highest: u32,
        /// Rows of the embedding.
        d_vocab: u32,
    },
    /// A row that the forward pass cannot compute.
    #[error("The model was asked for an impossible position: {0}")]
    Row(String),
    /// More positions are in use than the cache can hold.
    #[error("The key-value cache is full: {needed} positions are needed and it has {n_slots}.")]
    CacheFull {
        /// Positions needed at once.
        needed: usize,
        /// Positions that there are.
        n_slots: usize,
    },
    /// A lane that was never opened, or is closed.
    #[error("The model has no lane {0}: it was closed, or never opened.")]
    NoLane(u32),
    /// The model's own lane was to be closed.
    #[error("Lane {0} is the model as it is: it goes when the model goes.")]
    PlainLane(u32),
    /// Reading a file or a stream failed.
    #[error("Reading {what} failed: {detail}")]
    Read {
        /// Which file.
        what: String,
        /// What the system said.
        detail: String,
    },
    /// The device that computes is gone. It can be started again.
    #[error("The GPU device was lost ({0}).")]
    DeviceLost(String),
    /// The device refuses: not enough memory, a limit, a shader that does not compile.
    #[error("The GPU refuses: {0}")]
    Device(String),
    /// An error of the run or the sampler.
    #[error(transparent)]
    Core(#[from] CoreError),
}
