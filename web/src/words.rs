//! The words of the page: the message catalogue in the visitor's language.

pub use logitscope_words::Message;
use logitscope_words::{Catalogue, Separators};

/// The messages in the page's language, which is English.
pub fn say() -> Catalogue {
    logitscope_words::english()
}

/// How numbers are written in that language.
pub fn separators() -> Separators {
    Separators::of("en")
}

/// What stands before and after one value of a message, so that a view can draw the value.
pub fn around(message: impl FnOnce(&'static str) -> Message) -> (String, String) {
    /// A character of no text: it marks the place of the value.
    const HERE: &str = "\u{f8ff}";
    let text = message(HERE).to_string();
    let (before, after) = text.split_once(HERE).unwrap_or((&text, ""));
    (before.to_owned(), after.to_owned())
}
