//! The address bar: where the page's state comes from.

use leptos::prelude::window_event_listener_untyped;
use wasm_bindgen::JsValue;

use crate::browser;
use crate::link::Link;

/// The state that the address asks for. What stands in its `?` part is moved to the `#` part, which
/// no server sees.
pub fn read() -> Link {
    let Some(location) = browser::window().map(|w| w.location()) else {
        return Link::default();
    };
    let query = location.search().unwrap_or_default();
    let hash = location.hash().unwrap_or_default();
    if !query.contains("prompt=") {
        return Link::read(&hash);
    }
    let joined = format!(
        "{}&{}",
        query.trim_start_matches('?'),
        hash.trim_start_matches('#')
    );
    let joined = joined.trim_matches('&');
    let target = format!("{}#{joined}", browser::page_address());
    if let Some(history) = browser::window().and_then(|w| w.history().ok()) {
        // Refused only in an opaque frame; the state is read all the same.
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&target));
    }
    Link::read(joined)
}

/// From now on, a change of the `#` part (a pasted link, the Back button) opens its state.
pub fn follow(open: impl Fn(Link) + 'static) {
    let handle = window_event_listener_untyped("hashchange", move |_| {
        let link = read();
        if !link.is_empty() {
            open(link);
        }
    });
    // As long as the page lives.
    std::mem::forget(handle);
}
