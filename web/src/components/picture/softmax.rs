//! Scores become shares: the gap to the leader, e^gap as a bar, the sum, and a leader line to the band that e^gap ÷ sum is.

use super::bands;
use super::frame::Frame;
use super::logits::caption;
use super::mark::{Fill, Ink, Mark, Part, Scene, Shape, Tone, Verb, What};
use super::step::Step;
use crate::choices::Station;
use crate::components::kit::format;
use crate::words::say;

/// The columns: the right edge of the gaps, that of e^gap, where bars begin, and how long the longest is, as parts of the station.
const COLUMNS: [f64; 4] = [0.17, 0.36, 0.39, 0.17];

/// The part of a bar that ends it behind a gap, and the gap.
const LAST_PART: f64 = 0.25;
const GAP: f64 = 3.0;

/// From this width on the numbers have the size of names.
const WIDE: f64 = 240.0;

/// Where the bars begin, and how long the longest one is.
fn bars(frame: &Frame) -> (f64, f64) {
    let area = frame.at(Station::Softmax);
    match frame.is_slim(Station::Softmax) {
        true => (area.x, area.w * 0.6),
        false => (area.x + area.w * COLUMNS[2], area.w * COLUMNS[3]),
    }
}

pub(super) fn draw(step: &Step, frame: &Frame, scene: &mut Scene) {
    let area = frame.at(Station::Softmax);
    let slim = frame.is_slim(Station::Softmax);
    let (start, longest) = bars(frame);
    let spans = bands::spans(step, 0);
    if !slim {
        let divided = say()
            .flow_divided(format::decimals(step.exp_total, 3))
            .to_string();
        for (nth, x, text, align) in [
            (
                0,
                area.x + area.w * COLUMNS[0],
                say().flow_gap().to_string(),
                1,
            ),
            (
                1,
                area.x + area.w * COLUMNS[1],
                say().flow_exp().to_string(),
                1,
            ),
            (2, bands::start(frame) + 8.0, divided, -1),
        ] {
            caption(frame, ("column", nth), (x, align), text, scene);
        }
    }
    let mut number =
        |kind: &'static str, of: u32, x: f64, y: f64, text: String, bold: bool, what: What| {
            if slim {
                return;
            }
            let (weight, ink) = if bold {
                (650, Ink::Text)
            } else {
                (400, Ink::Muted)
            };
            // Five digits and a sign of each column, or smaller ones.
            let size = if area.w < WIDE { 12 } else { 14 };
            let shape = Shape::words(area.x + area.w * x, y, text, size, weight, 1);
            let mark = Mark::new(Part::Scores, (kind, of, 0), shape, Fill::Flat(ink)).means(what);
            scene.add(mark);
        };
    for (row, c) in step.candidates.iter().enumerate() {
        let (y, chosen) = (frame.candidate(row), c.token == step.chosen);
        let gap = if row == 0 && c.gap == 0.0 {
            "0".into()
        } else {
            format::logit(c.gap as f32)
        };
        number(
            "gap",
            c.token,
            COLUMNS[0],
            y,
            gap,
            chosen,
            What::Logit(c.rank),
        );
        number(
            "exp",
            c.token,
            COLUMNS[1],
            y,
            format::decimals(c.exp, 3),
            chosen,
            What::Exp(c.rank),
        );
    }
    let n = step.candidates.len();
    let own: f64 = step.candidates.iter().map(|c| c.exp).sum();
    let rest = (step.exp_total - own).max(0.0);
    let others = frame.candidate(n);
    number(
        "exp",
        u32::MAX,
        COLUMNS[1],
        others,
        format::decimals(rest, 3),
        false,
        What::Others,
    );
    let total = frame.bottom() + 18.0;
    number(
        "sum",
        0,
        COLUMNS[1],
        total,
        format::decimals(step.exp_total, 3),
        true,
        What::Sum,
    );
    if !slim {
        let x = area.x + area.w * COLUMNS[1];
        let line = Shape::line([x - 40.0, frame.bottom() + 4.0], [x, frame.bottom() + 4.0]);
        scene.add(Mark::new(
            Part::Scores,
            ("sum-line", 0, 0),
            line,
            Fill::Stroke(Ink::Muted, 1.0),
        ));
        let text = say().flow_sum().to_string();
        let shape = Shape::words(start, total, text, 12, 400, -1);
        scene.add(Mark::new(
            Part::Scores,
            ("sum-word", 0, 0),
            shape,
            Fill::Flat(Ink::Muted),
        ));
    }
    let others_row = (
        u32::MAX,
        rest,
        others,
        false,
        What::Others,
        rest_middle(step, frame),
    );
    let rows = step.candidates.iter().enumerate().map(|(row, c)| {
        let chosen = c.token == step.chosen;
        let span = spans.iter().find(|s| s.token == c.token);
        let middle = span.map_or(frame.bottom(), |s| frame.prob((s.from + s.to) / 2.0));
        (
            c.token,
            c.exp,
            frame.candidate(row),
            chosen,
            What::Exp(c.rank),
            middle,
        )
    });
    let to = bands::start(frame);
    for (token, exp, y, chosen, what, middle) in rows.chain((rest > 0.0).then_some(others_row)) {
        let long = (exp * longest).clamp(1.0, longest);
        let ink = Ink::Model(if chosen { Tone::Full } else { Tone::Mid });
        let fill = Fill::Stroke(Ink::Model(Tone::Mid), if chosen { 1.4 } else { 1.0 });
        // Without bands the share itself stands where they would begin.
        let mut leads = match frame.left_out(Station::Sampler) {
            true => {
                let share = format::percent(exp / step.exp_total);
                let shape =
                    Shape::words(to + 8.0, y, share, 14, if chosen { 650 } else { 400 }, -1);
                let ink = Ink::Model(Tone::Full);
                Mark::new(Part::Scores, ("share", token, 0), shape, Fill::Flat(ink))
            }
            false => {
                let leader = leader((start + long + 3.0, y), (to, middle));
                Mark::new(Part::Scores, ("leader", token, 0), leader, fill).faint(if chosen {
                    1.0
                } else {
                    0.5
                })
            }
        };
        if token != u32::MAX {
            leads = leads.of(token);
        }
        for (nth, shape) in (0u32..).zip(bar((start, y), exp, longest)) {
            let key = ("exp-bar", token, nth);
            let bar = Mark::new(Part::Scores, key, shape, Fill::Flat(ink)).means(what);
            scene.add(if token == u32::MAX {
                bar
            } else {
                bar.of(token)
            });
        }
        scene.add(leads);
    }
    ticks(step, frame, (start, longest), scene);
}

/// The bar of `exp`, of which 1 is `longest`. What is more than that has a gap where a part of it is left out.
pub(super) fn bar((x, y): (f64, f64), exp: f64, longest: f64) -> Vec<Shape> {
    let rect = |from: f64, long: f64| Shape::Rect([x + from, y - 4.5, long, 9.0, 2.0]);
    if exp <= 1.0 {
        return vec![rect(0.0, (exp * longest).max(1.0))];
    }
    let end = (longest * LAST_PART).round();
    let begun = (longest - end - GAP).max(1.0);
    vec![rect(0.0, begun), rect(begun + GAP, end)]
}

/// On each bar a tick where it would end in what the step is compared with.
fn ticks(step: &Step, frame: &Frame, (start, longest): (f64, f64), scene: &mut Scene) {
    let Some((other, leader)) = step.other.as_ref().zip(step.candidates.first()) else {
        return;
    };
    for (row, (candidate, share)) in step.candidates.iter().zip(&other.shares).enumerate() {
        let part = (share / leader.prob.max(f64::MIN_POSITIVE)).min(1.0);
        let area = [
            start + part * longest,
            frame.candidate(row) - 8.0,
            2.0,
            16.0,
            0.0,
        ];
        let key = ("exp-tick", candidate.token, 0);
        let mark = Mark::new(Part::Scores, key, Shape::Rect(area), Fill::Flat(Ink::Text));
        scene.add(mark.of(candidate.token));
    }
}

/// The middle of what has no row.
fn rest_middle(step: &Step, frame: &Frame) -> f64 {
    let own: f64 = step.candidates.iter().map(|c| c.prob).sum();
    frame.prob((1.0 + own.min(1.0)) / 2.0)
}

/// From the end of a bar to the middle of its band.
fn leader((x, y): (f64, f64), (to_x, to_y): (f64, f64)) -> Shape {
    let turn = (to_x - 18.0).max(x);
    let middle = (turn + to_x) / 2.0;
    let points = vec![[x, y], [turn, y], [middle, y], [middle, to_y], [to_x, to_y]];
    Shape::Path(vec![Verb::Move, Verb::Line, Verb::Curve], points)
}
