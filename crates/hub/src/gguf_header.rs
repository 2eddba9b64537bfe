//! The header of a `.gguf` file, taken from its beginning as that comes, and made short.
//!
//! What follows it are the weights, of which nothing is read. Most of a header are the tokens of the tokenizer, megabytes of them; of a model's sizes
//! they say no more than how many they are. Layout: see the reader of `.gguf` files, which reads the short one as it reads any.

use logitscope_core::gguf_types::{LIST, TEXT, number_bytes};

use crate::network::Body;

/// Most bytes that are read. A vocabulary of 262,144 tokens with its merges takes 15 MB.
const LARGEST: u64 = 32 << 20;
/// Most bytes of a short header. 1,138 tensors take 70 kB.
const LARGEST_SHORT: usize = 1 << 20;
/// Longer texts, in bytes, and lists, in entries, are left out where they describe the tokenizer or the file.
const LONG: u64 = 1024;
/// Keys of which long values are left out begin so.
const LEFT_OUT: [&[u8]; 2] = [b"tokenizer.", b"general."];
/// The type of the length that stands in the place of a long value: a u64.
const LENGTH: u32 = 10;

/// The header at the beginning of `body`, with the lengths of long values in their place; `None` if it does not come whole within 32 MiB, or is none.
pub async fn short_header(body: impl Body) -> Option<Vec<u8>> {
    let mut reading = Reading {
        body,
        part: Vec::new(),
        at: 0,
        left: LARGEST,
        short: Vec::new(),
    };
    reading.header().await?;
    Some(reading.short)
}

/// A header on its way.
struct Reading<B> {
    body: B,
    /// What came last.
    part: Vec<u8>,
    /// How much of it was read.
    at: usize,
    /// Bytes that may still be read.
    left: u64,
    /// What was kept.
    short: Vec<u8>,
}

impl<B: Body> Reading<B> {
    async fn header(&mut self) -> Option<()> {
        if self.array(true).await? != *b"GGUF" || !matches!(self.u32().await?, 2 | 3) {
            return None;
        }
        let (n_tensors, n_keys) = (self.u64(true).await?, self.u64(true).await?);
        if n_tensors == 0 {
            // The first of several parts: of how the weights are stored the name says more.
            return None;
        }
        for _ in 0..n_keys {
            let from = self.short.len() + size_of::<u64>();
            self.text(true).await?;
            let key = self.short.get(from..)?;
            let may_shorten = LEFT_OUT.iter().any(|begin| key.starts_with(begin));
            self.value(may_shorten).await?;
        }
        for _ in 0..n_tensors {
            self.text(true).await?;
            let n_dimensions = u64::from(self.u32().await?);
            // They, the type and the place.
            self.pass(8 * n_dimensions + 12, true).await?;
        }
        Some(())
    }

    /// Reads a type and a value of it.
    async fn value(&mut self, may_shorten: bool) -> Option<()> {
        let from = self.short.len();
        match self.u32().await? {
            TEXT => {
                let len = self.u64(true).await?;
                let keep = self.keeps(from, len, may_shorten);
                self.pass(len, keep).await
            }
            LIST => {
                let kind = self.u32().await?;
                let count = self.u64(true).await?;
                let keep = self.keeps(from, count, may_shorten);
                if kind != TEXT {
                    let bytes = count.checked_mul(number_bytes(kind)? as u64)?;
                    return self.pass(bytes, keep).await;
                }
                for _ in 0..count {
                    self.text(keep).await?;
                }
                Some(())
            }
            kind => self.pass(number_bytes(kind)? as u64, true).await,
        }
    }

    /// Whether a value of this length, whose type and length were kept `from` there on, is kept; else its length is, as a number.
    fn keeps(&mut self, from: usize, length: u64, may_shorten: bool) -> bool {
        let keep = length <= LONG || !may_shorten;
        if !keep {
            self.short.truncate(from);
            self.short.extend(LENGTH.to_le_bytes());
            self.short.extend(length.to_le_bytes());
        }
        keep
    }

    async fn text(&mut self, keep: bool) -> Option<()> {
        let len = self.u64(keep).await?;
        self.pass(len, keep).await
    }

    async fn u32(&mut self) -> Option<u32> {
        self.array(true).await.map(u32::from_le_bytes)
    }

    async fn u64(&mut self, keep: bool) -> Option<u64> {
        self.array(keep).await.map(u64::from_le_bytes)
    }

    async fn array<const N: usize>(&mut self, keep: bool) -> Option<[u8; N]> {
        self.pass(N as u64, true).await?;
        let array = *self.short.last_chunk()?;
        if !keep {
            self.short.truncate(self.short.len() - N);
        }
        Some(array)
    }

    /// Goes past `len` bytes, and keeps them if they are to be kept.
    async fn pass(&mut self, len: u64, keep: bool) -> Option<()> {
        self.left = self.left.checked_sub(len)?;
        let mut len = usize::try_from(len).ok()?;
        if keep && self.short.len() + len > LARGEST_SHORT {
            return None;
        }
        while len > 0 {
            let rest = self.part.get(self.at..).unwrap_or_default();
            if rest.is_empty() {
                self.part = self.body.next().await.ok()??;
                self.at = 0;
                continue;
            }
            let n = len.min(rest.len());
            if keep {
                self.short.extend_from_slice(&rest[..n]);
            }
            self.at += n;
            len -= n;
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::Lost;

    /// Bytes that come so many at a time, and how many came.
    struct Slowly<'b>(&'b [u8], usize, &'b mut usize);

    impl Body for Slowly<'_> {
        async fn next(&mut self) -> Result<Option<Vec<u8>>, Lost> {
            let (now, later) = self.0.split_at(self.1.min(self.0.len()));
            self.0 = later;
            *self.2 += now.len();
            Ok((!now.is_empty()).then(|| now.to_vec()))
        }
    }

    fn short(bytes: &[u8], at_once: usize) -> (Option<Vec<u8>>, usize) {
        let mut came = 0;
        let short = pollster::block_on(short_header(Slowly(bytes, at_once, &mut came)));
        (short, came)
    }

    fn text(text: &str) -> Vec<u8> {
        [&(text.len() as u64).to_le_bytes()[..], text.as_bytes()].concat()
    }

    fn key(name: &str, kind: u32, value: &[u8]) -> Vec<u8> {
        [&text(name), &kind.to_le_bytes()[..], value].concat()
    }

    fn list(kind: u32, count: u64, entries: &[u8]) -> Vec<u8> {
        [&kind.to_le_bytes()[..], &count.to_le_bytes(), entries].concat()
    }

    fn header(keys: &[Vec<u8>]) -> Vec<u8> {
        let tensor = [
            &text("token_embd.weight")[..],
            &2u32.to_le_bytes(),
            &[0; 16],
            &[0; 12],
        ];
        let counts = [1u64, keys.len() as u64].map(u64::to_le_bytes).concat();
        let begins = [&b"GGUF"[..], &3u32.to_le_bytes(), &counts].concat();
        [begins, keys.concat(), tensor.concat()].concat()
    }

    fn long() -> [Vec<u8>; 5] {
        let tokens = text("é").repeat(2000);
        [
            key("general.architecture", TEXT, &text("llama")),
            key("general.license", TEXT, &text(&"x".repeat(5000))),
            key("tokenizer.ggml.tokens", LIST, &list(TEXT, 2000, &tokens)),
            key("tokenizer.ggml.scores", LIST, &list(6, 2000, &[0; 8000])),
            key("llama.own", LIST, &list(4, 1500, &[7; 6000])),
        ]
    }

    #[test]
    fn what_is_long_is_its_length_and_all_else_stays() {
        let [architecture, _, _, _, own] = long();
        let length = |name, length: u64| key(name, LENGTH, &length.to_le_bytes());
        let expected = header(&[
            architecture,
            length("general.license", 5000),
            length("tokenizer.ggml.tokens", 2000),
            length("tokenizer.ggml.scores", 2000),
            own,
        ]);
        let whole = header(&long());
        for at_once in [1, 7, 1000, usize::MAX] {
            assert_eq!(short(&whole, at_once).0.as_ref(), Some(&expected));
        }
        // A short one stays what it is.
        assert_eq!(short(&expected, 13).0, Some(expected.clone()));
    }

    #[test]
    fn no_weight_is_read() {
        let header = header(&long());
        let file = [&header[..], &[1; 50_000]].concat();
        let (short, came) = short(&file, 100);
        assert!(short.is_some());
        assert!((header.len()..header.len() + 100).contains(&came), "{came}");
    }

    #[test]
    fn what_ends_early_or_is_none_gives_none() {
        let whole = header(&long());
        for end in 0..whole.len().min(400) {
            assert_eq!(short(&whole[..end], 64).0, None, "{end}");
        }
        assert_eq!(short(&whole[..whole.len() - 1], 64).0, None);
        let mut other = whole.clone();
        other[4] = 4;
        assert_eq!(short(&other, 64).0, None, "a version that nobody knows");
        other[0] = b'x';
        assert_eq!(short(&other, 64).0, None);
        let mut without = whole.clone();
        without[8] = 0;
        assert_eq!(short(&without, 64).0, None, "no tensor");
    }

    #[test]
    fn claims_that_no_file_keeps_end_it_at_once() {
        let most = u64::MAX.to_le_bytes();
        let claims = [
            key("general.name", TEXT, &most),
            key("a", LIST, &list(TEXT, u64::MAX, &most)),
            key("a", LIST, &list(12, u64::MAX, &[])),
            key("a", LIST, &list(LIST, 1, &[0; 64])),
            key("a", 13, &[0; 64]),
        ];
        for claim in claims {
            assert_eq!(short(&header(&[claim]), 64).0, None);
        }
        let counts = [&b"GGUF"[..], &3u32.to_le_bytes(), &most, &most].concat();
        assert_eq!(short(&counts, 64).0, None);
    }

    #[test]
    fn more_than_a_header_has_is_not_read_and_more_than_a_short_one_has_is_not_kept() {
        let mut came = 0;
        // Empty texts without an end.
        let zeros = vec![0; 40 << 20];
        let begins = key("general.a", LIST, &list(TEXT, u64::MAX, &[]));
        let file = [&header(&[])[..16], &1u64.to_le_bytes(), &begins, &zeros].concat();
        let body = Slowly(&file, 1 << 20, &mut came);
        assert_eq!(pollster::block_on(short_header(body)), None);
        assert!((31 << 20..=33 << 20).contains(&came), "{came}");
        let (none, came) = short(&header(&[key("a", LIST, &list(0, 2 << 20, &zeros))]), 4096);
        assert_eq!((none, came), (None, 4096));
    }
}
