//! The files of a checkpoint.

use logitscope_core::checkpoint_files::{
    CHAT_TEMPLATE, CONFIG, GENERATION, INDEX, TOKENIZER, TOKENIZER_CONFIG, WEIGHTS, most_bytes,
};
use logitscope_core::error::ReadFault;
use logitscope_model::tokenizer::folding::may_fold;
use logitscope_model::{ByteStream, Checkpoint, Head, Index, ModelError};
use logitscope_protocol::ModelSource;

use crate::platform::Platform;

/// Opens the files of `source`; the small ones are read at once, and what comes before the tensors of a `.gguf` file or of its parts.
pub async fn open<P: Platform>(
    platform: &P,
    source: &ModelSource,
) -> Result<Checkpoint<P::File>, ModelError> {
    let names = source.gguf();
    if !names.is_empty() {
        let mut parts = Vec::new();
        for name in names {
            let part = platform.open(source, &name).await?;
            parts.push((name, part));
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
    let checkpoint = match weights(platform, source).await? {
        Weights::One(file) => head.whole(file),
        Weights::Several(index) => {
            let mut shards = Vec::new();
            for name in index.shards() {
                shards.push(platform.open(source, name).await?);
            }
            head.sharded(index, shards)
        }
    };
    let extra = async |name| match source.has(name) {
        Some(true) => json(name).await.map(Some),
        Some(false) => Ok(None),
        None => if_there(json(name).await),
    };
    let (config, template) = (extra(TOKENIZER_CONFIG).await?, extra(CHAT_TEMPLATE).await?);
    let checkpoint = checkpoint.spoken_to(config.as_deref(), template.as_deref());
    Ok(match extra(GENERATION).await? {
        Some(generation) => checkpoint.sampled(&generation),
        None => checkpoint,
    })
}

/// Where the weights are.
enum Weights<File> {
    One(File),
    Several(Index),
}

/// The weights of `source`; where only asking tells, they are in one file if there is one.
async fn weights<P: Platform>(
    platform: &P,
    source: &ModelSource,
) -> Result<Weights<P::File>, ModelError> {
    let index = async || read_all(platform.open(source, INDEX).await?, INDEX).await;
    if let ModelSource::Shards { .. } = source {
        return Ok(Weights::Several(Index::parse(&index().await?)?));
    }
    match platform.open(source, WEIGHTS).await {
        Err(missing) if source.has(INDEX).is_none() && is_absent(&missing) => {
            let index = if_there(index().await)?.ok_or(missing)?;
            Ok(Weights::Several(Index::parse(&index)?))
        }
        file => file.map(Weights::One),
    }
}

/// What a server has of a file, or nothing. Some servers answer with a page of theirs where they have no such file.
fn if_there(read: Result<Vec<u8>, ModelError>) -> Result<Option<Vec<u8>>, ModelError> {
    match read {
        Err(error) if is_absent(&error) => Ok(None),
        Ok(bytes) if bytes.trim_ascii_start().starts_with(b"<!") => Ok(None),
        read => read.map(Some),
    }
}

/// Whether a server says that it has no such file.
fn is_absent(error: &ModelError) -> bool {
    let fault = match error {
        ModelError::Read { fault, .. } => fault,
        _ => return false,
    };
    matches!(
        fault,
        ReadFault::Answered {
            status: 403 | 404 | 410,
            ..
        }
    )
}

async fn read_all(mut file: impl ByteStream, name: &str) -> Result<Vec<u8>, ModelError> {
    let most = most_bytes(name);
    let bytes = file.take(most + 1).await?;
    if bytes.len() > most {
        return Err(ModelError::Read {
            what: name.into(),
            fault: ReadFault::TooLarge { most },
        });
    }
    Ok(bytes)
}
