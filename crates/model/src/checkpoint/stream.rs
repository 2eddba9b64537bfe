//! Bytes in their order: a file, a download, a slice.

use std::future::Future;

#[cfg(not(target_arch = "wasm32"))]
use logitscope_core::error::ReadFault;

use crate::ModelError;

/// Gives the bytes of a file from first to last. Any static web server can do that; ranges not.
pub trait ByteStream {
    /// The next bytes, at most `most` of them and at least one; empty at the end of the file.
    fn next(&mut self, most: usize) -> impl Future<Output = Result<Vec<u8>, ModelError>>;

    /// Bytes that are still to come, where that is known.
    fn left(&self) -> Option<u64> {
        None
    }

    /// The same at the end of `bytes`; how many came.
    fn append(
        &mut self,
        bytes: &mut Vec<u8>,
        most: usize,
    ) -> impl Future<Output = Result<usize, ModelError>> {
        async move {
            let more = self.next(most).await?;
            bytes.extend_from_slice(&more);
            Ok(more.len())
        }
    }

    /// Fills a vector with exactly `len` bytes, or fewer if the file ends before.
    fn take(&mut self, len: usize) -> impl Future<Output = Result<Vec<u8>, ModelError>> {
        async move {
            let mut bytes = Vec::new();
            if self.left().is_some_and(|left| left >= len as u64) {
                // A server may have said any length: where there is no room for it, that is seen when the bytes come.
                bytes.try_reserve_exact(len).unwrap_or_default();
            }
            while bytes.len() < len {
                // Otherwise reserved only as data comes: a header may claim any length.
                if !bytes.is_empty() && bytes.len() == bytes.capacity() {
                    let size = len.min(bytes.len().saturating_mul(4).max(FIRST_RESERVED));
                    bytes.reserve_exact(size - bytes.len());
                }
                let room = match bytes.capacity() - bytes.len() {
                    0 => usize::MAX,
                    room => room,
                };
                let most = room.min(len - bytes.len());
                if self.append(&mut bytes, most).await? == 0 {
                    break;
                }
            }
            Ok(bytes)
        }
    }
}

/// What is reserved once the first bytes came; then four times as much, and so on.
const FIRST_RESERVED: usize = 1 << 26;

impl<S: ByteStream> ByteStream for &mut S {
    async fn next(&mut self, most: usize) -> Result<Vec<u8>, ModelError> {
        (**self).next(most).await
    }

    async fn append(&mut self, bytes: &mut Vec<u8>, most: usize) -> Result<usize, ModelError> {
        (**self).append(bytes, most).await
    }

    fn left(&self) -> Option<u64> {
        (**self).left()
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
        let mut bytes = Vec::new();
        self.append(&mut bytes, most).await?;
        Ok(bytes)
    }

    async fn append(&mut self, bytes: &mut Vec<u8>, most: usize) -> Result<usize, ModelError> {
        let rest = &self.read[self.at..];
        if rest.is_empty() {
            self.read = Vec::new();
            self.at = 0;
            return self.stream.append(bytes, most).await;
        }
        let n = most.min(rest.len());
        bytes.extend_from_slice(&rest[..n]);
        self.at += n;
        Ok(n)
    }

    fn left(&self) -> Option<u64> {
        let read = (self.read.len() - self.at) as u64;
        self.stream.left().map(|left| read + left)
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

    fn left(&self) -> Option<u64> {
        Some(self.0.len() as u64)
    }
}

/// A stream over a file on disk.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Debug)]
pub struct FileStream {
    file: std::fs::File,
    name: String,
    left: Option<u64>,
}

#[cfg(not(target_arch = "wasm32"))]
impl FileStream {
    /// Opens `path`.
    pub fn open(path: &std::path::Path) -> Result<Self, ModelError> {
        let name = path.display().to_string();
        match std::fs::File::open(path) {
            Ok(file) => {
                let left = file.metadata().ok().map(|about| about.len());
                Ok(FileStream { file, name, left })
            }
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
        self.left = self.left.map(|left| left.saturating_sub(n as u64));
        Ok(bytes)
    }

    fn left(&self) -> Option<u64> {
        self.left
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn failed(what: String, error: &std::io::Error) -> ModelError {
    ModelError::Read {
        what,
        fault: ReadFault::Said(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes that come 1,000 at a time.
    struct Slow<'a>(SliceStream<'a>);

    impl ByteStream for Slow<'_> {
        async fn next(&mut self, most: usize) -> Result<Vec<u8>, ModelError> {
            self.0.next(most.min(1000)).await
        }
    }

    #[test]
    fn what_is_taken_is_what_was_asked_for_in_whatever_pieces_it_comes() {
        let bytes: Vec<u8> = (0..70_000u64).map(|i| (i * i % 251) as u8).collect();
        let mut stream = Resumed::new(bytes[..1500].to_vec(), Slow(SliceStream(&bytes[1500..])));
        let mut at = 0;
        for len in [1, 0, 999, 1000, 3000, 40_000] {
            let taken = pollster::block_on(stream.take(len)).expect("bytes");
            assert_eq!(taken, bytes[at..at + len], "{len} from {at}");
            at += len;
        }
        // However much a header claims, little is reserved.
        let rest = pollster::block_on(stream.take(usize::MAX)).expect("bytes");
        assert_eq!(rest, bytes[at..]);
        assert!(rest.capacity() <= FIRST_RESERVED);
    }

    #[test]
    fn what_is_known_to_come_has_room_from_the_start_and_no_more() {
        let bytes = [7; 5000];
        let mut stream = Resumed::new(bytes[..10].to_vec(), SliceStream(&bytes[10..]));
        assert_eq!(stream.left(), Some(5000));
        let taken = pollster::block_on(stream.take(4000)).expect("bytes");
        assert_eq!((taken.len(), taken.capacity()), (4000, 4000));
        assert_eq!(stream.left(), Some(1000));
        // A header that claims more than there is reserves nothing for it.
        let rest = pollster::block_on(stream.take(usize::MAX)).expect("bytes");
        assert!(rest.len() == 1000 && rest.capacity() <= FIRST_RESERVED);
        assert_eq!(stream.left(), Some(0));
    }

    /// A server's claim of bytes that never come.
    struct Liar;

    impl ByteStream for Liar {
        async fn next(&mut self, _most: usize) -> Result<Vec<u8>, ModelError> {
            Ok(Vec::new())
        }

        fn left(&self) -> Option<u64> {
            Some(u64::MAX)
        }
    }

    #[test]
    fn a_claim_for_which_there_is_no_room_is_no_fault() {
        let taken = pollster::block_on(Liar.take(usize::MAX / 2)).expect("nothing");
        assert!(taken.is_empty());
    }
}
