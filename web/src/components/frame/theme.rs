//! Light and dark.

use crate::browser;
use crate::choices::Theme;

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
