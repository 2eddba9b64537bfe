//! The header of a `.safetensors` file, checked before a byte of data is used.
//!
//! Layout: 8 bytes length n (u64, little endian), n bytes of JSON, then the tensors' data.

use std::collections::HashSet;
use std::fmt;

use logitscope_core::error::WeightsFault;
use logitscope_core::excerpt;
use safetensors::tensor::Metadata;
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::ModelError;
use crate::checkpoint::dtype::FloatType;
use crate::checkpoint::encoding::Encoding;
use crate::checkpoint::header::{Header, TensorInfo};
use crate::checkpoint::stream::ByteStream;

/// Headers are some kilobytes; this caps what a damaged length can make us read.
const LARGEST_HEADER: u64 = 16 << 20;
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
    let bad = |e: serde_json::Error| WeightsFault::Header {
        why: excerpt(&e.to_string()),
    };
    serde_json::from_slice::<UniqueKeys>(json).map_err(bad)?;
    // `Metadata` refuses overlaps, gaps, and sizes that contradict shapes.
    let metadata: Metadata = serde_json::from_slice(json).map_err(bad)?;
    let mut infos: Vec<_> = metadata.tensors().into_iter().collect();
    infos.sort_by_key(|(_, info)| info.data_offsets);
    let mut tensors = Vec::with_capacity(infos.len());
    let mut end = 0;
    for (name, info) in infos {
        let (from, to) = info.data_offsets;
        // Again here, because the order of reading relies on it.
        if from != end || to < from {
            return Err(WeightsFault::Overlap {
                name: excerpt(&name),
            });
        }
        end = to;
        if info.shape.len() > MOST_DIMENSIONS {
            return Err(WeightsFault::Dimensions {
                name: excerpt(&name),
                dimensions: info.shape.len(),
            });
        }
        let float = FloatType::new(info.dtype).ok_or_else(|| format!("{:?}", info.dtype));
        tensors.push(TensorInfo {
            name: without_prefix(&name).to_owned(),
            stored: float.map(Encoding::Float),
            shape: info.shape.clone(),
            gap_bytes: 0,
            len_bytes: to - from,
        });
    }
    let mut names = HashSet::new();
    if let Some(twice) = tensors.iter().find(|t| !names.insert(t.name.as_str())) {
        return Err(WeightsFault::Twice {
            name: excerpt(&twice.name),
        });
    }
    Ok(Header {
        tensors,
        file_bytes: 8 + json.len() as u64 + end as u64,
        padding_bytes: 0,
    })
}

/// A tensor's name without the prefix of its family.
pub(super) fn without_prefix(name: &str) -> &str {
    PREFIXES
        .iter()
        .find_map(|prefix| name.strip_prefix(prefix))
        .unwrap_or(name)
}

/// Fails on a key that occurs twice; a map type would silently keep the last.
struct UniqueKeys;

impl<'de> Deserialize<'de> for UniqueKeys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Keys;
        impl<'de> Visitor<'de> for Keys {
            type Value = UniqueKeys;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON object of tensors")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<UniqueKeys, A::Error> {
                let mut seen = HashSet::new();
                while let Some((key, _)) = map.next_entry::<String, IgnoredAny>()? {
                    if let Some(twice) = seen.replace(key) {
                        let message = format!("tensor {} is there twice", excerpt(&twice));
                        return Err(serde::de::Error::custom(message));
                    }
                }
                Ok(UniqueKeys)
            }
        }
        deserializer.deserialize_map(Keys)
    }
}
