//! The numbers and texts of a header, one after the other, out of a stream.

use logitscope_core::error::{GgufFault, WeightsFault};
use logitscope_core::excerpt;

use crate::ModelError;
use crate::checkpoint::stream::ByteStream;

/// Bytes that are asked for at once.
const AT_ONCE: usize = 1 << 18;
/// Most bytes before the tensors. A vocabulary of 262,144 tokens with its merges takes 15 MB.
const LARGEST_HEADER: u64 = 64 << 20;

/// Reads a header. What was asked for too much is given back by [`Cursor::into_rest`].
pub(super) struct Cursor<'s, S> {
    stream: &'s mut S,
    file: &'s str,
    buffer: Vec<u8>,
    at: usize,
    /// Bytes of the file before `buffer`.
    before: u64,
}

impl<'s, S: ByteStream> Cursor<'s, S> {
    /// At the start of `stream`, whose file is called `file` in errors.
    pub fn new(stream: &'s mut S, file: &'s str) -> Self {
        Cursor {
            stream,
            file,
            buffer: Vec::new(),
            at: 0,
            before: 0,
        }
    }

    /// An error of this file.
    pub fn refused(&self, fault: GgufFault) -> ModelError {
        ModelError::weights(self.file, WeightsFault::Gguf(fault))
    }

    /// Bytes of the file before the next one.
    pub fn position(&self) -> u64 {
        self.before + self.at as u64
    }

    /// The next `len` bytes.
    pub async fn bytes(&mut self, len: usize) -> Result<&[u8], ModelError> {
        if self.position() + len as u64 > LARGEST_HEADER {
            let most = LARGEST_HEADER;
            return Err(self.refused(GgufFault::HeaderBytes { most }));
        }
        if self.buffer.len() - self.at < len {
            self.before += self.at as u64;
            self.buffer.drain(..self.at);
            self.at = 0;
            while self.buffer.len() < len {
                let more = self.stream.next(AT_ONCE).await?;
                if more.is_empty() {
                    let found = self.before + self.buffer.len() as u64;
                    let expected = self.before + len as u64;
                    let fault = WeightsFault::Truncated { expected, found };
                    return Err(ModelError::weights(self.file, fault));
                }
                self.buffer.extend_from_slice(&more);
            }
        }
        let bytes = &self.buffer[self.at..self.at + len];
        self.at += len;
        Ok(bytes)
    }

    async fn array<const N: usize>(&mut self) -> Result<[u8; N], ModelError> {
        let mut array = [0; N];
        array.copy_from_slice(self.bytes(N).await?);
        Ok(array)
    }

    /// A `u32`.
    pub async fn u32(&mut self) -> Result<u32, ModelError> {
        Ok(u32::from_le_bytes(self.array().await?))
    }

    /// A `u64`.
    pub async fn u64(&mut self) -> Result<u64, ModelError> {
        Ok(u64::from_le_bytes(self.array().await?))
    }

    /// A text of at most `most` bytes, its length before it. `key` says where it stands.
    pub async fn text(&mut self, most: u64, key: &str) -> Result<String, ModelError> {
        let len = self.length(most).await?;
        match String::from_utf8(self.bytes(len).await?.to_vec()) {
            Ok(text) => Ok(text),
            Err(_) => Err(self.refused(GgufFault::NotText { key: excerpt(key) })),
        }
    }

    /// Goes past a text.
    pub async fn skip_text(&mut self, most: u64) -> Result<(), ModelError> {
        let len = self.length(most).await?;
        self.bytes(len).await.map(|_| ())
    }

    async fn length(&mut self, most: u64) -> Result<usize, ModelError> {
        let len = self.u64().await?;
        if len > most {
            let found = len.to_string();
            return Err(self.refused(GgufFault::TextBytes { found, most }));
        }
        Ok(len as usize)
    }

    /// What was read and not asked for.
    pub fn into_rest(mut self) -> Vec<u8> {
        self.buffer.split_off(self.at)
    }
}
