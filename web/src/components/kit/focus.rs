//! Where the keyboard goes.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use crate::browser;
use crate::state::App;

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

/// Closes the station or the strategy that is open, and goes back to what opened it; false if nothing is open.
pub fn close_opened(app: App) -> bool {
    let was = untrack(|| app.open.get());
    if let Some(was) = was {
        app.open_station(None);
        browser::focus_soon(match was.is_strategy() {
            true => "strategies".to_owned(),
            false => format!("station-{}", was.name()),
        });
    }
    was.is_some()
}

/// From inside a menu to the button that opens it, which stays when the menu closes.
pub fn out_of_menu() {
    first(".menu:focus-within>summary,[popovertarget]:has(+:focus-within)");
}

/// To the first element that matches. One that cannot take the focus leaves it where it is.
fn first(selector: &str) {
    let found = browser::document().and_then(|d| d.query_selector(selector).ok().flatten());
    if let Some(element) = found.and_then(|e| e.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}
