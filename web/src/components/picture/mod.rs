//! The picture of one step, as plain data: what is drawn where, and what each mark stands for. No signals, no browser.
//!
//! [`Step`] holds the values, [`Layout`] the places; each station makes its [`Mark`]s of them, and [`motion`] leads from one picture to the
//! next. A component paints the marks on a canvas and asks [`Scene::under`] what the pointer is on.

mod bands;
mod blocks;
mod chip;
mod dice;
mod frame;
mod gates;
mod groups;
mod layout;
mod logits;
mod mark;
pub mod motion;
mod note;
mod ribbons;
mod round;
mod softmax;
mod step;
mod stream;
mod tall;

pub use frame::{Frame, STATIONS};
pub use groups::ROOMY;
pub use layout::{Area, Layout, NARROW};
pub use mark::{Fill, Ink, Key, Mark, Part, Scene, Shape, Tone, Verb, What, wide};
pub use note::note;
pub use step::{Candidate, Followed, Layers, Lies, Other, Step, TokenRow};
pub use tall::{MOST_COLUMNS, Tall};

/// Where the segment of a token lies on the dice, 0..=1; `None` of one that is not followed, or gone.
pub fn segment(step: &Step, token: logitscope_core::TokenId) -> Option<(f64, f64)> {
    let last = bands::spans(step, step.stages.len());
    last.iter()
        .find(|l| l.token == token)
        .map(|l| (l.from, l.to))
}
