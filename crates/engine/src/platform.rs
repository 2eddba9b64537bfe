//! What the engine needs of the place where it runs.

use std::future::Future;

use logitscope_model::{ByteStream, ModelError};
use logitscope_protocol::ModelSource;

/// A browser, or whatever else can read files and knows its adapter.
pub trait Platform {
    /// The bytes of a file.
    type File: ByteStream;

    /// Opens `config.json`, `tokenizer.json` or `model.safetensors` of a checkpoint.
    fn open(
        &self,
        source: &ModelSource,
        name: &'static str,
    ) -> impl Future<Output = Result<Self::File, ModelError>>;

    /// The adapter's name, where this place knows a better one than wgpu, e.g. `google swiftshader`; or why there is no adapter.
    fn adapter_name(&self) -> impl Future<Output = Result<Option<String>, NoAdapter>>;
}

/// Why there is no adapter, in words for the visitor.
pub enum NoAdapter {
    /// The page was not loaded over https or from localhost.
    NotSecure,
    /// The browser has no WebGPU.
    Unsupported,
    /// The browser has WebGPU, but found no GPU for it.
    NoGpu,
}

impl NoAdapter {
    /// What happened, as a full sentence.
    pub fn words(&self) -> &'static str {
        match self {
            NoAdapter::NotSecure => {
                "This page was not loaded over https (or from localhost), so the browser hides WebGPU from it."
            }
            NoAdapter::Unsupported => {
                "This browser has no WebGPU. A current Chrome, Edge, Safari or Firefox has."
            }
            NoAdapter::NoGpu => {
                "The browser offers WebGPU but found no usable GPU; hardware acceleration may be switched off."
            }
        }
    }
}
