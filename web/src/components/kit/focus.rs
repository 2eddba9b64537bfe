//! Where the keyboard goes.

use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use crate::browser;

/// To the text.
pub fn text() {
    first("textarea.prompt-box");
}

/// To Step.
pub fn step() {
    first("[data-testid=step]");
}

/// To the station that opens now: its head is hidden while it is open, so to what closes it.
pub fn station() {
    browser::after(0.0, || first("[data-testid=close-station]"));
}

/// To the first element that matches. One that cannot take the focus leaves it where it is.
fn first(selector: &str) {
    let found = browser::document().and_then(|d| d.query_selector(selector).ok().flatten());
    if let Some(element) = found.and_then(|e| e.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}
