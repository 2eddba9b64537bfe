//! What of a link cannot be used, as data.

use std::fmt;

use logitscope_core::CoreError;

use crate::words::say;

/// Something in a link that cannot be used as it is. Its `Display` is a sentence in the page's language.
#[derive(Debug, Clone, PartialEq)]
pub enum Problem {
    /// A value that is left out.
    Value {
        /// The key.
        key: String,
        /// The start of its value.
        value: String,
        /// What it must be.
        expected: Expected,
    },
    /// A value that gives way to the nearest that can be used.
    Nearest {
        /// The key.
        key: String,
        /// The start of its value.
        value: String,
        /// What it must be.
        expected: Expected,
        /// What is used in its place.
        used: f64,
    },
    /// A name in a list that is none of those known.
    Name {
        /// The key.
        key: String,
        /// The start of the name.
        value: String,
        /// The names that there are.
        known: Vec<&'static str>,
    },
    /// A key that the page does not know.
    Unknown {
        /// The start of the key.
        key: String,
    },
    /// Something in the chain.
    Chain(CoreError),
    /// More of that, which is only counted.
    MoreOfTheChain(usize),
}

/// What a value must be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Expected {
    /// A number from 0 to this.
    UpTo(f64),
    /// A whole number from 0 on.
    Whole,
    /// A whole number from 0 to below this.
    WholeBelow(f64),
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// Parts of the model with their factors.
    Parts,
    /// Ids of tokens.
    Tokens,
    /// A number of tokens with their settings.
    Earlier,
    /// Dice.
    Dice,
    /// Values of a strategy, as in this example.
    Like(&'static str),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let say = say();
        let text = match self {
            Problem::Value {
                key,
                value,
                expected,
            } => say.link_value(key, value, expected.words()),
            Problem::Nearest {
                key,
                value,
                expected,
                used,
            } => say.link_nearest(key, value, expected.words(), used.to_string()),
            Problem::Name { key, value, known } => say.link_names(key, value, known.join(", ")),
            Problem::Unknown { key } => say.link_unknown(key),
            Problem::Chain(error) => say.link_chain(error.words(&say)),
            Problem::MoreOfTheChain(more) => say.link_chain_more(*more as u64),
        };
        f.write_str(&text)
    }
}

impl Expected {
    fn words(self) -> String {
        let say = say();
        match self {
            Expected::UpTo(most) => say.expected_number("0", most.to_string()),
            Expected::Whole => say.expected_whole_from("0"),
            Expected::WholeBelow(end) => say.expected_whole_below(end.to_string()),
            Expected::OneOf([others @ .., last]) => say.expected_one_of(others.join(", "), *last),
            Expected::OneOf([]) => return String::new(),
            Expected::Parts => say.expected_parts(),
            Expected::Tokens => say.expected_tokens(),
            Expected::Earlier => say.expected_earlier(),
            Expected::Dice => say.expected_dice(),
            Expected::Like(example) => say.expected_like(example),
        }
        .to_string()
    }
}
