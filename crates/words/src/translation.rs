//! The texts of a language that is not compiled in as English is.

/// Ends a message in the texts that `build.rs` makes.
const MESSAGE_END: char = '\u{1e}';
/// Ends the messages of a file.
const GROUP_END: char = '\u{1d}';

/// The messages of a language, in the order of the English ones.
#[derive(Debug)]
pub struct Translation {
    groups: Vec<Vec<&'static str>>,
}

impl Translation {
    /// Reads what `build.rs` makes. It is kept as long as the program runs, for messages point into it.
    pub fn read(texts: &'static str) -> &'static Self {
        let messages = |group: &'static str| group.split_terminator(MESSAGE_END).collect();
        let groups = texts.split_terminator(GROUP_END).map(messages).collect();
        Box::leak(Box::new(Translation { groups }))
    }

    /// The pattern of a message, by its place.
    pub(crate) fn pattern(&self, group: usize, number: usize) -> Option<&'static str> {
        self.groups.get(group)?.get(number).copied()
    }
}

/// The texts of a language, in the form that [`Translation::read`] reads; a function each, so that a page that is split loads them apart.
macro_rules! texts {
    ($($(#[$about:meta])* $name:ident: $tag:literal),*) => {$(
        $(#[$about])*
        pub fn $name() -> &'static str {
            include_str!(concat!(env!("OUT_DIR"), "/", $tag, ".words"))
        }
    )*};
}
texts! {
    /// German.
    german: "de",
    /// Spanish.
    spanish: "es",
    /// French.
    french: "fr",
    /// Simplified Chinese.
    chinese: "zh-Hans",
    /// English, turned around.
    mirrored: "ar-XB"
}
