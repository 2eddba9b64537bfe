//! What of the weights is also kept in the program's own memory.

use std::collections::HashMap;

/// The gains of the norms that parts of a logit go through, biases, and the lengths of the embedding's rows.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct HostWeights {
    /// γ of the final norm, `[d_model]`.
    pub gain: Vec<f32>,
    /// β of the final norm, `[d_model]`; empty where it has none.
    pub bias: Vec<f32>,
    /// γ of the norm of what attention writes, by block, `[d_model]` each; none where that is added as it is.
    pub attention_gains: HashMap<u32, Vec<f32>>,
    /// γ of the norm of what the MLP writes, by block, `[d_model]` each; none where that is added as it is.
    pub mlp_gains: HashMap<u32, Vec<f32>>,
    /// The bias of the unembedding, `[d_vocab]`; empty where it has none.
    pub unembed_bias: Vec<f32>,
    /// The Euclidean length of each row of the embedding, `[d_vocab]`.
    pub lengths: Vec<f32>,
}

/// The Euclidean length of a vector.
pub fn length(row: &[f32]) -> f32 {
    row.iter()
        .map(|x| f64::from(*x) * f64::from(*x))
        .sum::<f64>()
        .sqrt() as f32
}
