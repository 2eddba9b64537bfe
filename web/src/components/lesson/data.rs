//! What the parts of a lesson show of a step.

use crate::components::kit::format;
use crate::components::step::candidate::{self, ListedCandidate, Rest};
use crate::components::step::step_on_screen::StepOnScreen;

/// How many candidates have a row.
pub const ROWS: usize = 7;
/// What a full track stands for, unless a candidate has more.
pub const TRACK: f64 = 0.5;

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
    let most = rows.iter().map(|row| row.before.max(row.after));
    match most.fold(0.0, f64::max) {
        most if most <= TRACK => TRACK,
        most => format::axis_end(most),
    }
}

/// Where the slice of each row lies on the dice, from and to, 0..=1, and that of all the others at the end; `None` where there is none.
pub fn slices(shown: &StepOnScreen, rows: &[ListedCandidate]) -> Vec<Option<(f64, f64)>> {
    let processed = &shown.view.sampling.processed;
    let of = |row: &ListedCandidate| Some(processed.segment(processed.place(row.rank)?));
    let mut slices: Vec<_> = rows.iter().map(of).collect();
    if let Some(rest) = Rest::of(shown, rows) {
        let end = slices.iter().flatten().map(|slice| slice.1);
        let end = end.fold(0.0, f64::max);
        slices.push((!rest.cut && end < 1.0).then_some((end, 1.0)));
    }
    slices
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(before: f64, after: f64) -> ListedCandidate {
        ListedCandidate {
            token: 0,
            bytes: Vec::new(),
            rank: 0,
            logit: 0.0,
            before,
            after,
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
