//! The memory that a model will take, known before its weights are read.

use serde::{Deserialize, Serialize};

/// Bytes of a model by what they are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct MemoryPlan {
    /// Its weights, as kept.
    pub weights: u64,
    /// Keys and values of all slots, and the residual streams that are kept beside them.
    pub cache: u64,
    /// What a forward pass writes on its way.
    pub work: u64,
}

impl MemoryPlan {
    /// All of it.
    pub fn total(&self) -> u64 {
        self.weights + self.cache + self.work
    }
}
