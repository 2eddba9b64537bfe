//! A template as tokens, with the white space that Jinja leaves around them.

use crate::strings::is_space;

/// Where a template is wrong, and why.
#[derive(Debug)]
pub(crate) struct Wrong {
    pub(crate) line: usize,
    pub(crate) why: String,
}

pub(crate) fn wrong<T>(line: usize, why: impl Into<String>) -> Result<T, Wrong> {
    let why = why.into();
    Err(Wrong { line, why })
}

/// A token.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Token {
    /// Text that is written as it is.
    Data(String),
    /// `{{`
    PrintBegin,
    /// `}}`
    PrintEnd,
    /// `{%`
    BlockBegin,
    /// `%}`
    BlockEnd,
    Name(String),
    Text(String),
    Int(i64),
    Float(f64),
    Sign(&'static str),
    End,
}

/// Signs, the longer ones first.
const SIGNS: [&str; 26] = [
    "//", "**", "==", "!=", ">=", "<=", "+", "-", "/", "*", "%", "~", "[", "]", "(", ")", "{", "}",
    ">", "<", "=", ".", ":", "|", ",", ";",
];

/// The tokens with their lines.
pub(crate) fn tokens(source: &str) -> Result<Vec<(Token, usize)>, Wrong> {
    let mut source = match source.contains('\r') {
        true => source.replace("\r\n", "\n").replace('\r', "\n"),
        false => source.to_owned(),
    };
    // One line break at the end is not written.
    if source.ends_with('\n') {
        source.pop();
    }
    let mut lexer = Lexer {
        source: &source,
        at: 0,
        line: 1,
        counted: 0,
        line_starts: true,
        tokens: Vec::new(),
    };
    lexer.template()?;
    Ok(lexer.tokens)
}

struct Lexer<'s> {
    source: &'s str,
    at: usize,
    /// The line of `counted`.
    line: usize,
    counted: usize,
    /// Whether what was taken last ended a line.
    line_starts: bool,
    tokens: Vec<(Token, usize)>,
}

impl<'s> Lexer<'s> {
    fn rest(&self) -> &'s str {
        self.source.get(self.at..).unwrap_or_default()
    }

    fn push(&mut self, token: Token) {
        let line = self.line();
        self.tokens.push((token, line));
    }

    /// The line of the place.
    fn line(&mut self) -> usize {
        let passed = self.source.get(self.counted..self.at).unwrap_or_default();
        self.line += passed.matches('\n').count();
        self.counted = self.counted.max(self.at);
        self.line
    }

    /// Goes on, and notes whether that ends a line.
    fn advance(&mut self, bytes: usize) {
        let taken = self.source.get(self.at..self.at + bytes);
        self.line_starts = taken.is_some_and(|taken| taken.ends_with('\n'));
        self.at += bytes;
    }

    fn template(&mut self) -> Result<(), Wrong> {
        while let Some((found, kind)) = self.next_tag() {
            let text = &self.rest()[..found];
            let after = &self.rest()[found + 2..];
            let sign = after.chars().next().filter(|c| "-+".contains(*c));
            let raw = match kind {
                '%' => raw_begin(&self.rest()[found..]),
                _ => None,
            };
            let kept = self.kept(text, sign, kind);
            if !kept.is_empty() {
                self.push(Token::Data(kept.to_owned()));
            }
            self.advance(found);
            if let Some(width) = raw {
                self.advance(width);
                self.raw()?;
                continue;
            }
            self.line();
            self.advance(2 + usize::from(sign.is_some()));
            match kind {
                '#' => self.comment()?,
                '{' => self.inside(Token::PrintBegin, Token::PrintEnd)?,
                _ => self.inside(Token::BlockBegin, Token::BlockEnd)?,
            }
        }
        let rest = self.rest();
        if !rest.is_empty() {
            self.push(Token::Data(rest.to_owned()));
        }
        self.at = self.source.len();
        self.push(Token::End);
        Ok(())
    }

    /// How far the next tag is, and by which sign it opens.
    fn next_tag(&self) -> Option<(usize, char)> {
        let rest = self.rest();
        let opens = |(at, _): &(usize, &str)| {
            let kind = rest[at + 1..].chars().next();
            kind.filter(|kind| "{%#".contains(*kind))
                .map(|kind| (*at, kind))
        };
        rest.match_indices('{').find_map(|found| opens(&found))
    }

    /// What is left of the text before a tag: spaces go that `-` takes, and those that a block stands behind on its line.
    fn kept<'t>(&self, text: &'t str, sign: Option<char>, kind: char) -> &'t str {
        if sign == Some('-') {
            return text.trim_end_matches(is_space);
        }
        if sign == Some('+') || kind == '{' {
            return text;
        }
        let start = text.rfind('\n').map_or(0, |at| at + 1);
        let is_line = start > 0 || self.line_starts;
        match is_line && text[start..].chars().all(is_space) {
            true => &text[..start],
            false => text,
        }
    }

    /// Goes behind the end of a tag, and what it takes with it.
    fn close(&mut self, mark: &str) -> bool {
        let width = end_width(self.rest(), mark);
        self.advance(width.unwrap_or(0));
        width.is_some()
    }

    fn comment(&mut self) -> Result<(), Wrong> {
        let rest = self.rest();
        let Some(end) = rest.find("#}") else {
            return self.unless_at_end("Missing end of comment tag");
        };
        let signed = end > 0 && rest[..end].ends_with(['-', '+']);
        self.advance(end - usize::from(signed));
        self.close("#}");
        Ok(())
    }

    /// The text up to `{% endraw %}`.
    fn raw(&mut self) -> Result<(), Wrong> {
        let rest = self.rest();
        let mut from = 0;
        while let Some(found) = rest[from..].find("{%") {
            let at = from + found;
            from = at + 2;
            let inner = &rest[at + 2..];
            let sign = inner.chars().next().filter(|c| "-+".contains(*c));
            let inner = &inner[usize::from(sign.is_some())..];
            let Some(name) = inner.trim_start_matches(is_space).strip_prefix("endraw") else {
                continue;
            };
            let end = name.trim_start_matches(is_space);
            let Some(width) = end_width(end, "%}") else {
                continue;
            };
            let text = self.kept(&rest[..at], sign, '%').to_owned();
            if !text.is_empty() {
                self.push(Token::Data(text));
            }
            self.advance(rest.len() - end.len() + width);
            return Ok(());
        }
        self.unless_at_end("Missing end of raw directive")
    }

    /// Jinja misses an end only where something stands before it.
    fn unless_at_end(&mut self, why: &str) -> Result<(), Wrong> {
        let line = self.line();
        match self.rest().is_empty() {
            true => Ok(()),
            false => wrong(line, why),
        }
    }

    /// The tokens in a tag.
    fn inside(&mut self, begin: Token, end: Token) -> Result<(), Wrong> {
        let mark = match end {
            Token::PrintEnd => "}}",
            _ => "%}",
        };
        self.push(begin);
        let mut open = Vec::new();
        loop {
            self.skip_spaces();
            if open.is_empty() {
                let line = self.line();
                if self.close(mark) {
                    self.tokens.push((end, line));
                    return Ok(());
                }
            }
            if self.rest().is_empty() {
                return Ok(());
            }
            self.token(&mut open)?;
        }
    }

    fn skip_spaces(&mut self) {
        let rest = self.rest();
        let after = rest.trim_start_matches(is_space);
        if after.len() < rest.len() {
            self.advance(rest.len() - after.len());
        }
    }

    fn token(&mut self, open: &mut Vec<&'static str>) -> Result<(), Wrong> {
        let rest = self.rest();
        let line = self.line();
        let first = rest.chars().next().unwrap_or(' ');
        if first.is_ascii_digit() {
            return self.number();
        }
        if first.is_alphanumeric() || first == '_' {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
            let name = &rest[..end.unwrap_or(rest.len())];
            if first.is_numeric() {
                return wrong(line, "Invalid character in identifier");
            }
            self.push(Token::Name(name.to_owned()));
            self.advance(name.len());
            return Ok(());
        }
        if first == '"' || first == '\'' {
            return self.text(first);
        }
        let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) else {
            return wrong(line, format!("unexpected char '{first}'"));
        };
        match *sign {
            "(" => open.push(")"),
            "[" => open.push("]"),
            "{" => open.push("}"),
            ")" | "]" | "}" => match open.pop() {
                Some(expected) if expected == *sign => {}
                Some(expected) => {
                    return wrong(line, format!("unexpected '{sign}', expected '{expected}'"));
                }
                None => return wrong(line, format!("unexpected '{sign}'")),
            },
            _ => {}
        }
        self.push(Token::Sign(sign));
        self.advance(sign.len());
        Ok(())
    }

    fn number(&mut self) -> Result<(), Wrong> {
        let rest = self.rest();
        let line = self.line();
        let bytes = rest.as_bytes();
        let behind_dot = self.at > 0 && self.source.as_bytes().get(self.at - 1) == Some(&b'.');
        let radix = match bytes.get(1).map(u8::to_ascii_lowercase) {
            Some(b'x') => 16,
            Some(b'o') => 8,
            Some(b'b') => 2,
            _ => 10,
        };
        if first_is_zero(bytes) && radix != 10 {
            let width = digits(&bytes[2..], radix);
            if width > 0 {
                let text = rest[2..2 + width].replace('_', "");
                return self.integer(i64::from_str_radix(&text, radix).ok(), 2 + width, line);
            }
        }
        let whole = digits(bytes, 10);
        let mut end = whole;
        let mut is_float = false;
        if !behind_dot {
            if bytes.get(end) == Some(&b'.') {
                let fraction = digits(&bytes[end + 1..], 10);
                if fraction > 0 {
                    end += 1 + fraction;
                    is_float = true;
                }
            }
            if bytes
                .get(end)
                .is_some_and(|e| e.eq_ignore_ascii_case(&b'e'))
            {
                let signed = bytes.get(end + 1).is_some_and(|sign| b"+-".contains(sign));
                let start = end + 1 + usize::from(signed);
                let exponent = digits(bytes.get(start..).unwrap_or_default(), 10);
                if exponent > 0 {
                    end = start + exponent;
                    is_float = true;
                }
            }
        }
        let text = rest[..end].replace('_', "");
        if is_float {
            let value = text.parse().unwrap_or(f64::INFINITY);
            self.push(Token::Float(value));
            self.advance(end);
            return Ok(());
        }
        // Python has no numbers with zeros in front: `007` is 0, 0 and 7.
        let zeros = text.len() > 1 && text.starts_with('0') && text.contains(|c| c != '0');
        if zeros {
            return wrong(line, "a number that begins with 0");
        }
        self.integer(text.parse().ok(), end, line)
    }

    fn integer(&mut self, value: Option<i64>, width: usize, line: usize) -> Result<(), Wrong> {
        let Some(value) = value else {
            return wrong(line, "an integer of more than 64 bits");
        };
        self.push(Token::Int(value));
        self.advance(width);
        Ok(())
    }

    /// A text in quotation marks.
    fn text(&mut self, quote: char) -> Result<(), Wrong> {
        let line = self.line();
        let rest = &self.rest()[1..];
        let mut value = String::new();
        let mut chars = rest.char_indices();
        while let Some((at, c)) = chars.next() {
            if c == quote {
                self.push(Token::Text(value));
                self.advance(at + 2);
                return Ok(());
            }
            match c {
                '\\' => escape(&mut chars, &mut value, line)?,
                c => value.push(c),
            }
        }
        wrong(line, format!("unexpected char '{quote}'"))
    }
}

/// The width of the end of a tag that stands at the front, with what it takes with it: `-` all spaces, and the end of a block
/// one line break.
fn end_width(rest: &str, mark: &str) -> Option<usize> {
    let is_block = mark != "}}";
    if let Some(after) = rest
        .strip_prefix('-')
        .and_then(|rest| rest.strip_prefix(mark))
    {
        return Some(rest.len() - after.trim_start_matches(is_space).len());
    }
    if is_block
        && rest
            .strip_prefix('+')
            .is_some_and(|rest| rest.starts_with(mark))
    {
        return Some(1 + mark.len());
    }
    let after = rest.strip_prefix(mark)?;
    Some(mark.len() + usize::from(is_block && after.starts_with('\n')))
}

fn first_is_zero(bytes: &[u8]) -> bool {
    bytes.first() == Some(&b'0')
}

/// The width of the digits at the front, between which single underscores may stand.
fn digits(bytes: &[u8], radix: u32) -> usize {
    let is_digit = |at: usize| {
        bytes
            .get(at)
            .is_some_and(|b| char::from(*b).is_digit(radix))
    };
    let mut end = 0;
    while is_digit(end) || (bytes.get(end) == Some(&b'_') && is_digit(end + 1)) {
        end += 1;
    }
    end
}

/// The width of `{% raw %}` if it stands at the front.
fn raw_begin(text: &str) -> Option<usize> {
    let rest = text.strip_prefix("{%")?;
    let rest = rest.strip_prefix(['-', '+']).unwrap_or(rest);
    let rest = rest.trim_start_matches(is_space).strip_prefix("raw")?;
    let rest = rest.trim_start_matches(is_space);
    let rest = match rest.strip_prefix("-%}") {
        Some(rest) => rest.trim_start_matches(is_space),
        None => rest.strip_prefix("%}")?,
    };
    Some(text.len() - rest.len())
}

/// What stands behind a backslash, as Python reads it.
fn escape(
    chars: &mut std::str::CharIndices<'_>,
    out: &mut String,
    line: usize,
) -> Result<(), Wrong> {
    let Some((_, c)) = chars.next() else {
        return Ok(());
    };
    let plain = match c {
        '\n' => return Ok(()),
        '\\' | '\'' | '"' => c,
        'a' => '\u{7}',
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'v' => '\u{b}',
        'x' => code(chars, 16, 2, 2, line)?,
        'u' => code(chars, 16, 4, 4, line)?,
        'U' => code(chars, 16, 8, 8, line)?,
        '0'..='7' => {
            let first = c.to_digit(8).unwrap_or(0);
            let mut value = first;
            for _ in 0..2 {
                let next = chars.as_str().chars().next().and_then(|c| c.to_digit(8));
                let Some(digit) = next else { break };
                value = value * 8 + digit;
                chars.next();
            }
            char::from_u32(value).unwrap_or('?')
        }
        'N' => return wrong(line, "a character by its name is not supported"),
        other => {
            out.push('\\');
            other
        }
    };
    out.push(plain);
    Ok(())
}

/// A character by its number, of `least` to `most` digits.
fn code(
    chars: &mut std::str::CharIndices<'_>,
    radix: u32,
    least: usize,
    most: usize,
    line: usize,
) -> Result<char, Wrong> {
    let mut value = 0_u32;
    let mut n = 0;
    while n < most {
        let next = chars
            .as_str()
            .chars()
            .next()
            .and_then(|c| c.to_digit(radix));
        let Some(digit) = next else { break };
        value = value.saturating_mul(radix).saturating_add(digit);
        chars.next();
        n += 1;
    }
    match char::from_u32(value).filter(|_| n >= least) {
        Some(c) => Ok(c),
        None => wrong(line, "an escape that is no character"),
    }
}
