//! Which of the bundled models is on screen.

use leptos::prelude::*;

use crate::models::{BUNDLED, Bundled, DEFAULT_MODEL};
use crate::state::App;

/// The bundled model that is loaded, or whose recorded steps are shown; tracked.
pub fn current(app: App) -> Option<&'static Bundled> {
    let loaded = app.model.with(Option::is_some);
    let name = if loaded {
        app.link_model()?
    } else if app.recorded.get() {
        DEFAULT_MODEL.to_owned()
    } else {
        return None;
    };
    BUNDLED.iter().find(|bundled| bundled.name == name)
}
