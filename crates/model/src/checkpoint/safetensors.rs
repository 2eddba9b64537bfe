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
use crate::checkpoint::stream::ByteStream;

/// Headers are some kilobytes; this caps what a damaged length can make us read.
const LARGEST_HEADER: u64 = 16 << 20;
/// Most dimensions of a tensor.
const MOST_DIMENSIONS: usize = 8;

/// One tensor of the file.
#[derive(Debug, Clone, PartialEq)]
pub struct TensorInfo {
    /// Its name, without the prefix `transformer.` or `model.`.
    pub name: String,
    /// Its type, or the name of one that is not a float.
    pub dtype: Result<FloatType, String>,
    /// Its shape.
    pub shape: Vec<usize>,
    /// Bytes of its data.
    pub len_bytes: usize,
}

/// What a file holds, in the order of its data.
#[derive(Debug, Clone, PartialEq)]
pub struct Header {
    /// The tensors, by rising offset and without gaps.
    pub tensors: Vec<TensorInfo>,
    /// Bytes of the whole file.
    pub file_bytes: u64,
}

impl Header {
    /// Reads the header from the start of `stream`, and leaves it at the first tensor.
    pub async fn read(stream: &mut impl ByteStream) -> Result<Self, ModelError> {
        let length = stream.take(8).await?;
        let Ok(length) = <[u8; 8]>::try_from(length.as_slice()) else {
            return Err(ModelError::Weights(WeightsFault::Truncated {
                expected: 8,
                found: length.len() as u64,
            }));
        };
        let length = u64::from_le_bytes(length);
        if !(2..=LARGEST_HEADER).contains(&length) {
            return Err(ModelError::Weights(WeightsFault::HeaderLength {
                bytes: length.to_string(),
            }));
        }
        let json = stream.take(length as usize).await?;
        if (json.len() as u64) < length {
            let found = 8 + json.len() as u64;
            return Err(ModelError::Weights(WeightsFault::Truncated {
                expected: 8 + length,
                found,
            }));
        }
        Header::parse(&json)
    }

    /// Reads the JSON of a header.
    pub fn parse(json: &[u8]) -> Result<Self, ModelError> {
        let bad = |e: serde_json::Error| {
            let why = excerpt(&e.to_string());
            ModelError::Weights(WeightsFault::Header { why })
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
                return Err(ModelError::Weights(WeightsFault::Overlap {
                    name: excerpt(&name),
                }));
            }
            end = to;
            if info.shape.len() > MOST_DIMENSIONS {
                return Err(ModelError::Weights(WeightsFault::Dimensions {
                    name: excerpt(&name),
                    dimensions: info.shape.len(),
                }));
            }
            tensors.push(TensorInfo {
                name: ["transformer.", "model."]
                    .iter()
                    .find_map(|prefix| name.strip_prefix(prefix))
                    .unwrap_or(&name)
                    .to_owned(),
                dtype: FloatType::new(info.dtype).ok_or_else(|| format!("{:?}", info.dtype)),
                shape: info.shape.clone(),
                len_bytes: to - from,
            });
        }
        let mut names = HashSet::new();
        if let Some(twice) = tensors.iter().find(|t| !names.insert(t.name.as_str())) {
            return Err(ModelError::Weights(WeightsFault::Twice {
                name: excerpt(&twice.name),
            }));
        }
        Ok(Header {
            tensors,
            file_bytes: 8 + json.len() as u64 + end as u64,
        })
    }
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
