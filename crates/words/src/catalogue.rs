//! The messages as functions. `build.rs` writes them.

use crate::language::Language;
use crate::message::Message;
use crate::pattern;
use crate::translation::Translation;
use crate::value::Value;

/// The messages in one language; the default is English.
#[derive(Debug, Clone, Copy, Default)]
pub struct Catalogue {
    language: Language,
    /// Its texts; English ones are compiled in.
    texts: Option<&'static Translation>,
}

/// The English messages of a file, one after the other.
struct Group {
    /// Its place among the files.
    at: usize,
    text: &'static str,
    /// Where each ends.
    ends: &'static [u32],
}

impl Group {
    fn pattern(&self, number: usize) -> &'static str {
        let begin = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[begin as usize..self.ends[number] as usize]
    }
}

impl Catalogue {
    /// The messages in a language whose texts these are.
    pub fn new(language: Language, texts: &'static Translation) -> Self {
        let texts = Some(texts);
        Catalogue { language, texts }
    }

    /// Its language.
    pub fn language(&self) -> Language {
        self.language
    }

    /// Not copied to where messages are said: they are many.
    #[inline(never)]
    fn say(&self, group: &Group, number: usize, values: &[Value<'_>]) -> Message {
        let translated = self.texts.and_then(|texts| texts.pattern(group.at, number));
        let pattern = translated.unwrap_or_else(|| group.pattern(number));
        if pattern::is_plain(pattern) {
            return pattern.into();
        }
        let mut out = String::with_capacity(pattern.len() + 16 * values.len());
        pattern::write(pattern, values, self.language, &mut out);
        out.into()
    }
}

#[allow(
    missing_docs,
    clippy::too_many_arguments,
    reason = "a message has as many values as it has"
)]
mod written {
    use super::{Catalogue, Group, Message, Value};

    include!(concat!(env!("OUT_DIR"), "/catalogue.rs"));
}
