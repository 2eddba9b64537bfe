//! How weights are kept while a model runs.

use serde::{Deserialize, Serialize};

/// How a weight matrix is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Precision {
    /// Half floats, two to a word: half the memory. Values are rounded to the nearest, ties to even. A tensor that does
    /// not fit in f16 stays f32.
    #[default]
    F16,
    /// Single floats.
    F32,
}
