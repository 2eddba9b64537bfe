//! The gates: where each stage of the chain has its column.

use super::frame::Frame;
use super::groups::{Group, NARROW, SLIDER, last_column};
use crate::choices::Station;

/// A stage in the picture: the column to the right of its gate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gate {
    /// Which of the acting stages.
    pub stage: usize,
    /// The stage after the last one of the column.
    pub until: usize,
    /// How many stages share the column with it.
    pub folded: usize,
    /// Where its column begins: the gate.
    pub x: f64,
    /// Where the bands begin to bend.
    pub bend: f64,
    /// How wide it is.
    pub w: f64,
    /// Whether there is no room for its slider.
    pub narrow: bool,
}

/// The columns of `stages` acting stages.
pub fn gates(stages: usize, frame: &Frame) -> Vec<Gate> {
    let area = frame.at(Station::Sampler);
    if stages == 0 {
        return Vec::new();
    }
    if let Some(course) = &frame.course {
        let gate = |(stage, (x, bend, w)): (usize, &(f64, f64, f64))| Gate {
            stage,
            until: stage + 1,
            folded: 0,
            x: *x,
            bend: *bend,
            w: *w,
            narrow: false,
        };
        let all = course.gates.iter().take(stages).enumerate();
        return all.map(gate).collect();
    }
    let slim = frame.is_slim(Station::Sampler);
    let own = |stage: usize| Group {
        stage,
        until: stage + 1,
        folded: 0,
        slider: true,
    };
    // Those of another chain, on its way to the screen, do not fit this one.
    let fits = !slim && frame.groups.last().is_some_and(|g| g.until == stages);
    let groups: Vec<Group> = match fits {
        true => frame.groups.clone(),
        false => (0..stages).map(own).collect(),
    };
    let n = groups.len();
    let last = match (n, slim) {
        (1, _) => area.w,
        (_, true) => area.w * 0.5,
        (_, false) => last_column(area.w).min(area.w),
    };
    let others = (n - 1).max(1) as f64;
    // Of those that share the rest of the room, each a part by its needs.
    let need = |group: &Group| if group.slider { SLIDER } else { NARROW };
    let needs: f64 = groups[..n - 1].iter().map(need).sum();
    let part = |nth: usize| match (n, nth) {
        _ if fits => need(&groups[nth]) / needs.max(1.0),
        // The first of three has the longest name.
        (3, 0) if !slim => 0.64,
        (3, 1) if !slim => 0.36,
        _ => 1.0 / others,
    };
    let mut x = area.x;
    let gate = |(nth, group): (usize, &Group)| {
        let w = match nth + 1 == n {
            true => area.end() - x,
            false => (area.w - last) * part(nth),
        };
        let gate = Gate {
            stage: group.stage,
            until: group.until,
            folded: group.folded,
            x: x.round(),
            bend: x.round(),
            w,
            narrow: slim || !group.slider || w < NARROW + 8.0,
        };
        x += w;
        gate
    };
    groups.iter().enumerate().map(gate).collect()
}
