//! Fingers have no pointer that shows before it acts: their first press shows, the second acts.

use leptos::prelude::*;
use web_sys::PointerEvent;

/// Whether the press on its way is a finger's first one.
#[derive(Clone, Copy)]
pub struct Touch(StoredValue<bool>);

impl Touch {
    /// Nothing is pressed.
    pub fn none() -> Self {
        Touch(StoredValue::new(false))
    }

    /// A press begins on something that was `shown` before, or not.
    pub fn begins(self, ev: &PointerEvent, shown: bool) {
        self.0.set_value(ev.pointer_type() == "touch" && !shown);
    }

    /// Whether the press acts. A key has no beginning: it acts.
    pub fn acts(self) -> bool {
        !std::mem::replace(&mut *self.0.write_value(), false)
    }
}
