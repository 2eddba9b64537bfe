//! The words that stand in code: string literals that a visitor would read, found without a compiler.

/// A literal that looks like words, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Its line, from 1.
    pub line: usize,
    /// Its text, as it is written.
    pub text: String,
}

/// What such a literal is an argument or a value of is no visitor's.
const NOT_SHOWN: [&str; 18] = [
    "expect(",
    "expect_throw(",
    "panic!(",
    "unreachable!(",
    "assert!(",
    "assert_eq!(",
    "debug_assert!(",
    "class=",
    "class:",
    "style=",
    "style:",
    "d=",
    "viewBox=",
    "data-testid=",
    "closest(",
    "inside(",
    "match_media(",
    "query_selector(",
];

/// Attributes whose every word is shown or read out, however small.
const SHOWN: [&str; 6] = [
    "aria-label=",
    "title=",
    "placeholder=",
    "label=",
    "caption=",
    "alt=",
];

/// The words in the code of a file, without its tests, comments and attributes.
///
/// A literal with two letters counts if it stands as a text between tags, alone in braces, or in an attribute that is shown;
/// elsewhere if it has a word beside a space, or is a capitalised word. Values in braces are no words, nor is what has digits or
/// underscores in it. A text in a view without quotation marks counts, too.
pub fn words(code: &str) -> Vec<Found> {
    let mut found = Vec::new();
    let chars: Vec<char> = code.chars().collect();
    let (mut at, mut line) = (0, 1);
    // What stands before, in one line and without the texts of literals.
    let mut before = String::new();
    let next = |at: usize, n: usize| chars.get(at + n).copied().unwrap_or('\0');
    while at < chars.len() && !before.ends_with("mod tests {") {
        match chars[at] {
            '/' if next(at, 1) == '/' => {
                while at < chars.len() && chars[at] != '\n' {
                    at += 1;
                }
                continue;
            }
            // An attribute of the code's.
            '#' if next(at, 1) == '[' => {
                let mut depth = 0;
                while at < chars.len() {
                    line += usize::from(chars[at] == '\n');
                    depth += i32::from(chars[at] == '[') - i32::from(chars[at] == ']');
                    at += 1;
                    if depth == 0 && chars[at - 1] == ']' {
                        break;
                    }
                }
                continue;
            }
            // A character, not a lifetime.
            '\'' if next(at, 1) == '\\' || next(at, 2) == '\'' => {
                at += 2;
                while at < chars.len() && chars[at] != '\'' {
                    at += 1;
                }
                before.push('\'');
            }
            '"' => {
                let (start, begin) = (line, at + 1);
                let raw = before.ends_with('r');
                at += 1;
                while at < chars.len() && chars[at] != '"' {
                    line += usize::from(chars[at] == '\n');
                    at += if chars[at] == '\\' && !raw { 2 } else { 1 };
                }
                let text: String = chars[begin..at.min(chars.len())].iter().collect();
                let after = chars.iter().skip(at + 1).find(|c| !c.is_whitespace());
                if is_shown(&before, &text, after == Some(&'}')) {
                    found.push(Found { line: start, text });
                }
                before.push('"');
            }
            '<' if next(at, 1) == '/' => {
                let text = before.rsplit('>').next().unwrap_or_default().trim();
                let is_text = |c: char| c.is_alphanumeric() || " ,.’:!?".contains(c);
                if before.contains('>') && letters(text) >= 2 && text.chars().all(is_text) {
                    let text = text.to_owned();
                    found.push(Found { line, text });
                }
                before.push('<');
            }
            c => {
                line += usize::from(c == '\n');
                if !(c.is_whitespace() && before.ends_with(' ')) {
                    before.push(if c.is_whitespace() { ' ' } else { c });
                }
            }
        }
        at += 1;
    }
    found
}

fn letters(text: &str) -> usize {
    text.chars().filter(|c| c.is_alphabetic()).count()
}

/// Whether a visitor reads `text`, which stands after `before`; `alone` where a brace ends what it is in.
fn is_shown(before: &str, text: &str, alone: bool) -> bool {
    let before = before.trim_end();
    let plain = without_values(text);
    if letters(&plain) < 2 {
        return false;
    }
    // The attribute or call that the literal is in.
    let start = before.rfind([';', '}', '{', '>']).map_or(0, |at| at + 1);
    let inner = before[start..].rsplit(' ').next().unwrap_or_default();
    if SHOWN.iter().any(|name| inner.starts_with(name)) {
        return true;
    }
    if NOT_SHOWN.iter().any(|name| inner.contains(name)) {
        return false;
    }
    let between_tags = before.ends_with('>') && !before.ends_with("=>") && !before.ends_with("->");
    let in_braces = before.ends_with('{') && alone;
    between_tags || in_braces || looks_like_words(&plain)
}

/// A text without its `{values}`.
fn without_values(text: &str) -> String {
    let mut plain = String::new();
    let mut depth = 0;
    for c in text.replace("\\n", " ").chars() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            c if depth == 0 => plain.push(c),
            _ => {}
        }
    }
    plain
}

/// Whether a text has a word beside a space, or is a capitalised word.
fn looks_like_words(plain: &str) -> bool {
    let in_word = |c: char| c.is_alphabetic() || "-’.,:;!?…“”()%×".contains(c);
    let is_word = |word: &str| letters(word) >= 2 && word.chars().all(in_word);
    let mut parts = plain.split(' ');
    let spaced = plain.contains(' ') && parts.any(is_word);
    let mut chars = plain.chars();
    let capital = chars.next().is_some_and(char::is_uppercase);
    spaced || capital && is_word(plain) && chars.all(|c| !c.is_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(code: &str) -> Vec<String> {
        words(code).into_iter().map(|found| found.text).collect()
    }

    #[test]
    fn what_a_visitor_reads_is_found() {
        for (code, text) in [
            (r#"view! { <p>"logit"</p> }"#, "logit"),
            (r#"<p class="a b">"One" {x} " two"</p>"#, "One"),
            (r#"<button aria-label="go">"×"</button>"#, "go"),
            (r#"<i title=format!("of {n}")></i>"#, "of {n}"),
            (r#"<input placeholder="text" />"#, "text"),
            (r#"{if on { "yes" } else { "2" }}"#, "yes"),
            (r#"format!("{n} tokens stay")"#, "{n} tokens stay"),
            (r#"Kind::One => "Top-k","#, "Top-k"),
            (r#"Heading::Number("Rank")"#, "Rank"),
            ("<p>Plain words.</p>", "Plain words."),
            (
                "let x = \"a \\\"quoted\\\" word\";",
                "a \\\"quoted\\\" word",
            ),
        ] {
            assert_eq!(
                found(code).first().map(String::as_str),
                Some(text),
                "{code}"
            );
        }
        let code = "let a = \"x\";\nlet b = 'y';\n\n\"Here it is\"";
        assert_eq!(words(code)[0].line, 4);
    }

    #[test]
    fn what_is_no_text_is_not() {
        for code in [
            r#"<p class="card wide" data-testid="a b" style=("--w", x)>{say().text()}</p>"#,
            r#"// "A comment" of words"#,
            r#"x.expect("a window takes listeners")"#,
            r#"d=format!("M{x} {y} V{z}")"#,
            r#"#[allow(dead_code, reason = "nobody knows")] fn a() {}"#,
            "format!(\"{a} · {b}\")",
            r#"match key { "ArrowRight" => 1, "temperature" => 2 }"#,
            r#""resid_pre + attn_out""#,
            "'\"' \"x\" fn a<'a>(x: &'a str)",
            "mod tests { fn a() { \"Words of a test\" } }",
        ] {
            assert_eq!(found(code), Vec::<String>::new(), "{code}");
        }
    }
}
