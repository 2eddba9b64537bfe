//! Light and dark.

use leptos::prelude::*;

use crate::browser;
use crate::state::{App, Theme};

/// Whether the page is dark now.
pub fn is_dark(theme: Theme) -> bool {
    match theme {
        Theme::Light => false,
        Theme::Dark => true,
        Theme::Auto => browser::window()
            .and_then(|w| w.match_media("(prefers-color-scheme: dark)").ok().flatten())
            .is_some_and(|query| query.matches()),
    }
}

/// Keeps `<html data-theme>` at the visitor's choice; without one, the system decides.
pub fn apply(app: App) {
    Effect::new(move |_| {
        let Some(root) = browser::document().and_then(|d| d.document_element()) else { return };
        // Neither call fails for this name and these values.
        let _ = match app.theme.get() {
            Theme::Auto => root.remove_attribute("data-theme"),
            Theme::Light => root.set_attribute("data-theme", "light"),
            Theme::Dark => root.set_attribute("data-theme", "dark"),
        };
    });
}
