//! What is refused, as data, and what is said of it.
//!
//! The messages stand in `locales/en/*.ftl` ([Fluent](https://projectfluent.org)), each under a key; code passes values.
//!
//! A message `prompt-empty` becomes the method [`Catalogue::prompt_empty`], which takes the message's variables in the order in
//! which the English text has them. A key that does not exist, and a translation with values that English has not, do not compile. Numbers
//! that count something are passed as numbers, so that they are written as the language writes them, and choose its plural; ids,
//! and what stands in a file, are passed as text.

mod catalogue;
pub mod error;
pub mod excerpt;
mod language;
mod message;
pub mod notice;
mod number;
mod pattern;
pub mod translation;
mod value;

pub use catalogue::Catalogue;
pub use excerpt::excerpt;
pub use language::{Language, Plural};
pub use message::Message;
pub use number::{Separators, megabytes};
pub use translation::Translation;
pub use value::Value;

/// The English messages.
pub fn english() -> Catalogue {
    Catalogue::default()
}
