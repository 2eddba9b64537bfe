//! The messages between the page and the engine, version 3: a command with an id, one answer with
//! the same id, and progress events in between. Nothing else knows where the engine runs.
//!
//! All of it is plain data. `bytes` fields cross as `Uint8Array`.

use logitscope_core::attribution::Attribution;
use logitscope_core::inspection::{CacheMap, DecodeCost, KernelTime, Matrix, Neuron, Weighed};
use logitscope_core::lens::LensCell;
use logitscope_core::trace::{BackendInfo, ModelInfo};
use logitscope_core::{Interventions, Precision, Timings, TokenId};
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;

/// The version of these messages; both sides refuse any other.
pub const VERSION: u32 = 3;

/// A command to the engine.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Request {
    /// [`VERSION`].
    pub version: u32,
    /// Chosen by the page; the response carries it.
    pub id: u32,
    /// Parts of the model that are switched off or scaled meanwhile. What was computed under the last ones is kept beside what the model
    /// itself computed.
    #[serde(default)]
    pub interventions: Interventions,
    /// What to do.
    pub command: Command,
}

/// What the engine says.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Response {
    /// [`VERSION`].
    pub version: u32,
    /// The id of the request.
    pub id: u32,
    /// Progress, or the end of the request.
    pub body: Body,
}

/// The content of a [`Response`].
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Body {
    /// The request is being worked on.
    Progress(Progress),
    /// The request is done.
    Answer(Answer),
    /// The request failed.
    Error(EngineError),
}

/// Which backend computes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BackendChoice {
    /// Whichever was measured to be the faster; the CPU where there is no adapter.
    #[default]
    Auto,
    /// WebGPU, or an error.
    Gpu,
    /// Loops in WebAssembly.
    Cpu,
}

/// Where the three files of a checkpoint come from.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ModelSource {
    /// A folder on a web server; `base` is an absolute URL that ends in `/`.
    Url {
        /// E.g. `https://example.org/models/pocket/`.
        base: String,
    },
    /// Files that the visitor picked. Each is a `File` or `Blob`.
    Files {
        /// `config.json`.
        #[serde(with = "serde_wasm_bindgen::preserve")]
        config: JsValue,
        /// `tokenizer.json`.
        #[serde(with = "serde_wasm_bindgen::preserve")]
        tokenizer: JsValue,
        /// `model.safetensors`.
        #[serde(with = "serde_wasm_bindgen::preserve")]
        weights: JsValue,
    },
}

/// A command.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// Loads a model; answered by [`Answer::Loaded`]. On an error the model that was loaded before
    /// stays usable.
    Load {
        /// The name that the page shows.
        name: String,
        /// Its files.
        source: ModelSource,
        /// Which backend.
        backend: BackendChoice,
        /// Which precision.
        precision: Precision,
        /// [`Loaded::measured`] of an earlier load, so that it need not be measured again.
        measured: Option<String>,
    },
    /// Splits `text` into tokens; answered by [`Answer::Tokens`].
    Tokenize {
        /// Any text, also an empty one.
        text: String,
    },
    /// Computes what is missing along a path (first token first) and returns the logits after its
    /// last token; answered by [`Answer::Logits`]. The engine knows paths by their tokens alone: it
    /// keeps keys and values of every path it has seen, as long as there is room.
    Evaluate {
        /// The path, from the first token.
        tokens: Vec<TokenId>,
        /// Whether all of the path is computed again, as if there were no cache.
        #[serde(default)]
        fresh: bool,
    },
    /// Measures how one token is decoded at the end of a path; answered by [`Answer::Speed`].
    Speed {
        /// The path, from the first token.
        tokens: Vec<TokenId>,
    },
    /// What the key-value cache holds; answered by [`Answer::Cache`].
    Cache,
    /// How probable each token of a path was, given those before it; answered by
    /// [`Answer::Scores`].
    Score {
        /// The path, from the first token.
        tokens: Vec<TokenId>,
    },
    /// Recomputes intermediates of the tokens of a path from a position on by the unfused plan; answered by
    /// [`Answer::Taps`]. An empty list means all of it.
    Inspect {
        /// The path, from the first token.
        tokens: Vec<TokenId>,
        /// The first position that is looked at.
        from: u32,
        /// Layers, 0-based.
        layers: Vec<u32>,
        /// Names as in TransformerLens, e.g. `pattern`.
        names: Vec<String>,
    },
    /// What the model would say after each of its blocks at some positions of a path; answered by [`Answer::Lens`].
    Lens {
        /// The path, from the first token.
        tokens: Vec<TokenId>,
        /// The first position.
        from: u32,
        /// How many positions.
        count: u32,
        /// Tokens whose place is wanted.
        watch: Vec<TokenId>,
    },
    /// What each part of the model adds to the logits of some tokens after the last one of a path; answered by
    /// [`Answer::Attributions`].
    Attribute {
        /// The path, from the first token.
        tokens: Vec<TokenId>,
        /// The tokens whose logits are wanted.
        watch: Vec<TokenId>,
    },
    /// The most active neurons of a layer at the last token of a path, with what each adds to the logits; answered by
    /// [`Answer::Neurons`].
    Neurons {
        /// The path, from the first token.
        tokens: Vec<TokenId>,
        /// The layer, 0-based.
        layer: u32,
        /// How many.
        count: u32,
    },
    /// A column of a matrix of a block; answered by [`Answer::Column`].
    Column {
        /// The layer, 0-based.
        layer: u32,
        /// The matrix.
        matrix: Matrix,
        /// The column, 0-based.
        column: u32,
    },
    /// The tokens nearest to one by the cosine of their embeddings; answered by [`Answer::Nearest`].
    Nearest {
        /// The token.
        token: TokenId,
        /// How many.
        count: u32,
    },
    /// Times the kernels that decode one token; answered by [`Answer::Kernels`], which is empty on the CPU.
    Profile,
}

/// An answer.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// The model is ready.
    Loaded(Box<Loaded>),
    /// The tokens of a text.
    Tokens(Vec<TokenPiece>),
    /// The logits of the last node.
    Logits {
        /// `[d_vocab]`, f32, little endian.
        #[serde(with = "serde_bytes")]
        bytes: Vec<u8>,
        /// The forward pass; 0 rows if they were still known.
        timings: Timings,
    },
    /// One entry a token of the path; the first has no context, so it is `None`.
    Scores(Vec<Option<Score>>),
    /// The intermediates asked for.
    Taps(Vec<TapArray>),
    /// For each position the readings, from depth 0 to the output.
    Lens(Vec<Vec<LensCell>>),
    /// For each token asked for, the shares of its logit.
    Attributions(Vec<Attribution>),
    /// The neurons, the most active first.
    Neurons(Vec<Neuron>),
    /// The column.
    Column {
        /// `[d_in]`, f32, little endian.
        #[serde(with = "serde_bytes")]
        weights: Vec<u8>,
        /// What is added to its products.
        bias: f32,
    },
    /// The tokens with their cosines, the nearest first.
    Nearest(Vec<Weighed>),
    /// What the cache holds.
    Cache(CacheMap),
    /// What decoding costs.
    Speed(DecodeCost),
    /// The kernels of a decoded token, in the order of their first dispatch.
    Kernels(Vec<KernelTime>),
}

/// A loaded model and what runs it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Loaded {
    /// The model.
    pub model: ModelInfo,
    /// What computes.
    pub backend: BackendInfo,
    /// Whether what computes is an adapter without a graphics card: shaders on the CPU.
    pub software: bool,
    /// Why this backend, if the visitor left the choice to us.
    pub why: Option<String>,
    /// What was measured of the adapter, to be handed to the next load; `None` if it was not asked for.
    pub measured: Option<String>,
    /// What the visitor should know (a tensor kept in f32, …).
    pub notices: Vec<String>,
    /// The vocabulary's bytes; see `Vocab::parts`.
    #[serde(with = "serde_bytes")]
    pub vocab_bytes: Vec<u8>,
    /// Where each token's bytes end, u32, little endian.
    #[serde(with = "serde_bytes")]
    pub vocab_ends: Vec<u8>,
    /// The token that ends a text.
    pub end_of_text: Option<TokenId>,
    /// Bytes of weights, as kept.
    pub weight_bytes: u64,
    /// Bytes of the key-value cache, as allocated.
    pub kv_bytes: u64,
    /// Milliseconds from the command to ready.
    pub load_ms: f64,
}

/// One token of a tokenized text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenPiece {
    /// The token.
    pub token: TokenId,
    /// Where it begins in the text, in bytes of UTF-8.
    pub start: u32,
    /// Where it ends, in bytes of UTF-8.
    pub end: u32,
}

/// How the model rates one token of a given text.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// Probability under the model, 0..=1.
    pub prob: f64,
    /// Surprisal, in bits.
    pub surprisal_bits: f64,
    /// Rank, 0 being the most probable.
    pub rank: u32,
    /// Entropy of the distribution that it came from, in bits.
    pub entropy_bits: f64,
    /// Probability of the [`TOP`] most probable tokens of that distribution together, 0..=1.
    pub top_mass: f64,
}

/// How many of the most probable tokens count as the top.
pub const TOP: usize = 10;

/// One recomputed intermediate.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct TapArray {
    /// E.g. `pattern`.
    pub name: String,
    /// Its layer; `None` for `embed`, `pos_embed`, `ln_final` and `logits`.
    pub layer: Option<u32>,
    /// The place in the text of the token that it belongs to.
    pub position: u32,
    /// Its shape.
    pub shape: Vec<u32>,
    /// The values, f32, little endian.
    #[serde(with = "serde_bytes")]
    pub bytes: Vec<u8>,
}

/// How far a request is.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Progress {
    /// What is being done, e.g. `Loading weights`.
    pub what: String,
    /// How much is done, in the unit of `total`.
    pub done: u64,
    /// How much there is; 0 if unknown.
    pub total: u64,
    /// `bytes` or `tokens` or empty.
    pub unit: String,
}

/// What kind of failure, for the page to act on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorKind {
    /// The files, the prompt or the request are not usable. What was loaded before still is.
    Input,
    /// The GPU device is gone: start the engine again and go on.
    DeviceLost,
    /// There is no WebGPU adapter, and one was asked for.
    NoGpu,
    /// The engine itself failed: start it again.
    Crashed,
}

/// A failure, in words for the visitor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{message}")]
pub struct EngineError {
    /// What kind.
    pub kind: ErrorKind,
    /// What happened and what to do.
    pub message: String,
}

/// Numbers of a message: f32, little endian.
pub fn floats(bytes: &[u8]) -> Vec<f32> {
    words(bytes).into_iter().map(f32::from_bits).collect()
}

/// Whole numbers of a message: u32, little endian.
pub fn words(bytes: &[u8]) -> Vec<u32> {
    let (words, _) = bytes.as_chunks::<4>();
    words.iter().map(|word| u32::from_le_bytes(*word)).collect()
}
