//! Lists of many things that listen as one: an item has its place in `data-at`.

use wasm_bindgen::JsCast;
use web_sys::{Element, Event};

/// The item in which an event happened, and its place.
pub fn of(event: &Event) -> Option<(Element, usize)> {
    let target: Element = event.target()?.dyn_into().ok()?;
    let item = target.closest("[data-at]").ok()??;
    let at = item.get_attribute("data-at")?.parse().ok()?;
    Some((item, at))
}
