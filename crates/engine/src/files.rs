//! The files of a checkpoint.

use logitscope_model::{ByteStream, ModelError};
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

/// The three files of a checkpoint.
pub struct Files<F> {
    pub config: Vec<u8>,
    pub tokenizer: Vec<u8>,
    pub weights: F,
}

impl<F: ByteStream> Files<F> {
    /// Opens the files of `source`; the two small ones are read at once.
    pub async fn open(
        platform: &impl Platform<File = F>,
        source: &ModelSource,
    ) -> Result<Self, ModelError> {
        let json = async |name| read_all(platform.open(source, name).await?, name).await;
        Ok(Files {
            config: json(CONFIG).await?,
            tokenizer: json(TOKENIZER).await?,
            weights: platform.open(source, WEIGHTS).await?,
        })
    }
}

async fn read_all(mut file: impl ByteStream, name: &str) -> Result<Vec<u8>, ModelError> {
    let bytes = file.take(LARGEST_JSON_BYTES + 1).await?;
    if bytes.len() > LARGEST_JSON_BYTES {
        let detail = format!("it has more than {LARGEST_JSON_BYTES} bytes");
        return Err(ModelError::Read {
            what: name.into(),
            detail,
        });
    }
    Ok(bytes)
}
