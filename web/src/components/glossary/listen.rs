//! When the note of a term is there: under the mouse after a moment, at a finger's press, and with the keyboard's focus.

use std::time::Duration;

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, UnwrapThrowExt};
use web_sys::{Element, Event, EventTarget, KeyboardEvent};

use super::term::Term;
use crate::browser;

/// The id of the note.
pub const NOTE: &str = "term-note";
/// What marks a term.
const MARK: &str = "data-term";
/// What has its controls right below its name.
const CONTROLS: [&str; 2] = [".gate", ".station-head"];
/// What is pressed for something else than its explanation.
const PRESSED: &str = "button, summary, label, a";
/// How long the mouse rests on a term before its note comes.
const REST: Duration = Duration::from_millis(350);
/// How long the note stays when the mouse leaves, so that a hand that shakes loses nothing.
const STAY: Duration = Duration::from_millis(200);
/// The width of the note and its least distance from the window's sides; `glossary.css` has them, too.
const WIDTH: f64 = 288.0;
const ASIDE: f64 = 8.0;
/// The room that it takes at the most.
const HEIGHT: f64 = 132.0;

/// A term that is explained, and where its note stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Shown {
    /// Which.
    pub term: Term,
    /// Its left side, in CSS pixels of the window.
    pub left: f64,
    /// Its upper side, below the term.
    pub top: Option<f64>,
    /// Its lower side from the bottom of the window, above the term.
    pub bottom: Option<f64>,
}

impl Shown {
    /// The note of the term at `element`.
    fn at(element: &Element) -> Option<Self> {
        let term = Term::of_key(&element.get_attribute(MARK)?)?;
        let area = element.get_bounding_client_rect();
        let (width, height) = browser::window_size();
        let most = (width - WIDTH - ASIDE).max(ASIDE);
        let covers = CONTROLS.iter().any(|of| around(element, of).is_some());
        let below = height - area.bottom() >= HEIGHT && !covers || area.top() < HEIGHT;
        Some(Shown {
            term,
            left: area.left().clamp(ASIDE, most),
            top: below.then(|| area.bottom() + ASIDE / 2.0),
            bottom: (!below).then(|| height - area.top() + ASIDE / 2.0),
        })
    }
}

fn target(event: &Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}

/// The element that `selector` finds around `element`.
fn around(element: &Element, selector: &str) -> Option<Element> {
    element.closest(selector).ok().flatten()
}

/// Follows the mouse, fingers and keys.
pub fn listen(shown: RwSignal<Option<Shown>>) {
    // What was asked for last; an older wish that comes to its time does nothing.
    let wish = StoredValue::new(0_u32);
    let next = move || {
        wish.update_value(|n| *n = n.wrapping_add(1));
        wish.get_value()
    };
    // The term in focus, while its note is the one that is there.
    let held = StoredValue::new_local(None::<Element>);
    let soon = move |after: Duration, term: Option<Element>| {
        let own = next();
        set_timeout(
            move || {
                if wish.try_get_value() == Some(own) {
                    held.set_value(None);
                    shown.set(term.as_ref().and_then(Shown::at));
                }
            },
            after,
        );
    };
    let at_once = move |then: Option<Shown>| {
        next();
        held.set_value(None);
        if shown.with_untracked(Option::is_some) || then.is_some() {
            shown.set(then);
        }
    };
    let is_there = move || shown.with_untracked(Option::is_some);
    let term_around = |element: &Element| around(element, &format!("[{MARK}]"));
    let rests_at = StoredValue::new(None);
    let over = window_event_listener(ev::pointerover, move |ev| {
        let Some(element) = target(&ev).filter(|_| ev.pointer_type() != "touch") else {
            return;
        };
        let at = Some((ev.screen_x(), ev.screen_y()));
        let rests = rests_at.get_value() == at;
        rests_at.set_value(at);
        // The page moved under a mouse that rests, as when the focus scrolls: nobody points there.
        if rests && held.with_value(Option::is_some) {
            return;
        }
        match term_around(&element) {
            Some(term) if is_there() => at_once(Shown::at(&term)),
            Some(term) => soon(REST, Some(term)),
            None => soon(STAY, None),
        }
    });
    let press = window_event_listener(ev::click, move |ev| {
        let term = target(&ev).and_then(|element| term_around(&element));
        let free = term.filter(|term| around(term, PRESSED).is_none());
        at_once(free.as_ref().and_then(Shown::at));
    });
    let described = StoredValue::new_local(None::<Element>);
    let undescribe = move || {
        if let Some(element) = described.try_update_value(Option::take).flatten() {
            // The attribute was set here.
            let _ = element.remove_attribute("aria-describedby");
        }
    };
    let focus = window_event_listener(ev::focusin, move |ev| {
        undescribe();
        let Some(element) = target(&ev).filter(|e| e.matches(":focus-visible").unwrap_or(false))
        else {
            return;
        };
        let own = match element.has_attribute(MARK) {
            true => Some(element.clone()),
            // A button that is called by a term.
            false => element
                .query_selector(&format!(":scope [{MARK}]"))
                .ok()
                .flatten()
                .filter(|_| element.matches("button").unwrap_or(false)),
        };
        if let Some(own) = own
            && let Some(then) = Shown::at(&own)
        {
            if !element.has_attribute("aria-describedby") {
                let _ = element.set_attribute("aria-describedby", NOTE);
                described.set_value(Some(element));
            }
            at_once(Some(then));
            held.set_value(Some(own));
        }
    });
    let blur = window_event_listener(ev::focusout, move |_| {
        undescribe();
        at_once(None);
    });
    on_cleanup(move || {
        for listener in [over, press, focus, blur] {
            listener.remove();
        }
    });
    // Before anything else takes Esc for itself; and what scrolls away leaves no note behind, but the note of what is in
    // focus goes with it: the focus itself scrolls there.
    let first = Closure::<dyn FnMut(Event)>::new(move |ev: Event| {
        let key = ev.dyn_ref::<KeyboardEvent>().map(KeyboardEvent::key);
        let ends = key.as_ref().is_none_or(|key| key == "Escape");
        if !ends || !is_there() {
            return;
        }
        if key.is_some() {
            ev.prevent_default();
            ev.stop_propagation();
        } else if let Some(own) = held.get_value() {
            shown.set(Shown::at(&own));
            return;
        }
        at_once(None);
    });
    let Some(window) = browser::window() else {
        return;
    };
    let window: &EventTarget = window.as_ref();
    let function = first.as_ref().unchecked_ref();
    for event in ["keydown", "scroll"] {
        window
            .add_event_listener_with_callback_and_bool(event, function, true)
            .expect_throw("a window takes listeners");
    }
    // It listens as long as the page is there.
    first.forget();
}
