//! The context: what happens when it is full, how the work grows with it, and what its tokens cost.

pub mod cost;
mod run;
#[cfg(test)]
mod tests;
pub mod work;

use std::ops::Range;

use serde::{Deserialize, Serialize};

pub use run::{ContextOptions, ContextRun, ContextStep};

/// What happens when there is no position left for another token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WhenFull {
    /// The text ends.
    Stop,
    /// The oldest tokens are forgotten.
    #[default]
    Slide,
    /// Tokens in the middle are forgotten; so many at the beginning stay.
    DropMiddle(u32),
}

/// The places of a text that the model still reads, in order. Each has the position of its place in this list, whatever its place in the text: keys and
/// values hold the position with the token, and those of moved tokens are computed again.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Window {
    kept: Vec<Range<usize>>,
}

impl Window {
    /// The first `len` places of a text.
    pub fn new(len: usize) -> Self {
        let mut window = Window::default();
        window.kept.push(0..len);
        window
    }

    /// What is kept, as stretches of places of the text.
    pub fn kept(&self) -> &[Range<usize>] {
        &self.kept
    }

    /// How many tokens it has.
    pub fn len(&self) -> usize {
        self.kept.iter().map(ExactSizeIterator::len).sum()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Its places, in order.
    pub fn places(&self) -> impl Iterator<Item = usize> + '_ {
        self.kept.iter().cloned().flatten()
    }

    /// Whether it still has a place of the text.
    pub fn has(&self, place: usize) -> bool {
        self.kept.iter().any(|range| range.contains(&place))
    }

    /// Takes the next place of the text.
    fn push(&mut self, place: usize) {
        match self.kept.last_mut().filter(|last| last.end == place) {
            Some(last) => last.end += 1,
            None => self.kept.push(place..place + 1),
        }
    }

    /// Forgets `count` tokens behind the first `first` ones. How many tokens keep their position, and so their keys and values: those before.
    fn drop(&mut self, first: usize, count: usize) -> usize {
        let places: Vec<usize> = self.places().collect();
        let first = first.min(places.len());
        let rest = (first + count).min(places.len());
        self.kept.clear();
        for place in places[..first].iter().chain(&places[rest..]) {
            self.push(*place);
        }
        first
    }
}
