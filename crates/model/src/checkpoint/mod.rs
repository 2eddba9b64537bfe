//! A checkpoint: config, tokenizer and tensors, whatever the files they lie in.

pub mod chat;
pub mod dtype;
pub mod encoding;
pub mod generation;
pub mod gguf;
pub mod header;
pub mod index;
pub(crate) mod json;
pub mod loader;
pub mod plane;
pub mod safetensors;
pub mod stream;
mod unasked;
pub mod weight_spec;

use std::collections::HashMap;
use std::future::Future;

use logitscope_core::chain::Chain;
use logitscope_core::chat_format::ChatFormat;
use logitscope_core::error::ConfigFault;
use logitscope_core::notice::LoadNotice;

use crate::backend::Backend;
use crate::memory_plan::MemoryNeeds;
use crate::tokenizer::folding::{Fold, fold};
use crate::{Config, ModelError, Tokenizer};
use generation::Generation;
use index::Index;
use loader::{LoadOptions, LoadProgress, LoadedModel, Tensors, load_tensors};
use stream::{ByteStream, Resumed};

/// A checkpoint whose tensors are still to be read from `S`.
pub struct Checkpoint<S: ByteStream> {
    /// The model's family and sizes.
    pub config: Config,
    /// How text becomes tokens.
    pub tokenizer: Tokenizer,
    source: Source<S>,
    chain: Option<Chain>,
    chat: Option<ChatFormat>,
    notices: Vec<LoadNotice>,
}

/// The files that the tensors lie in.
enum Source<S> {
    /// One `.safetensors` file.
    One(S),
    /// Several, with their index.
    Several(Index, Vec<S>),
    /// A `.gguf` file, or the parts of one, read up to the tensors.
    Gguf(Tensors<Resumed<S>>),
}

/// What a checkpoint in Hugging Face's layout says before its tensors.
pub struct Head {
    config: Config,
    tokenizer: Tokenizer,
}

impl Head {
    /// Reads `config.json` and `tokenizer.json`; without `fold`, one in which nothing folds characters.
    pub fn read(config: &[u8], tokenizer: &[u8], fold: Option<Fold>) -> Result<Self, ModelError> {
        let json =
            std::str::from_utf8(config).map_err(|_| ModelError::Config(ConfigFault::NotText))?;
        let config = Config::from_json(json)?;
        let ends = &config.end_tokens;
        let tokenizer = Tokenizer::folding(tokenizer, config.d_vocab, ends, fold)?;
        Ok(Head { config, tokenizer })
    }

    /// With the tensors in a stream of `model.safetensors`.
    pub fn whole<S: ByteStream>(self, tensors: S) -> Checkpoint<S> {
        self.with(Source::One(tensors))
    }

    /// With the tensors in several files: a stream of each that `index` names, in its order.
    pub fn sharded<S: ByteStream>(self, index: Index, shards: Vec<S>) -> Checkpoint<S> {
        self.with(Source::Several(index, shards))
    }

    fn with<S: ByteStream>(self, source: Source<S>) -> Checkpoint<S> {
        Checkpoint {
            config: self.config,
            tokenizer: self.tokenizer,
            source,
            chain: None,
            chat: None,
            notices: Vec::new(),
        }
    }
}

impl<S: ByteStream> Checkpoint<S> {
    /// The checkpoint of three files in Hugging Face's layout: `config.json`, `tokenizer.json`, and a stream of `model.safetensors`.
    pub fn new(config: &[u8], tokenizer: &[u8], tensors: S) -> Result<Self, ModelError> {
        Ok(Head::read(config, tokenizer, Some(fold))?.whole(tensors))
    }

    /// The same with the tensors in several files: a stream of each that `index` names, in its order.
    pub fn sharded(
        config: &[u8],
        tokenizer: &[u8],
        index: Index,
        shards: Vec<S>,
    ) -> Result<Self, ModelError> {
        Ok(Head::read(config, tokenizer, Some(fold))?.sharded(index, shards))
    }

    /// The checkpoint in a stream of one `.gguf` file, which is called `file` in errors. Its metadata are read at once.
    pub async fn gguf(file: &str, stream: S) -> Result<Self, ModelError> {
        Self::gguf_parts(vec![(file.to_owned(), stream)]).await
    }

    /// The same of a file that was split: streams of all its parts, in any order, each with its name.
    pub async fn gguf_parts(parts: Vec<(String, S)>) -> Result<Self, ModelError> {
        let opened = gguf::open(parts).await?;
        let (chain, notices) = match opened.chain {
            Ok(chain) => (chain, Vec::new()),
            Err(fault) => (None, vec![LoadNotice::Generation(fault)]),
        };
        Ok(Checkpoint {
            config: opened.config,
            tokenizer: opened.tokenizer,
            source: Source::Gguf(opened.tensors),
            chain,
            chat: opened.chat,
            notices,
        })
    }

    /// The same, sampled and ended as its `generation_config.json` says. One that cannot be used is a notice.
    pub fn sampled(mut self, generation: &[u8]) -> Self {
        match Generation::parse(generation) {
            Ok(generation) => {
                self.tokenizer.end_with(&generation.end_tokens);
                self.chain = generation.chain;
            }
            Err(fault) => self.notices.push(LoadNotice::Generation(fault)),
        }
        self
    }

    /// The same, spoken to as its `tokenizer_config.json` or its `chat_template.jinja` say. What cannot be read is a notice.
    pub fn spoken_to(mut self, config: Option<&[u8]>, template: Option<&[u8]>) -> Self {
        match chat::chat_format(config, template) {
            Ok(chat) => self.chat = chat,
            Err(why) => self.notices.push(LoadNotice::ChatUnread { why }),
        }
        self
    }

    /// What the model asks for. What a `.gguf` file has in blocks is known before it is read.
    pub fn memory_needs(&self) -> MemoryNeeds {
        let Source::Gguf(tensors) = &self.source else {
            return MemoryNeeds::of(&self.config);
        };
        let headers = tensors.files.iter().flat_map(|file| &file.header.tensors);
        let formats: HashMap<&str, _> = headers.map(|t| (t.name.as_str(), t.format())).collect();
        let blocks = |name: &str| formats.get(name).copied().flatten();
        MemoryNeeds::stored(&self.config, &tensors.weights, blocks)
    }

    /// Reads the tensors into a model on `backend`; see [`load_tensors`].
    pub async fn load<B: Backend, F: Future<Output = ()>>(
        self,
        backend: B,
        options: LoadOptions,
        progress: impl FnMut(LoadProgress) -> F,
    ) -> Result<(LoadedModel<B>, Tokenizer), ModelError> {
        // Before weights are read that nothing could be computed with.
        if let Some(most) = backend.most_bytes() {
            self.memory_needs().check_piece(options.precision, most)?;
        }
        let whole = |stream| Resumed::new(Vec::new(), stream);
        let tensors = match self.source {
            Source::One(stream) => Tensors::of_safetensors(whole(stream), &self.config).await?,
            Source::Several(index, shards) => {
                let streams = shards.into_iter().map(whole).collect();
                index.tensors(streams, &self.config).await?
            }
            Source::Gguf(tensors) => tensors,
        };
        let mut loaded = load_tensors(backend, self.config, options, tensors, progress).await?;
        loaded.notices.extend(self.notices);
        loaded.chain = self.chain;
        loaded.chat = self.chat;
        Ok((loaded, self.tokenizer))
    }
}
