//! What is refused, as data, and what is said of it.
//!
//! The messages stand in `locales/en/*.ftl` ([Fluent](https://projectfluent.org)), each under a key; code passes values.
//!
//! A message `prompt-empty` becomes the method [`Catalogue::prompt_empty`], which takes the message's variables in the order in
//! which the English text has them. A key that does not exist, and a language that lacks one, do not compile. Numbers
//! that count something are passed as numbers, so that they are written as the language writes them, and choose its plural; ids,
//! and what stands in a file, are passed as text.

mod catalogue;
pub mod error;
pub mod excerpt;
pub mod notice;
mod number;

pub use catalogue::Catalogue;
pub use excerpt::excerpt;
pub use fluent_static::Message;
pub use number::Separators;

/// The English messages.
pub fn english() -> Catalogue {
    let mut catalogue = Catalogue::default();
    // The marks that keep values apart are for languages written from right to left.
    catalogue.set_use_isolating(false);
    catalogue
}
