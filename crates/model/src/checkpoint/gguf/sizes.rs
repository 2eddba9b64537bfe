//! What the header of a `.gguf` file says of the model's sizes and of its weights.

use std::collections::HashSet;

use logitscope_core::error::{GgufFault, WeightsFault};
use logitscope_core::excerpt;

use super::architecture::Architecture;
use super::config::Said;
use super::metadata::Metadata;
use super::{of_file, weights};
use crate::checkpoint::weight_spec::WeightSpec;
use crate::families::{DIVISORS, LONG_FACTORS, SHORT_FACTORS, divisors_tensors};
use crate::{Config, ModelError};

/// Tensors that lie outside the layers and change a model's sizes: one in parts may have them in any.
const IN_ANY_PART: [&str; 2] = ["output.weight", SHORT_FACTORS];

/// A model before its tensors are read.
pub(super) struct Sizes {
    pub architecture: Architecture,
    pub config: Config,
    pub weights: Vec<WeightSpec>,
}

impl Sizes {
    /// By the metadata of `file` and the names of its tensors, to which others may come in other parts if it `has_more`.
    pub fn read(
        file: &str,
        metadata: &Metadata,
        names: &HashSet<&str>,
        has_more: bool,
    ) -> Result<Self, ModelError> {
        let refused = |fault| ModelError::weights(file, WeightsFault::Gguf(fault));
        let architecture = Architecture::of(metadata).map_err(refused)?;
        let said = Said {
            architecture,
            metadata,
            has_tensor: &|name| names.contains(name) || has_more && IN_ANY_PART.contains(&name),
        };
        let json = said.config_json().map_err(refused)?;
        let mut config = Config::from_json(&json).map_err(|error| of_file(file, error))?;
        if let Some(scaling) = said.divided().map_err(refused)? {
            let plain = config.blocks.positions;
            config.blocks.positions = plain.scaled_by(scaling);
            let tensor = divisors_tensors(&config).first().unwrap_or(&DIVISORS);
            // Other parts need not have it: then loading tells.
            if plain.is_scaled() && !has_more {
                return Err(refused(GgufFault::TensorUnknown {
                    name: (*tensor).into(),
                }));
            }
        }
        let weights = weights::weights(architecture, &config, names);
        Ok(Sizes {
            architecture,
            config,
            weights,
        })
    }

    /// Refuses tensors that are no weight.
    pub fn check_names(&self, names: &HashSet<&str>) -> Result<(), GgufFault> {
        let tensors = self.weights.iter().flat_map(|w| w.tensors().into_keys());
        let mut placed: HashSet<&str> = tensors.collect();
        if placed.contains(SHORT_FACTORS) {
            // They are there where no text is as long, too.
            placed.insert(LONG_FACTORS);
        }
        match names.iter().find(|name| !placed.contains(*name)) {
            Some(unknown) => Err(GgufFault::TensorUnknown {
                name: excerpt(unknown),
            }),
            None => Ok(()),
        }
    }
}

/// The name of a tensor without its layer.
pub(super) fn in_any_layer(name: &str) -> &str {
    let rest = name
        .strip_prefix("blk.")
        .and_then(|rest| rest.split_once('.'));
    rest.map_or(name, |(_, rest)| rest)
}
