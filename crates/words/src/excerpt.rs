//! What a message may quote of a file, a link or a request.

/// Most characters of an excerpt: about a line.
pub const LONGEST_EXCERPT: usize = 120;

/// `text` as a message quotes it: one line of at most [`LONGEST_EXCERPT`] characters, cut with "…".
///
/// Line breaks, other control characters, and the marks that turn the direction of writing or take no room are
/// escaped, so that a file cannot dress up the message that speaks of it.
pub fn excerpt(text: &str) -> String {
    let mut line = String::new();
    let mut length = 0;
    // Where the line ends if it must be cut: before the last escape or character that leaves room for "…".
    let mut cut = 0;
    for c in text.chars() {
        if length < LONGEST_EXCERPT {
            cut = line.len();
        }
        let before = line.len();
        if misleads(c) {
            line.extend(c.escape_default());
        } else {
            line.push(c);
        }
        length += line[before..].chars().count();
        if length > LONGEST_EXCERPT {
            line.truncate(cut);
            line.push('…');
            break;
        }
    }
    line
}

/// Whether a line that has `c` in it looks like something else than it is.
fn misleads(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

/// What is wrong with a JSON file. The library quotes the file's own text, whatever its length: of that an [`excerpt`].
pub fn json_error(error: &serde_json::Error) -> String {
    let text = error.to_string();
    // What the library says itself comes last: what it expected, and where.
    let own = text
        .rfind(", expected ")
        .or_else(|| text.rfind(" at line "));
    let (quoted, own) = text.split_at(own.unwrap_or(text.len()));
    excerpt(quoted) + own
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_line_stays_as_it_is() {
        for text in ["", "h.0.attn.c_attn.weight", "say \"hi\" \\ Ġ日本語 é 👩‍"] {
            assert_eq!(excerpt(text), text.replace('\u{200d}', "\\u{200d}"));
        }
        let full = "é".repeat(LONGEST_EXCERPT);
        assert_eq!(excerpt(&full), full);
    }

    #[test]
    fn a_long_text_is_cut_to_a_line_that_says_so() {
        for unit in ["x", "é", "日", "\n", "ab\u{202e}"] {
            let line = excerpt(&unit.repeat(1 << 20));
            let length = line.chars().count();
            assert!(line.ends_with('…'), "{line}");
            assert!(
                (LONGEST_EXCERPT - 10..=LONGEST_EXCERPT).contains(&length),
                "{length} characters: {line}"
            );
        }
        let one_too_many = "x".repeat(LONGEST_EXCERPT + 1);
        let cut = format!("{}…", "x".repeat(LONGEST_EXCERPT - 1));
        assert_eq!(excerpt(&one_too_many), cut);
    }

    #[test]
    fn what_would_break_or_turn_the_line_is_escaped() {
        assert_eq!(
            excerpt("a\nb\r\t\0\u{1b}[2J\u{7f}"),
            "a\\nb\\r\\t\\u{0}\\u{1b}[2J\\u{7f}"
        );
        assert_eq!(
            excerpt("\u{202e}txt\u{2028}\u{feff}"),
            "\\u{202e}txt\\u{2028}\\u{feff}"
        );
    }
}
