//! The bands: shares of the candidates, as they run from the softmax through the gates of the chain to the dice.
//!
//! A band is p · H thick. At a gate the bands bend to what the stage made of them; what it cut ends there, hatched.

use logitscope_core::{Known, sorted};

use super::frame::Frame;
use super::gates::{Gate, gates};
use super::logits::limit;
use super::mark::{Fill, Ink, Mark, Part, Scene, Shape, Tone, Verb, What};
use super::note::note;
use super::step::{Lies, Step};
use crate::choices::Station;
use crate::components::kit::format;
use crate::components::step::step_on_screen::Follows;
use crate::words::say;

/// Where the bands begin, as a part of the softmax.
const START: f64 = 0.63;
/// The length of a bend.
const BEND: f64 = 30.0;
/// How far a cut band goes on, hatched.
const HATCH: f64 = 12.0;
/// The bands end so far beyond the station.
const BEYOND: f64 = 4.0;
/// Thinner bands have no name.
const NAMED: f64 = 13.5;
/// The length of the edges of what the step is compared with.
const EDGE: f64 = 10.0;
/// Narrower columns have room for a number alone.
const LEAST_NOTE: f64 = 44.0;
/// Edges are at least so far apart.
const NEAR: f64 = 4.0;
/// Thicker ones say before and after.
const BOTH: f64 = 32.0;

/// Where the bands begin.
pub fn start(frame: &Frame) -> f64 {
    if let Some(course) = &frame.course {
        return course.ends.0;
    }
    let area = frame.at(Station::Softmax);
    match frame.open {
        None => (area.x + area.w * START).round(),
        Some(_) => frame.at(Station::Sampler).x - 8.0,
    }
}

/// Where they end.
fn end(frame: &Frame) -> f64 {
    if let Some(course) = &frame.course {
        return course.ends.1;
    }
    frame.at(Station::Sampler).end() + BEYOND
}

/// Where the followed tokens lie after so many stages, in the order of the draw; those that are gone do not.
pub(super) fn spans(step: &Step, after: usize) -> Vec<Lies> {
    let mut alive: Vec<_> = step
        .followed
        .iter()
        .filter(|f| f.probs[after] > 0.0)
        .collect();
    sorted::sort_by_key(&mut alive, |f| f.order[after]);
    let mut from = 0.0;
    alive
        .iter()
        .map(|f| {
            let lies = Lies {
                token: f.token,
                from,
                to: from + f.probs[after],
            };
            from = lies.to;
            lies
        })
        .collect()
}

/// Where the chosen token lies, 0..=1: where the draw fell, or the middle of the token's own band.
pub(super) fn middle_of_choice(step: &Step) -> f64 {
    match step.follows {
        Follows::Written | Follows::Forced => {
            let own = spans(step, step.stages.len());
            let own = own.iter().find(|l| l.token == step.chosen);
            own.map_or(1.0, |l| (l.from + l.to) / 2.0)
        }
        Follows::Pending | Follows::Sampled => step.draw.u,
    }
}

pub(super) fn draw(step: &Step, frame: &Frame, scene: &mut Scene) {
    let gates = gates(step.stages.len(), frame);
    let ends = gates.iter().map(|gate| gate.until);
    let levels: Vec<Vec<Lies>> = [0]
        .into_iter()
        .chain(ends)
        .map(|k| spans(step, k))
        .collect();
    rest(step, frame, &gates, &levels, scene);
    // The chosen one on top.
    let mut order: Vec<usize> = (0..step.followed.len()).collect();
    sorted::sort_by_key(&mut order, |at| step.followed[*at].token == step.chosen);
    for at in order {
        let token = step.followed[at].token;
        let own: Vec<(f64, f64)> = levels
            .iter()
            .map_while(|level| level.iter().find(|l| l.token == token))
            .map(|l| (l.from, l.to))
            .collect();
        band(step, frame, &gates, at, &own, scene);
    }
    cuts(step, frame, &gates, &levels, scene);
    for gate in &gates {
        line(gate, frame, scene);
        result(step, gate, step.stages.len(), frame, scene);
    }
    let from_softmax = frame.open.is_none() && !frame.left_out(Station::Softmax);
    if from_softmax && !gates.is_empty() {
        let text = say().flow_left().to_string();
        let shape = Shape::words(gates[0].x - 6.0, frame.bottom() + 18.0, text, 12, 400, 1);
        scene.add(Mark::new(
            Part::Sampler,
            ("left-word", 0, 0),
            shape,
            Fill::Flat(Ink::Muted),
        ));
        model_names(step, frame, &gates, &levels[0], scene);
    }
    if let Some(last) = levels.last() {
        last_names(step, frame, &gates, last, scene);
        if let Some(first) = levels.first() {
            before_marks(frame, first, last, scene);
        }
        other_edges(step, frame, scene);
    }
}

/// The outline of a band that lies at `levels`, one more than gates that it passes.
fn outline(frame: &Frame, gates: &[Gate], levels: &[(f64, f64)], inset: f64) -> Shape {
    use Verb::*;
    let y = |p: f64| frame.prob(p);
    let reach = match gates.get(levels.len() - 1) {
        Some(gate) => gate.bend,
        None => end(frame),
    };
    let (mut verbs, mut points) = (vec![Move], Vec::new());
    let (from, to) = levels[0];
    points.push([start(frame), y(from) + inset]);
    let edge = |verbs: &mut Vec<Verb>,
                points: &mut Vec<[f64; 2]>,
                k: usize,
                (a, b): (f64, f64),
                back: bool| {
        let gate = gates[k - 1];
        let (x0, x1) = (gate.bend, gate.bend + BEND.min(gate.w * 0.7));
        let middle = (x0 + x1) / 2.0;
        verbs.extend([Line, Curve]);
        match back {
            false => points.extend([[x0, a], [middle, a], [middle, b], [x1, b]]),
            true => points.extend([[x1, b], [middle, b], [middle, a], [x0, a]]),
        }
    };
    for k in 1..levels.len() {
        let (a, b) = (y(levels[k - 1].0) + inset, y(levels[k].0) + inset);
        edge(&mut verbs, &mut points, k, (a, b), false);
    }
    let (last_from, last_to) = levels[levels.len() - 1];
    verbs.extend([Line, Line]);
    let low = |p: f64, top: f64| (y(p) - inset).max(y(top) + inset);
    points.extend([
        [reach, y(last_from) + inset],
        [reach, low(last_to, last_from)],
    ]);
    for k in (1..levels.len()).rev() {
        let a = low(levels[k - 1].1, levels[k - 1].0);
        let b = low(levels[k].1, levels[k].0);
        edge(&mut verbs, &mut points, k, (a, b), true);
    }
    verbs.extend([Line, Close]);
    points.push([start(frame), low(to, from)]);
    Shape::Path(verbs, points)
}

/// Slate before the first gate, teal after it.
fn turning(gates: &[Gate], tone: Tone) -> Fill {
    match gates.first() {
        None => Fill::Flat(Ink::Model(tone)),
        Some(gate) => Fill::Turn {
            from: Ink::Model(tone),
            to: Some(Ink::Chain(tone)),
            between: (gate.bend, gate.bend + BEND),
            down: false,
        },
    }
}

fn band(
    step: &Step,
    frame: &Frame,
    gates: &[Gate],
    at: usize,
    levels: &[(f64, f64)],
    scene: &mut Scene,
) {
    let followed = &step.followed[at];
    let thick = levels
        .iter()
        .map(|(from, to)| (to - from) * frame.body)
        .fold(0.0, f64::max);
    // What no eye can tell is part of the others.
    if levels.is_empty() || thick < 0.7 {
        return;
    }
    let chosen = followed.token == step.chosen;
    let inset = if thick > 4.0 { 1.0 } else { 0.25 };
    let shape = outline(frame, gates, levels, inset);
    let fill = turning(gates, if chosen { Tone::Mid } else { Tone::Soft });
    let mark = Mark::new(Part::Sampler, ("band", followed.token, 0), shape, fill);
    scene.add(mark.means(What::Band(followed.rank)).of(followed.token));
}

/// What is not followed: one band below all others.
fn rest(step: &Step, frame: &Frame, gates: &[Gate], levels: &[Vec<Lies>], scene: &mut Scene) {
    let from = |k: usize| levels[k].last().map_or(0.0, |l| l.to);
    let mut own: Vec<(f64, f64)> = Vec::new();
    for k in 0..levels.len() {
        if rest_after(step, gates, k) < 1e-9 && k > 0 {
            break;
        }
        own.push((from(k).min(1.0), 1.0));
    }
    if own.first().is_none_or(|(a, b)| b - a < 1e-9) {
        return;
    }
    let shape = outline(frame, gates, &own, 0.25);
    let fill = turning(gates, Tone::Soft);
    scene.add(
        Mark::new(Part::Sampler, ("rest", 0, 0), shape, fill)
            .faint(0.8)
            .means(What::Others),
    );
}

/// What is not followed, behind so many gates.
fn rest_after(step: &Step, gates: &[Gate], k: usize) -> f64 {
    step.rest(k.checked_sub(1).map_or(0, |at| gates[at].until))
}

/// What each stage removed: hatched, with a wall.
fn cuts(step: &Step, frame: &Frame, gates: &[Gate], levels: &[Vec<Lies>], scene: &mut Scene) {
    for (k, gate) in (1..).zip(gates) {
        let gone = |l: &&Lies| !levels[k].iter().any(|after| after.token == l.token);
        let mut ranges: Vec<(f64, f64)> = levels[k - 1]
            .iter()
            .filter(gone)
            .map(|l| (l.from, l.to))
            .collect();
        let followed_cut: f64 = ranges.iter().map(|(a, b)| b - a).sum();
        let rest = rest_after(step, gates, k - 1);
        // Of several stages, what is left of the rest in the end says it.
        let rest_cut = match gate.folded {
            0 => (step.stages[gate.stage].mass_removed.middle() - followed_cut).clamp(0.0, rest),
            _ if rest_after(step, gates, k) < 1e-9 => rest,
            _ => 0.0,
        };
        if rest_cut > 0.0 {
            ranges.push((1.0 - rest_cut, 1.0));
        }
        sorted::sort_by(&mut ranges, |a, b| a.0.total_cmp(&b.0));
        let mut joined: Vec<(f64, f64)> = Vec::new();
        for (from, to) in ranges {
            match joined.last_mut() {
                Some(last) if from - last.1 < 1e-6 => last.1 = to,
                _ => joined.push((from, to)),
            }
        }
        for (nth, (from, to)) in (0u32..).zip(joined) {
            let (top, height) = (frame.prob(from), (to - from) * frame.body);
            let height = height.max(1.5).min(frame.bottom() - top + 1.5);
            let top = top.min(frame.bottom() - height);
            let what = What::Cut(gate.stage as u32);
            let key = |kind| (kind, gate.stage as u32, nth);
            let area = Shape::Rect([gate.bend, top, HATCH + 4.0, height, 0.0]);
            let page = Mark::new(
                Part::Sampler,
                key("cut-page"),
                area.clone(),
                Fill::Flat(Ink::Page),
            );
            scene.add(page);
            let area = Shape::Rect([gate.bend, top, HATCH, height, 0.0]);
            scene.add(Mark::new(Part::Sampler, key("cut"), area, Fill::Hatch).means(what));
            let wall = Shape::Rect([gate.bend + HATCH, top, 2.0, height, 0.0]);
            scene.add(Mark::new(
                Part::Sampler,
                key("wall"),
                wall,
                Fill::Flat(Ink::Text),
            ));
        }
    }
}

fn line(gate: &Gate, frame: &Frame, scene: &mut Scene) {
    // Beside an opened station there are no sliders above.
    let top = match frame.is_slim(Station::Sampler) {
        true => frame.top() - 12.0,
        false => 30.0,
    };
    let shape = Shape::line([gate.x + 0.5, top], [gate.x + 0.5, frame.bottom() + 6.0]);
    let key = ("gate", gate.stage as u32, 0);
    scene.add(Mark::new(
        Part::Sampler,
        key,
        shape,
        Fill::Dashed(Ink::Chain(Tone::Full), 1.0),
    ));
}

/// Under a gate: how many are left, and what the stage did.
fn result(step: &Step, gate: &Gate, n: usize, frame: &Frame, scene: &mut Scene) {
    let record = &step.stages[gate.stage];
    let left = step.stages[gate.until - 1].tokens_out;
    let what = What::Gate(gate.stage as u32);
    let slim = frame.is_slim(Station::Sampler);
    if slim {
        // All of them in one line, written by the last one.
        if gate.until == n {
            let counts = step
                .stages
                .iter()
                .map(|r| format::count(r.tokens_out.into()));
            let text = counts.collect::<Vec<_>>().join(" › ");
            let shape = Shape::words(
                frame.at(Station::Sampler).x - 8.0,
                frame.bottom() + 18.0,
                text,
                14,
                500,
                -1,
            );
            scene.add(
                Mark::new(Part::Sampler, ("left", 0, 0), shape, Fill::Flat(Ink::Text)).means(what),
            );
        }
        return;
    }
    let x = gate.x + 6.0;
    let text = format::count(left.into());
    let mut left = Shape::words(x, frame.bottom() + 18.0, text, 14, 650, -1);
    limit(&mut left, gate.w - 6.0);
    scene.add(
        Mark::new(
            Part::Sampler,
            ("left", gate.stage as u32, 0),
            left,
            Fill::Flat(Ink::Text),
        )
        .means(what),
    );
    if gate.w < LEAST_NOTE {
        return;
    }
    // What follows lends it some room.
    let last = gate.until == n && !frame.left_out(Station::Dice);
    let room = if last { gate.w + 40.0 } else { gate.w - 4.0 };
    let mut note = Shape::words(x, frame.bottom() + 36.0, note(record, room), 12, 400, -1);
    limit(&mut note, room);
    scene.add(
        Mark::new(
            Part::Sampler,
            ("did", gate.stage as u32, 0),
            note,
            Fill::Flat(Ink::Muted),
        )
        .means(what),
    );
}

/// The names of the bands before the first gate.
fn model_names(step: &Step, frame: &Frame, gates: &[Gate], level: &[Lies], scene: &mut Scene) {
    let (from, to) = (start(frame) + 2.0, gates[0].x - 5.0);
    for lies in level {
        let height = (lies.to - lies.from) * frame.body;
        let Some(followed) = step.followed.iter().find(|f| f.token == lies.token) else {
            continue;
        };
        if height < NAMED {
            continue;
        }
        let chosen = lies.token == step.chosen;
        let y = frame.prob((lies.from + lies.to) / 2.0);
        let what = What::Share(followed.rank);
        let percent = format::percent(followed.probs[0]);
        let weight = if chosen { 650 } else { 500 };
        let name = format::bare(&followed.text);
        // A long name has a line of its own where there is room for two.
        let beside = to - from - super::mark::wide(&percent, 12) - 4.0;
        let two = height >= BOTH && super::mark::wide(name, 12) > beside;
        let (apart, room) = if two { (8.0, to - from) } else { (0.0, beside) };
        let mut name = Shape::words(from, y - apart, name, 12, weight, -1);
        limit(&mut name, room);
        let ink = if chosen {
            Ink::Text
        } else {
            Ink::Model(Tone::Full)
        };
        let number = Shape::words(to, y + apart, percent, 12, weight, 1);
        for (kind, shape, ink) in [("share-name", name, Ink::Text), ("share", number, ink)] {
            let mark = Mark::new(Part::Scores, (kind, lies.token, 0), shape, Fill::Flat(ink));
            scene.add(mark.means(what).of(lies.token));
        }
    }
}

/// The names of the bands at the dice.
fn last_names(step: &Step, frame: &Frame, gates: &[Gate], level: &[Lies], scene: &mut Scene) {
    let right = end(frame) - 6.0;
    let room = gates
        .last()
        .map_or(right - start(frame), |gate| gate.w - 18.0);
    let slim = frame.is_slim(Station::Sampler);
    for lies in level {
        let height = (lies.to - lies.from) * frame.body;
        let Some(followed) = step.followed.iter().find(|f| f.token == lies.token) else {
            continue;
        };
        if height < NAMED {
            continue;
        }
        let chosen = lies.token == step.chosen;
        let weight = if chosen { 650 } else { 500 };
        let y = frame.prob((lies.from + lies.to) / 2.0);
        let after = step.on_dice(lies.to - lies.from);
        let what = What::Segment(followed.rank);
        let mut add =
            |kind: &'static str, x: f64, y: f64, text: String, ink: Ink, weight: u16, most: f64| {
                let mut shape = Shape::words(x, y, text, 12, weight, 1);
                limit(&mut shape, most);
                let mark = Mark::new(Part::Sampler, (kind, lies.token, 0), shape, Fill::Flat(ink));
                scene.add(mark.means(what).of(lies.token));
            };
        let ink = if chosen {
            Ink::Text
        } else {
            Ink::Chain(Tone::Full)
        };
        let text = format::known(after, format::percent);
        let name = format::bare(&followed.text).to_owned();
        if slim {
            add("last", right, y, text, ink, weight, room.max(44.0));
            continue;
        }
        let wide = super::mark::wide(&text, 12) + 6.0;
        let two = height >= BOTH && !gates.is_empty();
        let y = if two { y + 8.0 } else { y };
        let most = match after {
            Known::Exact(_) => 60.0,
            _ => room.max(60.0),
        };
        add("last", right, y, text, ink, 650.min(weight + 150), most);
        match two {
            true => {
                add("last-name", right, y - 16.0, name, Ink::Text, weight, room);
                let before = format!("{} →", format::percent_number(followed.probs[0]));
                let ink = if chosen {
                    Ink::Text
                } else {
                    Ink::Model(Tone::Full)
                };
                add("last-before", right - wide, y, before, ink, 400, room);
            }
            false => add(
                "last-name",
                right - wide,
                y,
                name,
                Ink::Text,
                weight,
                room - wide,
            ),
        }
    }
}

/// At the dice, where the segments end in what the step is compared with: dashed.
fn other_edges(step: &Step, frame: &Frame, scene: &mut Scene) {
    let (x, mut last) = (end(frame), frame.top());
    let segments = step.other.iter().flat_map(|other| &other.segments);
    for lies in segments {
        let y = frame.prob(lies.to).round() + 0.5;
        // Lines that run together say nothing.
        if y - last < NEAR || frame.bottom() - y < NEAR {
            continue;
        }
        last = y;
        let shape = Shape::line([x - EDGE, y], [x, y]);
        let key = ("other", lies.token, 0);
        let mark = Mark::new(Part::Sampler, key, shape, Fill::Dashed(Ink::Text, 1.0));
        scene.add(mark.of(lies.token));
    }
}

/// At the dice, what the model alone gave: a mark as tall as its band, cut at the band's end.
fn before_marks(frame: &Frame, first: &[Lies], last: &[Lies], scene: &mut Scene) {
    let x = end(frame) + 1.0;
    for lies in last {
        let Some(before) = first.iter().find(|l| l.token == lies.token) else {
            continue;
        };
        let height = (before.to - before.from).min(lies.to - lies.from) * frame.body;
        if height < 1.0 {
            continue;
        }
        let shape = Shape::Rect([
            x,
            frame.prob(lies.from) + 1.0,
            2.0,
            (height - 2.0).max(1.0),
            0.0,
        ]);
        let mark = Mark::new(
            Part::Sampler,
            ("before", lies.token, 0),
            shape,
            Fill::Flat(Ink::Model(Tone::Full)),
        );
        scene.add(mark.of(lies.token));
    }
}
