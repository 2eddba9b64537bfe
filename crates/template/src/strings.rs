//! What Python does with strings, whose places are counted in characters.

/// `str.isspace` of a character: what has no breadth in Unicode, and four control characters more.
pub(crate) fn is_space(c: char) -> bool {
    c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c)
}

/// Which ends of a text are meant.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Ends {
    Both,
    Left,
    Right,
}

/// `strip`, `lstrip` and `rstrip`, of spaces or of `chars`.
pub(crate) fn strip<'t>(text: &'t str, chars: Option<&str>, ends: Ends) -> &'t str {
    let taken = |c: char| match chars {
        Some(chars) => chars.contains(c),
        None => is_space(c),
    };
    let text = match ends {
        Ends::Right => text,
        _ => text.trim_start_matches(taken),
    };
    match ends {
        Ends::Left => text,
        _ => text.trim_end_matches(taken),
    }
}

/// `split` at a separator or at spaces, at most `most` times from the left.
pub(crate) fn split<'t>(text: &'t str, separator: Option<&str>, most: usize) -> Vec<&'t str> {
    if let Some(separator) = separator {
        return text.splitn(most.saturating_add(1), separator).collect();
    }
    let mut words = Vec::new();
    let mut rest = text.trim_start_matches(is_space);
    while !rest.is_empty() && words.len() < most {
        let end = rest.find(is_space).unwrap_or(rest.len());
        words.push(&rest[..end]);
        rest = rest[end..].trim_start_matches(is_space);
    }
    if !rest.is_empty() {
        words.push(rest);
    }
    words
}

/// `rsplit`: as [`split`], at most `most` times from the right.
pub(crate) fn rsplit<'t>(text: &'t str, separator: Option<&str>, most: usize) -> Vec<&'t str> {
    let mut words: Vec<&str> = match separator {
        Some(separator) => text.rsplitn(most.saturating_add(1), separator).collect(),
        None => {
            let mut words = Vec::new();
            let mut rest = text.trim_end_matches(is_space);
            while !rest.is_empty() && words.len() < most {
                let last = rest.char_indices().rev().find(|(_, c)| is_space(*c));
                let start = last.map_or(0, |(at, c)| at + c.len_utf8());
                words.push(&rest[start..]);
                rest = rest[..start].trim_end_matches(is_space);
            }
            if !rest.is_empty() {
                words.push(rest);
            }
            words
        }
    };
    words.reverse();
    words
}

/// `splitlines`, at all line breaks of Unicode.
pub(crate) fn lines(text: &str, keep_ends: bool) -> Vec<&str> {
    let is_break = |c: char| {
        matches!(
            c,
            '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{1c}'
                ..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}'
        )
    };
    let mut all = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(is_break) {
        let width = match rest[at..].starts_with("\r\n") {
            true => 2,
            false => rest[at..].chars().next().map_or(1, char::len_utf8),
        };
        let (line, after) = rest.split_at(at + width);
        all.push(if keep_ends { line } else { &rest[..at] });
        rest = after;
    }
    if !rest.is_empty() {
        all.push(rest);
    }
    all
}

/// `capitalize`: the first letter large, all others small.
pub(crate) fn capitalize(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().collect::<String>() + &chars.as_str().to_lowercase(),
        None => String::new(),
    }
}

/// `casefold`, which is small letters but for those that only large ones make equal.
pub(crate) fn casefold(text: &str) -> String {
    let fold = |c: char| c.to_uppercase().flat_map(char::to_lowercase);
    text.chars().flat_map(fold).collect()
}

/// `title`: of each run of letters the first one large.
pub(crate) fn title(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut inside = false;
    for c in text.chars() {
        match inside {
            true => out.extend(c.to_lowercase()),
            false => out.extend(c.to_uppercase()),
        }
        inside = is_cased(c);
    }
    out
}

/// `swapcase`.
pub(crate) fn swapcase(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c.is_uppercase() {
            true => out.extend(c.to_lowercase()),
            false => out.extend(c.to_uppercase()),
        }
    }
    out
}

pub(crate) fn is_cased(c: char) -> bool {
    c.is_uppercase() || c.is_lowercase()
}

/// `isupper` and `islower`: all letters that have a case have this one, and there is one.
pub(crate) fn is_all(text: &str, upper: bool) -> bool {
    let wrong = |c: char| match upper {
        true => c.is_lowercase(),
        false => c.is_uppercase(),
    };
    text.chars().any(is_cased) && !text.chars().any(wrong)
}

/// `istitle`.
pub(crate) fn is_title(text: &str) -> bool {
    let mut inside = false;
    for c in text.chars() {
        if c.is_uppercase() && inside || c.is_lowercase() && !inside {
            return false;
        }
        inside = is_cased(c);
    }
    text.chars().any(is_cased)
}

/// `isidentifier`.
pub(crate) fn is_identifier(text: &str) -> bool {
    let begins = |c: char| c.is_alphabetic() || c == '_';
    text.chars().next().is_some_and(begins) && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// The characters `start..stop` of a text, where both are counted from the end if they are negative, and cut to it.
/// `None` if `start` lies behind `stop`, as `find` takes it.
pub(crate) fn part(text: &str, start: Option<i64>, stop: Option<i64>) -> Option<&str> {
    if start.is_none() && stop.is_none() {
        return Some(text);
    }
    let len = i64::try_from(text.chars().count()).unwrap_or(i64::MAX);
    let place = |at: i64| {
        if at < 0 {
            (at.saturating_add(len)).max(0)
        } else {
            at
        }
    };
    let (start, stop) = (
        place(start.unwrap_or(0)),
        place(stop.unwrap_or(len)).min(len),
    );
    if start > stop {
        return None;
    }
    let byte = |at: i64| {
        let at = usize::try_from(at).unwrap_or(usize::MAX);
        text.char_indices()
            .nth(at)
            .map_or(text.len(), |(byte, _)| byte)
    };
    text.get(byte(start)..byte(stop))
}

/// The places that `[start:stop:step]` takes of `len`; the step is not 0.
pub(crate) fn slice(len: usize, start: Option<i64>, stop: Option<i64>, step: i64) -> Vec<usize> {
    let len = i64::try_from(len).unwrap_or(i64::MAX);
    let (low, high) = if step > 0 { (0, len) } else { (-1, len - 1) };
    let place = |at: i64| {
        let at = if at < 0 { at.saturating_add(len) } else { at };
        at.clamp(low, high)
    };
    let mut at = start.map_or(if step > 0 { low } else { high }, place);
    let stop = stop.map_or(if step > 0 { high } else { low }, place);
    let mut all = Vec::new();
    while (step > 0 && at < stop) || (step < 0 && at > stop) {
        all.extend(usize::try_from(at));
        at = at.saturating_add(step);
    }
    all
}

/// `replace`, at most `most` times.
pub(crate) fn replace(text: &str, old: &str, new: &str, most: Option<usize>) -> String {
    match most {
        Some(most) => text.replacen(old, new, most),
        None => text.replace(old, new),
    }
}

/// `expandtabs`.
pub(crate) fn expand_tabs(text: &str, size: usize) -> String {
    let mut out = String::with_capacity(text.len());
    let mut column = 0;
    for c in text.chars() {
        match c {
            '\t' if size > 0 => {
                let width = size - column % size;
                out.extend(std::iter::repeat_n(' ', width));
                column += width;
            }
            '\t' => {}
            '\n' | '\r' => {
                out.push(c);
                column = 0;
            }
            c => {
                out.push(c);
                column += 1;
            }
        }
    }
    out
}
