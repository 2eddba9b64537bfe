//! Contrastive search: of the k most probable tokens the one that is probable and whose hidden state is unlike those of the text so far.
//!
//! Source: Su, Lan, Wang, Yogatama, Kong & Collier 2022, *A Contrastive Framework for Neural Text Generation*, arXiv:2202.06417, eq. 5. A hidden
//! state is the output of the final norm, as in their code and in Transformers.

/// (1 − α)·p − α·similarity.
pub fn score(p: f64, similarity: f64, alpha: f64) -> f64 {
    (1.0 - alpha) * p - alpha * similarity
}

/// The cosine of two vectors of the same length, −1..=1; 0 if one of them is 0.
pub fn cosine(a: &[f32], b: &[f32]) -> f64 {
    let dot = |a: &[f32], b: &[f32]| -> f64 {
        let pairs = a.iter().zip(b);
        pairs.map(|(x, y)| f64::from(*x) * f64::from(*y)).sum()
    };
    let lengths = (dot(a, a) * dot(b, b)).sqrt();
    match lengths > 0.0 {
        true => (dot(a, b) / lengths).clamp(-1.0, 1.0),
        false => 0.0,
    }
}

/// The largest cosine of `state` with one of `text`, `[tokens][d_model]`, and its place, the first on a tie. 0 and 0 without a text.
pub fn nearest(state: &[f32], text: &[Vec<f32>]) -> (f64, u32) {
    let all = (0..).zip(text).map(|(at, own)| (cosine(state, own), at));
    let larger = |best: (f64, u32), one: (f64, u32)| if one.0 > best.0 { one } else { best };
    all.reduce(larger).unwrap_or_default()
}
