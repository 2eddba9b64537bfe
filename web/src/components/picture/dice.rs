//! The dice: what survived, end to end, and the random number on it.

use super::bands::spans;
use super::chip::{BAR, chip};
use super::frame::Frame;
use super::mark::{Fill, Ink, Mark, Part, Scene, Shape, Tone, Verb, What};
use super::step::Step;
use crate::choices::Station;
use crate::components::kit::format;
use crate::components::step::step_on_screen::Follows;

/// Numbers keep this distance from the edges of the segment.
const NEAR: f64 = 14.0;

pub(super) fn draw(step: &Step, frame: &Frame, scene: &mut Scene) {
    let x = frame.at(Station::Dice).x;
    let last = spans(step, step.stages.len());
    let mut from_all = 0.0;
    for lies in &last {
        let Some(followed) = step.followed.iter().find(|f| f.token == lies.token) else {
            continue;
        };
        from_all = lies.to;
        segment(
            step,
            frame,
            (lies.token, followed.rank),
            (lies.from, lies.to),
            scene,
        );
    }
    if from_all < 1.0 - 1e-9 {
        let area = Shape::Rect([
            x,
            frame.prob(from_all),
            BAR,
            (1.0 - from_all) * frame.body,
            0.0,
        ]);
        let fill = Fill::Flat(Ink::Chain(Tone::Soft));
        scene.add(Mark::new(Part::Dice, ("segments", 0, 0), area, fill).means(What::Others));
    }
    // A drawn token that is not followed lies among the others.
    if !last.iter().any(|l| l.token == step.drawn) && step.follows != Follows::Written {
        segment(step, frame, (step.drawn, u32::MAX), step.segment, scene);
    }
    edges(step, frame, scene);
    if step.follows != Follows::Written {
        pin(step, frame, scene);
    }
}

fn segment(
    step: &Step,
    frame: &Frame,
    (token, rank): (u32, u32),
    (from, to): (f64, f64),
    scene: &mut Scene,
) {
    let x = frame.at(Station::Dice).x;
    let drawn = token == step.drawn && step.follows != Follows::Written;
    let (top, height) = (frame.prob(from), (to - from) * frame.body);
    let ink = if drawn {
        Ink::Luck
    } else {
        Ink::Chain(Tone::Soft)
    };
    // Neighbours touch: a hairline parts them.
    let hair = if drawn || height < 2.0 { 0.0 } else { 1.0 };
    let shape = Shape::Rect([x, top, BAR, (height - hair).max(0.5), 0.0]);
    let mark = Mark::new(Part::Dice, ("segment", token, 0), shape, Fill::Flat(ink));
    scene.add(mark.means(What::Segment(rank)).of(token));
}

fn chip_middle(step: &Step, frame: &Frame) -> f64 {
    let [_, top, _, height] = chip(step, frame);
    top + height / 2.0
}

/// Where the numbers of the segment's edges are. The chip covers what is behind it: they give way.
pub(super) fn edges_at(step: &Step, frame: &Frame) -> [f64; 2] {
    let (low, high) = step.segment;
    let (low, high) = (frame.prob(low), frame.prob(high));
    if step.follows == Follows::Written {
        return [low, high];
    }
    let chip = chip_middle(step, frame);
    [
        low.min(chip - 26.0).max(frame.top()),
        high.max(chip + 26.0).min(frame.bottom() + 6.0),
    ]
}

/// The ticks, and the edges of the segment as numbers.
fn edges(step: &Step, frame: &Frame, scene: &mut Scene) {
    let x = frame.at(Station::Dice).x + BAR;
    let (low, high) = step.segment;
    let given = step.follows == Follows::Written;
    let chip = chip_middle(step, frame);
    let [low_at, high_at] = edges_at(step, frame);
    for quarter in 0..=4u32 {
        let p = f64::from(quarter) / 4.0;
        let y = frame.prob(p);
        let free = given
            || (y - low_at).abs() > NEAR && (y - high_at).abs() > NEAR && (y - chip).abs() > 24.0;
        if !free {
            continue;
        }
        let tick = Shape::line([x, y], [x + 6.0, y]);
        scene.add(Mark::new(
            Part::Dice,
            ("tick", quarter, 0),
            tick,
            Fill::Stroke(Ink::Line, 1.0),
        ));
        let words = Shape::words(x + 10.0, y, format::exactly(p), 12, 400, -1);
        scene.add(Mark::new(
            Part::Dice,
            ("tick-word", quarter, 0),
            words,
            Fill::Flat(Ink::Muted),
        ));
    }
    if given {
        return;
    }
    for (nth, (p, at)) in (0u32..).zip([(low, low_at), (high, high_at)]) {
        let tick = Shape::line([x, frame.prob(p)], [x + 8.0, at]);
        let fill = Fill::Stroke(Ink::LuckText, 1.0);
        scene.add(Mark::new(Part::Dice, ("edge", nth, 0), tick, fill));
        let words = Shape::words(x + 10.0, at, format::about(step.on_dice(p)), 12, 400, -1);
        scene.add(Mark::new(
            Part::Dice,
            ("edge-word", nth, 0),
            words,
            Fill::Flat(Ink::LuckText),
        ));
    }
}

/// The pin at u: a line through the bar, and a tip towards the chip.
fn pin(step: &Step, frame: &Frame, scene: &mut Scene) {
    use Verb::*;
    let x = frame.at(Station::Dice).x;
    let y = frame.prob(step.draw.u);
    let line = Shape::line([x - 3.0, y], [x + BAR + 6.0, y]);
    scene.add(
        Mark::new(
            Part::Dice,
            ("pin", 0, 0),
            line,
            Fill::Stroke(Ink::Text, 2.0),
        )
        .means(What::Pin),
    );
    let tip = x + BAR + 4.0;
    let points = vec![[tip, y], [tip + 8.0, y - 5.0], [tip + 8.0, y + 5.0]];
    let shape = Shape::Path(vec![Move, Line, Line, Close], points);
    // Where the visitor chose another token, the number only says what would have been.
    let fill = match step.follows {
        Follows::Forced => Fill::Stroke(Ink::Text, 1.0),
        _ => Fill::Flat(Ink::Text),
    };
    scene.add(Mark::new(Part::Dice, ("pin-tip", 0, 0), shape, fill));
}
