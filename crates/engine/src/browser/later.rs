//! What of the engine is not in the part that is loaded first: each in a file of its own in the published page, which is
//! fetched when a model needs it. Without the feature `split` everything is in one file.

use std::future::Future;
use std::pin::Pin;

use logitscope_core::checkpoint_files::TOKENIZER;
use logitscope_core::error::ReadFault;
use logitscope_model::checkpoint::gguf::needs;
use logitscope_model::memory_plan::MemoryNeeds;
use logitscope_model::tokenizer::folding::{Fold, fold};
use logitscope_model::{Checkpoint, ModelError};

use super::stream::JsStream;

/// Reads `.gguf` files.
struct Gguf {
    /// Opens the parts of one.
    open: fn(Parts) -> Reading<'static, Checkpoint<JsStream>>,
    /// Says by its header what a model asks for.
    needs: for<'h> fn(&'h str, &'h [u8]) -> Reading<'h, MemoryNeeds>,
}
type Parts = Vec<(String, JsStream)>;
type Reading<'h, T> = Pin<Box<dyn Future<Output = Result<T, ModelError>> + 'h>>;

/// A part that did not come.
struct Lost;

impl From<wasm_split_helpers::SplitLoaderError> for Lost {
    fn from(_: wasm_split_helpers::SplitLoaderError) -> Self {
        // Why is in the browser's console: the loader says it there.
        Lost
    }
}

impl Lost {
    fn reading(what: &str) -> ModelError {
        ModelError::Read {
            what: what.into(),
            fault: ReadFault::PartLost,
        }
    }
}

/// The checkpoint in the parts of a `.gguf` file.
pub async fn gguf(parts: Vec<(String, JsStream)>) -> Result<Checkpoint<JsStream>, ModelError> {
    let name = parts.first().map_or(".gguf", |(name, _)| name.as_str());
    let reader = reader_of_gguf().await.map_err(|Lost| Lost::reading(name))?;
    (reader.open)(parts).await
}

/// What a model asks for, by the header of its `.gguf` file.
pub async fn gguf_needs(file: &str, header: &[u8]) -> Result<MemoryNeeds, ModelError> {
    let reader = reader_of_gguf().await.map_err(|Lost| Lost::reading(file))?;
    (reader.needs)(file, header).await
}

/// What folds characters.
pub async fn folding() -> Result<Fold, ModelError> {
    folds().await.map_err(|Lost| Lost::reading(TOKENIZER))
}

macro_rules! later {
    ($part:ident, fn $name:ident() -> $kind:ty { $made:expr }) => {
        #[cfg(feature = "split")]
        #[wasm_split_helpers::wasm_split($part, fallible)]
        fn $name() -> Result<$kind, Lost> {
            Ok($made)
        }

        #[cfg(not(feature = "split"))]
        async fn $name() -> Result<$kind, Lost> {
            Ok($made)
        }
    };
}

later!(
    gguf,
    fn reader_of_gguf() -> Gguf {
        Gguf {
            open: |parts| Box::pin(Checkpoint::gguf_parts(parts)),
            needs: |file, header| Box::pin(needs(file, header)),
        }
    }
);
later!(
    folding,
    fn folds() -> Fold {
        fold
    }
);
