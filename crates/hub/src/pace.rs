//! How often the page hears how far something is.

use std::cell::Cell;
use std::time::Duration;

use web_time::Instant;

const EVERY: Duration = Duration::from_millis(100);

/// When the page heard something last.
#[derive(Default)]
pub struct Pace(Cell<Option<Instant>>);

impl Pace {
    /// Whether it is time again; then that is now. What is `urgent` is told at once.
    pub fn is_due(&self, urgent: bool) -> bool {
        let due = urgent || self.0.get().is_none_or(|at| at.elapsed() >= EVERY);
        if due {
            self.0.set(Some(Instant::now()));
        }
        due
    }
}
