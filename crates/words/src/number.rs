//! Numbers as a language writes them.

use std::fmt::{Result, Write};

use fluent_static::value::{Number, Value};

/// What separates the digits of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Separators {
    /// Between groups of three digits.
    pub group: char,
}

impl Separators {
    /// Those of a language, e.g. `en`; the English ones where none are known.
    pub fn of(_language: &str) -> Self {
        Separators { group: ',' }
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
        Value::Number {
            value: Number::U64(n),
            ..
        } => out.write_str(&Separators::of(language).whole(*n)),
        other => fluent_static::formatter::format(language, other, out),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::english;

    #[test]
    fn groups_have_three_digits() {
        let english = Separators::of("en");
        for (n, written) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (50_257, "50,257"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(english.whole(n), written);
        }
        assert!(english.whole(u64::MAX).starts_with("18,446,744,"));
    }

    #[test]
    fn a_count_chooses_its_plural_and_is_written_with_separators() {
        let say = english();
        let rows = |n: u64| say.status_pass_for("1 ms", n).to_string();
        assert_eq!(rows(1), "1 ms for 1 position");
        assert_eq!(rows(0), "1 ms for 0 positions");
        assert_eq!(rows(2048), "1 ms for 2,048 positions");
    }

    #[test]
    fn texts_stay_as_they_are() {
        let say = english();
        assert_eq!(say.config("n_ctx = 50257"), *"config.json: n_ctx = 50257");
    }
}
