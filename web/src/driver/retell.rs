//! The past under the settings of now: told in slices, so that a moving slider stays smooth. The latest request wins.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use leptos::prelude::*;
use logitscope_core::what_if::{Reevaluated, WhatIf};
use logitscope_core::{NodeId, Run, Settings};

use crate::browser;
use crate::state::{App, TRANSCRIPT_ID};

/// How long a slice may take, in milliseconds: less than a frame.
const SLICE_MS: f64 = 10.0;
/// How often what is told so far is shown, over what was told before, in milliseconds.
const PART_MS: f64 = 40.0;

/// Where a telling goes.
type Shown = RwSignal<Rc<HashMap<NodeId, Reevaluated>>, LocalStorage>;

/// The latest tellings, under way or done.
#[derive(Default)]
pub(super) struct Tellings {
    /// Counts requests, so that the latest one wins.
    latest: Cell<u32>,
    now: RefCell<Option<Telling>>,
    pinned: RefCell<Option<Telling>>,
}

/// Under which settings.
#[derive(Clone, Copy)]
enum Whose {
    Now,
    Pinned,
}

/// A text on its way through other settings.
struct Telling {
    what_if: WhatIf,
    told: HashMap<NodeId, Reevaluated>,
    /// When what is told so far is shown.
    part_at: f64,
}

/// What a slice of a telling has to show.
enum Slice {
    /// Not yet anything.
    Nothing,
    /// What is told so far.
    Part(HashMap<NodeId, Reevaluated>),
    /// All: the telling is done.
    All(HashMap<NodeId, Reevaluated>),
}

impl Telling {
    fn slice(&mut self, run: &Run) -> Slice {
        let until = browser::now_ms() + SLICE_MS;
        loop {
            match self.what_if.advance(run) {
                Some(step) => self.told.insert(step.node, step),
                None => return Slice::All(std::mem::take(&mut self.told)),
            };
            let now = browser::now_ms();
            if now > until {
                if now < self.part_at {
                    return Slice::Nothing;
                }
                self.part_at = now + PART_MS;
                return Slice::Part(self.told.clone());
            }
        }
    }
}

impl Tellings {
    fn of(&self, whose: Whose) -> &RefCell<Option<Telling>> {
        match whose {
            Whose::Now => &self.now,
            Whose::Pinned => &self.pinned,
        }
    }

    /// Begins a telling, with what the last one left to begin with.
    fn begin(&self, whose: Whose, run: &Run, settings: Settings) -> bool {
        let last = self.of(whose).take();
        let what_if = match last {
            Some(last) => last.what_if.again(run, settings),
            None => WhatIf::new(run, settings),
        };
        let begun = what_if.ok().map(|mut what_if| {
            what_if.start_at(browser::first_in_sight(TRANSCRIPT_ID, "token"));
            Telling {
                what_if,
                told: HashMap::new(),
                part_at: browser::now_ms() + PART_MS,
            }
        });
        let begins = begun.is_some();
        self.of(whose).replace(begun);
        begins
    }
}

impl App {
    /// Tells the text again under the settings of now, and under the pinned ones. Where every step was taken under the settings of
    /// now and none are pinned, there is nothing to tell.
    pub(crate) fn retell(self) {
        let driver = self.driver();
        let tellings = &driver.tellings;
        let number = tellings.latest.get().wrapping_add(1);
        tellings.latest.set(number);
        let pinned = self.pinned.get_untracked();
        let begun = {
            let run = driver.run.borrow();
            let Some(run) = run.as_ref() else { return };
            let settings = run.settings();
            let same = run.steps().iter().all(|step| step.settings == *settings);
            let now = (!same || pinned.is_some()).then(|| settings.clone());
            [(Whose::Now, now), (Whose::Pinned, pinned)].map(|(whose, settings)| {
                let begins = settings.is_some_and(|s| tellings.begin(whose, run, s));
                (whose, begins)
            })
        };
        for (whose, begins) in begun {
            let shown = self.shown(whose);
            if begins {
                // The step on screen is drawn first.
                browser::after_frame(move || self.tell_slice(number, whose));
            } else if shown.with_untracked(|told| !told.is_empty()) {
                shown.set(Rc::default());
            }
        }
    }

    fn shown(self, whose: Whose) -> Shown {
        match whose {
            Whose::Now => self.told,
            Whose::Pinned => self.told_pinned,
        }
    }

    fn tell_slice(self, number: u32, whose: Whose) {
        let driver = self.driver();
        if driver.tellings.latest.get() != number {
            return;
        }
        let slice = {
            let (run, mut telling) = (driver.run.borrow(), driver.tellings.of(whose).borrow_mut());
            let (Some(run), Some(telling)) = (run.as_ref(), telling.as_mut()) else {
                return;
            };
            telling.slice(run)
        };
        let shown = self.shown(whose);
        match slice {
            Slice::All(told) => return shown.set(Rc::new(told)),
            Slice::Part(told) => shown.update(|before| Rc::make_mut(before).extend(told)),
            Slice::Nothing => {}
        }
        browser::after(0.0, move || self.tell_slice(number, whose));
    }
}
