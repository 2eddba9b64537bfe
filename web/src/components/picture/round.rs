//! The loop: from the chosen chip back to the text.

use super::chip::chip;
use super::frame::Frame;
use super::mark::{Fill, Ink, Mark, Part, Scene, Shape, Verb, What};
use super::step::Step;
use crate::choices::Station;
use crate::components::step::step_on_screen::Follows;
use crate::words::say;

/// The radius of its corners.
const CORNER: f64 = 10.0;

pub(super) fn draw(step: &Step, frame: &Frame, scene: &mut Scene) {
    use Verb::*;
    if !step.open {
        return;
    }
    let [x, y, w, h] = chip(step, frame);
    let right = x + w - 16.0;
    let left = frame.at(Station::Tokens).x + 42.0;
    let bottom = frame.round();
    let (from, to) = (y + h, frame.slot_middle() + 18.0);
    let caption = say().flow_round(u64::from(step.position) + 1).to_string();
    // What is open would cover a part of it.
    let says = frame.open.is_none();
    let wide = match says {
        true => super::mark::wide(&caption, 12) + 26.0,
        false => 0.0,
    };
    let middle = frame.width / 2.0;
    let given = step.follows == Follows::Written;
    let ink = if given { Ink::Muted } else { Ink::LuckText };
    let mut stroke = |nth: u32, verbs: Vec<Verb>, points: Vec<[f64; 2]>| {
        let shape = Shape::Path(verbs, points);
        scene.add(Mark::new(
            Part::Round,
            ("round", nth, 0),
            shape,
            Fill::Stroke(ink, 1.5),
        ));
    };
    stroke(
        0,
        vec![Move, Line, Curve, Line],
        vec![
            [right, from],
            [right, bottom - CORNER],
            [right, bottom],
            [right, bottom],
            [right - CORNER, bottom],
            [middle + wide / 2.0, bottom],
        ],
    );
    stroke(
        1,
        vec![Move, Line, Curve, Line],
        vec![
            [middle - wide / 2.0, bottom],
            [left + CORNER, bottom],
            [left, bottom],
            [left, bottom],
            [left, bottom - CORNER],
            [left, to],
        ],
    );
    stroke(
        2,
        vec![Move, Line, Line],
        vec![[left - 5.0, to + 7.0], [left, to], [left + 5.0, to + 7.0]],
    );
    if !says {
        return;
    }
    let words = Shape::words(middle, bottom, caption, 12, 400, 0);
    let mark = Mark::new(
        Part::Round,
        ("round-word", 0, 0),
        words,
        Fill::Flat(Ink::Muted),
    );
    scene.add(mark.means(What::Round));
}
