//! Which stages share a column where there is no room for all: those that change least go with the one before.

use logitscope_core::sorted;

/// The least width of the last column.
const LAST: f64 = 104.0;
/// The width of a column with a slider, and of one without, where there are more stages than have room.
pub(super) const SLIDER: f64 = 48.0;
pub(super) const NARROW: f64 = 36.0;
/// As many stages have all they need.
pub const ROOMY: usize = 3;
/// As many of more stages have a slider.
pub(super) const SLIDERS: usize = 2;

/// Stages that share a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Group {
    /// The one that is shown, of the acting stages.
    pub stage: usize,
    /// The stage after the last one.
    pub until: usize,
    /// How many are not shown.
    pub folded: usize,
    /// Whether it has a slider.
    pub slider: bool,
}

/// How wide the last column is at least, in a sampler `room` px wide: the names of the bands stand there.
pub(super) fn last_column(room: f64) -> f64 {
    LAST.max(room * 0.42)
}

/// How `stages` acting stages share a sampler `room` px wide. `priority` names the stages that must be shown, the first ones first: those
/// that were touched last, then those that change most. Empty where all have room.
pub fn groups(stages: usize, priority: &[usize], room: f64) -> Vec<Group> {
    if stages <= ROOMY {
        return Vec::new();
    }
    let last = stages - 1;
    let sliders: Vec<usize> = priority.iter().copied().take(SLIDERS).collect();
    // The last one has the last column, whatever it does.
    let mut left = room - last_column(room);
    let mut shown = vec![last];
    for stage in priority.iter().copied().filter(|stage| *stage < last) {
        let wide = if sliders.contains(&stage) {
            SLIDER
        } else {
            NARROW
        };
        if left >= wide {
            left -= wide;
            shown.push(stage);
        }
    }
    sorted::sort(&mut shown);
    let mut from = 0;
    let one = |(nth, stage): (usize, &usize)| {
        // What comes before the first one belongs to it, too.
        let until = shown.get(nth + 1).copied().unwrap_or(stages);
        let group = Group {
            stage: *stage,
            until,
            folded: until - from - 1,
            slider: *stage == last || sliders.contains(stage),
        };
        from = until;
        group
    };
    shown.iter().enumerate().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_that_change_least_share_a_column_where_there_is_no_room() {
        assert_eq!(groups(3, &[0, 1, 2], 228.0), []);
        let shown = |priority: &[usize], room| -> Vec<(usize, usize, usize, bool)> {
            let all = groups(priority.len(), priority, room);
            all.iter()
                .map(|g| (g.stage, g.until, g.folded, g.slider))
                .collect()
        };
        // The last one, one with a slider, and two without.
        assert_eq!(
            shown(&[2, 4, 1, 0, 3], 228.0),
            [
                (0, 1, 0, false),
                (1, 2, 0, false),
                (2, 4, 1, true),
                (4, 5, 0, true)
            ]
        );
        // Two with a slider beside the last one: what comes before the first goes with it.
        assert_eq!(
            shown(&[2, 4, 1, 0, 3, 5], 228.0),
            [(2, 4, 3, true), (4, 5, 0, true), (5, 6, 0, true)]
        );
        // All of them where there is more room.
        assert_eq!(shown(&[2, 4, 1, 0, 3], 500.0).len(), 5);
        // Each stage is in one column.
        for n in 4..12 {
            let priority: Vec<usize> = (0..n).rev().collect();
            let all = groups(n, &priority, 228.0);
            let folded: usize = all.iter().map(|g| g.folded).sum();
            assert_eq!((folded + all.len(), all[all.len() - 1].until), (n, n));
        }
    }
}
