//! Bytes in their order: a file, a download, a slice.

use std::future::Future;

#[cfg(not(target_arch = "wasm32"))]
use logitscope_core::error::ReadFault;

use crate::ModelError;

/// Gives the bytes of a file from first to last. Any static web server can do that; ranges not.
pub trait ByteStream {
    /// The next bytes, at most `most` of them and at least one; empty at the end of the file.
    fn next(&mut self, most: usize) -> impl Future<Output = Result<Vec<u8>, ModelError>>;

    /// Fills a vector with exactly `len` bytes, or fewer if the file ends before.
    fn take(&mut self, len: usize) -> impl Future<Output = Result<Vec<u8>, ModelError>> {
        async move {
            let mut bytes = Vec::new();
            while bytes.len() < len {
                let more = self.next(len - bytes.len()).await?;
                if more.is_empty() {
                    break;
                }
                if bytes.is_empty() {
                    // Reserved only once there is data: a header may claim any length.
                    bytes.reserve_exact(len.min(1 << 26));
                }
                bytes.extend_from_slice(&more);
            }
            Ok(bytes)
        }
    }
}

/// A stream over bytes in memory.
#[derive(Debug)]
pub struct SliceStream<'a>(pub &'a [u8]);

impl ByteStream for SliceStream<'_> {
    async fn next(&mut self, most: usize) -> Result<Vec<u8>, ModelError> {
        let (now, later) = self.0.split_at(most.min(self.0.len()));
        self.0 = later;
        Ok(now.to_vec())
    }
}

/// A stream over a file on disk.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Debug)]
pub struct FileStream(std::fs::File);

#[cfg(not(target_arch = "wasm32"))]
impl FileStream {
    /// Opens `path`.
    pub fn open(path: &std::path::Path) -> Result<Self, ModelError> {
        let read = |e: std::io::Error| ModelError::Read {
            what: path.display().to_string(),
            fault: ReadFault::Said(e.to_string()),
        };
        std::fs::File::open(path).map(FileStream).map_err(read)
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl ByteStream for FileStream {
    async fn next(&mut self, most: usize) -> Result<Vec<u8>, ModelError> {
        use std::io::Read;
        let mut bytes = vec![0; most.min(1 << 24)];
        let n = self.0.read(&mut bytes).map_err(|e| ModelError::Read {
            what: "model.safetensors".into(),
            fault: ReadFault::Said(e.to_string()),
        })?;
        bytes.truncate(n);
        Ok(bytes)
    }
}
