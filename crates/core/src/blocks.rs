//! What a model's blocks are made of, where families differ.

use serde::{Deserialize, Serialize};

/// How a model knows the order of its tokens.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Positions {
    /// A position has an embedding, which is added to the token's.
    #[default]
    Learned,
    /// Pair j of each head of queries and keys turns by position · θ^(−2j / d_head). Source: Su et al. 2021, arXiv:2104.09864.
    Rotary {
        /// θ, above 1.
        theta: f64,
    },
}

/// What a norm does to a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NormKind {
    /// Takes off the mean and divides by the standard deviation. Source: Ba et al. 2016, arXiv:1607.06450.
    #[default]
    Layer,
    /// Divides by the root of the mean square. Source: Zhang and Sennrich 2019, arXiv:1910.07467.
    Rms,
}

/// The parts of a model's blocks; by default GPT-2's.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Blocks {
    /// How they know the order of the tokens.
    pub positions: Positions,
    /// Their norms, and the one after the last of them.
    pub norm: NormKind,
    /// Whether a second, linear branch of the MLP is multiplied with its activation. Source: Shazeer 2020, arXiv:2002.05202.
    pub gated_mlp: bool,
    /// Whether queries, keys, values and the output projection of attention have biases.
    pub attention_bias: bool,
    /// Whether the matrices of the MLP have biases.
    pub mlp_bias: bool,
}

impl Default for Blocks {
    fn default() -> Self {
        Blocks {
            positions: Positions::Learned,
            norm: NormKind::Layer,
            gated_mlp: false,
            attention_bias: true,
            mlp_bias: true,
        }
    }
}

impl Blocks {
    /// Whether queries and keys are turned by their positions.
    pub fn is_rotary(&self) -> bool {
        matches!(self.positions, Positions::Rotary { .. })
    }
}
