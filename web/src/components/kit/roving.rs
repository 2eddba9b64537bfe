//! One tab stop for a row of many things; the arrow keys move inside.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent};

/// Moves the focus among the buttons of the nearest `list` (a selector) around what `event` came from, with any arrow key, and to its
/// ends with Home and End.
pub fn walk(event: &KeyboardEvent, list: &str) {
    if event.shift_key() || event.ctrl_key() || event.alt_key() || event.meta_key() {
        return;
    }
    let from = event.target().and_then(|t| t.dyn_into::<Element>().ok());
    let Some((from, list)) = from.and_then(|from| Some((from.clone(), from.closest(list).ok()??)))
    else {
        return;
    };
    let Ok(all) = list.query_selector_all("button:not([disabled])") else {
        return;
    };
    let all: Vec<Element> = (0..all.length())
        .filter_map(|i| all.get(i)?.dyn_into().ok())
        .collect();
    let Some(at) = all.iter().position(|one| *one == from) else {
        return;
    };
    let to = match event.key().as_str() {
        "ArrowDown" | "ArrowRight" => at + 1,
        "ArrowUp" | "ArrowLeft" => at.saturating_sub(1),
        "Home" => 0,
        "End" => all.len() - 1,
        _ => return,
    };
    event.prevent_default();
    event.stop_propagation();
    if let Some(element) = all.get(to).and_then(|one| one.dyn_ref::<HtmlElement>()) {
        // An element that cannot take the focus leaves it where it is.
        let _ = element.focus();
    }
}

/// In what scrolls sideways the arrow keys scroll: the page's meaning of them waits.
pub fn keep_arrows(event: &KeyboardEvent) {
    if event.key().starts_with("Arrow") {
        event.stop_propagation();
    }
}

/// Moves the focus among the children of the row that `event` came from, and to its ends with Home and End. A child takes part if it
/// has a `tabindex`.
pub fn on_keydown(event: &KeyboardEvent) {
    if event.shift_key() || event.ctrl_key() || event.alt_key() || event.meta_key() {
        return;
    }
    let Some(at) = event.target().and_then(|t| t.dyn_into::<Element>().ok()) else {
        return;
    };
    let ends = at.parent_element();
    let (forward, mut next) = match event.key().as_str() {
        "ArrowRight" => (true, at.next_element_sibling()),
        "ArrowLeft" => (false, at.previous_element_sibling()),
        "Home" => (true, ends.and_then(|row| row.first_element_child())),
        "End" => (false, ends.and_then(|row| row.last_element_child())),
        _ => return,
    };
    // The page has a meaning of its own for these keys; here they have this one.
    event.prevent_default();
    event.stop_propagation();
    let beside = |e: &Element| match forward {
        true => e.next_element_sibling(),
        false => e.previous_element_sibling(),
    };
    while let Some(element) = next {
        let enabled = element.has_attribute("tabindex") && !element.has_attribute("disabled");
        if let Some(element) = element.dyn_ref::<HtmlElement>().filter(|_| enabled) {
            // An element that cannot take the focus leaves it where it is.
            let _ = element.focus();
            return;
        }
        next = beside(&element);
    }
}
