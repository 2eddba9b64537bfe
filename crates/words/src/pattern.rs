//! The text of a message, with places for its values.
//!
//! `build.rs` writes it: words as they are, `\u{1}A` for the first value, and `\u{2}A` … `\u{5}` for a choice by it, in which
//! `\u{3}key\u{4}` begins a variant, one whose key has a `*` before it being taken where no other fits.

use crate::language::{Language, Plural};
use crate::value::Value;

/// Begins a value.
const VALUE: char = '\u{1}';
/// Begins a choice.
const CHOICE: char = '\u{2}';
/// Begins a variant of a choice.
const VARIANT: char = '\u{3}';
/// Ends the key of a variant.
const KEY_END: char = '\u{4}';
/// Ends a choice.
const CHOICE_END: char = '\u{5}';
/// Around a value in a text that is read from right to left: it keeps its own direction.
const ISOLATED: [char; 2] = ['\u{2068}', '\u{2069}'];

/// Whether a pattern is a text without values.
pub fn is_plain(pattern: &str) -> bool {
    !pattern.contains([VALUE, CHOICE])
}

/// Writes a pattern with its values.
pub fn write(pattern: &str, values: &[Value<'_>], language: Language, out: &mut String) {
    let mut rest = pattern;
    while let Some(at) = rest.find([VALUE, CHOICE]) {
        out.push_str(&rest[..at]);
        let chosen = rest[at..].starts_with(CHOICE);
        let mut after = rest[at..].chars();
        after.next();
        let letter = after.next().unwrap_or('A');
        let value = values.get((letter as usize).wrapping_sub('A' as usize));
        rest = after.as_str();
        if chosen {
            let (variants, after) = until_end(rest);
            write(variant(variants, value, language), values, language, out);
            rest = after;
        } else if let Some(value) = value {
            let isolates = language.is_right_to_left();
            if isolates {
                out.push(ISOLATED[0]);
            }
            value.write(language, out);
            if isolates {
                out.push(ISOLATED[1]);
            }
        }
    }
    out.push_str(rest);
}

/// What stands before the end of the choice that `text` is in, and behind it.
fn until_end(text: &str) -> (&str, &str) {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            CHOICE => depth += 1,
            CHOICE_END if depth == 0 => return (&text[..at], &text[at + c.len_utf8()..]),
            CHOICE_END => depth -= 1,
            _ => {}
        }
    }
    (text, "")
}

/// The variant of a choice that fits `value`: by its number, else by its plural, else the one for all others.
fn variant<'a>(variants: &'a str, value: Option<&Value<'_>>, language: Language) -> &'a str {
    let count = value.and_then(Value::count);
    let plural = count.map(|n| language.plural(n));
    let mut found = ("", 0);
    let mut depth = 0;
    let mut begins = None;
    let mut look = |from: usize, to: usize| {
        let Some((key, text)) = variants[from..to].split_once(KEY_END) else {
            return;
        };
        let name = key.trim_start_matches('*');
        let is_number = count.is_some_and(|n| name.parse() == Ok(n));
        let fits = match (is_number, Plural::named(name)) {
            (true, _) => 3,
            (false, Some(own)) if Some(own) == plural => 2,
            _ if key.starts_with('*') => 1,
            _ => 0,
        };
        if fits > found.1 {
            found = (text, fits);
        }
    };
    for (at, c) in variants.char_indices() {
        match c {
            CHOICE => depth += 1,
            CHOICE_END => depth -= 1,
            VARIANT if depth == 0 => {
                if let Some(from) = begins.replace(at + c.len_utf8()) {
                    look(from, at);
                }
            }
            _ => {}
        }
    }
    if let Some(from) = begins {
        look(from, variants.len());
    }
    found.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(pattern: &str, values: &[Value<'_>], language: Language) -> String {
        let mut out = String::new();
        write(pattern, values, language, &mut out);
        out
    }

    #[test]
    fn values_stand_in_their_places_in_any_order() {
        let values = ["a".into(), 1234_u64.into()];
        assert_eq!(
            said("\u{1}B of \u{1}A", &values, Language::English),
            "1,234 of a"
        );
        assert_eq!(
            said("\u{1}C.", &values, Language::English),
            ".",
            "there is no third"
        );
        assert_eq!(said("", &values, Language::English), "");
    }

    #[test]
    fn a_number_before_a_plural_before_all_others() {
        let rows = "\u{2}A\u{3}0\u{4}none\u{3}one\u{4}\u{1}A row\u{3}*other\u{4}\u{1}A rows\u{5}.";
        let of = |n: u64, language| said(rows, &[n.into()], language);
        let english: Vec<String> = [0, 1, 2].map(|n| of(n, Language::English)).into();
        assert_eq!(english, ["none.", "1 row.", "2 rows."]);
        assert_eq!(of(1, Language::Chinese), "1 rows.", "it has no plural");
        assert_eq!(
            said(rows, &["1".into()], Language::English),
            "1 rows.",
            "a text counts nothing"
        );
    }

    #[test]
    fn a_choice_may_stand_in_another() {
        let nested = "\u{2}A\u{3}one\u{4}[\u{2}B\u{3}one\u{4}x\u{3}*other\u{4}y\u{5}]\u{3}*other\u{4}z\u{5}!";
        let of = |a: u64, b: u64| said(nested, &[a.into(), b.into()], Language::English);
        assert_eq!([of(1, 1), of(1, 2), of(2, 1)], ["[x]!", "[y]!", "z!"]);
    }

    #[test]
    fn values_keep_their_direction_in_a_text_from_right_to_left() {
        let text = said("a \u{1}A", &["b".into()], Language::Mirrored);
        assert_eq!(text, "a \u{2068}b\u{2069}");
    }
}
