//! The names of models and lanes. None is given twice by one engine.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A loaded model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ModelId(pub u32);

/// A lane: a loaded model, as it is or with parts switched off or scaled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LaneId {
    /// Its model.
    pub model: ModelId,
    /// Its number among the lanes of that model; 0 is the model as it is.
    pub number: u32,
}

impl fmt::Display for ModelId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "model {}", self.0)
    }
}

impl fmt::Display for LaneId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "lane {} of {}", self.number, self.model)
    }
}
