//! The past under the settings of now: told in slices, so that a moving slider stays smooth. The latest request wins.

use std::collections::HashMap;
use std::rc::Rc;

use leptos::prelude::*;
use logitscope_core::NodeId;
use logitscope_core::whatif::{Told, WhatIf};

use crate::browser;
use crate::state::App;

/// How long a slice may take, in milliseconds: less than a frame.
const SLICE_MS: f64 = 10.0;
/// After how long the first part of a telling is shown, over what was told before, in milliseconds.
const FIRST_PART_MS: f64 = 60.0;

/// Where a telling goes.
type Tellings = RwSignal<Rc<HashMap<NodeId, Told>>, LocalStorage>;

/// A text on its way through other settings.
struct Telling {
    /// Which request it is: only the latest goes on.
    number: u32,
    what_if: WhatIf,
    told: HashMap<NodeId, Told>,
    /// When its first part is shown; `None` once it is.
    part_at: Option<f64>,
    into: Tellings,
}

impl App {
    /// Tells the text again under the settings of now, and under the pinned ones. Where every step was taken under the settings of
    /// now and none are pinned, there is nothing to tell.
    pub(crate) fn retell(self) {
        let driver = self.driver();
        let telling = driver.tellings.get().wrapping_add(1);
        driver.tellings.set(telling);
        let pinned = self.pinned.get_untracked();
        let (now, then) = {
            let run = driver.run.borrow();
            let Some(run) = run.as_ref() else { return };
            let settings = run.settings();
            let same = run.steps().iter().all(|step| step.settings == *settings);
            let told = |settings| WhatIf::new(run, settings).ok();
            let now = (!same || pinned.is_some()).then(|| settings.clone());
            (now.and_then(told), pinned.and_then(told))
        };
        self.tell(telling, now, self.told);
        self.tell(telling, then, self.told_pinned);
    }

    fn tell(self, telling: u32, what_if: Option<WhatIf>, into: Tellings) {
        match what_if {
            Some(what_if) => {
                let telling = Telling {
                    number: telling,
                    what_if,
                    told: HashMap::new(),
                    part_at: Some(browser::now_ms() + FIRST_PART_MS),
                    into,
                };
                // The step on screen is drawn first.
                browser::after_frame(move || self.tell_slice(telling));
            }
            None if into.with_untracked(|told| !told.is_empty()) => into.set(Rc::default()),
            None => {}
        }
    }

    fn tell_slice(self, mut telling: Telling) {
        let driver = self.driver();
        if driver.tellings.get() != telling.number {
            return;
        }
        let until = browser::now_ms() + SLICE_MS;
        let done = {
            let run = driver.run.borrow();
            let Some(run) = run.as_ref() else { return };
            loop {
                match telling.what_if.advance(run) {
                    Some(step) => telling.told.insert(step.node, step),
                    None => break true,
                };
                if browser::now_ms() > until {
                    break false;
                }
            }
        };
        if done {
            telling.into.set(Rc::new(telling.told));
            return;
        }
        if telling.part_at.is_some_and(|at| browser::now_ms() > at) {
            telling.part_at = None;
            let mut shown = telling.into.with_untracked(|before| HashMap::clone(before));
            shown.extend(&telling.told);
            telling.into.set(Rc::new(shown));
        }
        browser::after(0.0, move || self.tell_slice(telling));
    }
}
