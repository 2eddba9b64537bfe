//! The engine in a browser.

mod adapter;
mod costs;
mod crew;
mod desk;
mod helper;
mod later;
mod stream;

use std::rc::Rc;

use logitscope_model::cpu::Helpers;
use logitscope_model::memory_plan::MemoryNeeds;
use logitscope_model::tokenizer::folding::Fold;
use logitscope_model::{Checkpoint, ModelError};
use logitscope_protocol::{ModelSource, NoGpu};

use crate::platform::Platform;
pub use helper::helps;
use stream::JsStream;

/// A browser: a worker, or the page itself.
#[derive(Debug, Default, Clone, Copy)]
pub struct Browser;

impl Platform for Browser {
    type File = JsStream;

    async fn open(&self, source: &ModelSource, name: &str) -> Result<JsStream, ModelError> {
        JsStream::open(source, name).await
    }

    async fn gguf(
        &self,
        parts: Vec<(String, JsStream)>,
    ) -> Result<Checkpoint<JsStream>, ModelError> {
        later::gguf(parts).await
    }

    async fn gguf_needs(&self, file: &str, header: &[u8]) -> Result<MemoryNeeds, ModelError> {
        later::gguf_needs(file, header).await
    }

    async fn fold(&self) -> Result<Fold, ModelError> {
        later::folding().await
    }

    async fn adapter_name(&self) -> Result<Option<String>, NoGpu> {
        adapter::name().await.map(Some)
    }

    async fn helpers(&self) -> Option<Rc<dyn Helpers>> {
        crew::crew().await
    }
}
