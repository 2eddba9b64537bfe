//! How far two answers to one question lie apart.

use logitscope_protocol::{Answer, floats};
use serde_json::Value;

/// How far two answers lie apart.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Difference {
    /// By no more than this: |a − b| / (1 + |a|), the worst of all their numbers; 0 if they are the same.
    Numbers(f64),
    /// They say different things.
    Kind,
}

impl Difference {
    fn worse(self, other: Difference) -> Difference {
        match (self, other) {
            (Difference::Numbers(a), Difference::Numbers(b)) => Difference::Numbers(a.max(b)),
            _ => Difference::Kind,
        }
    }
}

/// How far `found` is from `kept`. Milliseconds are not compared.
pub fn difference(kept: &Answer, found: &Answer) -> Difference {
    let numbers = |a: &[u8], b: &[u8]| arrays(&floats(a), &floats(b));
    match (kept, found) {
        (Answer::Logits { bytes: a, .. }, Answer::Logits { bytes: b, .. })
        | (Answer::Rows { bytes: a, .. }, Answer::Rows { bytes: b, .. }) => numbers(a, b),
        (Answer::Taps(a), Answer::Taps(b)) if a.len() == b.len() => {
            let each = a.iter().zip(b).map(|(a, b)| {
                match (&a.name, a.layer, &a.shape) == (&b.name, b.layer, &b.shape) {
                    true => numbers(&a.bytes, &b.bytes),
                    false => Difference::Kind,
                }
            });
            each.fold(Difference::Numbers(0.0), Difference::worse)
        }
        (a, b) => match (serde_json::to_value(a), serde_json::to_value(b)) {
            (Ok(a), Ok(b)) => values(&a, &b),
            _ => Difference::Kind,
        },
    }
}

fn apart(a: f64, b: f64) -> Difference {
    match a == b || a.is_nan() && b.is_nan() {
        true => Difference::Numbers(0.0),
        false => Difference::Numbers((a - b).abs() / (1.0 + a.abs())),
    }
}

fn arrays(a: &[f32], b: &[f32]) -> Difference {
    if a.len() != b.len() {
        return Difference::Kind;
    }
    let each = a
        .iter()
        .zip(b)
        .map(|(a, b)| apart((*a).into(), (*b).into()));
    each.fold(Difference::Numbers(0.0), Difference::worse)
}

fn values(a: &Value, b: &Value) -> Difference {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => match (a.as_f64(), b.as_f64()) {
            (Some(a), Some(b)) => apart(a, b),
            _ => Difference::Kind,
        },
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let each = a.iter().zip(b).map(|(a, b)| values(a, b));
            each.fold(Difference::Numbers(0.0), Difference::worse)
        }
        (Value::Object(a), Value::Object(b)) if a.len() == b.len() => {
            let each = a.iter().map(|(name, own)| match b.get(name) {
                Some(other) => values(own, other),
                None => Difference::Kind,
            });
            each.fold(Difference::Numbers(0.0), Difference::worse)
        }
        (a, b) if a == b => Difference::Numbers(0.0),
        _ => Difference::Kind,
    }
}
