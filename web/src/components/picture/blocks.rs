//! Under the stream: what each layer changes, what the model would say after it, and where the chosen token stands there.

use logitscope_core::math;

use super::frame::{BLOCK, Frame};
use super::mark::{Fill, Ink, Mark, Part, Scene, Shape, Tone, What};
use super::step::Step;
use crate::choices::Station;
use crate::components::kit::format;
use crate::words::say;

/// The rows of a block, from the bottom of the stream.
const LABEL: f64 = 12.0;
const BARS: [f64; 3] = [28.0, 41.0, 55.0];
const WORD: f64 = 78.0;
const PROB_BAR: f64 = 91.0;
const PROB: f64 = 104.0;
const RANK: f64 = 121.0;
const _: () = assert!(RANK + 14.0 <= BLOCK);
/// The length of the stream that fills its bar.
const LONGEST: f64 = 1000.0;

pub(super) fn draw(step: &Step, frame: &Frame, scene: &mut Scene) {
    if step.elsewhere || step.n_layers == 0 {
        return;
    }
    let last = step.rows.len().saturating_sub(1);
    let bottom = frame.row_top(last) + frame.height_of(last);
    let slim = frame.is_slim(Station::Layers);
    // A block needs 40 px: fewer of them where layers are narrow.
    let every = (40.0 / frame.pitch).ceil().max(1.0) as u32;
    if slim {
        return words_only(step, frame, bottom, scene);
    }
    let place = |layer: u32| {
        let right = frame.layer(layer + 1);
        let width = match frame.wide_layer {
            Some(wide) if wide == layer => frame.pitch_of(layer) - 8.0,
            _ => (frame.pitch_of(layer) * f64::from(every) - 8.0).min(56.0),
        };
        (right - width, right)
    };
    // The one that has room comes first: others give way.
    let taken = frame.wide_layer.map(place);
    let shown = |layer: &u32| {
        let (left, right) = place(*layer);
        let free = taken.is_none_or(|(from, to)| right < from || left > to);
        let regular = (step.n_layers - 1 - layer).is_multiple_of(every);
        frame.wide_layer == Some(*layer) || regular && free
    };
    for layer in (0..step.n_layers).filter(shown) {
        let (left, right) = place(layer);
        block(step, layer, (left, right - left, bottom), scene);
    }
    labels(step, frame, bottom, scene);
}

fn block(step: &Step, layer: u32, (x, width, bottom): (f64, f64, f64), scene: &mut Scene) {
    let part = Part::Layer(layer);
    let right = x + width;
    if step.is_altered(layer) {
        let wide = super::mark::wide(&format!("L{layer}"), 12);
        let y = bottom + LABEL + 0.5;
        let through = Shape::line([right - wide - 2.0, y], [right + 2.0, y]);
        let fill = Fill::Stroke(Ink::Text, 1.5);
        scene.add(Mark::new(part, ("altered", layer, 0), through, fill));
    }
    let mut words =
        |kind: &'static str, y: f64, text: String, ink: Ink, weight: u16, what: What, token| {
            let room = width + 4.0;
            let bold = if weight > 600 { 1.12 } else { 1.0 };
            let fits = |size| bold * super::mark::wide(&text, size) <= room;
            let size = match y == WORD {
                true if fits(14) => 14,
                // A number that is cut is another number.
                false if !fits(12) => 10,
                _ => 12,
            };
            let mut shape = Shape::words(right, bottom + y, text, size, weight, 1);
            if let Shape::Words { most, .. } = &mut shape {
                *most = room;
            }
            let mut mark = Mark::new(part, (kind, layer, 0), shape, Fill::Flat(ink)).means(what);
            mark.token = token;
            scene.add(mark);
        };
    words(
        "layer",
        LABEL,
        format!("L{layer}"),
        Ink::Muted,
        500,
        What::Change(layer, 2),
        None,
    );
    let said = step.layers.as_ref().and_then(|layers| {
        let cell = layers.words.as_ref()?.cells.get(layer as usize + 1)?;
        let watched = layers.words.as_ref()?;
        let at = watched.watch.iter().position(|token| *token == step.chosen);
        let rank = at
            .and_then(|at| cell.watched.get(at))
            .map(|place| place.rank);
        Some((
            cell.token,
            cell.prob,
            layers.texts.get(layer as usize)?.clone(),
            rank,
        ))
    });
    let last = layer + 1 == step.n_layers;
    let prob = said.as_ref().map(|(_, prob, ..)| *prob);
    if let Some((token, prob, text, rank)) = said {
        words(
            "word",
            WORD,
            text,
            Ink::Text,
            500,
            What::Word(layer),
            Some(token),
        );
        let (ink, weight) = if last {
            (Ink::Model(Tone::Full), 650)
        } else {
            (Ink::Muted, 400)
        };
        words(
            "word-prob",
            PROB,
            format::percent(prob),
            ink,
            weight,
            What::Word(layer),
            Some(token),
        );
        if let Some(rank) = rank {
            let text = format::count(u64::from(rank) + 1);
            let (ink, weight) = if last {
                (Ink::Text, 650)
            } else {
                (Ink::Muted, 400)
            };
            words(
                "rank",
                RANK,
                text,
                ink,
                weight,
                What::Rank(layer),
                Some(step.chosen),
            );
        }
    }
    let change = step.rows.last().and_then(|row| row.stream.as_ref());
    let change = change.and_then(|stream| stream.changes.get(layer as usize).copied());
    let mut bar = |nth: u32, y: f64, share: Option<f64>, ink: Ink, what: What| {
        let track = Shape::Rect([x, bottom + y - 1.5, width, 3.0, 1.5]);
        let track = Mark::new(part, ("track", layer, nth), track, Fill::Flat(Ink::Line));
        scene.add(track.faint(0.6).means(what));
        let Some(share) = share else { return };
        let long = (share.clamp(0.0, 1.0) * width).max(1.0);
        let shape = Shape::Rect([x, bottom + y - 1.5, long, 3.0, 1.5]);
        scene.add(Mark::new(part, ("bar", layer, nth), shape, Fill::Flat(ink)).means(what));
    };
    let long = |length: f64| math::ln(length.max(1.0)) / math::ln(LONGEST);
    bar(
        0,
        BARS[0],
        change.map(|c| c.attention),
        Ink::Model(Tone::Mid),
        What::Change(layer, 0),
    );
    bar(
        1,
        BARS[1],
        change.map(|c| c.mlp),
        Ink::Model(Tone::Full),
        What::Change(layer, 1),
    );
    bar(
        2,
        BARS[2],
        change.map(|c| long(c.length)),
        Ink::Muted,
        What::Change(layer, 2),
    );
    let ink = if last {
        Ink::Model(Tone::Full)
    } else {
        Ink::Model(Tone::Mid)
    };
    bar(3, PROB_BAR, prob, ink, What::Word(layer));
}

/// What the rows of the blocks are, at their left.
fn labels(step: &Step, frame: &Frame, bottom: f64, scene: &mut Scene) {
    let right = frame.at(Station::Embed).end();
    let rank = say()
        .flow_rank_of(format::quoted(format::bare(&step.chosen_text).to_owned()))
        .to_string();
    let all = [
        (BARS[0], say().flow_attention().to_string()),
        (BARS[1], say().flow_mlp().to_string()),
        (BARS[2], say().flow_length().to_string()),
        (WORD, say().flow_would_say().to_string()),
        (RANK, rank),
    ];
    for (nth, (y, text)) in (0u32..).zip(all) {
        let mut shape = Shape::words(right, bottom + y, text, 12, 400, 1);
        if let Shape::Words { most, .. } = &mut shape {
            *most = right - frame.at(Station::Tokens).end() + 20.0;
        }
        scene.add(Mark::new(
            Part::Rows,
            ("block-label", nth, 0),
            shape,
            Fill::Flat(Ink::Muted),
        ));
    }
}

/// Beside an opened station: a line a layer, as many as there is room for, the last ones.
fn words_only(step: &Step, frame: &Frame, bottom: f64, scene: &mut Scene) {
    let Some(layers) = &step.layers else { return };
    let Some(words) = &layers.words else { return };
    let area = frame.at(Station::Layers);
    let room = ((frame.bottom() + 60.0 - bottom) / 17.0).floor().max(0.0) as u32;
    let first = step.n_layers.saturating_sub(room);
    for (line, layer) in (first..step.n_layers).enumerate() {
        let Some(cell) = words.cells.get(layer as usize + 1) else {
            continue;
        };
        let y = bottom + 20.0 + 17.0 * line as f64;
        let text = layers
            .texts
            .get(layer as usize)
            .cloned()
            .unwrap_or_default();
        let mut put = |nth: u32, x: f64, text: String, align: i8, ink: Ink, weight: u16| {
            let mut shape = Shape::words(x, y, text, 12, weight, align);
            if let Shape::Words { most, .. } = &mut shape {
                *most = if nth == 1 { area.w - 66.0 } else { 48.0 };
            }
            let key = ("line", layer, nth);
            let mark = Mark::new(Part::Layer(layer), key, shape, Fill::Flat(ink));
            scene.add(mark.means(What::Word(layer)).of(cell.token));
        };
        put(0, area.x, format!("L{layer}"), -1, Ink::Muted, 400);
        put(1, area.x + 20.0, text, -1, Ink::Text, 500);
        put(
            2,
            area.end(),
            format::percent(cell.prob),
            1,
            Ink::Muted,
            400,
        );
    }
}
