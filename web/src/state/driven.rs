//! What the buttons and keys of a run drive: the run itself, or the strategy that is open.

use leptos::prelude::*;

use super::App;
use crate::strategies::{Kind, Pace, Work};

/// Where a strategy is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Place {
    /// Whether its beginning is on screen.
    pub at_start: bool,
    /// Whether there is no step after the one on screen.
    pub at_end: bool,
    /// Whether all its steps have been taken.
    pub ended: bool,
    /// Whether it plays.
    pub playing: bool,
}

/// What can be done with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drive {
    /// One step on.
    Step,
    /// One step back.
    Back,
    /// To its beginning.
    Restart,
    /// Play, from the start if it has come to its end; or pause.
    PlayOrPause,
}

impl App {
    /// The strategy that is open, if it goes step by step; tracked.
    pub(crate) fn driven(self) -> Option<Kind> {
        let kind = Kind::stepped(self.open.get()?)?;
        (!self.embed.with(|embed| embed.is_lesson())).then_some(kind)
    }

    /// Where a strategy is; tracked.
    pub(crate) fn driven_place(self, kind: Kind) -> Place {
        let pace = self.pace(kind);
        self.strategies.arrived.track();
        let session = self.session();
        let works = session.works.borrow();
        let work = works[kind as usize].as_deref();
        let ended = work.is_some_and(|work| work.ask().is_none());
        Place {
            at_start: pace.at == 0,
            at_end: ended && work.is_some_and(|work| work.steps() <= pace.at),
            ended,
            playing: pace.playing,
        }
    }

    /// How many steps a strategy has taken.
    pub(crate) fn steps_of(self, kind: Kind) -> usize {
        let session = self.session();
        let works = session.works.borrow();
        works[kind as usize].as_deref().map_or(0, Work::steps)
    }

    /// Sends a strategy to a step; beyond its end is its end.
    pub(crate) fn go_to_step(self, kind: Kind, at: usize) {
        self.set_pace(kind, Pace { at, playing: false });
    }

    /// Whether a strategy has come to the step that it was sent to, or to its end.
    pub(crate) fn has_come(self, kind: Kind) -> bool {
        let pace = untrack(|| self.pace(kind));
        let session = self.session();
        let works = session.works.borrow();
        let work = works[kind as usize].as_deref();
        !pace.playing && work.is_some_and(|w| w.ask().is_none() || w.steps() >= pace.at)
    }

    /// Does it.
    pub(crate) fn drive(self, kind: Kind, drive: Drive) {
        let mut now = untrack(|| self.pace(kind));
        let place = untrack(|| self.driven_place(kind));
        if place.at_end {
            // A link may name a step that there is not.
            now.at = now.at.min(self.steps_of(kind));
        }
        let stands = |at| Pace { at, playing: false };
        let next = match drive {
            Drive::Step if place.at_end => stands(now.at),
            Drive::Step => stands(now.at + 1),
            Drive::Back => stands(now.at.saturating_sub(1)),
            Drive::Restart => Pace::default(),
            Drive::PlayOrPause => Pace {
                at: if place.at_end { 0 } else { now.at },
                playing: !now.playing,
            },
        };
        self.set_pace(kind, next);
    }
}
