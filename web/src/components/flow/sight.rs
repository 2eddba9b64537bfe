//! What is opened comes into sight; once it is closed, the page is where it was.

use leptos::prelude::*;

use crate::browser;
use crate::state::App;

/// The id of what is open.
pub const OPENED: &str = "opened";

/// Follows what is open, as long as the page lives.
pub fn follow_opened(app: App) {
    // Where the page was before it was brought into sight.
    let was = StoredValue::new(None::<f64>);
    Effect::new(move |before: Option<bool>| {
        let open = app.open.get().is_some();
        let scrolled = browser::scrolled();
        if open {
            // Its place is known once it has been laid out.
            browser::after_frame(move || {
                if browser::is_in_sight(OPENED) == Some(false) {
                    browser::scroll_to(OPENED);
                    if was.try_get_value() == Some(None) {
                        was.set_value(Some(scrolled));
                    }
                }
            });
        } else if before == Some(true) {
            if let Some(y) = was.try_update_value(Option::take).flatten() {
                browser::after_frame(move || browser::scroll_page(y));
            }
        }
        open
    });
}
