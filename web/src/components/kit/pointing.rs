//! Pointing at a token where all its marks are: they stay, and those of the others are dimmed.

use leptos::prelude::*;
use logitscope_core::TokenId;
use web_sys::{Element, FocusEvent, PointerEvent};

use crate::browser;

/// The attribute that says whose mark an element is.
const MARK: &str = "data-mark";

/// The token that is pointed at.
#[derive(Clone, Copy)]
pub struct Pointing {
    token: RwSignal<Option<TokenId>>,
    /// Whether a finger did it.
    by_finger: StoredValue<bool>,
}

impl Pointing {
    /// Gives it to the marks below.
    pub fn provide() -> Self {
        let own = Pointing {
            token: RwSignal::new(None),
            by_finger: StoredValue::new(false),
        };
        provide_context(own);
        own
    }

    /// Points at what is under the mouse: some marks lie under what is dragged.
    pub fn follow(self, ev: &PointerEvent) {
        let finger = ev.pointer_type() == "touch";
        self.by_finger.set_value(finger);
        if !finger {
            let (x, y) = (ev.client_x() as f32, ev.client_y() as f32);
            let marks = browser::elements_at(x, y);
            self.turn_to(marks.iter().find_map(marked));
        }
    }

    /// A finger is put on the mark of `token`: it points. Whether it did before.
    pub fn touch(self, token: TokenId) -> bool {
        let before = self.token.get_untracked() == Some(token);
        self.by_finger.set_value(true);
        self.turn_to(Some(token));
        before
    }

    /// Points at what has the keyboard's focus, or what a finger was put on.
    pub fn focus(self, ev: &FocusEvent) {
        let element = ev.target().and_then(browser::element);
        let seen = |e: &Element| {
            self.by_finger.get_value() || e.matches(":focus-visible").unwrap_or(false)
        };
        self.turn_to(element.filter(seen).as_ref().and_then(marked));
    }

    /// The pointer leaves: what a finger points at stays.
    pub fn leave(self, ev: &PointerEvent) {
        if ev.pointer_type() != "touch" {
            self.forget();
        }
    }

    /// Points at nothing.
    pub fn forget(self) {
        self.turn_to(None);
    }

    fn turn_to(self, token: Option<TokenId>) {
        if self
            .token
            .try_get_untracked()
            .is_some_and(|old| old != token)
        {
            self.token.set(token);
        }
    }
}

/// Whose mark an element is, or is in.
fn marked(element: &Element) -> Option<TokenId> {
    let mark = element.closest(&format!("[{MARK}]")).ok().flatten()?;
    mark.get_attribute(MARK)?.parse().ok()
}

/// Whether a mark is dimmed, for another token is pointed at: that of `token`, or `None` of many. Elsewhere none is.
pub fn is_dimmed(token: Option<TokenId>) -> impl Fn() -> bool + Clone + Send + Sync + 'static {
    let pointing = use_context::<Pointing>();
    move || {
        let pointed = pointing.and_then(|pointing| pointing.token.get());
        pointed.is_some() && pointed != token
    }
}
