//! What a file says, cut to what a message may print.

/// The most characters that a message prints of a file's text.
pub const MOST: usize = 120;

/// `text` on one line and of at most [`MOST`] characters; of a longer one the beginning and "…".
pub fn excerpt(text: &str) -> String {
    let visible = |c: char| if c.is_control() { ' ' } else { c };
    let mut shown: String = text.chars().take(MOST).map(visible).collect();
    if text.chars().nth(MOST).is_some() {
        shown.pop();
        shown.push('…');
    }
    shown
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
    use crate::chain::Chain;

    #[test]
    fn a_message_has_a_line_of_a_file_and_no_more() {
        let line = "é".repeat(MOST);
        assert_eq!(excerpt(&line), line);
        let cut = excerpt(&"é".repeat(MOST + 1));
        assert_eq!((cut.chars().count(), cut.ends_with("é…")), (MOST, true));
        assert_eq!(excerpt("two\nlines\u{1b}[31m"), "two lines [31m");
    }

    #[test]
    fn what_json_says_is_cut_and_what_is_wrong_with_it_is_not() {
        let long = "q, expected ".repeat(100_000);
        for (json, words) in [
            (format!(r#"[{{"sampler": "{long}"}}]"#), "`top_k`"),
            (format!(r#"[{{"sampler": "top_k", "{long}": 1}}]"#), "`k`"),
            (
                format!(r#"[{{"sampler": "top_k", "k": "{long}"}}]"#),
                "expected u32",
            ),
        ] {
            let error = serde_json::from_str::<Chain>(&json).expect_err("damaged");
            let said = json_error(&error);
            assert!(said.len() < 1000 && said.contains(words), "{said}");
        }
        let short = serde_json::from_str::<Chain>(r#"[{"sampler": "top_q"}]"#);
        let short = short.expect_err("there is none");
        assert_eq!(json_error(&short), short.to_string());
    }
}
