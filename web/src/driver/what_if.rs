//! What-if: the past re-evaluated under the current settings, in slices, so that a moving slider stays smooth. The latest
//! request wins.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use leptos::prelude::*;
use logitscope_core::what_if::{Reevaluated, WhatIf};
use logitscope_core::{NodeId, Run, Settings};

use super::Driver;
use crate::browser;
use crate::state::TRANSCRIPT_ID;

/// How long a slice may take, in milliseconds: less than a frame.
const SLICE_MS: f64 = 10.0;
/// How often the part that is done is shown over the one before, in milliseconds.
const PART_MS: f64 = 40.0;

/// Where the results are shown, by the step's node.
type OnScreen = RwSignal<Rc<HashMap<NodeId, Reevaluated>>, LocalStorage>;

/// The latest re-evaluations, under way or done.
#[derive(Default)]
pub(super) struct Reevaluations {
    /// Counts requests, so that the latest one wins.
    latest: Cell<u32>,
    current: RefCell<Option<Reevaluation>>,
    pinned: RefCell<Option<Reevaluation>>,
}

/// Under which settings.
#[derive(Clone, Copy)]
enum Under {
    Current,
    Pinned,
}

/// A text on its way through other settings.
struct Reevaluation {
    what_if: WhatIf,
    done: HashMap<NodeId, Reevaluated>,
    /// When the part that is done is shown.
    part_at: f64,
}

/// What a slice has to show.
enum Slice {
    /// Not yet anything.
    Nothing,
    /// The part that is done.
    Part(HashMap<NodeId, Reevaluated>),
    /// All of it.
    All(HashMap<NodeId, Reevaluated>),
}

impl Reevaluation {
    fn slice(&mut self, run: &Run) -> Slice {
        let until = browser::now_ms() + SLICE_MS;
        loop {
            match self.what_if.advance(run) {
                Some(step) => self.done.insert(step.node, step),
                None => return Slice::All(std::mem::take(&mut self.done)),
            };
            let now = browser::now_ms();
            if now > until {
                if now < self.part_at {
                    return Slice::Nothing;
                }
                self.part_at = now + PART_MS;
                return Slice::Part(self.done.clone());
            }
        }
    }
}

impl Reevaluations {
    fn of(&self, under: Under) -> &RefCell<Option<Reevaluation>> {
        match under {
            Under::Current => &self.current,
            Under::Pinned => &self.pinned,
        }
    }

    /// Begins one, with what the last one left to begin with.
    fn begin(&self, under: Under, run: &Run, settings: Settings) -> bool {
        let last = self.of(under).take();
        let what_if = match last {
            Some(last) => last.what_if.again(run, settings),
            None => WhatIf::new(run, settings),
        };
        let begun = what_if.ok().map(|mut what_if| {
            what_if.start_at(browser::first_in_sight(TRANSCRIPT_ID, "token"));
            Reevaluation {
                what_if,
                done: HashMap::new(),
                part_at: browser::now_ms() + PART_MS,
            }
        });
        let begins = begun.is_some();
        self.of(under).replace(begun);
        begins
    }
}

impl Driver {
    /// Re-evaluates the text under the current settings, and under the pinned ones. Where every step was taken under the
    /// current settings and none are pinned, there is nothing to do.
    pub fn reevaluate(self: &Rc<Self>) {
        let number = self.reevaluations.latest.get().wrapping_add(1);
        self.reevaluations.latest.set(number);
        let pinned = self.app.pinned.get_untracked();
        let begun = {
            let Some(run) = self.session.run() else {
                return;
            };
            let settings = run.settings();
            let same = run.steps().iter().all(|step| step.settings == *settings);
            let current = (!same || pinned.is_some()).then(|| settings.clone());
            [(Under::Current, current), (Under::Pinned, pinned)].map(|(under, settings)| {
                let begins = settings.is_some_and(|s| self.reevaluations.begin(under, &run, s));
                (under, begins)
            })
        };
        for (under, begins) in begun {
            let shown = self.shown(under);
            if begins {
                // The step on screen is drawn first.
                let driver = Rc::clone(self);
                browser::after_frame(move || driver.slice(number, under));
            } else if shown.with_untracked(|told| !told.is_empty()) {
                shown.set(Rc::default());
            }
        }
    }

    fn shown(&self, under: Under) -> OnScreen {
        match under {
            Under::Current => self.app.told,
            Under::Pinned => self.app.told_pinned,
        }
    }

    fn slice(self: Rc<Self>, number: u32, under: Under) {
        if self.reevaluations.latest.get() != number {
            return;
        }
        let slice = {
            let mut reevaluation = self.reevaluations.of(under).borrow_mut();
            let (Some(run), Some(reevaluation)) = (self.session.run(), reevaluation.as_mut())
            else {
                return;
            };
            reevaluation.slice(&run)
        };
        let shown = self.shown(under);
        match slice {
            Slice::All(told) => return shown.set(Rc::new(told)),
            Slice::Part(told) => shown.update(|before| Rc::make_mut(before).extend(told)),
            Slice::Nothing => {}
        }
        browser::after(0.0, move || self.slice(number, under));
    }
}
