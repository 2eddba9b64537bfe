//! What the parts of a lesson show of a step.

use crate::components::kit::format;
use crate::components::step::candidate::{self, ListedCandidate};
use crate::components::step::step_on_screen::StepOnScreen;

/// How many candidates have a row.
pub const ROWS: usize = 7;

/// The candidates with a row.
pub fn rows(shown: &StepOnScreen) -> Vec<ListedCandidate> {
    let row = |rank| ListedCandidate {
        first_cut: false,
        ..ListedCandidate::at(shown, rank)
    };
    candidate::ranks(shown, ROWS).into_iter().map(row).collect()
}

/// What a full track stands for, 0..=1.
pub fn track(rows: &[ListedCandidate]) -> f64 {
    let most = rows.iter().map(|row| row.before.max(row.after.middle()));
    format::full_bar(most.fold(0.0, f64::max))
}

#[cfg(test)]
mod tests {
    use super::*;
    use logitscope_core::Known;

    fn row(before: f64, after: f64) -> ListedCandidate {
        ListedCandidate {
            token: 0,
            bytes: Vec::new(),
            rank: 0,
            logit: 0.0,
            before,
            after: Known::Exact(after),
            cut: false,
            first_cut: false,
            after_gap: false,
            chosen: false,
            rolled: false,
        }
    }

    #[test]
    fn a_track_stands_for_half_unless_a_candidate_has_more() {
        assert_eq!(track(&[]), 0.5);
        assert_eq!(track(&[row(0.27, 0.5)]), 0.5);
        assert_eq!(track(&[row(0.27, 0.51), row(0.2, 0.1)]), 0.6);
        assert_eq!(track(&[row(0.95, 0.2)]), 1.0);
    }
}
