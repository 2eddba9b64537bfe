//! The ribbons: what the current row reads of each row above it, layer by layer.

use super::frame::Frame;
use super::mark::{Fill, Ink, Mark, Part, Scene, Shape, Tone, Verb, What};
use super::step::{Layers, Step};
use crate::inspect::flow::Row;
use logitscope_core::sorted;

/// Less attention than this is not drawn.
const LEAST: f64 = 0.005;
/// How far a ribbon fades into the stream.
const FADE: f64 = 18.0;
/// Of the fall, what 100 % take.
const FULL: f64 = 0.8;

/// A ribbon to be drawn: from which row, how much.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Ribbon {
    /// The row that it begins at.
    row: usize,
    /// The place in the text that it stands for.
    place: u32,
    /// Its share, 0..=1.
    share: f64,
}

pub(super) fn draw(step: &Step, frame: &Frame, scene: &mut Scene) {
    let Some(layers) = &step.layers else { return };
    for layer in 0..step.n_layers {
        layer_ribbons(step, frame, layers, layer, scene);
    }
}

/// What each row above the current one gets in a layer, the top row first; folded tokens together.
fn shares(step: &Step, layers: &Layers, layer: u32) -> Vec<Ribbon> {
    let mean = &layers.attention.means[layer as usize];
    let shown: Vec<usize> = step
        .rows
        .iter()
        .filter_map(|row| match row.row {
            Row::Token(place) => Some(place),
            Row::Folded(_) => None,
        })
        .collect();
    let above = &step.rows[..step.rows.len().saturating_sub(1)];
    let one = |(at, row): (usize, &super::step::TokenRow)| {
        let (place, share) = match row.row {
            Row::Token(place) => (place as u32, mean.get(place).copied().unwrap_or(0.0)),
            Row::Folded(_) => {
                let others = mean.iter().enumerate();
                let folded = others.filter(|(place, _)| !shown.contains(place));
                (u32::MAX, folded.map(|(_, share)| share).sum())
            }
        };
        Ribbon {
            row: at,
            place,
            share,
        }
    };
    above.iter().enumerate().map(one).collect()
}

/// Where there is room for few: the two largest, and the rest as one; in the narrowest, all as one.
fn merged(mut ribbons: Vec<Ribbon>, fall: f64) -> (Vec<Ribbon>, f64) {
    let sum = |all: &[Ribbon]| all.iter().map(|r| r.share).sum::<f64>();
    // Of equal ones the upper row.
    let largest = |all: &[Ribbon]| {
        let order = |a: &Ribbon, b: &Ribbon| a.share.total_cmp(&b.share).then(b.row.cmp(&a.row));
        all.iter().copied().max_by(order)
    };
    if fall < 12.0 {
        let one = largest(&ribbons).map(|largest| Ribbon {
            place: u32::MAX,
            share: sum(&ribbons),
            ..largest
        });
        return (one.into_iter().collect(), 0.0);
    }
    if fall >= 32.0 || ribbons.len() <= 6 {
        return (ribbons, 1.0);
    }
    sorted::sort_by(&mut ribbons, |a, b| {
        b.share.total_cmp(&a.share).then(a.row.cmp(&b.row))
    });
    let rest = ribbons.split_off(2);
    if let Some(largest) = largest(&rest) {
        ribbons.push(Ribbon {
            place: u32::MAX,
            share: sum(&rest),
            ..largest
        });
    }
    sorted::sort_by_key(&mut ribbons, |r| r.row);
    (ribbons, 0.0)
}

fn layer_ribbons(step: &Step, frame: &Frame, layers: &Layers, layer: u32, scene: &mut Scene) {
    let (start, fall) = (frame.layer(layer), frame.fall(layer));
    let full = FULL * fall;
    let (ribbons, gap) = merged(shares(step, layers, layer), fall);
    let last = step.rows.len() - 1;
    let end = frame.row_top(last);
    let mut x = start + (fall * 0.09).max(2.0);
    // The nearest row falls left, so that ribbons never cross.
    for ribbon in ribbons.iter().rev().filter(|r| r.share >= LEAST) {
        let width = ribbon.share * full;
        let token = step.rows[ribbon.row]
            .token
            .filter(|_| ribbon.place != u32::MAX);
        let hollow = ribbon.place == 0;
        let fades = if hollow { 0.0 } else { FADE };
        let shape = falling(frame, ribbon.row, (start, x, x + width), end + fades);
        let fill = match hollow {
            // What the views leave out of the model.
            _ if step.lacks_attention(layer) => Fill::Dashed(Ink::Model(Tone::Mid), 1.0),
            true => Fill::Both(Ink::Model(Tone::Soft), Ink::Model(Tone::Mid), 1.0),
            false => Fill::Turn {
                from: Ink::Model(Tone::Mid),
                to: None,
                between: (end, end + FADE),
                down: true,
            },
        };
        let key = (
            "ribbon",
            step.rows[ribbon.row].node.map_or(u32::MAX, |n| n.0),
            layer,
        );
        let mark = Mark::new(Part::Layer(layer), key, shape, fill);
        let mut mark = mark.means(What::Ribbon(layer, ribbon.place));
        mark.token = token;
        scene.add(mark);
        x += width + gap;
    }
    let own = layers.attention.means[layer as usize]
        .last()
        .copied()
        .unwrap_or(0.0);
    if own >= LEAST && fall >= 12.0 {
        bow(step, layer, (x + 1.0, own * full, end), scene);
    }
}

/// From the right end of a row, down into the current one. The source is never thicker than its row.
fn falling(frame: &Frame, row: usize, (start, left, right): (f64, f64, f64), end: f64) -> Shape {
    use Verb::*;
    let middle = frame.row_middle(row);
    let half = ((right - left) / 2.0).min(frame.row_height() / 2.0);
    let turn = middle + half + (frame.row_pitch * 0.5).min(24.0);
    let points = vec![
        [start, middle - half],
        [left + (right - left) * 0.4, middle - half],
        [right, middle - half],
        [right, turn],
        [right, end],
        [left, end],
        [left, turn],
        [left, middle + half],
        [start + (left - start) * 0.6, middle + half],
        [start, middle + half],
    ];
    Shape::Path(vec![Move, Curve, Line, Line, Line, Curve, Close], points)
}

/// What the current row gives to itself.
fn bow(step: &Step, layer: u32, (x, width, end): (f64, f64, f64), scene: &mut Scene) {
    let width = width.max(1.0);
    let shape = Shape::Rect([x, end - 12.0, width, 12.0, width / 2.0]);
    let place = step.position.saturating_sub(1);
    let fill = Fill::Flat(Ink::Model(Tone::Mid));
    let mark = Mark::new(Part::Layer(layer), ("bow", place, layer), shape, fill);
    let mut mark = mark.means(What::Ribbon(layer, place));
    mark.token = step.rows.last().and_then(|row| row.token);
    scene.add(mark);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ribbon(row: usize, share: f64) -> Ribbon {
        Ribbon {
            row,
            place: row as u32,
            share,
        }
    }

    #[test]
    fn where_there_is_no_room_the_two_largest_stay_and_the_rest_is_one() {
        let all: Vec<Ribbon> = (0..8).map(|row| ribbon(row, 0.05)).collect();
        let mut many = all.clone();
        many[6].share = 0.3;
        many[1].share = 0.2;
        let (merged_ribbons, gap) = merged(many, 28.0);
        let shares: Vec<f64> = merged_ribbons
            .iter()
            .map(|r| (r.share * 100.0).round())
            .collect();
        assert_eq!((shares, gap), (vec![30.0, 20.0, 30.0], 0.0));
        assert_eq!(merged(all.clone(), 40.0).0.len(), 8);
        let (one, _) = merged(all, 7.0);
        assert_eq!(one.len(), 1);
        assert!((one[0].share - 0.4).abs() < 1e-12);
    }
}
