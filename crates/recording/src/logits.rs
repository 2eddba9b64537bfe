//! The logits after a text, in half the bytes.

use half::f16;
use logitscope_core::{Timings, TokenId};

/// So many of the highest logits are kept as they are, 32 bits each.
pub const EXACT: usize = 64;

/// The logits after one text: all of them in 16 bits, as their distance from the highest, and the highest as they are.
///
/// Below the highest by less than 16, a logit is off by at most 2⁻⁸; that of a token which the page lists is exact. What the
/// rest weighs together is off by less than one part in a thousand.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Row {
    /// The highest logit.
    pub highest: f32,
    /// `[d_vocab]`: how far each is above it, so at most 0.
    pub above: Vec<f16>,
    /// The [`EXACT`] highest, the highest first; the lower id first on a tie.
    pub exact: Vec<(TokenId, f32)>,
    /// The forward pass that computed them.
    pub timings: Timings,
}

impl Row {
    /// From logits, `[d_vocab]`.
    pub(crate) fn new(logits: &[f32], timings: Timings) -> Self {
        let mut order: Vec<TokenId> = (0..logits.len() as TokenId).collect();
        let logit = |token: &TokenId| logits[*token as usize];
        let higher = |a: &TokenId, b: &TokenId| logit(b).total_cmp(&logit(a)).then(a.cmp(b));
        if order.len() > EXACT {
            order.select_nth_unstable_by(EXACT, higher);
            order.truncate(EXACT);
        }
        order.sort_unstable_by(higher);
        let exact: Vec<(TokenId, f32)> = order.iter().map(|token| (*token, logit(token))).collect();
        let highest = exact.first().map_or(f32::NEG_INFINITY, |(_, z)| *z);
        let above = |z: &f32| match *z == f32::NEG_INFINITY {
            true => f16::NEG_INFINITY,
            // Finite stays finite: a token that can come must not become one that cannot.
            false => f16::from_f32(z - highest).clamp(f16::MIN, f16::ZERO),
        };
        Row {
            highest,
            above: logits.iter().map(above).collect(),
            exact,
            timings,
        }
    }

    /// The logits, `[d_vocab]`.
    pub(crate) fn logits(&self) -> Vec<f32> {
        // None of the others comes before one that was higher.
        let most = match self.exact.len() < self.above.len() {
            true => self.exact.last().map_or(f32::INFINITY, |(_, z)| *z),
            false => f32::INFINITY,
        };
        let one = |above: &f16| (self.highest + above.to_f32()).min(most);
        let mut logits: Vec<f32> = self.above.iter().map(one).collect();
        for (token, z) in &self.exact {
            if let Some(own) = logits.get_mut(*token as usize) {
                *own = *z;
            }
        }
        logits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Logits as a model has them: a few high ones, many low ones.
    fn logits() -> Vec<f32> {
        let wave = |n: u32| (n as f32 * 0.7).sin() * 9.0 - (n % 97) as f32 * 0.11;
        let mut all: Vec<f32> = (0..5000).map(wave).collect();
        all[7] = f32::NEG_INFINITY;
        all[8] = -1e30;
        all
    }

    #[test]
    fn the_highest_come_back_as_they_are_and_the_others_nearly() {
        let logits = logits();
        let back = Row::new(&logits, Timings::default()).logits();
        let mut order: Vec<usize> = (0..logits.len()).collect();
        order.sort_by(|a, b| logits[*b].total_cmp(&logits[*a]));
        for at in &order[..EXACT] {
            assert_eq!(back[*at].to_bits(), logits[*at].to_bits());
        }
        let least = logits[order[EXACT - 1]];
        for (z, own) in back.iter().zip(&logits) {
            assert!(
                own.max(-70.0) - z.max(-70.0) <= 1.0 / 64.0,
                "{own} became {z}"
            );
            assert!(
                *own >= least || *z <= least,
                "{own} became {z}, above {least}"
            );
        }
        assert_eq!(back[7], f32::NEG_INFINITY);
        assert!(back[8].is_finite(), "it can still come");
        let weigh = |all: &[f32]| all.iter().map(|z| f64::from(*z).exp()).sum::<f64>();
        assert!((weigh(&back) / weigh(&logits) - 1.0).abs() < 1e-3);
    }

    #[test]
    fn few_logits_are_all_exact() {
        let few = [0.1, -3.7, f32::NEG_INFINITY, 2.5];
        assert_eq!(Row::new(&few, Timings::default()).logits(), few);
        assert_eq!(Row::new(&[], Timings::default()).logits(), [0.0; 0]);
    }
}
