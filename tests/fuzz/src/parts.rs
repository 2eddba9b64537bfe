//! How the bytes of a case become what a reader takes, and what holds of every refusal.

use std::fmt::Display;

/// What no text has in UTF-8: it parts the files of a case.
pub const BETWEEN: u8 = 0xff;
/// About six lines: the longest lists the names that a lesson may use.
const LONGEST_REFUSAL: usize = 800;

/// What stands before the first [`BETWEEN`], and what stands behind it.
pub fn two(data: &[u8]) -> (&[u8], &[u8]) {
    let mut parts = data.splitn(2, |byte| *byte == BETWEEN);
    (
        parts.next().unwrap_or_default(),
        parts.next().unwrap_or_default(),
    )
}

/// The bytes as text; what is none is replaced, so that every case is one.
pub fn text(data: &[u8]) -> String {
    String::from_utf8_lossy(data).into_owned()
}

/// A refusal is one line of a length that can be read, whatever the file has in it.
pub fn is_a_line(refusal: &impl Display) {
    let said = refusal.to_string();
    let length = said.chars().count();
    assert!(
        length > 0 && length < LONGEST_REFUSAL,
        "{length} characters: {said:.300}"
    );
    assert!(!said.contains(char::is_control), "{said:?}");
}

/// A case of several parts.
pub fn joined(parts: &[&[u8]]) -> Vec<u8> {
    parts.join(&BETWEEN)
}
