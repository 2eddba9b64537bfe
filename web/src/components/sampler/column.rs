//! The candidates behind one stage of the chain: a column of the sampler's table.

use logitscope_core::Known;
use std::fmt::Write;

use crate::components::kit::format;
use crate::components::picture::Step;
use crate::words::say;

/// Height of a row, in CSS pixels.
pub const ROW: f64 = 28.0;
/// Width of a column's bars, in units of its view box.
pub const BARS: f64 = 100.0;
/// Height of a bar.
const BAR: f64 = 8.0;
/// How far a tick reaches beyond its bar.
const TICK: f64 = 3.0;
/// Changes below that are not shown: a tenth of a percent, rounded.
const SEEN: f64 = 0.000_5;

/// A candidate, or all others, at one place of the chain.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cell {
    /// Its share before the stage, 0..=1; `None` in the column of the model.
    pub before: Option<f64>,
    /// Its share after it, 0..=1.
    pub after: f64,
    /// What that may be.
    pub known: Known<f64>,
    /// Whether it is there no more.
    pub gone: bool,
}

impl Cell {
    /// Whether this stage removed it.
    pub fn is_cut(self) -> bool {
        self.gone && self.before.is_some_and(|p| p > 0.0)
    }

    /// Whether the stage changed it visibly.
    pub fn is_changed(self) -> bool {
        !self.gone && self.before.is_some_and(|p| (p - self.after).abs() >= SEEN)
    }

    /// What it says.
    pub fn text(self) -> String {
        match (self.is_cut(), self.gone) {
            (true, _) => say().stage_cut().to_string(),
            (_, true) => String::new(),
            _ => format::known(self.known, format::percent),
        }
    }
}

/// The candidates of `step` and then all others, under the model (0) or after so many acting stages.
pub fn cells(step: &Step, after: usize) -> Vec<Cell> {
    let own = |level: usize| -> Vec<f64> {
        let share = |token| {
            let followed = step.followed.iter().find(|f| f.token == token);
            followed.and_then(|f| f.probs.get(level)).copied()
        };
        let listed = step.candidates.iter();
        listed.map(|c| share(c.token).unwrap_or(0.0)).collect()
    };
    // Below that it is what rounding left.
    let others = |own: &[f64]| Some(1.0 - own.iter().sum::<f64>()).filter(|p| *p > 1e-9);
    let with_others = |level: usize| {
        let mut all = own(level);
        all.push(others(&all).unwrap_or(0.0));
        all
    };
    let now = with_others(after);
    let before = after.checked_sub(1).map(with_others);
    let cell = |at: usize| Cell {
        before: before.as_ref().map(|all| all[at]),
        after: now[at],
        known: step.known(now[at], after),
        gone: now[at] <= 0.0,
    };
    (0..now.len()).map(cell).collect()
}

/// The share that fills a bar's place, 0..=1.
pub fn full(step: &Step) -> f64 {
    let shares = step.followed.iter().flat_map(|f| &f.probs);
    format::full_bar(shares.fold(0.0, |most: f64, share| most.max(*share)))
}

/// The outlines of the bars, of the ticks where they ended before, and of what was cut.
pub fn paths(cells: &[Cell], full: f64) -> [String; 3] {
    let mut paths = [const { String::new() }; 3];
    let length = |p: f64| (BARS * p / full).clamp(0.0, BARS);
    for (at, cell) in cells.iter().enumerate() {
        let top = (at as f64 + 0.5) * ROW - BAR / 2.0;
        // Writing to a string cannot fail.
        let mut bar = |which: usize, x: f64, y: f64, w: f64, h: f64| {
            let _ = write!(paths[which], "M{x:.1} {y:.1}h{w:.1}v{h:.1}h-{w:.1}z");
        };
        match cell.before {
            _ if cell.is_cut() => {
                let before = length(cell.before.unwrap_or(0.0)).max(3.0);
                bar(2, 0.0, top, before, BAR);
                bar(1, before, top - TICK, 2.0, BAR + 2.0 * TICK);
            }
            _ if cell.gone => {}
            before => {
                bar(0, 0.0, top, length(cell.after).max(1.0), BAR);
                if let Some(before) = before {
                    bar(1, length(before), top - TICK, 2.0, BAR + 2.0 * TICK);
                }
            }
        }
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    const HALF: Cell = Cell {
        before: Some(0.25),
        after: 0.5,
        known: Known::Exact(0.5),
        gone: false,
    };

    #[test]
    fn a_bar_is_as_long_as_its_share_and_its_tick_stands_where_it_ended() {
        let [bars, ticks, cut] = paths(&[HALF], 0.5);
        assert_eq!(bars, "M0.0 10.0h100.0v8.0h-100.0z");
        assert_eq!(ticks, "M50.0 7.0h2.0v14.0h-2.0z");
        assert_eq!(cut, "");
        assert!(HALF.is_changed() && !HALF.is_cut());
    }

    #[test]
    fn what_is_cut_shows_its_last_length_once() {
        let cut = Cell {
            before: Some(0.1),
            after: 0.0,
            known: Known::Exact(0.0),
            gone: true,
        };
        let gone = Cell {
            before: Some(0.0),
            ..cut
        };
        let [bars, walls, hatched] = paths(&[cut, gone], 0.5);
        assert_eq!(bars, "");
        assert_eq!(walls.matches('M').count(), 1);
        assert_eq!(hatched, "M0.0 10.0h20.0v8.0h-20.0z");
        assert_eq!((cut.text(), gone.text()), ("cut".into(), String::new()));
    }

    #[test]
    fn the_model_s_column_has_nothing_before_it() {
        let model = Cell {
            before: None,
            ..HALF
        };
        assert!(!model.is_changed());
        assert_eq!(paths(&[model], 1.0)[1], "");
    }
}
