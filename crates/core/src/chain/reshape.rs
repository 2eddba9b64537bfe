//! Stages that change the logits of all candidates and remove none.

use super::terms::bend;
use super::{LazyCandidates, Note, Terms};
use crate::math;

pub(super) fn temperature(c: &mut LazyCandidates, t: f64) -> Note {
    // A quotient that overflows would make all of them equal.
    let largest = t == 0.0 || !(c.top() / t).is_finite();
    if largest {
        c.truncate(1);
    } else if t != 1.0 {
        c.divide(t);
    }
    Note {
        temperature: Some(t),
        terms: if largest { Terms::Largest } else { Terms::None },
        ..Note::default()
    }
}

pub(super) fn dynamic_temperature(
    c: &mut LazyCandidates,
    t: f64,
    range: f64,
    exponent: f64,
) -> Note {
    let (low, high) = ((t - range).max(0.0), t + range);
    let most_nats = math::ln(c.len() as f64);
    // One candidate has no entropy to speak of.
    let (nats, part) = match c.len() {
        1 => (0.0, 0.0),
        _ => {
            let nats = c.entropy_bits() * core::f64::consts::LN_2;
            (nats, (nats / most_nats).clamp(0.0, 1.0))
        }
    };
    Note {
        terms: Terms::DynamicTemperature {
            low,
            high,
            nats,
            most_nats,
        },
        ..temperature(c, low + (high - low) * math::pow(part, exponent))
    }
}

pub(super) fn quadratic(c: &mut LazyCandidates, factor: f64, curve: f64) -> Note {
    if factor > 0.0 {
        let m = c.top();
        c.map(|z| {
            let d = z - m;
            // −∞, or so far below that the distance overflows: 0·∞ is no logit.
            if d == f64::NEG_INFINITY {
                return d;
            }
            let (square, cube) = bend(factor, curve, d);
            m + square + cube
        });
    }
    Note::default()
}
