//! The address bar: where the page's state comes from, and what a model's name stands for.

use leptos::prelude::*;
use wasm_bindgen::JsValue;

use crate::browser;
use crate::link::Link;
use crate::state::App;
use logitscope_protocol::ModelSource;

/// The model that the page opens with.
pub const DEFAULT_MODEL: &str = "pocket";

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
pub fn follow(app: App) {
    let handle = window_event_listener_untyped("hashchange", move |_| {
        let link = read();
        if !link.is_empty() {
            app.open_link(&link);
        }
    });
    // As long as the page lives.
    std::mem::forget(handle);
}

/// The name and the files of the model that a link or a caller names: a bundled model's name, or
/// the address of a folder on the page's own site.
pub fn model(name: Option<&str>) -> Result<(String, ModelSource), String> {
    let name = name.unwrap_or(DEFAULT_MODEL);
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if name.chars().all(is_plain) && name.chars().any(|c| c != '.') {
        return Ok(bundled(name));
    }
    match browser::absolute(name) {
        None => Err(format!(
            "\"{name}\" is neither the name nor the address of a model."
        )),
        Some(base) if browser::same_origin(&base) => Ok(folder(&base)),
        Some(_) => Err(format!(
            "The model \"{name}\" is on another site. Load it from the page itself."
        )),
    }
}

/// A model that comes with the page.
pub fn bundled(name: &str) -> (String, ModelSource) {
    let base = browser::absolute(&format!("models/{name}/")).unwrap_or_default();
    (name.to_owned(), ModelSource::Url { base })
}

/// A model in a folder of a web server, `base` being absolute.
pub fn folder(base: &str) -> (String, ModelSource) {
    let path = base.trim_end_matches('/');
    let name = path.rsplit('/').next().unwrap_or(path).to_owned();
    (
        name,
        ModelSource::Url {
            base: format!("{path}/"),
        },
    )
}
