//! The stripes: the residual stream of each row, from its embedding through the layers.

use super::frame::Frame;
use super::mark::{Fill, Ink, Mark, Part, Scene, Shape, Tone, What};
use super::step::{Step, TokenRow};
use crate::choices::Station;
use crate::inspect::flow::Column;

/// The width of the embedding's column.
const EMBED: f64 = 16.0;
/// How opaque a stripe is that is only carried along.
const CARRIED: f64 = 0.3;
/// The same, of the rows above.
const ABOVE: f64 = 0.2;
/// How opaque the mean of the folded tokens is.
const FOLDED: f64 = 0.55;

pub(super) fn draw(step: &Step, frame: &Frame, scene: &mut Scene) {
    // What is open has its own picture in its place: the embeddings stay.
    let layers = frame.open != Some(Station::Layers);
    let last = step.rows.len().saturating_sub(1);
    for (at, row) in step.rows.iter().enumerate() {
        connector(frame, at, row, scene);
        if row.stream.is_some() {
            let n_layers = if layers { step.n_layers } else { 0 };
            stripes(frame, at, row, n_layers, at == last, scene);
        }
    }
    let there = layers && !frame.left_out(Station::Layers);
    if step.elsewhere && there {
        hidden(frame, scene);
    }
    // Until the model is there, nothing leads to the scores.
    let leads = step.elsewhere || step.n_layers > 0;
    if layers && leads && !frame.left_out(Station::Logits) {
        cone(step, frame, last, scene);
    }
}

/// The box of a model that runs elsewhere.
fn hidden(frame: &Frame, scene: &mut Scene) {
    let area = frame.at(Station::Layers);
    let (top, height) = (frame.top(), frame.bottom() - frame.top());
    let shape = Shape::Rect([area.x, top, area.w, height, 8.0]);
    let fill = Fill::Dashed(Ink::Model(Tone::Mid), 1.5);
    scene.add(Mark::new(Part::Rows, ("hidden", 0, 0), shape, fill));
}

/// From the chip to its row.
fn connector(frame: &Frame, at: usize, row: &TokenRow, scene: &mut Scene) {
    let (from, to) = (frame.at(Station::Tokens).end(), frame.at(Station::Embed).x);
    let y = frame.row_middle(at);
    let line = Shape::line([from, y], [to, y]);
    let key = ("connector", row.node.map_or(u32::MAX, |n| n.0), 0);
    let mut mark = Mark::new(Part::Rows, key, line, Fill::Stroke(Ink::Line, 1.5));
    mark.token = row.token;
    scene.add(mark);
}

fn stripes(
    frame: &Frame,
    at: usize,
    row: &TokenRow,
    n_layers: u32,
    current: bool,
    scene: &mut Scene,
) {
    let Some(stream) = &row.stream else {
        return;
    };
    let node = row.node.map_or(u32::MAX, |node| node.0);
    let (top, height) = (frame.row_top(at), frame.height_of(at));
    let place = row_place(row);
    let mut add = |part: Part, column: u32, x: f64, w: f64, cells: &Column, alpha: f64| {
        if w < 0.5 {
            return;
        }
        let shape = Shape::Stripes([x, top, w, height], shades(cells, current), alpha, false);
        let nth = 2 * column + u32::from(alpha < 1.0);
        let mark = Mark::new(part, ("stripes", node, nth), shape, Fill::Hatch);
        let mark = if row.node.is_none() {
            mark.faint(FOLDED)
        } else {
            mark
        };
        let mut mark = mark.means(What::Stripe(place, column, 0));
        mark.token = row.token;
        scene.add(mark);
    };
    let carried = if current { CARRIED } else { ABOVE };
    let embed = frame.at(Station::Embed).x;
    add(Part::Rows, 0, embed, EMBED, &stream.embed, 1.0);
    let mut before = &stream.embed;
    let mut x = embed + EMBED;
    for (layer, (mid, post)) in (0..n_layers).zip(&stream.blocks) {
        let part = Part::Layer(layer);
        let start = frame.layer(layer);
        let pitch = frame.pitch_of(layer);
        let fall = start + frame.fall(layer);
        let (attention, mlp) = ((pitch * 0.11).round(), (pitch * 0.12).round());
        if !current {
            // Nothing reads what the last layer makes of an earlier token.
            if layer + 1 == n_layers {
                add(part, 2 * layer, x, start - x + 4.0, before, carried);
                return;
            }
            let end = frame.layer(layer + 1);
            let post_at = fall + attention + mlp;
            add(part, 2 * layer, x, post_at - x, before, carried);
            add(part, 2 * layer + 2, post_at, end - post_at, post, 0.75);
            (x, before) = (end, post);
            continue;
        }
        add(part, 2 * layer, x, fall - x, before, carried);
        add(part, 2 * layer + 1, fall, attention, mid, 1.0);
        add(part, 2 * layer + 1, fall + attention, mlp, mid, carried);
        let post_at = fall + attention + mlp;
        let end = start + pitch;
        add(part, 2 * layer + 2, post_at, end - post_at, post, 1.0);
        (x, before) = (end, post);
    }
}

/// The place of a row's token in the text.
pub(super) fn row_place(row: &TokenRow) -> u32 {
    match row.row {
        crate::inspect::flow::Row::Token(place) => place as u32,
        crate::inspect::flow::Row::Folded(_) => u32::MAX,
    }
}

/// −1..=1 for each cell.
fn shades(column: &Column, current: bool) -> Vec<f32> {
    let (cells, strong) = match current {
        true => (&column.cells, column.strong),
        false => (&column.few, column.strong_few),
    };
    let shade = |x: &f32| (x / strong.max(f32::MIN_POSITIVE)).clamp(-1.0, 1.0);
    cells.iter().map(shade).collect()
}

/// From the last stripes to the scores.
fn cone(step: &Step, frame: &Frame, last: usize, scene: &mut Scene) {
    use super::mark::Verb::*;
    let from = match step.elsewhere {
        true => frame.at(Station::Layers).end(),
        false => frame.layer(step.n_layers),
    };
    let to = frame.at(Station::Logits).x - 4.0;
    let (top, bottom) = (
        frame.row_top(last),
        frame.row_top(last) + frame.height_of(last),
    );
    let middle = (from + to) / 2.0;
    let points = vec![
        [from, top],
        [middle, top],
        [middle, frame.top()],
        [to, frame.top()],
        [to, frame.bottom()],
        [middle, frame.bottom()],
        [middle, bottom],
        [from, bottom],
    ];
    let shape = Shape::Path(vec![Move, Curve, Line, Curve, Close], points);
    let fill = Fill::Flat(Ink::Model(Tone::Soft));
    scene.add(Mark::new(Part::Scores, ("cone", 0, 0), shape, fill).faint(0.55));
}
