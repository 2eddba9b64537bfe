//! Which patterns of a tokenizer are run.
//!
//! A regular expression can take minutes for a page of text, and nothing in a browser can stop it. So the patterns
//! of the known families pass as they are, and others only in a form whose time is proportional to the text.

use logitscope_core::error::{RegexFault, TokenizerFault};
use logitscope_core::excerpt;
use serde_json::Value;

use super::refusal::refused;
use crate::ModelError;

/// Longest plain text that is searched for, in bytes.
const LONGEST_TEXT_BYTES: usize = 64;
/// Longest regular expression of the simple form, in bytes.
const LONGEST_REGEX_BYTES: usize = 2048;
/// Most repetitions that a simple pattern may count.
const MOST_COUNTED: u32 = 8;

/// The patterns of known models, letter by letter. Their look-ahead and nested alternatives are known to be harmless.
const KNOWN: [&str; 9] = [
    // GPT-2.
    r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
    r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
    // Llama 3 and GPT-4 (cl100k), then GPT-4's own spelling.
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+",
    // Qwen 2 and 3.
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    // Mistral's Tekken.
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    // GPT-4o (o200k).
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    // DeepSeek, for the end of a text.
    r"\s+$",
    // Several spaces, which SentencePiece's models make one.
    " {2,}",
];

/// A pattern that may be run.
#[derive(Debug, PartialEq)]
pub(super) enum Pattern {
    /// Plain text, not empty.
    Text(String),
    /// A regular expression that never matches nothing.
    Regex(String),
}

impl Pattern {
    /// Reads `{"String": …}` or `{"Regex": …}`.
    pub(super) fn read(value: &Value) -> Result<Self, ModelError> {
        if let Some(text) = value["String"].as_str() {
            return match text.len() {
                1..=LONGEST_TEXT_BYTES => Ok(Pattern::Text(text.to_owned())),
                n => refused(TokenizerFault::PatternBytes {
                    bytes: n,
                    most: LONGEST_TEXT_BYTES,
                }),
            };
        }
        let Some(regex) = value["Regex"].as_str() else {
            return refused(TokenizerFault::PatternKind {
                found: excerpt(&value.to_string()),
            });
        };
        if KNOWN.contains(&regex) {
            return Ok(Pattern::Regex(regex.to_owned()));
        }
        match simple(regex) {
            Ok(()) => Ok(Pattern::Regex(regex.to_owned())),
            Err(why) => refused(TokenizerFault::Regex {
                regex: excerpt(regex),
                why,
            }),
        }
    }
}

/// Whether a search with `regex` takes time proportional to the text, and always finds at least a character.
///
/// The simple form is `branch|branch|…`, a branch is items side by side, and an item is a letter, an escape or a class
/// with at most one of `?`, `*`, `+`, `{m}` and `{m,n}`. Only the last item of a branch may repeat without limit: then
/// whatever it reads is part of the match, and nothing is read twice.
fn simple(regex: &str) -> Result<(), RegexFault> {
    if regex.len() > LONGEST_REGEX_BYTES {
        return Err(RegexFault::Long);
    }
    let mut rest = regex;
    let (mut needs_one, mut endless) = (false, false);
    loop {
        let Some(c) = rest.chars().next().filter(|&c| c != '|') else {
            if !needs_one {
                return Err(RegexFault::Empty);
            }
            if rest.is_empty() {
                return Ok(());
            }
            (needs_one, endless) = (false, false);
            rest = &rest[1..];
            continue;
        };
        if endless {
            return Err(RegexFault::GoesOn);
        }
        rest = match c {
            '\\' => escape(rest)?,
            '[' => class(rest)?,
            '(' | ')' => return Err(RegexFault::Group),
            ']' | '{' | '}' | '?' | '*' | '+' | '.' | '^' | '$' => {
                return Err(RegexFault::Sign);
            }
            _ => &rest[c.len_utf8()..],
        };
        let (least, most, after) = repetition(rest)?;
        needs_one |= least > 0;
        endless = most.is_none();
        rest = after;
    }
}

/// What follows the escape that `rest` begins with: `\s`, `\n`, `\p{L}`, `\.` and their like.
fn escape(rest: &str) -> Result<&str, RegexFault> {
    let bad = RegexFault::Escape;
    let mut chars = rest[1..].chars();
    match chars.next().ok_or(bad)? {
        'd' | 'D' | 's' | 'S' | 'w' | 'W' | 'n' | 'r' | 't' => Ok(chars.as_str()),
        'p' | 'P' => {
            let rest = chars.as_str();
            let end = match rest.strip_prefix('{') {
                Some(name) => name.find('}').ok_or(bad)? + 2,
                None => rest.chars().next().ok_or(bad)?.len_utf8(),
            };
            Ok(&rest[end..])
        }
        // `\<` and `\>` are places, not signs.
        c if c.is_ascii_punctuation() && c != '<' && c != '>' => Ok(chars.as_str()),
        _ => Err(bad),
    }
}

/// What follows the class that `rest` begins with. Classes inside classes and their arithmetic are refused.
fn class(rest: &str) -> Result<&str, RegexFault> {
    let mut rest = rest[1..].strip_prefix('^').unwrap_or(&rest[1..]);
    if rest.starts_with(']') {
        return Err(RegexFault::EmptyClass);
    }
    loop {
        let c = rest.chars().next().ok_or(RegexFault::OpenClass)?;
        let twice = ["&&", "--", "~~"].iter().any(|sign| rest.starts_with(sign));
        rest = match c {
            '\\' => escape(rest)?,
            '[' => return Err(RegexFault::NestedClass),
            ']' => return Ok(&rest[1..]),
            _ if twice => return Err(RegexFault::Arithmetic),
            _ => &rest[c.len_utf8()..],
        };
    }
}

/// How often the item before `rest` occurs, at least and at most, and what follows.
fn repetition(rest: &str) -> Result<(u32, Option<u32>, &str), RegexFault> {
    let bad = RegexFault::Repetition;
    let (least, most, after) = match rest.chars().next() {
        Some('?') => (0, Some(1), &rest[1..]),
        Some('*') => (0, None, &rest[1..]),
        Some('+') => (1, None, &rest[1..]),
        Some('{') => {
            let (inside, after) = rest[1..].split_once('}').ok_or(bad)?;
            let (least, most) = inside.split_once(',').unwrap_or((inside, inside));
            let number = |s: &str| s.parse::<u32>().ok().filter(|&n| n <= MOST_COUNTED);
            let (least, most) = number(least).zip(number(most)).ok_or(bad)?;
            if most == 0 || least > most {
                return Err(bad);
            }
            (least, Some(most), after)
        }
        _ => return Ok((1, Some(1), rest)),
    };
    if after.starts_with(['?', '*', '+', '{']) {
        return Err(bad);
    }
    Ok((least, most, after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use logitscope_words::english;

    #[test]
    fn simple_patterns_of_real_models_pass() {
        for regex in [
            r"[0-9][0-9][0-9]",
            r"\p{N}{1,3}",
            r"\pN",
            "[\r\n]",
            r"\s?[A-Za-zµÀ-ÖØ-öø-ƺ]+",
            r"\s?[!-/:-~！-／：-～‘-‟　-。]+",
            "[一-龥ࠀ-一가-퟿]+",
            r"a|b\.c+|[^\]x]{2}",
        ] {
            assert_eq!(simple(regex), Ok(()), "{regex}");
        }
    }

    #[test]
    fn patterns_that_can_run_away_are_refused() {
        for (regex, why) in [
            ("", "empty text"),
            ("a|", "empty text"),
            ("|a", "empty text"),
            ("a*", "empty text"),
            (r"\s?", "empty text"),
            ("(a+)+b", "group"),
            (r"\s+(?!x)", "endless"),
            ("(?=.*x)", "group"),
            ("[^x]*x|y", "endless"),
            ("a+b", "endless"),
            ("a+?", "repetition"),
            ("a++", "repetition"),
            ("a{1000}", "repetition"),
            ("a{3,1}", "repetition"),
            ("a{2,}", "repetition"),
            ("a{", "repetition"),
            (".", "sign"),
            ("^a", "sign"),
            ("a$", "sign"),
            (r"(a)\1", "group"),
            (r"a\1", "escape"),
            (r"\<", "escape"),
            (r"\", "escape"),
            (r"\p{L", "escape"),
            ("[a", "without an end"),
            ("[]", "empty class"),
            ("[[a]]", "inside"),
            ("[a&&b]", "arithmetic"),
        ] {
            let error = simple(regex).expect_err(regex).words(&english());
            assert!(error.contains(why), "{regex}: {error}");
        }
        assert_eq!(simple(&"a".repeat(3000)), Err(RegexFault::Long));
    }

    #[test]
    fn known_patterns_pass_letter_by_letter_only() {
        for regex in KNOWN {
            let value = serde_json::json!({ "Regex": regex });
            assert_eq!(
                Pattern::read(&value).expect("known"),
                Pattern::Regex(regex.into())
            );
            let other = serde_json::json!({ "Regex": format!("{regex}|(x*)*") });
            assert!(Pattern::read(&other).is_err(), "{regex}");
        }
    }
}
