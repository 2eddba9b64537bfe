//! What is wrong with a `config.json`.

use crate::Catalogue;
use serde::{Deserialize, Serialize};

/// What is wrong with a `config.json`. Keys and values are those of the file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ConfigFault {
    /// It is not UTF-8.
    NotText,
    /// It is no JSON, or not that of a model.
    Unreadable {
        /// What the reader says of it.
        why: String,
    },
    /// A key is missing.
    Missing {
        /// The key.
        key: String,
    },
    /// A value is not within its limits.
    OutOfRange {
        /// Its key.
        key: String,
        /// The value.
        value: String,
        /// The least that it may be.
        low: u32,
        /// The most that it may be.
        high: u32,
    },
    /// A value is none that a model can have.
    Impossible {
        /// Its key.
        key: String,
        /// The value.
        value: String,
    },
    /// A size cannot be split evenly.
    NotDivisible {
        /// Its key.
        key: String,
        /// The size.
        value: u32,
        /// The key of the number of parts.
        parts: String,
        /// The number of parts.
        number: u32,
    },
    /// Heads of an odd size, whose numbers cannot be turned in pairs.
    OddHead {
        /// `head_dim`.
        d_head: u32,
    },
    /// More and wider heads than any model needs.
    Heads {
        /// How many.
        n_heads: u32,
        /// The size of each.
        d_head: u32,
    },
    /// A family that is not computed.
    Family {
        /// The `model_type`.
        found: String,
    },
    /// One value of this key is computed, and this is another.
    Only {
        /// The key.
        key: String,
        /// Its value.
        found: String,
        /// The value that is computed.
        known: String,
        /// The family for which no other is computed; `None` for all of them.
        family: Option<String>,
    },
    /// One of several values is not the one that is computed.
    OneOnly {
        /// The key.
        key: String,
        /// The value among them.
        found: String,
        /// The value that is computed.
        known: String,
    },
    /// A scaling of the rotary positions that is not computed.
    RopeType {
        /// The key.
        key: String,
        /// The `rope_type`.
        found: String,
    },
    /// Rotary positions that differ by the type of a layer.
    RopeByLayer {
        /// The key.
        key: String,
        /// The first type of layer.
        found: String,
    },
    /// A value that is not computed in this family.
    UnsupportedFor {
        /// The key.
        key: String,
        /// Its value.
        value: String,
        /// The family.
        family: String,
    },
    /// Weights that are stored quantised.
    Quantized {
        /// The key that says it.
        key: String,
        /// Its value.
        value: String,
    },
}

impl ConfigFault {
    pub(super) fn words(&self, say: &Catalogue) -> String {
        match self {
            ConfigFault::NotText => say.config_not_text(),
            ConfigFault::Unreadable { why } => say.config_unreadable(why),
            ConfigFault::Missing { key } => say.config_missing(key),
            ConfigFault::OutOfRange {
                key,
                value,
                low,
                high,
            } => say.config_out_of_range(key, value, low.to_string(), high.to_string()),
            ConfigFault::Impossible { key, value } => say.config_impossible(key, value),
            ConfigFault::NotDivisible {
                key,
                value,
                parts,
                number,
            } => say.config_not_divisible(key, value.to_string(), parts, number.to_string()),
            ConfigFault::OddHead { d_head } => say.config_odd_head(d_head.to_string()),
            ConfigFault::Heads { n_heads, d_head } => {
                say.config_heads(n_heads.to_string(), d_head.to_string())
            }
            ConfigFault::Family { found } => say.config_family(found),
            ConfigFault::Only {
                key,
                found,
                known,
                family: None,
            } => say.config_only(key, found, known),
            ConfigFault::Only {
                key,
                found,
                known,
                family: Some(family),
            } => say.config_only_for(key, found, known, family),
            ConfigFault::OneOnly { key, found, known } => say.config_one_only(key, found, known),
            ConfigFault::RopeType { key, found } => say.config_rope_type(key, found),
            ConfigFault::RopeByLayer { key, found } => say.config_rope_by_layer(key, found),
            ConfigFault::UnsupportedFor { key, value, family } => {
                say.config_unsupported_for(key, value, family)
            }
            ConfigFault::Quantized { key, value } => say.config_quantized(key, value),
        }
        .to_string()
    }
}
