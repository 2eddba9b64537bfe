//! Which intermediates to bring back, and what comes back.

use std::collections::BTreeSet;

use crate::names::OF_BLOCKS;

/// The intermediates to bring back from a forward pass. None at all selects the fused plan.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Taps {
    names: BTreeSet<String>,
    layers: Option<BTreeSet<u32>>,
    all_names: bool,
}

impl Taps {
    /// Nothing: the fused plan.
    pub fn none() -> Self {
        Taps::default()
    }

    /// Every intermediate of every layer.
    pub fn all() -> Self {
        Taps {
            all_names: true,
            ..Taps::default()
        }
    }

    /// The intermediates called `names` in `layers`; an empty list means all of them.
    pub fn new(names: &[String], layers: &[u32]) -> Self {
        Taps {
            names: names.iter().cloned().collect(),
            layers: (!layers.is_empty()).then(|| layers.iter().copied().collect()),
            all_names: names.is_empty(),
        }
    }

    /// Whether nothing is asked for.
    pub fn is_none(&self) -> bool {
        !self.all_names && self.names.is_empty()
    }

    /// Whether `name` of `layer` (`None` outside the blocks) is asked for.
    pub fn wants(&self, name: &str, layer: Option<u32>) -> bool {
        (self.all_names || self.names.contains(name))
            && layer.is_none_or(|l| {
                self.layers
                    .as_ref()
                    .is_none_or(|wanted| wanted.contains(&l))
            })
    }

    /// Whether anything is asked for inside block `layer`.
    pub fn wants_layer(&self, layer: u32) -> bool {
        OF_BLOCKS.iter().any(|name| self.wants(name, Some(layer)))
    }
}

/// One intermediate of one row.
#[derive(Debug, Clone, PartialEq)]
pub struct Tap {
    /// Its name, e.g. `pattern`.
    pub name: &'static str,
    /// Its layer; `None` outside the blocks.
    pub layer: Option<u32>,
    /// The row of the forward pass.
    pub row: usize,
    /// `[d]`, `[n_heads, d_head]` or, for `attn_scores` and `pattern`, `[n_heads, len]`.
    pub shape: Vec<u32>,
    /// The values, row-major.
    pub values: Vec<f32>,
}
