//! What the engine needs of the place where it runs.

use std::future::Future;
use std::rc::Rc;

use logitscope_model::cpu::Helpers;
use logitscope_model::memory_plan::MemoryNeeds;
use logitscope_model::tokenizer::folding::Fold;
use logitscope_model::{ByteStream, Checkpoint, ModelError};
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

    /// The checkpoint in the parts of a `.gguf` file, each with its name.
    fn gguf(
        &self,
        parts: Vec<(String, Self::File)>,
    ) -> impl Future<Output = Result<Checkpoint<Self::File>, ModelError>>;

    /// What a model asks for, by the header of its `.gguf` file with this name; see [`logitscope_model::checkpoint::gguf::needs`].
    fn gguf_needs(
        &self,
        file: &str,
        header: &[u8],
    ) -> impl Future<Output = Result<MemoryNeeds, ModelError>>;

    /// What folds characters for a tokenizer.
    fn fold(&self) -> impl Future<Output = Result<Fold, ModelError>>;

    /// The adapter's name, where this place knows a better one than wgpu, e.g. `google swiftshader`; or why there is no adapter.
    fn adapter_name(&self) -> impl Future<Output = Result<Option<String>, NoGpu>>;

    /// Other cores for the CPU backend, where they share no memory with this one.
    fn helpers(&self) -> impl Future<Output = Option<Rc<dyn Helpers>>> {
        async { None }
    }
}
