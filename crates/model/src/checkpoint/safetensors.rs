//! The header of a `.safetensors` file, checked before a byte of data is used.
//!
//! Layout: 8 bytes length n (u64, little endian), n bytes of JSON, then the tensors' data.

use std::collections::{HashMap, HashSet};
use std::fmt;

use logitscope_core::error::WeightsFault;
use logitscope_core::{excerpt, sorted};
use safetensors::Dtype;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::ModelError;
use crate::checkpoint::dtype::FloatType;
use crate::checkpoint::encoding::Encoding;
use crate::checkpoint::header::{Header, TensorInfo};
use crate::checkpoint::stream::ByteStream;

/// Headers are some kilobytes; this caps what a damaged length can make us read.
const LARGEST_HEADER: u64 = 16 << 20;
/// How a pointer of Git LFS begins; as a length this would be far more than any header has.
pub(super) const POINTER: &[u8; 4] = b"vers";
/// Most dimensions of a tensor.
const MOST_DIMENSIONS: usize = 8;

/// What may stand before the names of tensors: the longer first. Those of models that also see pictures have two parts.
const PREFIXES: [&str; 7] = [
    "language_model.model.",
    "model.language_model.",
    "model.text_model.",
    "language_model.",
    "transformer.",
    "model.",
    "gpt_neox.",
];

/// Reads the header from the start of `stream`, and leaves it at the first tensor. `file` is its name in errors.
pub async fn read_header(stream: &mut impl ByteStream, file: &str) -> Result<Header, ModelError> {
    let bad = |fault| ModelError::weights(file, fault);
    let length = stream.take(8).await?;
    let Ok(length) = <[u8; 8]>::try_from(length.as_slice()) else {
        let found = length.len() as u64;
        return Err(bad(WeightsFault::Truncated { expected: 8, found }));
    };
    if length.starts_with(POINTER) {
        return Err(bad(WeightsFault::Pointer));
    }
    let length = u64::from_le_bytes(length);
    if !(2..=LARGEST_HEADER).contains(&length) {
        return Err(bad(WeightsFault::HeaderLength {
            bytes: length.to_string(),
        }));
    }
    let json = stream.take(length as usize).await?;
    if (json.len() as u64) < length {
        return Err(bad(WeightsFault::Truncated {
            expected: 8 + length,
            found: 8 + json.len() as u64,
        }));
    }
    parse(&json).map_err(bad)
}

/// Reads the JSON of a header.
fn parse(json: &[u8]) -> Result<Header, WeightsFault> {
    let Entries(mut entries) = serde_json::from_slice(json).map_err(|e| WeightsFault::Header {
        why: excerpt(&e.to_string()),
    })?;
    sorted::sort_by_key(&mut entries, |(_, entry)| entry.data_offsets);
    let mut tensors = Vec::with_capacity(entries.len());
    let mut end = 0;
    for (name, entry) in entries {
        let (from, to) = entry.data_offsets;
        if from != end || to < from {
            return Err(WeightsFault::Overlap {
                name: excerpt(&name),
            });
        }
        end = to;
        tensors.push(entry.described(&name)?);
    }
    let mut names = HashSet::new();
    if let Some(twice) = tensors.iter().find(|t| !names.insert(t.name.as_str())) {
        return Err(WeightsFault::Twice {
            name: excerpt(&twice.name),
        });
    }
    Ok(Header {
        tensors,
        file_bytes: (8 + json.len() as u64).saturating_add(end),
        padding_bytes: 0,
    })
}

/// What a header says of a tensor. The package's own `Metadata` counts bits in a `usize`: in the browser it refuses what has 512 MiB or more, and
/// what lies behind 4 GiB.
#[derive(Deserialize)]
struct Entry {
    dtype: Dtype,
    shape: Vec<u64>,
    data_offsets: (u64, u64),
}

impl Entry {
    fn described(&self, name: &str) -> Result<TensorInfo, WeightsFault> {
        if self.shape.len() > MOST_DIMENSIONS {
            return Err(WeightsFault::Dimensions {
                name: excerpt(name),
                dimensions: self.shape.len(),
            });
        }
        let (from, to) = self.data_offsets;
        let elements = self.shape.iter().try_fold(1u64, |n, d| n.checked_mul(*d));
        let bits = elements.and_then(|n| n.checked_mul(self.dtype.bitsize() as u64));
        if bits != (to - from).checked_mul(8) {
            return Err(WeightsFault::Header {
                why: excerpt(&format!(
                    "{name} has {} bytes: {:?} {:?}",
                    to - from,
                    self.dtype,
                    self.shape
                )),
            });
        }
        let here = |n: u64| usize::try_from(n).ok();
        let shape: Option<Vec<usize>> = self.shape.iter().copied().map(here).collect();
        let (Some(shape), Some(len_bytes)) = (shape, here(to - from)) else {
            return Err(WeightsFault::Header {
                why: excerpt(&format!("{name}: {} GiB", (to - from) >> 30)),
            });
        };
        let float = FloatType::new(self.dtype).ok_or_else(|| format!("{:?}", self.dtype));
        Ok(TensorInfo {
            name: without_prefix(name).to_owned(),
            stored: float.map(Encoding::Float),
            shape,
            gap_bytes: 0,
            len_bytes,
        })
    }
}

/// A tensor's name without the prefix of its family.
pub(super) fn without_prefix(name: &str) -> &str {
    PREFIXES
        .iter()
        .find_map(|prefix| name.strip_prefix(prefix))
        .unwrap_or(name)
}

/// The tensors of a header. A key that occurs twice is an error; a map type would silently keep the last.
struct Entries(Vec<(String, Entry)>);

/// What a header says beside its tensors.
const ABOUT: &str = "__metadata__";

impl<'de> Deserialize<'de> for Entries {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Keys;
        impl<'de> Visitor<'de> for Keys {
            type Value = Entries;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON object of tensors")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries, A::Error> {
                let (mut seen, mut entries) = (HashSet::new(), Vec::new());
                while let Some(key) = map.next_key::<String>()? {
                    if key == ABOUT {
                        map.next_value::<Option<HashMap<String, String>>>()?;
                    } else {
                        entries.push((key.clone(), map.next_value()?));
                    }
                    if let Some(twice) = seen.replace(key) {
                        let message = format!("tensor {} is there twice", excerpt(&twice));
                        return Err(serde::de::Error::custom(message));
                    }
                }
                Ok(Entries(entries))
            }
        }
        deserializer.deserialize_map(Keys)
    }
}
