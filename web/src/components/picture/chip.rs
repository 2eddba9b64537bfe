//! The chip of the chosen token, right of the dice.

use super::frame::Frame;
use super::step::Step;
use crate::choices::Station;

/// The width of the bar of the dice.
pub(super) const BAR: f64 = 20.0;

/// Where the chip of the chosen token is: x, y of its top, width and height.
pub fn chip(step: &Step, frame: &Frame) -> [f64; 4] {
    let area = frame.at(Station::Dice);
    let x = area.x + BAR + 12.0;
    let (w, h) = ((area.end() - x).min(72.0), 36.0);
    let middle = super::bands::middle_of_choice(step);
    let y = frame.prob(middle) - h / 2.0;
    [x, y.clamp(frame.top(), frame.bottom() - h), w, h]
}
