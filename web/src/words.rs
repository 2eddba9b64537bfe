//! The words of the page: the message catalogue in the visitor's language.

use std::cell::Cell;

pub use logitscope_words::{Catalogue, Message};
use logitscope_words::{Language, Separators, Translation, translation};

pub use crate::later::Lost;
use crate::later::bundled;

/// A message without values, by its function: `Catalogue::col_token`.
pub type Word = fn(&Catalogue) -> Message;

thread_local! {
    static CATALOGUE: Cell<Catalogue> = Cell::new(logitscope_words::english());
}

/// The messages in the page's language. It is called hundreds of times: a copy at each place would weigh.
#[inline(never)]
pub fn say() -> Catalogue {
    CATALOGUE.get()
}

/// The page's language.
pub fn language() -> Language {
    say().language()
}

/// How numbers are written in that language.
pub fn separators() -> Separators {
    language().separators()
}

bundled!(german, fetch_german, german: &'static str = translation::german());
bundled!(spanish, fetch_spanish, spanish: &'static str = translation::spanish());
bundled!(french, fetch_french, french: &'static str = translation::french());
bundled!(chinese, fetch_chinese, chinese: &'static str = translation::chinese());
bundled!(mirrored, fetch_mirrored, mirrored: &'static str = translation::mirrored());

/// Has the page speak `language` from now on. What was said before stays as it is, so this comes before the first view.
pub async fn speak(language: Language) -> Result<(), Lost> {
    let part = match language {
        Language::English => return Ok(()),
        Language::German => fetch_german(),
        Language::Spanish => fetch_spanish(),
        Language::French => fetch_french(),
        Language::Chinese => fetch_chinese(),
        Language::Mirrored => fetch_mirrored(),
    };
    let texts = Translation::read(part.here().await?);
    CATALOGUE.set(Catalogue::new(language, texts));
    Ok(())
}

/// Characters of no text: the n-th stands for the n-th value that a view draws itself.
pub const HERE: [&str; 6] = [
    "\u{e000}", "\u{e001}", "\u{e002}", "\u{e003}", "\u{e004}", "\u{e005}",
];

/// A part of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// Words.
    Words(String),
    /// The place of the value that [`HERE`] stood for.
    Value(usize),
}

/// The parts of a message whose values are [`HERE`], in its order.
pub fn parts(message: &Message) -> Vec<Part> {
    let mut parts = vec![Part::Words(String::new())];
    for c in message.to_string().chars() {
        let value = HERE.iter().position(|here| here.starts_with(c));
        match (value, parts.last_mut()) {
            (Some(value), _) => parts.push(Part::Value(value)),
            (None, Some(Part::Words(words))) => words.push(c),
            (None, _) => parts.push(Part::Words(c.into())),
        }
    }
    parts
}

/// What stands before and after one value of a message, so that a view can draw the value.
pub fn around(message: impl FnOnce(&'static str) -> Message) -> (String, String) {
    /// A character of no text: it marks the place of the value.
    const HERE: &str = "\u{f8ff}";
    let text = message(HERE).to_string();
    let (before, after) = text.split_once(HERE).unwrap_or((&text, ""));
    (before.to_owned(), after.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_a_message_are_found_in_their_places() {
        let message = say().sentence_landed_too(HERE[0], HERE[1], HERE[2], HERE[3]);
        let parts = parts(&message);
        let values: Vec<&Part> = parts
            .iter()
            .filter(|p| matches!(p, Part::Value(_)))
            .collect();
        assert_eq!(
            values,
            [
                &Part::Value(0),
                &Part::Value(1),
                &Part::Value(2),
                &Part::Value(3)
            ]
        );
        assert_eq!(parts[0], Part::Words("The random number ".into()));
    }
}
