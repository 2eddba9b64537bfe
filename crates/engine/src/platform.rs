//! What the engine needs of the place where it runs.

use std::future::Future;

use logitscope_model::{ByteStream, ModelError};
use logitscope_protocol::{ModelSource, NoGpu};

/// A browser, or whatever else can read files and knows its adapter.
pub trait Platform {
    /// The bytes of a file.
    type File: ByteStream;

    /// Opens a file of a checkpoint: `config.json`, `tokenizer.json`, the weights or their index. A `.gguf` file is its only one; it may be in parts.
    fn open(
        &self,
        source: &ModelSource,
        name: &str,
    ) -> impl Future<Output = Result<Self::File, ModelError>>;

    /// The adapter's name, where this place knows a better one than wgpu, e.g. `google swiftshader`; or why there is no adapter.
    fn adapter_name(&self) -> impl Future<Output = Result<Option<String>, NoGpu>>;
}
