//! The index of a checkpoint whose tensors lie in several `.safetensors` files: `model.safetensors.index.json`.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use logitscope_core::checkpoint_files::INDEX;
use logitscope_core::error::WeightsFault;
use logitscope_core::excerpt;
use logitscope_core::excerpt::json_error;
use serde::Deserialize;

use super::loader::{TensorFile, Tensors};
use super::safetensors::{read_header, without_prefix};
use super::stream::ByteStream;
use crate::{Config, ModelError};

/// Most files. Llama 3.1 405B has 191.
const MOST_SHARDS: usize = 512;
/// Longest name of a file, in bytes.
const LONGEST_NAME: usize = 255;

/// Which tensor lies in which file.
#[derive(Debug, Clone, PartialEq)]
pub struct Index {
    /// The files, in the order of their names.
    shards: Vec<String>,
    /// Tensors with their files.
    tensors: BTreeMap<String, String>,
}

impl Index {
    /// Reads the index. Names that are no plain names of `.safetensors` files are refused: the files lie beside it.
    pub fn parse(json: &[u8]) -> Result<Self, ModelError> {
        #[derive(Deserialize)]
        struct File {
            weight_map: BTreeMap<String, String>,
        }
        let bad = |fault| ModelError::weights(INDEX, fault);
        let file: File = serde_json::from_slice(json).map_err(|e| {
            bad(WeightsFault::Index {
                why: json_error(&e),
            })
        })?;
        let shards: BTreeSet<&String> = file.weight_map.values().collect();
        if shards.is_empty() || shards.len() > MOST_SHARDS {
            return Err(bad(WeightsFault::Shards {
                count: shards.len(),
                most: MOST_SHARDS,
            }));
        }
        if let Some(other) = shards.iter().find(|name| !is_plain(name)) {
            return Err(bad(WeightsFault::ShardName {
                shard: excerpt(other),
            }));
        }
        Ok(Index {
            shards: shards.into_iter().cloned().collect(),
            tensors: file.weight_map,
        })
    }

    /// The names of the files, in the order in which they are read.
    pub fn shards(&self) -> &[String] {
        &self.shards
    }

    /// That one of the files is missing.
    pub fn missing(shard: &str) -> ModelError {
        let shard = excerpt(shard);
        ModelError::weights(INDEX, WeightsFault::ShardMissing { shard })
    }

    /// The tensors of a model of these sizes in `streams`, one of each file in the order of [`Index::shards`]. Every tensor has to be where the
    /// index says.
    pub(super) async fn tensors<S: ByteStream>(
        self,
        streams: Vec<S>,
        config: &Config,
    ) -> Result<Tensors<S>, ModelError> {
        let mut files = Vec::new();
        let mut streams = streams.into_iter();
        for name in self.shards {
            let Some(mut stream) = streams.next() else {
                return Err(Index::missing(&name));
            };
            let header = read_header(&mut stream, &name).await?;
            files.push(TensorFile {
                name,
                header,
                stream,
            });
        }
        let mut there = HashSet::new();
        for TensorFile { name, header, .. } in &files {
            let of = |tensor| (tensor, name.as_str());
            there.extend(header.tensors.iter().map(|t| of(t.name.as_str())));
        }
        let is_there = |tensor: &str, shard: &str| there.contains(&(without_prefix(tensor), shard));
        let lost = self
            .tensors
            .iter()
            .find(|(tensor, shard)| !is_there(tensor, shard));
        if let Some((name, shard)) = lost {
            let fault = WeightsFault::NotInShard {
                name: excerpt(name),
                shard: excerpt(shard),
            };
            return Err(ModelError::weights(INDEX, fault));
        }
        Ok(Tensors {
            name: INDEX.into(),
            files,
            weights: config.weights(),
        })
    }
}

/// Whether `name` is that of a `.safetensors` file in the same folder.
fn is_plain(name: &str) -> bool {
    let stem = name.strip_suffix(".safetensors").unwrap_or("");
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | ' ');
    name.len() <= LONGEST_NAME
        && stem.chars().all(plain)
        && stem.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_names_of_safetensors_files_are_taken() {
        assert!(is_plain("model-00001-of-00002.safetensors"));
        assert!(is_plain("a.safetensors"));
        for name in [
            "",
            ".safetensors",
            "../a.safetensors",
            "/a.safetensors",
            "b/a.safetensors",
            r"b\a.safetensors",
            "..safetensors",
            "C:a.safetensors",
            "a.bin",
            "a.safetensors ",
            "a\u{0}.safetensors",
            "é.safetensors",
            "-a.safetensors",
        ] {
            assert!(!is_plain(name), "{name:?}");
        }
    }
}
