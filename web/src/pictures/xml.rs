//! Text and numbers as they stand in an SVG file.

use std::fmt::Write;

/// `text` for an element or for an attribute in quotes. What XML cannot hold is shown by a sign in its place.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(legal(c)),
        }
    }
    out
}

/// `c`, or the sign that stands for it: XML 1.0 has no control characters, and no places of Unicode that are none.
fn legal(c: char) -> char {
    match c {
        '\t' | '\n' | '\r' => ' ',
        // Unicode has a picture of each.
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        '\u{7f}' => '\u{2421}',
        '\u{80}'..='\u{9f}' | '\u{fdd0}'..='\u{fdef}' => '\u{fffd}',
        c if u32::from(c) & 0xfffe == 0xfffe => '\u{fffd}',
        c => c,
    }
}

/// A length, to a hundredth.
pub fn number(x: f64) -> String {
    let x = if x.is_finite() { x } else { 0.0 };
    let text = format!("{x:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "-0" => "0".to_owned(),
        text => text.to_owned(),
    }
}

/// ` name="value"`.
pub fn attribute(name: &str, value: &str) -> String {
    format!(" {name}=\"{}\"", escaped(value))
}

/// ` name="value"` for each of the numbers.
pub fn numbers(all: &[(&str, f64)]) -> String {
    all.iter().fold(String::new(), |mut out, (name, x)| {
        // Writing into a string cannot fail.
        let _ = write!(out, " {name}=\"{}\"", number(*x));
        out
    })
}

/// `bytes` in base64, for an address that is the file itself.
pub fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let at = |i: usize| u32::from(three.get(i).copied().unwrap_or(0));
        let all = at(0) << 16 | at(1) << 8 | at(2);
        for i in 0..4 {
            let sign = SIGNS[(all >> (18 - 6 * i)) as usize & 63];
            out.push(if i > three.len() {
                '='
            } else {
                char::from(sign)
            });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_a_token_holds_stays_text() {
        assert_eq!(
            escaped("<script>alert('1')</script>]]>&\""),
            "&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;]]&gt;&amp;&quot;"
        );
        assert_eq!(escaped("a\0b\u{1b}c\u{7f}\n"), "a␀b␛c␡ ");
        assert_eq!(
            escaped("\u{85}\u{ffff}\u{1fffe}\u{fdd0}"),
            "\u{fffd}".repeat(4)
        );
        assert_eq!(escaped("né 森🌲"), "né 森🌲");
    }

    #[test]
    fn numbers_are_as_short_as_they_can_be() {
        let all = [
            (1.0, "1"),
            (0.126, "0.13"),
            (-0.001, "0"),
            (120.5, "120.5"),
            (100.0, "100"),
            (f64::NAN, "0"),
        ];
        for (x, text) in all {
            assert_eq!(number(x), text);
        }
    }

    #[test]
    fn base64_is_that_of_rfc_4648() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
        assert_eq!(base64(&[0xff, 0xef, 0xbe]), "/+++");
    }
}
