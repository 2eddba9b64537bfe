//! Loading a model.

use logitscope_core::chain::Chain;
use logitscope_core::chat_format::ChatFormat;
use logitscope_core::checkpoint_files::{CHAT_TEMPLATE, GENERATION, TOKENIZER_CONFIG};
use logitscope_core::gguf_part::GgufPart;
use logitscope_core::notice::LoadNotice;
use logitscope_core::trace::{BackendInfo, ModelInfo};
use logitscope_core::{Beginning, Precision, TokenId};
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;

use crate::{BackendReason, LaneId, ModelId, Repository, Secret, Server};

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

/// Where a model comes from: the files of a checkpoint, or a server.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ModelSource {
    /// On a web server: a folder, or a `.gguf` file, or one in parts.
    Url {
        /// Its absolute address, or that of a part; that of a folder with a `/` at the end: `https://example.org/models/pocket/`.
        base: String,
        /// Whether the folder may hold what a checkpoint need not have, or its weights in several files. Only asking tells.
        #[serde(default)]
        asks: bool,
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
        /// What else there is.
        extras: Extras,
    },
    /// The same with the weights in several files.
    Shards {
        /// `config.json`.
        #[serde(with = "serde_wasm_bindgen::preserve")]
        config: JsValue,
        /// `tokenizer.json`.
        #[serde(with = "serde_wasm_bindgen::preserve")]
        tokenizer: JsValue,
        /// `model.safetensors.index.json`.
        #[serde(with = "serde_wasm_bindgen::preserve")]
        index: JsValue,
        /// An array of the `File`s that it names.
        #[serde(with = "serde_wasm_bindgen::preserve")]
        shards: JsValue,
        /// What else there is.
        extras: Extras,
    },
    /// One `.gguf` file, or all the parts of one, in any order.
    Gguf {
        /// What they are called.
        names: Vec<String>,
        /// An array of as many `File`s or `Blob`s.
        #[serde(with = "serde_wasm_bindgen::preserve")]
        files: JsValue,
    },
    /// A model of the hub that the browser keeps. The page asks its store for the files before it asks the engine to load them.
    Hub(Repository),
    /// None of it: the model runs on a server.
    Server(Endpoint),
}

impl ModelSource {
    /// Whether there is a file called `name` of those that a checkpoint need not have; `None` where only asking tells.
    pub fn has(&self, name: &str) -> Option<bool> {
        match self {
            ModelSource::Files { extras, .. } | ModelSource::Shards { extras, .. } => {
                let file = extras.get(name);
                Some(file.is_some_and(|file| !file.is_undefined()))
            }
            ModelSource::Url { asks: true, .. } => None,
            _ => Some(false),
        }
    }

    /// What the parts of a `.gguf` file are called; none of a checkpoint in a folder.
    pub fn gguf(&self) -> Vec<String> {
        match self {
            ModelSource::Gguf { names, .. } => names.clone(),
            ModelSource::Url { base, .. } if is_gguf(base) => {
                let name = base.rsplit('/').next().unwrap_or(base);
                GgufPart::of(name).map_or_else(|| vec![name.to_owned()], |part| part.names())
            }
            _ => Vec::new(),
        }
    }
}

/// Whether `address` is that of a `.gguf` file.
pub fn is_gguf(address: &str) -> bool {
    let end = address.len().saturating_sub(".gguf".len());
    address
        .get(end..)
        .is_some_and(|end| end.eq_ignore_ascii_case(".gguf"))
}

/// Files that a checkpoint may have beside what it must have; each is a `File` or `Blob`, or undefined.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Extras {
    /// `generation_config.json`.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub generation: JsValue,
    /// `tokenizer_config.json`.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub tokenizer_config: JsValue,
    /// `chat_template.jinja`.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub chat_template: JsValue,
}

impl Extras {
    /// The three as `file` finds them by their names.
    pub fn of(file: impl Fn(&str) -> JsValue) -> Self {
        Extras {
            generation: file(GENERATION),
            tokenizer_config: file(TOKENIZER_CONFIG),
            chat_template: file(CHAT_TEMPLATE),
        }
    }

    /// That of this name.
    pub fn get(&self, name: &str) -> Option<&JsValue> {
        match name {
            GENERATION => Some(&self.generation),
            TOKENIZER_CONFIG => Some(&self.tokenizer_config),
            CHAT_TEMPLATE => Some(&self.chat_template),
            _ => None,
        }
    }
}

/// A model on a server.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Endpoint {
    /// Where, as the visitor typed it.
    pub address: String,
    /// What the server wants to hear, if it wants something.
    pub key: Option<Secret>,
    /// One of its models; `None` takes the first.
    pub model: Option<String>,
}

/// Which model to load, and for what.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Load {
    /// The name that the page shows.
    pub name: String,
    /// Its files.
    pub source: ModelSource,
    /// Which backend.
    pub backend: BackendChoice,
    /// Which precision.
    pub precision: Precision,
    /// [`Loaded::measured`] of an earlier load, so that it need not be measured again.
    pub measured: Option<String>,
    /// The model whose place it takes: that one is given up as soon as the new one is ready, and stays if it fails. `None` loads
    /// it beside the others.
    #[serde(default)]
    pub replaces: Option<ModelId>,
}

/// A loaded model and what runs it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Loaded {
    /// Names it from now on.
    pub id: ModelId,
    /// The lane of the model as it is.
    pub lane: LaneId,
    /// The model.
    pub model: ModelInfo,
    /// What computes.
    pub backend: BackendInfo,
    /// Whether what computes is an adapter without a graphics card: shaders on the CPU.
    pub software: bool,
    /// Why this backend, if the visitor left the choice to us.
    pub why: Option<BackendReason>,
    /// What was measured of the adapter, to be handed to the next load; `None` if it was not asked for.
    pub measured: Option<String>,
    /// What the visitor should know (a tensor kept in f32, …).
    pub notices: Vec<LoadNotice>,
    /// The vocabulary's bytes; see `Vocab::parts`.
    #[serde(with = "serde_bytes")]
    pub vocab_bytes: Vec<u8>,
    /// Where each token's bytes end, u32, little endian.
    #[serde(with = "serde_bytes")]
    pub vocab_ends: Vec<u8>,
    /// The token that usually ends a text.
    pub end_of_text: Option<TokenId>,
    /// Others that end one, too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_ends: Vec<TokenId>,
    /// The sampler chain that the model's files ask for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chain: Option<Chain>,
    /// How a chat model wants to be spoken to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chat: Option<ChatFormat>,
    /// What a text begins with.
    #[serde(default)]
    pub beginning: Beginning,
    /// Bytes of weights, as kept.
    pub weight_bytes: u64,
    /// Bytes of the key-value cache, as allocated.
    pub kv_bytes: u64,
    /// Milliseconds from the command to ready.
    pub load_ms: f64,
    /// The server that runs it, and what it can give, if it runs elsewhere.
    #[serde(default)]
    pub server: Option<Box<Server>>,
}

impl Loaded {
    /// All tokens that end a text, the usual one first.
    pub fn end_tokens(&self) -> impl Iterator<Item = TokenId> {
        let others = self.other_ends.iter().copied();
        self.end_of_text.into_iter().chain(others)
    }
}
