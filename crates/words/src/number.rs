//! Numbers as a language writes them.

/// What separates the digits of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Separators {
    /// Between groups of three digits.
    pub group: char,
    /// Before the decimals.
    pub decimal: char,
    /// How many digits a number has at least that is written in groups.
    pub fewest: usize,
}

impl Separators {
    /// A whole number: `1,234,567`.
    pub fn whole(self, n: u64) -> String {
        let digits = n.to_string();
        if digits.len() < self.fewest {
            return digits;
        }
        let mut out = String::with_capacity(digits.len() * 4 / 3);
        for (i, digit) in digits.chars().enumerate() {
            if i > 0 && (digits.len() - i).is_multiple_of(3) {
                out.push(self.group);
            }
            out.push(digit);
        }
        out
    }

    /// A number that was written with a point before its decimals, and no groups.
    pub fn decimal(self, written: String) -> String {
        match self.decimal {
            '.' => written,
            own => written.replace('.', own.encode_utf8(&mut [0; 4])),
        }
    }
}

/// Bytes as whole megabytes, rounded up.
pub fn megabytes(bytes: u64) -> String {
    format!("{:.0} MB", (bytes as f64 / 1e6).ceil())
}

#[cfg(test)]
mod tests {
    use crate::{Language, english};

    #[test]
    fn groups_have_three_digits() {
        let english = Language::English.separators();
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
    fn every_language_has_its_own_marks() {
        let written = |language: Language| {
            let own = language.separators();
            [
                own.whole(6144),
                own.whole(50_257),
                own.decimal("0.5".into()),
            ]
        };
        assert_eq!(written(Language::German), ["6.144", "50.257", "0,5"]);
        assert_eq!(written(Language::Spanish), ["6144", "50.257", "0,5"]);
        assert_eq!(
            written(Language::French),
            ["6\u{202f}144", "50\u{202f}257", "0,5"]
        );
        assert_eq!(written(Language::Chinese), ["6,144", "50,257", "0.5"]);
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
