//! The files of a checkpoint.

use logitscope_core::checkpoint_files::{
    CHAT_TEMPLATE, CONFIG, GENERATION, INDEX, TOKENIZER, TOKENIZER_CONFIG, WEIGHTS,
};
use logitscope_core::error::ReadFault;
use logitscope_model::tokenizer::folding::may_fold;
use logitscope_model::{ByteStream, Checkpoint, Head, Index, ModelError};
use logitscope_protocol::ModelSource;

use crate::platform::Platform;

/// `config.json` and `tokenizer.json` of a large model have a few megabytes.
const LARGEST_JSON_BYTES: usize = 64 << 20;

/// Opens the files of `source`; the small ones are read at once, and what comes before the tensors of a `.gguf` file or of its parts.
pub async fn open<P: Platform>(
    platform: &P,
    source: &ModelSource,
) -> Result<Checkpoint<P::File>, ModelError> {
    if let ModelSource::Gguf { names, .. } = source {
        let mut parts = Vec::new();
        for name in names {
            parts.push((name.clone(), platform.open(source, name).await?));
        }
        return platform.gguf(parts).await;
    }
    let json = async |name| read_all(platform.open(source, name).await?, name).await;
    let (config, tokenizer) = (json(CONFIG).await?, json(TOKENIZER).await?);
    let fold = match may_fold(&tokenizer) {
        true => Some(platform.fold().await?),
        false => None,
    };
    let head = Head::read(&config, &tokenizer, fold)?;
    let checkpoint = if let ModelSource::Shards { .. } = source {
        let index = Index::parse(&json(INDEX).await?)?;
        let mut shards = Vec::new();
        for name in index.shards() {
            shards.push(platform.open(source, name).await?);
        }
        head.sharded(index, shards)
    } else {
        head.whole(platform.open(source, WEIGHTS).await?)
    };
    let extra = async |name| match source.has(name) {
        true => json(name).await.map(Some),
        false => Ok(None),
    };
    let (config, template) = (extra(TOKENIZER_CONFIG).await?, extra(CHAT_TEMPLATE).await?);
    let checkpoint = checkpoint.spoken_to(config.as_deref(), template.as_deref());
    Ok(match extra(GENERATION).await? {
        Some(generation) => checkpoint.sampled(&generation),
        None => checkpoint,
    })
}

async fn read_all(mut file: impl ByteStream, name: &str) -> Result<Vec<u8>, ModelError> {
    let bytes = file.take(LARGEST_JSON_BYTES + 1).await?;
    if bytes.len() > LARGEST_JSON_BYTES {
        return Err(ModelError::Read {
            what: name.into(),
            fault: ReadFault::TooLarge {
                most: LARGEST_JSON_BYTES,
            },
        });
    }
    Ok(bytes)
}
