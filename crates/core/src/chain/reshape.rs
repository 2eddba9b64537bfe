//! Stages that change the logits of all candidates and remove none.

use super::{Note, Pool};
use crate::math;

pub(super) fn temperature(c: &mut Pool, t: f64) -> Note {
    // A quotient that overflows would make all of them equal.
    if t == 0.0 || !(c.top() / t).is_finite() {
        c.truncate(1);
    } else if t != 1.0 {
        c.divide(t);
    }
    Note {
        temperature: Some(t),
        ..Note::default()
    }
}

pub(super) fn dynamic_temperature(c: &mut Pool, t: f64, range: f64, exponent: f64) -> Note {
    let (low, high) = ((t - range).max(0.0), t + range);
    // One candidate has no entropy to speak of.
    let spread = match c.len() {
        1 => 0.0,
        n => {
            let nats = c.entropy_bits() * core::f64::consts::LN_2;
            (nats / math::ln(n as f64)).clamp(0.0, 1.0)
        }
    };
    temperature(c, low + (high - low) * math::pow(spread, exponent))
}

pub(super) fn quadratic(c: &mut Pool, factor: f64, curve: f64) -> Note {
    if factor > 0.0 {
        let (k, s, m) = ((3.0 - curve) / 2.0, (curve - 1.0) / 2.0, c.top());
        c.map(|z| {
            if z == f64::NEG_INFINITY {
                return z;
            }
            let d = z - m;
            m - k * factor * d * d + s * factor * d * d * d
        });
    }
    Note::default()
}
