//! The words of a condition.

use logitscope_words::error::LessonFault;

/// A word of a condition.
#[derive(Debug, Clone, PartialEq)]
pub enum Word {
    /// A name: letters and `_`.
    Name(String),
    /// A number; `50 %` is 0.5.
    Number(f64),
    /// What stands in quotes.
    Quoted(String),
    /// `(`, `)`, or a comparison.
    Mark(&'static str),
}

/// The marks, longer ones first.
const MARKS: [&str; 7] = [">=", "<=", ">", "<", "=", "(", ")"];

/// The words of `text`.
pub fn words(text: &str) -> Result<Vec<Word>, LessonFault> {
    let mut rest = text.trim_start();
    let mut words = Vec::new();
    while let Some(first) = rest.chars().next() {
        let (word, after) = if let Some(quoted) = rest.strip_prefix('"') {
            quote(quoted).ok_or_else(|| LessonFault::Quote { text: rest.into() })?
        } else if let Some(mark) = MARKS.into_iter().find(|mark| rest.starts_with(mark)) {
            (Word::Mark(mark), &rest[mark.len()..])
        } else if first.is_ascii_digit() || matches!(first, '-' | '.') {
            number(rest).ok_or_else(|| unexpected(rest))?
        } else if first.is_ascii_alphabetic() {
            let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            (Word::Name(rest[..end].into()), &rest[end..])
        } else {
            return Err(unexpected(rest));
        };
        words.push(word);
        rest = after.trim_start();
    }
    Ok(words)
}

/// The text that `value` is: what stands in its quotes if it is nothing but a text in quotes, else itself.
pub fn plain(value: String) -> String {
    match words(&value).as_deref() {
        Ok([Word::Quoted(text)]) => text.clone(),
        _ => value,
    }
}

/// `text` in quotes, so that it reads back.
pub fn quoted(text: &str) -> String {
    let inside = text
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n");
    format!("\"{inside}\"")
}

fn unexpected(text: &str) -> LessonFault {
    LessonFault::Unexpected { text: text.into() }
}

/// What stands before the closing quote, and what comes after it. `\n` is a line's end; `\` before another character means that one.
fn quote(text: &str) -> Option<(Word, &str)> {
    let mut out = String::new();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((Word::Quoted(out), &text[at + 1..])),
            '\\' => out.push(match chars.next()?.1 {
                'n' => '\n',
                other => other,
            }),
            other => out.push(other),
        }
    }
    None
}

fn number(text: &str) -> Option<(Word, &str)> {
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '-' | '.' | 'e');
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    let value: f64 = text[..end].parse().ok()?;
    let rest = &text[end..];
    let percent = rest.trim_start().strip_prefix('%');
    let value = if percent.is_some() {
        value / 100.0
    } else {
        value
    };
    Some((Word::Number(value), percent.unwrap_or(rest)))
}
