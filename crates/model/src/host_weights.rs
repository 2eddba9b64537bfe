//! What of the weights is also kept in the program's own memory.

/// The final norm's values and the lengths of the embedding's rows.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct HostWeights {
    /// γ of the final norm, `[d_model]`.
    pub gain: Vec<f32>,
    /// β of the final norm, `[d_model]`; empty where it has none.
    pub bias: Vec<f32>,
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
