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

impl<S: ByteStream> ByteStream for &mut S {
    async fn next(&mut self, most: usize) -> Result<Vec<u8>, ModelError> {
        (**self).next(most).await
    }
}

/// A stream of which some bytes were read already: they come again, first.
#[derive(Debug)]
pub struct Resumed<S> {
    /// What comes first.
    read: Vec<u8>,
    at: usize,
    stream: S,
}

impl<S> Resumed<S> {
    /// `read`, and then what is left of `stream`.
    pub fn new(read: Vec<u8>, stream: S) -> Self {
        Resumed {
            read,
            at: 0,
            stream,
        }
    }
}

impl<S: ByteStream> ByteStream for Resumed<S> {
    async fn next(&mut self, most: usize) -> Result<Vec<u8>, ModelError> {
        let rest = &self.read[self.at..];
        if rest.is_empty() {
            self.read = Vec::new();
            self.at = 0;
            return self.stream.next(most).await;
        }
        let now = rest[..most.min(rest.len())].to_vec();
        self.at += now.len();
        Ok(now)
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
pub struct FileStream {
    file: std::fs::File,
    name: String,
}

#[cfg(not(target_arch = "wasm32"))]
impl FileStream {
    /// Opens `path`.
    pub fn open(path: &std::path::Path) -> Result<Self, ModelError> {
        let name = path.display().to_string();
        match std::fs::File::open(path) {
            Ok(file) => Ok(FileStream { file, name }),
            Err(e) => Err(failed(name, &e)),
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl ByteStream for FileStream {
    async fn next(&mut self, most: usize) -> Result<Vec<u8>, ModelError> {
        use std::io::Read;
        let mut bytes = vec![0; most.min(1 << 24)];
        let read = self.file.read(&mut bytes);
        let n = read.map_err(|e| failed(self.name.clone(), &e))?;
        bytes.truncate(n);
        Ok(bytes)
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn failed(what: String, error: &std::io::Error) -> ModelError {
    ModelError::Read {
        what,
        fault: ReadFault::Said(error.to_string()),
    }
}
