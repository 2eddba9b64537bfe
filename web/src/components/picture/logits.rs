//! The scores: a dot for each candidate on an axis that ends at the largest one.

use super::frame::Frame;
use super::mark::{Fill, Ink, Mark, Part, Scene, Shape, Tone, What, wide};
use super::step::Step;
use crate::choices::Station;
use crate::components::kit::format;
use crate::words::say;

/// How far below the largest score the axis begins.
pub(super) const REACH: f64 = 6.0;

/// The length of the axis, as a part of the station.
const AXIS: f64 = 0.25;
/// How far names may reach into the way that leads there.
const INTO: f64 = 10.0;
/// The largest dot, and its distance from the score right of it.
const DOT: f64 = 5.5;
const BESIDE: f64 = 4.0;

/// The axis: where it begins and ends. Right of it the scores have the room that they need.
fn axis(step: &Step, frame: &Frame) -> (f64, f64) {
    let area = frame.at(Station::Logits);
    if frame.is_slim(Station::Logits) {
        return (area.x, area.end() - 6.0);
    }
    let scores = step
        .candidates
        .iter()
        .map(|c| score(c.logit).chars().count());
    // By the number of digits: from step to step it stays where it is.
    let widest = wide(&"0".repeat(scores.max().unwrap_or(0).max(4)), 14);
    let high = area.end() - widest - BESIDE - DOT;
    (high - area.w * AXIS, high)
}

fn score(logit: f64) -> String {
    format::logit(logit as f32)
}

pub(super) fn draw(step: &Step, frame: &Frame, scene: &mut Scene) {
    let area = frame.at(Station::Logits);
    let slim = frame.is_slim(Station::Logits);
    let (low, high) = axis(step, frame);
    let n = step.candidates.len();
    if !slim {
        for unit in 0..=REACH as u32 {
            let x = high - f64::from(unit) / REACH * (high - low);
            let line = Shape::line([x, frame.top() + 2.0], [x, frame.candidate(n) - 18.0]);
            scene.add(Mark::new(
                Part::Scores,
                ("unit", unit, 0),
                line,
                Fill::Stroke(Ink::Line, 1.0),
            ));
        }
    }
    if !slim {
        let score = match step.elsewhere {
            true => say().server_log_prob(),
            false => say().flow_score(),
        };
        let minus = say().flow_axis_low(format!("{REACH}")).to_string();
        for (nth, x, text, align) in [
            (0, low, minus, 0),
            (1, high + DOT, say().flow_axis_high().to_string(), 1),
            (2, area.end(), score.to_string(), 1),
        ] {
            caption(frame, ("axis", nth), (x, align), text, scene);
        }
    }
    for (row, candidate) in step.candidates.iter().enumerate() {
        let y = frame.candidate(row);
        let chosen = candidate.token == step.chosen;
        let what = What::Logit(candidate.rank);
        let mut add = |kind: &'static str, shape: Shape, ink: Ink| {
            let key = (kind, candidate.token, 0);
            let mark = Mark::new(Part::Scores, key, shape, Fill::Flat(ink));
            scene.add(mark.means(what).of(candidate.token));
        };
        let ink = Ink::Model(if chosen { Tone::Full } else { Tone::Mid });
        let weight = if chosen { 650 } else { 500 };
        let x = high + candidate.gap / REACH * (high - low);
        match x >= low - 0.5 {
            true => add(
                "dot",
                Shape::Dot([x, y, if chosen { DOT } else { 4.0 }]),
                ink,
            ),
            // Further off than the axis reaches.
            false => add("arrow", arrow(low, y), ink),
        }
        let weight_of_score = if chosen { 650 } else { 400 };
        let name = format::cut(format::bare(&candidate.text), 24);
        // The chosen one has the last row, whatever its rank.
        let name = match candidate.rank as usize == row {
            true => name,
            false => format!("{}. {name}", format::count(u64::from(candidate.rank) + 1)),
        };
        if slim {
            let mut shape = Shape::words(area.x, y - 14.0, name, 12, weight, -1);
            limit(&mut shape, area.w);
            add("name", shape, Ink::Text);
            continue;
        }
        let room = low - 10.0 - area.x + INTO;
        let size = if wide(&name, 14) <= room { 14 } else { 12 };
        let mut shape = Shape::words(low - 10.0, y, name, size, weight, 1);
        limit(&mut shape, room);
        add("name", shape, Ink::Text);
        let score = score(candidate.logit);
        let ink = if chosen { Ink::Text } else { Ink::Muted };
        add(
            "score",
            Shape::words(area.end(), y, score, 14, weight_of_score, 1),
            ink,
        );
    }
    let others = u64::from(step.d_vocab).saturating_sub(n as u64);
    if others > 0 {
        let text = match slim {
            true => say().flow_others_short().to_string(),
            false => say().flow_others(others).to_string(),
        };
        let (x, align) = if slim { (area.x, -1) } else { (area.end(), 1) };
        let shape = Shape::words(x, frame.candidate(n), text, 12, 400, align);
        let mark = Mark::new(
            Part::Scores,
            ("others", 0, 0),
            shape,
            Fill::Flat(Ink::Muted),
        );
        scene.add(mark.means(What::Others));
    }
}

/// The name of a column, right above the body.
pub(super) fn caption(
    frame: &Frame,
    (kind, nth): (&'static str, u32),
    (x, align): (f64, i8),
    text: String,
    scene: &mut Scene,
) {
    let shape = Shape::words(x, frame.top() - 16.0, text, 12, 400, align);
    scene.add(Mark::new(
        Part::Scores,
        (kind, 0, nth),
        shape,
        Fill::Flat(Ink::Muted),
    ));
}

/// Gives words a limit of room.
pub(super) fn limit(shape: &mut Shape, room: f64) {
    if let Shape::Words { most, .. } = shape {
        *most = room.max(8.0);
    }
}

fn arrow(x: f64, y: f64) -> Shape {
    use super::mark::Verb::*;
    let points = vec![[x - 3.0, y], [x + 4.0, y - 4.0], [x + 4.0, y + 4.0]];
    Shape::Path(vec![Move, Line, Line, Close], points)
}
