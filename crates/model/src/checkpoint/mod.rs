//! A checkpoint: config, tokenizer and tensors, whatever the files they lie in.

pub mod dtype;
pub mod loader;
pub mod safetensors;
pub mod stream;
pub mod weight_spec;

use std::future::Future;

use logitscope_core::error::ConfigFault;

use crate::backend::Backend;
use crate::{Config, ModelError, Tokenizer};
use loader::{LoadOptions, LoadProgress, LoadedModel, load_model};
use stream::ByteStream;

/// A checkpoint whose tensors are still to be read from `S`.
pub struct Checkpoint<S: ByteStream> {
    /// The model's family and sizes.
    pub config: Config,
    /// How text becomes tokens.
    pub tokenizer: Tokenizer,
    tensors: S,
}

impl<S: ByteStream> Checkpoint<S> {
    /// The checkpoint of three files in Hugging Face's layout: `config.json`, `tokenizer.json`, and a stream of `model.safetensors`.
    pub fn new(config: &[u8], tokenizer: &[u8], tensors: S) -> Result<Self, ModelError> {
        let json =
            std::str::from_utf8(config).map_err(|_| ModelError::Config(ConfigFault::NotText))?;
        let config = Config::from_json(json)?;
        Ok(Checkpoint {
            tokenizer: Tokenizer::from_json(tokenizer, config.d_vocab, config.end_of_text)?,
            config,
            tensors,
        })
    }

    /// Reads the tensors into a model on `backend`; see [`load_model`].
    pub async fn load<B: Backend, F: Future<Output = ()>>(
        mut self,
        backend: B,
        options: LoadOptions,
        progress: impl FnMut(LoadProgress) -> F,
    ) -> Result<(LoadedModel<B>, Tokenizer), ModelError> {
        let loaded = load_model(backend, self.config, options, &mut self.tensors, progress).await?;
        Ok((loaded, self.tokenizer))
    }
}
