//! The files of a checkpoint.

use logitscope_core::error::ReadFault;
use logitscope_model::{ByteStream, Checkpoint, ModelError};
use logitscope_protocol::ModelSource;

use crate::platform::Platform;

/// The model's sizes.
pub const CONFIG: &str = "config.json";
/// Its tokenizer.
pub const TOKENIZER: &str = "tokenizer.json";
/// Its weights.
pub const WEIGHTS: &str = "model.safetensors";

/// `config.json` and `tokenizer.json` of a large model have a few megabytes.
const LARGEST_JSON_BYTES: usize = 64 << 20;

/// Opens the three files of `source`; the two small ones are read at once.
pub async fn open<P: Platform>(
    platform: &P,
    source: &ModelSource,
) -> Result<Checkpoint<P::File>, ModelError> {
    let json = async |name| read_all(platform.open(source, name).await?, name).await;
    let (config, tokenizer) = (json(CONFIG).await?, json(TOKENIZER).await?);
    Checkpoint::new(&config, &tokenizer, platform.open(source, WEIGHTS).await?)
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
