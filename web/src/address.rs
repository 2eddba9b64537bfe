//! The address bar and the browser's history: where the page's state comes from, and where Back finds it.
//!
//! The state of an entry of the history lies beside its address, as a link spells it. The address itself names a state only as long as the page
//! is as it says: then it is plain, for nothing that is typed belongs where it is logged and synchronised.

use std::cell::RefCell;

use leptos::prelude::window_event_listener_untyped;
use wasm_bindgen::JsValue;
use web_sys::History;

use crate::browser;
use crate::link::Link;
use crate::spelling;

/// The state that the address asks for, as it is spelled; empty if it asks for none. What stands in its `?` part is moved to the `#` part,
/// which no server sees.
pub fn read() -> String {
    let Some(location) = browser::window().map(|w| w.location()) else {
        return String::new();
    };
    let query = location.search().unwrap_or_default();
    let hash = location.hash().unwrap_or_default();
    READ.with_borrow_mut(|read| read.clone_from(&hash));
    if !query.contains("prompt=") {
        return hash;
    }
    let joined = format!(
        "{}&{}",
        query.trim_start_matches('?'),
        hash.trim_start_matches('#')
    );
    let joined = joined.trim_matches('&');
    let target = format!("{}#{joined}", browser::page_address());
    if let Some(history) = history() {
        // Refused only in an opaque frame; the state is read all the same.
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&target));
    }
    // As the browser spells it.
    let hash = location.hash().unwrap_or_default();
    READ.with_borrow_mut(|read| *read = hash);
    joined.to_owned()
}

thread_local! {
    /// The `#` part that was read last.
    static READ: RefCell<String> = const { RefCell::new(String::new()) };
}

/// The `#` part of the address that was read last.
pub fn read_last() -> String {
    READ.with_borrow(String::clone)
}

/// Whether the address names a state that nobody has read yet: the browser tells of it a moment later, and until then nothing is written over it.
fn awaits_reading() -> bool {
    let hash = browser::window().and_then(|w| w.location().hash().ok());
    hash.is_some_and(|hash| !hash.is_empty() && READ.with_borrow(|read| *read != hash))
}

/// What leads to another state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Back or Forward.
    History,
    /// Another address: a link that was pasted.
    Address,
}

/// From now on, whatever leads to another state opens it.
pub fn follow(open: impl Fn(Option<Link>, Way) + Clone + 'static) {
    let opens = open.clone();
    let back = window_event_listener_untyped("popstate", move |_| {
        if let Some(state) = beside() {
            lead(state, Way::History, opens.clone());
        }
    });
    let another = move || {
        // An entry with a state of its own has been opened by Back or Forward.
        let state = read();
        if beside().is_none() {
            lead(state, Way::Address, open.clone());
        }
    };
    let pasted = another.clone();
    let paste = window_event_listener_untyped("hashchange", move |_| pasted());
    // While the page was beginning nobody heard of it.
    browser::after(0.0, move || {
        if awaits_reading() {
            another();
        }
    });
    // As long as the page lives.
    std::mem::forget((back, paste));
}

/// Leads to a state, as it is spelled; to `None` if what reads it does not come.
fn lead(state: String, way: Way, open: impl Fn(Option<Link>, Way) + 'static) {
    spelling::with(move |spelling| {
        let link = spelling.map(|spelling| (spelling.read)(&state));
        if link.as_ref().is_none_or(|link| !link.is_empty()) {
            open(link, way);
        }
    });
}

/// Writes `state` beside the address, which stays.
pub fn remember(state: &str) {
    if let Some(history) = history().filter(|_| !awaits_reading()) {
        // Refused in an opaque frame, and where it is done too often: then Back knows less.
        let _ = history.replace_state_with_url(&state.into(), "", None);
    }
}

/// The page is in `state` now, which its address does not name.
pub fn replace(state: &str) {
    if let Some(history) = history().filter(|_| !awaits_reading()) {
        let _ = history.replace_state_with_url(&state.into(), "", Some(&browser::page_address()));
    }
}

/// The page is in `state` now, and Back leads to the one before.
pub fn push(state: &str) {
    if let Some(history) = history().filter(|_| !awaits_reading()) {
        let _ = history.push_state_with_url(&state.into(), "", Some(&browser::page_address()));
    }
}

/// The state that lies beside the address; `None` of an entry of the history that no page has been at.
pub fn beside() -> Option<String> {
    history()?.state().ok()?.as_string()
}

fn history() -> Option<History> {
    browser::window()?.history().ok()
}
