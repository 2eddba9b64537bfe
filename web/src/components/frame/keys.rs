//! The keys of the page.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

use crate::browser;
use crate::choices::Control;
use crate::components::kit::focus;
use crate::components::kit::modal::ModalHandle;
use crate::components::lessons::tour;
use crate::state::{Activity, App, Drive};

/// Listens for as long as the page lives.
pub fn listen(app: App, help: ModalHandle) {
    let listener = window_event_listener(leptos::ev::keydown, move |ev| {
        if ev.default_prevented() || ev.alt_key() || is_covered() {
            return;
        }
        let target = ev.target().and_then(|t| t.dyn_into::<Element>().ok());
        let inside = |selector: &str| {
            target
                .as_ref()
                .is_some_and(|t| t.closest(selector).ok().flatten().is_some())
        };
        // A slider or a switch has no undo of its own.
        let turns = ev.ctrl_key() || ev.meta_key();
        let typed = "textarea, select, dialog, input:not([type=range]):not([type=checkbox])";
        let opened = || inside(".menu-panel") || inside("[popover]:popover-open");
        if inside(typed) || !turns && (inside("input") || opened()) {
            return;
        }
        if ev.ctrl_key() || ev.meta_key() {
            if turn_back(app, &ev) {
                ev.prevent_default();
            }
            return;
        }
        // Space and Enter press what has the focus.
        if ev.key() == " " && inside("button, summary, a") {
            return;
        }
        if act(app, help, &ev) {
            ev.prevent_default();
        }
    });
    on_cleanup(move || listener.remove());
}

/// Whether a dialog lies over the page. The button that was pressed in it may be gone, and the focus with it.
fn is_covered() -> bool {
    let modal = browser::document().and_then(|d| d.query_selector("dialog:modal").ok().flatten());
    modal.is_some()
}

/// Takes a change of the sampler back, or makes it again, if the keys are those that do so everywhere.
fn turn_back(app: App, ev: &KeyboardEvent) -> bool {
    let key = ev.key().to_ascii_lowercase();
    if untrack(|| app.settings_locked()) {
        return false;
    }
    match (key.as_str(), ev.shift_key()) {
        ("z", false) => app.undo_settings(),
        ("z", true) | ("y", false) => app.redo_settings(),
        _ => return false,
    }
    true
}

/// Whether the key drives the strategy that is open, and does so.
fn drives(app: App, key: &str, shift: bool) -> bool {
    let (drive, control) = match (key, shift) {
        ("ArrowRight", false) | ("n", _) => (Drive::Step, Control::Step),
        (" ", _) | ("p", _) => (Drive::PlayOrPause, Control::Play),
        ("Backspace", _) => (Drive::Back, Control::Rewind),
        ("Home", false) => (Drive::Restart, Control::Restart),
        _ => return false,
    };
    let kind = untrack(|| app.driven()).filter(|_| !app.locked(control));
    kind.is_some_and(|kind| {
        app.drive(kind, drive);
        true
    })
}

/// Does what the key says; false if it says nothing.
fn act(app: App, help: ModalHandle, ev: &KeyboardEvent) -> bool {
    let playing = app.activity.get_untracked() == Activity::Playing;
    match (ev.key().as_str(), ev.shift_key()) {
        ("ArrowLeft", true) => app.select_previous(),
        ("ArrowRight", true) => app.select_next(),
        (key, shift) if drives(app, key, shift) => {}
        ("ArrowRight", false) | ("n", _) if !app.locked(Control::Step) => {
            if !playing && untrack(|| app.can_step()) {
                app.step();
            }
        }
        (" ", _) | ("p", _) if !app.locked(Control::Play) => {
            if playing {
                app.pause();
            } else {
                app.play();
            }
        }
        ("Backspace", _) if !app.locked(Control::Rewind) => app.rewind(1),
        ("Home", false) if !app.locked(Control::Restart) => app.restart(),
        ("r", _) if !app.locked(Control::RollAgain) => app.roll_again(),
        ("Escape", _) => {
            if !focus::close_opened(app) && !tour::end(app) {
                app.select(None);
            }
        }
        ("/", _) => focus::text(),
        ("?", _) => help.show(),
        _ => return false,
    }
    true
}
