//! The picture from left to right, or from top to bottom: where its parts are, for what is drawn and for what can be pressed.

use super::frame::Frame;
use super::gates::gates;
use super::mark::Scene;
use super::step::Step;
use super::tall::Tall;
use super::{bands, blocks, chip, dice, logits, ribbons, round, softmax, stream};
use crate::choices::Station;

/// In narrower windows the picture runs from top to bottom.
pub const NARROW: f64 = 1000.0;

/// x, y, width, height.
pub type Area = [f64; 4];

/// Either way.
#[derive(Debug, Clone, PartialEq)]
pub enum Layout {
    /// From left to right.
    Wide(Box<Frame>),
    /// From top to bottom; whether a station is open, which then has all the room.
    Tall(Box<Tall>, bool),
}

impl Layout {
    /// Whether the picture runs from top to bottom.
    pub fn is_tall(&self) -> bool {
        matches!(self, Layout::Tall(..))
    }

    /// Whether a station is open from top to bottom: then there is no picture.
    pub fn is_hidden(&self) -> bool {
        matches!(self, Layout::Tall(_, true))
    }

    /// Whether a station is a strip beside an opened one.
    pub fn is_slim(&self, station: Station) -> bool {
        match self {
            Layout::Wide(frame) => frame.is_slim(station),
            Layout::Tall(_, open) => *open,
        }
    }

    /// Whether a station is drawn: it is neither left out nor open.
    pub fn draws(&self, station: Station) -> bool {
        match self {
            Layout::Wide(frame) => frame.draws(station),
            Layout::Tall(tall, open) => !open && tall.draws(station),
        }
    }

    /// Its height.
    pub fn height(&self) -> f64 {
        match self {
            Layout::Wide(frame) => frame.height(),
            Layout::Tall(tall, false) => tall.height(),
            Layout::Tall(_, true) => 40.0,
        }
    }

    /// How many candidates have a row.
    pub fn candidates(&self) -> usize {
        match self {
            Layout::Wide(frame) => frame.candidates().0,
            Layout::Tall(tall, _) => tall.candidates(),
        }
    }

    /// The head of a station.
    pub fn head(&self, station: Station, step: Option<&Step>) -> Option<Area> {
        match self {
            Layout::Wide(frame) if frame.left_out(station) => None,
            Layout::Wide(frame) => {
                let span = frame.at(station);
                // Under that of the sampler are its gates.
                let height = match station == Station::Sampler && frame.open.is_none() {
                    true => 26.0,
                    false => 72.0,
                };
                Some([span.x, 0.0, span.w, height])
            }
            Layout::Tall(tall, false) => tall.head(station, step),
            // Beside an opened one they are a row.
            Layout::Tall(tall, true) => tall.draws(station).then(|| tall.tab(station)),
        }
    }

    /// The chip of row `at`, and whether its id has room below it.
    pub fn chip(&self, at: usize) -> (Area, bool) {
        match self {
            Layout::Wide(frame) => {
                let span = frame.at(Station::Tokens);
                let above = at < frame.rows_above;
                let height = if above { frame.row_height() } else { 28.0 };
                let area = [span.x, frame.row_middle(at) - height / 2.0, span.w, height];
                (area, !above || frame.row_pitch >= 44.0)
            }
            Layout::Tall(tall, _) => (tall.chip(at), false),
        }
    }

    /// The slot below the current token; there is none from top to bottom.
    pub fn slot(&self) -> Option<Area> {
        match self {
            Layout::Wide(frame) if frame.left_out(Station::Tokens) => None,
            Layout::Wide(frame) => {
                let span = frame.at(Station::Tokens);
                Some([span.x, frame.slot_middle() - 14.0, span.w, 28.0])
            }
            Layout::Tall(..) => None,
        }
    }

    /// The layers, with what is under them or beside them.
    pub fn layers(&self) -> Option<Area> {
        match self {
            Layout::Wide(frame) if !frame.draws(Station::Layers) => None,
            Layout::Wide(frame) => {
                let span = frame.at(Station::Layers);
                Some([span.x, frame.top(), span.w, frame.body + 48.0])
            }
            Layout::Tall(tall, false) => tall.layers(),
            Layout::Tall(_, true) => None,
        }
    }

    /// The row of candidate `at`.
    pub fn row(&self, at: usize) -> Area {
        match self {
            Layout::Wide(frame) => {
                let (_, pitch) = frame.candidates();
                let from = frame.at(Station::Logits).x - 4.0;
                let to = frame.at(Station::Softmax);
                [
                    from,
                    frame.candidate(at) - pitch / 2.0,
                    to.x + to.w * 0.6 - from,
                    pitch,
                ]
            }
            Layout::Tall(tall, _) => tall.row(at),
        }
    }

    /// The controls of the gate of stage `at` of so many: where, whether there is no room for its slider, and how many stages share its
    /// column; nothing of one that is not shown.
    pub fn gate(&self, at: usize, stages: usize) -> Option<(Area, bool, usize)> {
        match self {
            Layout::Wide(frame) => {
                let all = gates(stages, frame);
                let gate = all.iter().find(|gate| gate.stage == at)?;
                Some(([gate.x, 28.0, gate.w, 56.0], gate.narrow, gate.folded))
            }
            Layout::Tall(tall, _) => Some((tall.gate(at)?, false, 0)),
        }
    }

    /// The bar of the dice, on which the pin moves.
    pub fn bar(&self) -> Area {
        match self {
            Layout::Wide(frame) => {
                let x = frame.at(Station::Dice).x;
                [x - 2.0, frame.top(), chip::BAR + 4.0, frame.body]
            }
            Layout::Tall(tall, _) => tall.bar(),
        }
    }

    /// The chip of the chosen token.
    pub fn chosen(&self, step: &Step) -> Area {
        match self {
            Layout::Wide(frame) => chip::chip(step, frame),
            Layout::Tall(tall, _) => tall.chosen(step),
        }
    }

    /// The loop where it runs left of the picture: its y and height, and how far it runs to the right.
    pub fn round(&self, step: &Step) -> Option<[f64; 3]> {
        match self {
            Layout::Tall(tall, false) => tall.round(step),
            _ => None,
        }
    }

    /// Where an opened station is: its x and its width; the whole width from top to bottom.
    pub fn opened(&self, station: Station) -> Option<(f64, f64)> {
        match self {
            Layout::Wide(frame) => {
                let span = frame.at(station);
                Some((span.x, span.w))
            }
            Layout::Tall(..) => None,
        }
    }

    /// What the model made of the text, and what sampler and dice made of that.
    pub fn draw(&self, step: &Step) -> [Scene; 2] {
        match self {
            Layout::Wide(frame) => [model(step, frame), sampler(step, frame)],
            Layout::Tall(tall, false) => [tall.model(step), tall.sampler(step)],
            Layout::Tall(_, true) => Default::default(),
        }
    }
}

fn model(step: &Step, frame: &Frame) -> Scene {
    let mut scene = Scene::default();
    // What is open has its own picture in its place; the embeddings stay.
    if !frame.left_out(Station::Layers) {
        stream::draw(step, frame, &mut scene);
    }
    if frame.draws(Station::Layers) {
        ribbons::draw(step, frame, &mut scene);
        blocks::draw(step, frame, &mut scene);
    }
    if frame.draws(Station::Logits) {
        logits::draw(step, frame, &mut scene);
    }
    if frame.draws(Station::Softmax) {
        softmax::draw(step, frame, &mut scene);
    }
    scene
}

fn sampler(step: &Step, frame: &Frame) -> Scene {
    let mut scene = Scene::default();
    if frame.draws(Station::Sampler) {
        bands::draw(step, frame, &mut scene);
    }
    if frame.draws(Station::Dice) {
        dice::draw(step, frame, &mut scene);
        if !frame.left_out(Station::Layers) {
            round::draw(step, frame, &mut scene);
        }
    }
    scene
}
