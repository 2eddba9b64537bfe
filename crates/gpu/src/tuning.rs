//! What was measured on an adapter.

use serde::{Deserialize, Serialize};

use crate::family::{Families, Family};

/// What was measured on an adapter.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Tuning {
    /// The fastest families.
    pub families: Families,
    /// Gigabytes of weights a second when one row is multiplied.
    pub matvec_gbps: f64,
    /// Gigabytes of weights a second when sixteen rows are multiplied; each weight counts once.
    pub product_gbps: f64,
    /// Microseconds that a dispatch with next to no work takes.
    pub dispatch_us: f64,
}

impl Tuning {
    /// The milliseconds that a step should take which reads `weight_bytes` in `dispatches`.
    pub fn step_ms(&self, weight_bytes: u64, dispatches: u32) -> f64 {
        weight_bytes as f64 / (self.matvec_gbps * 1e6)
            + f64::from(dispatches) * self.dispatch_us / 1e3
    }
}

impl Tuning {
    /// Whether it can have been measured on an adapter with or without `subgroups`: what comes from a browser's storage may
    /// be anything.
    pub(crate) fn is_usable(&self, subgroups: bool) -> bool {
        let Families { matvec, product } = self.families;
        let speeds = [self.matvec_gbps, self.product_gbps, self.dispatch_us];
        speeds.iter().all(|speed| speed.is_finite() && *speed > 0.0)
            && (subgroups || matvec != Family::Subgroup)
            && product != Family::Subgroup
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_have_been_measured_is_not_used() {
        let good = Tuning {
            families: Families::all(Family::Subgroup),
            matvec_gbps: 2.0,
            product_gbps: 1.0,
            dispatch_us: 14.0,
        };
        assert!(good.is_usable(true));
        assert!(!good.is_usable(false), "subgroups where there are none");
        let with = |change: fn(&mut Tuning)| {
            let mut tuning = good;
            change(&mut tuning);
            tuning.is_usable(true)
        };
        assert!(with(|t| t.families = Families::all(Family::Columns)));
        assert!(!with(|t| t.families.product = Family::Subgroup));
        assert!(!with(|t| t.matvec_gbps = 0.0));
        assert!(!with(|t| t.product_gbps = -1.0));
        assert!(!with(|t| t.dispatch_us = f64::INFINITY));
    }
}
