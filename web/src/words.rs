//! The words of the page: the message catalogue in the visitor's language.

use logitscope_words::Catalogue;

/// The messages in the page's language, which is English.
pub fn say() -> Catalogue {
    logitscope_words::english()
}
