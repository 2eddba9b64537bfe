//! What is opened comes into sight; once it is closed, the page is where it was.

use leptos::prelude::*;

use crate::browser;
use crate::state::App;

/// The id of what is open.
pub const OPENED: &str = "opened";

/// Follows what is open, as long as the page lives.
pub fn follow_opened(app: App) {
    // Where the page was before it was opened, and whether it has been scrolled since.
    let was = StoredValue::new((0.0, false));
    let open = StoredValue::new(false);
    // At once: what is drawn next may make the page so low that it cannot stay where it is.
    ImmediateEffect::new_scoped(move || {
        let now = app.open.get().is_some();
        let before = std::mem::replace(&mut *open.write_value(), now);
        if now && !before {
            was.set_value((browser::scrolled(), false));
        }
        match now {
            // Its place is known once it has been laid out.
            true => browser::after_frame(move || bring_into_sight(was)),
            false if before => browser::after_frame(move || {
                if let Some((y, true)) = was.try_get_value() {
                    browser::scroll_page(y);
                }
            }),
            false => {}
        }
    });
}

fn bring_into_sight(was: StoredValue<(f64, bool)>) {
    let _ = was.try_update_value(|(y, moved)| {
        if browser::is_in_sight(OPENED) == Some(false) {
            browser::scroll_to(OPENED);
        }
        *moved |= browser::scrolled() != *y;
    });
}
