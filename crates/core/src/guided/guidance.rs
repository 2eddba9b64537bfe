//! Classifier-free guidance: away from what the model says behind another prompt.
//!
//! Source: Sanchez et al. 2023, *Stay on topic with Classifier-Free Guidance*, arXiv:2306.17806, eq. 7. Without another prompt Transformers takes
//! the last token of the prompt alone.

/// u + g·(c − u) of each token, g being `scale`; −∞ where c is.
///
/// `conditional` (c) and `unconditional` (u): `[d_vocab]`, log-probabilities.
pub fn scores(conditional: &[f64], unconditional: &[f64], scale: f64) -> Vec<f64> {
    let pairs = conditional.iter().zip(unconditional);
    pairs
        .map(|(c, u)| match c.is_finite() {
            // The same as in the formula, and exactly c where g is 1.
            true => c + (scale - 1.0) * (c - u),
            false => f64::NEG_INFINITY,
        })
        .collect()
}
