//! Numbers as a language writes them.

use std::fmt::{Result, Write};

use fluent_static::value::{Number, Value};

/// What separates the digits of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Separators {
    /// Between the whole and its fraction.
    pub decimal: char,
    /// Between groups of three digits.
    pub group: char,
}

impl Separators {
    /// Those of a language, e.g. `en`.
    pub fn of(_language: &str) -> Self {
        Separators {
            decimal: '.',
            group: ',',
        }
    }

    /// A whole number: `1,234,567`.
    pub fn whole(self, n: u64) -> String {
        let digits = n.to_string();
        let mut out = String::with_capacity(digits.len() * 4 / 3);
        for (i, digit) in digits.chars().enumerate() {
            if i > 0 && (digits.len() - i).is_multiple_of(3) {
                out.push(self.group);
            }
            out.push(digit);
        }
        out
    }
}

/// A value within a message.
pub(crate) fn format(language: &str, value: &Value, out: &mut impl Write) -> Result {
    match value {
        Value::String(text) => out.write_str(text),
        Value::Number {
            value: Number::U64(n),
            ..
        } => out.write_str(&Separators::of(language).whole(*n)),
        Value::Number { value, .. } => write!(out, "{value:?}"),
        Value::Empty | Value::Error => Ok(()),
    }
}
