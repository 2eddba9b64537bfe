//! The past under the settings of now: told in slices, so that a moving slider stays smooth. The latest request wins.

use std::collections::HashMap;
use std::rc::Rc;

use leptos::prelude::*;
use logitscope_core::NodeId;
use logitscope_core::whatif::{Told, WhatIf};

use crate::browser;
use crate::state::App;

/// How long a slice may take, in milliseconds: less than a frame.
const SLICE_MS: f64 = 8.0;

/// Where a telling goes.
type Tellings = RwSignal<Rc<HashMap<NodeId, Told>>, LocalStorage>;

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
            Some(what_if) => self.tell_slice(telling, what_if, HashMap::new(), into),
            None if into.with_untracked(|told| !told.is_empty()) => into.set(Rc::default()),
            None => {}
        }
    }

    fn tell_slice(
        self,
        telling: u32,
        mut what_if: WhatIf,
        mut told: HashMap<NodeId, Told>,
        into: Tellings,
    ) {
        let driver = self.driver();
        if driver.tellings.get() != telling {
            return;
        }
        let until = browser::now_ms() + SLICE_MS;
        let done = {
            let run = driver.run.borrow();
            let Some(run) = run.as_ref() else { return };
            loop {
                match what_if.advance(run) {
                    Some(step) => told.insert(step.node, step),
                    None => break true,
                };
                if browser::now_ms() > until {
                    break false;
                }
            }
        };
        if done {
            into.set(Rc::new(told));
        } else {
            browser::after(0.0, move || self.tell_slice(telling, what_if, told, into));
        }
    }
}
