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
    /// Whether they are GPT-2's.
    pub(crate) fn are_default(&self) -> bool {
        *self == Blocks::default()
    }

    /// Whether queries and keys are turned by their positions.
    pub fn is_rotary(&self) -> bool {
        matches!(self.positions, Positions::Rotary { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::ModelInfo;

    #[test]
    fn a_trace_says_what_blocks_are_made_of_only_where_that_is_not_gpt_2s() {
        let json = |info: &ModelInfo| serde_json::to_value(info).expect("plain data");
        let gpt2 = ModelInfo::default();
        assert!(json(&gpt2).get("blocks").is_none());
        let llama = ModelInfo {
            blocks: Blocks {
                positions: Positions::Rotary { theta: 5e5 },
                norm: NormKind::Rms,
                gated_mlp: true,
                attention_bias: false,
                mlp_bias: false,
            },
            ..ModelInfo::default()
        };
        assert_eq!(json(&llama)["blocks"]["positions"]["rotary"]["theta"], 5e5);
        for info in [gpt2, llama] {
            let again: ModelInfo = serde_json::from_value(json(&info)).expect("just written");
            assert_eq!(again, info);
        }
    }
}
