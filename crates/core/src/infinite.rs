//! JSON has no infinities: where a number may be one, it is null there.

use serde::{Deserialize, Deserializer};

/// A logit; null is −∞.
pub(crate) fn logit<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    Ok(Option::deserialize(from)?.unwrap_or(f32::NEG_INFINITY))
}

/// A surprisal; null is +∞.
pub(crate) fn surprisal<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(from)?.unwrap_or(f64::INFINITY))
}
