//! A list of choices that takes effect when one is chosen, not while the keyboard looks for one.

use js_sys::{Function, Reflect};
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

/// Opens the list where the key would choose another entry of a closed one.
pub fn open_instead(event: &KeyboardEvent) {
    let key = event.key();
    let moves = key.starts_with("Arrow") || matches!(&*key, "Home" | "End" | "PageUp" | "PageDown");
    let letter = key.chars().count() == 1 && !event.ctrl_key() && !event.meta_key();
    let list = event
        .current_target()
        .and_then(|t| t.dyn_into::<Element>().ok());
    let Some(list) = list.filter(|_| moves || letter) else {
        return;
    };
    if list.matches(":open") == Ok(true) {
        return;
    }
    // A browser without it may open the list by itself.
    let show = Reflect::get(&list, &"showPicker".into());
    if let Some(show) = show.ok().and_then(|show| show.dyn_into::<Function>().ok()) {
        event.prevent_default();
        // Refused only while the list is disabled.
        let _ = show.call0(&list);
    }
}
