//! Texts with places for values: `"%s" % x` and `"{}".format(x)`.

use crate::budget::{Budget, Res, count, failed};
use crate::ops::{self, Number};
use crate::text;
use crate::value::{Args, Value};

/// The most digits behind the point: more have no meaning in 64 bits.
const MOST_DIGITS: usize = 400;

/// How a value is written.
#[derive(Clone, Default, PartialEq)]
struct Spec {
    fill: Option<char>,
    /// `<`, `>`, `^` or `=`.
    align: Option<char>,
    /// `+`, `-` or a space.
    sign: Option<char>,
    alternate: bool,
    zero: bool,
    width: usize,
    grouping: Option<char>,
    precision: Option<usize>,
    kind: Option<char>,
}

/// `format % values`.
pub(crate) fn percent(format: &str, values: &Value, budget: &mut Budget) -> Res<String> {
    budget.bytes(format.len())?;
    let given: Vec<Value> = match values {
        Value::Tuple(items) => items.all.clone(),
        other => vec![other.clone()],
    };
    let mut given = given.into_iter();
    let mut named = false;
    let mut out = String::new();
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let mut value = None;
        if let Some(inner) = rest.strip_prefix('(') {
            let Some((key, after)) = inner.split_once(')') else {
                return failed("incomplete format key");
            };
            let Value::Dict(dict) = values else {
                return failed("format requires a mapping");
            };
            let key = Value::text(key, budget)?;
            let Some(found) = ops::find(dict, &key, budget)? else {
                return failed(format!("no key {}", key_text(&key)));
            };
            value = Some(found.clone());
            named = true;
            rest = after;
        }
        let mut next = || match given.next() {
            Some(value) => Ok(value),
            None => failed("not enough arguments for format string"),
        };
        let mut spec = Spec::default();
        while let Some(flag) = rest.chars().next().filter(|c| "#0- +".contains(*c)) {
            match flag {
                '#' => spec.alternate = true,
                '0' => spec.zero = true,
                '-' => spec.align = Some('<'),
                ' ' if spec.sign.is_none() => spec.sign = Some(' '),
                '+' => spec.sign = Some('+'),
                _ => {}
            }
            rest = &rest[1..];
        }
        if let Some(after) = rest.strip_prefix('*') {
            spec.width = small(&next()?)?;
            rest = after;
        } else {
            spec.width = digits(&mut rest)?.unwrap_or(0);
        }
        if let Some(after) = rest.strip_prefix('.') {
            rest = after;
            spec.precision = Some(match rest.strip_prefix('*') {
                Some(after) => {
                    rest = after;
                    small(&next()?)?
                }
                None => digits(&mut rest)?.unwrap_or(0),
            });
        }
        rest = rest.trim_start_matches(['h', 'l', 'L']);
        let Some(kind) = rest.chars().next() else {
            return failed("incomplete format");
        };
        rest = &rest[kind.len_utf8()..];
        if kind == '%' {
            out.push('%');
            continue;
        }
        let value = match value {
            Some(value) => value,
            None => next()?,
        };
        spec.kind = Some(kind);
        write_percent(&value, spec, &mut out, budget)?;
    }
    out.push_str(rest);
    let left_over = given.next().is_some();
    let fills_names = matches!(values, Value::Dict(_)) || named;
    // One value that is no tuple may stay unused if it could have been asked for names.
    match left_over && !fills_names && !matches!(values, Value::List(_) | Value::Undefined(_)) {
        true => failed("not all arguments converted during string formatting"),
        false => Ok(out),
    }
}

fn key_text(key: &Value) -> String {
    match key {
        Value::Str(text) => text::quoted(text),
        _ => String::new(),
    }
}

/// One place of a percent format.
fn write_percent(value: &Value, mut spec: Spec, out: &mut String, budget: &mut Budget) -> Res<()> {
    let kind = spec.kind.unwrap_or('s');
    if spec.align.is_none() && spec.zero && kind != 's' {
        spec.align = Some('=');
        spec.fill = Some('0');
    }
    spec.align = spec.align.or(Some('>'));
    match kind {
        's' | 'r' | 'a' => {
            let mut text = String::new();
            match kind {
                's' => text::write_text(value, &mut text, budget)?,
                _ => text::write_repr(value, &mut text, budget)?,
            }
            write_padded(&cut(&text, spec.precision), &spec, out, budget)
        }
        'c' => {
            let text = match value {
                Value::Str(text) if text.chars().count() == 1 => text.to_string(),
                Value::Int(code) => character(*code)?,
                _ => return failed("%c requires int or char"),
            };
            write_padded(&text, &spec, out, budget)
        }
        'd' | 'i' | 'u' => {
            let value = match Number::of(value) {
                Some(Number::Int(value)) => value,
                Some(Number::Float(value)) => whole(value)?,
                None => {
                    ops::defined(value)?;
                    return failed(format!(
                        "%{kind} format: a real number is required, not {}",
                        value.kind()
                    ));
                }
            };
            spec.kind = Some('d');
            if let Some(precision) = spec.precision.take() {
                let digits = value.unsigned_abs().to_string();
                let zeros = "0".repeat(precision.min(MOST_DIGITS).saturating_sub(digits.len()));
                return write_number(
                    value < 0,
                    "",
                    &format!("{zeros}{digits}"),
                    &spec,
                    out,
                    budget,
                );
            }
            write_spec(&Value::Int(value), &spec, out, budget)
        }
        'x' | 'X' | 'o' => match Number::of(value) {
            Some(Number::Int(value)) => write_spec(&Value::Int(value), &spec, out, budget),
            _ => failed(format!(
                "%{kind} format: an integer is required, not {}",
                value.kind()
            )),
        },
        'e' | 'E' | 'f' | 'F' | 'g' | 'G' => match Number::of(value) {
            Some(number) => write_spec(&Value::Float(number.float()), &spec, out, budget),
            None => {
                ops::defined(value)?;
                failed(format!("must be real number, not {}", value.kind()))
            }
        },
        other => failed(format!("unsupported format character '{other}'")),
    }
}

/// `format.format(…)`.
pub(crate) fn braces(
    format: &str,
    args: &Args,
    look: &mut dyn FnMut(&Value, &str, bool, &mut Budget) -> Res<Value>,
    budget: &mut Budget,
) -> Res<String> {
    budget.bytes(format.len())?;
    let mut out = String::new();
    let mut automatic = Some(0);
    fill(format, args, look, &mut automatic, 2, &mut out, budget)?;
    Ok(out)
}

/// Fills the places of a format; `nested` is how deep places may stand in places.
fn fill(
    format: &str,
    args: &Args,
    look: &mut dyn FnMut(&Value, &str, bool, &mut Budget) -> Res<Value>,
    automatic: &mut Option<usize>,
    nested: usize,
    out: &mut String,
    budget: &mut Budget,
) -> Res<()> {
    if nested == 0 {
        return failed("Max string recursion exceeded");
    }
    let mut rest = format;
    while let Some(at) = rest.find(['{', '}']) {
        out.push_str(&rest[..at]);
        let brace = &rest[at..at + 1];
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix(brace) {
            out.push_str(brace);
            rest = after;
            continue;
        }
        if brace == "}" {
            return failed("Single '}' encountered in format string");
        }
        let Some(end) = closing(rest) else {
            return failed("expected '}' before end of string");
        };
        let place = &rest[..end];
        rest = &rest[end + 1..];
        let (name, spec) = place.split_once(':').unwrap_or((place, ""));
        let (name, conversion) = match name.split_once('!') {
            Some((name, conversion)) => (name, Some(conversion)),
            None => (name, None),
        };
        let mut value = named(name, args, look, automatic, budget)?;
        match conversion {
            None => {}
            Some("s") => value = Value::Str(text::text(&value, budget)?),
            Some("r" | "a") => {
                let mut text = String::new();
                text::write_repr(&value, &mut text, budget)?;
                value = Value::text(text, budget)?;
            }
            Some(other) => return failed(format!("Unknown conversion specifier {other}")),
        }
        let mut filled = String::new();
        if !spec.is_empty() {
            fill(spec, args, look, automatic, nested - 1, &mut filled, budget)?;
        }
        let spec = parse(&filled)?;
        write_spec(&value, &spec, out, budget)?;
    }
    out.push_str(rest);
    budget.bytes(rest.len())
}

/// Where the brace closes that stands before `text`.
fn closing(text: &str) -> Option<usize> {
    let mut open = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' => open += 1,
            '}' if open == 0 => return Some(at),
            '}' => open -= 1,
            _ => {}
        }
    }
    None
}

/// The value of a place: `0`, `name`, `name.attribute` or `name[key]`.
fn named(
    name: &str,
    args: &Args,
    look: &mut dyn FnMut(&Value, &str, bool, &mut Budget) -> Res<Value>,
    automatic: &mut Option<usize>,
    budget: &mut Budget,
) -> Res<Value> {
    let end = name.find(['.', '[']).unwrap_or(name.len());
    let (first, mut rest) = name.split_at(end);
    let number = match (first, *automatic) {
        ("", Some(next)) => {
            *automatic = Some(next + 1);
            Some(next)
        }
        ("", None) => {
            return failed(
                "cannot switch from manual field specification to automatic field numbering",
            );
        }
        _ => {
            let number = first.parse().ok();
            if number.is_some() {
                *automatic = None;
            }
            number
        }
    };
    budget.items(2 + args.named.len())?;
    let found = match number {
        Some(number) => args.positional.get(number),
        None => {
            let own = args.named.iter().find(|(key, _)| **key == *first);
            own.map(|(_, value)| value)
        }
    };
    let Some(mut value) = found.cloned() else {
        return failed(format!("no argument '{first}' for the format"));
    };
    while !rest.is_empty() {
        let (key, is_item, after) = if let Some(inner) = rest.strip_prefix('[') {
            let Some((key, after)) = inner.split_once(']') else {
                return failed("Missing ']' in format string");
            };
            (key, true, after)
        } else {
            let inner = rest.strip_prefix('.').unwrap_or(rest);
            let end = inner.find(['.', '[']).unwrap_or(inner.len());
            (&inner[..end], false, &inner[end..])
        };
        if key.is_empty() {
            return failed("Empty attribute in format string");
        }
        value = look(&value, key, is_item, budget)?;
        rest = after;
    }
    Ok(value)
}

/// Reads a specification like `>10.2f`.
fn parse(text: &str) -> Res<Spec> {
    let mut spec = Spec::default();
    let mut rest = text;
    let mut chars = text.chars();
    let (first, second) = (chars.next(), chars.next());
    let is_align = |c: char| "<>^=".contains(c);
    if let (Some(fill), Some(align)) = (first, second.filter(|c| is_align(*c))) {
        spec.fill = Some(fill);
        spec.align = Some(align);
        rest = &rest[fill.len_utf8() + 1..];
    } else if let Some(align) = first.filter(|c| is_align(*c)) {
        spec.align = Some(align);
        rest = &rest[1..];
    }
    if let Some(sign) = rest.chars().next().filter(|c| "+- ".contains(*c)) {
        spec.sign = Some(sign);
        rest = &rest[1..];
    }
    if let Some(after) = rest.strip_prefix('#') {
        spec.alternate = true;
        rest = after;
    }
    if let Some(after) = rest.strip_prefix('0') {
        spec.zero = true;
        rest = after;
    }
    spec.width = digits(&mut rest)?.unwrap_or(0);
    if let Some(grouping) = rest.chars().next().filter(|c| ",_".contains(*c)) {
        spec.grouping = Some(grouping);
        rest = &rest[1..];
    }
    if let Some(after) = rest.strip_prefix('.') {
        rest = after;
        match digits(&mut rest)? {
            Some(precision) => spec.precision = Some(precision),
            None => return failed("Format specifier missing precision"),
        }
    }
    let mut chars = rest.chars();
    spec.kind = chars.next();
    match chars.next() {
        None => Ok(spec),
        Some(_) => failed("Invalid format specifier"),
    }
}

/// Takes the digits off the front.
fn digits(rest: &mut &str) -> Res<Option<usize>> {
    let end = rest
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(rest.len());
    if end == 0 {
        return Ok(None);
    }
    let (number, after) = rest.split_at(end);
    *rest = after;
    match number.parse() {
        Ok(number) => Ok(Some(count(number))),
        Err(_) => failed("too many decimal digits in format string"),
    }
}

fn small(value: &Value) -> Res<usize> {
    match value {
        Value::Int(value) => Ok(count(*value)),
        _ => failed("* wants int"),
    }
}

fn whole(value: f64) -> Res<i64> {
    match value.is_finite() && value.abs() < 9.2e18 {
        true => Ok(value as i64),
        false => ops::too_large(),
    }
}

fn character(code: i64) -> Res<String> {
    match u32::try_from(code).ok().and_then(char::from_u32) {
        Some(c) => Ok(c.to_string()),
        None => failed("%c arg not in range(0x110000)"),
    }
}

/// The first characters of a text.
fn cut(text: &str, most: Option<usize>) -> String {
    match most {
        Some(most) => text.chars().take(most).collect(),
        None => text.to_owned(),
    }
}

/// `format(value, spec)`.
fn write_spec(value: &Value, spec: &Spec, out: &mut String, budget: &mut Budget) -> Res<()> {
    if *spec == Spec::default() {
        return text::write_text(value, out, budget);
    }
    let Some(number) = Number::of(value) else {
        let text = text::text(value, budget)?;
        return match spec.kind {
            None | Some('s') if matches!(value, Value::Str(_)) => {
                write_padded(&cut(&text, spec.precision), spec, out, budget)
            }
            None => failed("unsupported format string passed to __format__"),
            Some(kind) => failed(format!(
                "Unknown format code '{kind}' for object of type '{}'",
                value.kind()
            )),
        };
    };
    let kind = spec.kind.unwrap_or(match number {
        Number::Int(_) => 'd',
        Number::Float(_) => 'r',
    });
    let precision = spec.precision.unwrap_or(6).min(MOST_DIGITS);
    match (kind, number) {
        ('d' | 'n', Number::Int(value)) => {
            let digits = group(&value.unsigned_abs().to_string(), spec.grouping, 3);
            write_number(value < 0, "", &digits, spec, out, budget)
        }
        ('x' | 'X' | 'o' | 'b', Number::Int(value)) => {
            let size = value.unsigned_abs();
            let (prefix, digits) = match kind {
                'x' => ("0x", format!("{size:x}")),
                'X' => ("0X", format!("{size:X}")),
                'o' => ("0o", format!("{size:o}")),
                _ => ("0b", format!("{size:b}")),
            };
            let prefix = if spec.alternate { prefix } else { "" };
            write_number(
                value < 0,
                prefix,
                &group(&digits, spec.grouping, 4),
                spec,
                out,
                budget,
            )
        }
        ('c', Number::Int(value)) => write_padded(&character(value)?, spec, out, budget),
        ('e' | 'E' | 'f' | 'F' | 'g' | 'G' | '%' | 'r' | 'n', number) => {
            let value = number.float();
            let size = value.abs();
            let mut text = match kind {
                _ if !size.is_finite() => text::float(size),
                'e' | 'E' => exponent(size, precision),
                'f' | 'F' => format!("{size:.precision$}"),
                '%' => format!("{:.precision$}%", size * 100.0),
                'r' if spec.precision.is_none() => text::float(size),
                _ => general(size, precision, spec.alternate, kind == 'r'),
            };
            if kind.is_ascii_uppercase() {
                text.make_ascii_uppercase();
            }
            if let Some(separator) = spec.grouping {
                let end = text.find(['.', 'e', '%']).unwrap_or(text.len());
                text = group(&text[..end], Some(separator), 3) + &text[end..];
            }
            let negative = value.is_sign_negative() && !value.is_nan();
            write_number(negative, "", &text, spec, out, budget)
        }
        _ => failed(format!(
            "Unknown format code '{kind}' for object of type '{}'",
            value.kind()
        )),
    }
}

/// `1.5e+10`.
fn exponent(value: f64, precision: usize) -> String {
    let text = format!("{value:.precision$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.unsigned_abs())
}

/// The shorter one of both ways to write a number, with `precision` digits in all.
fn general(value: f64, precision: usize, keep_zeros: bool, as_float: bool) -> String {
    let precision = precision.max(1);
    let scientific = exponent(value, precision - 1);
    let (digits, power) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let power: i32 = power.parse().unwrap_or(0);
    let most = i32::try_from(precision).unwrap_or(i32::MAX) - i32::from(as_float);
    let trim = |text: &str| match text.contains('.') && !keep_zeros {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    };
    if power < -4 || power >= most.max(1) && power >= most {
        let (_, tail) = scientific.split_at(digits.len());
        return trim(digits) + tail;
    }
    let behind = usize::try_from(i32::try_from(precision).unwrap_or(0) - 1 - power).unwrap_or(0);
    let plain = trim(&format!("{value:.behind$}"));
    match as_float && !plain.contains('.') {
        true => plain + ".0",
        false => plain,
    }
}

/// Puts a separator between groups of digits.
fn group(digits: &str, separator: Option<char>, size: usize) -> String {
    let Some(separator) = separator else {
        return digits.to_owned();
    };
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(size) {
            out.push(separator);
        }
        out.push(c);
    }
    out
}

fn write_number(
    negative: bool,
    prefix: &str,
    digits: &str,
    spec: &Spec,
    out: &mut String,
    budget: &mut Budget,
) -> Res<()> {
    let sign = match (negative, spec.sign) {
        (true, _) => "-",
        (false, Some('+')) => "+",
        (false, Some(' ')) => " ",
        _ => "",
    };
    let head = format!("{sign}{prefix}");
    let mut spec = spec.clone();
    if spec.zero && spec.align.is_none() {
        spec.align = Some('=');
        spec.fill = spec.fill.or(Some('0'));
    }
    if spec.align == Some('=') {
        out.push_str(&head);
        spec.width = spec.width.saturating_sub(head.len());
        spec.align = Some('>');
        return write_padded(digits, &spec, out, budget);
    }
    spec.align = spec.align.or(Some('>'));
    write_padded(&(head + digits), &spec, out, budget)
}

fn write_padded(text: &str, spec: &Spec, out: &mut String, budget: &mut Budget) -> Res<()> {
    let missing = spec.width.saturating_sub(text.chars().count());
    budget.bytes(text.len().saturating_add(missing.saturating_mul(4)))?;
    let (left, right) = match spec.align {
        Some('>') => (missing, 0),
        Some('^') => (missing / 2, missing - missing / 2),
        Some('=') => return failed("'=' alignment not allowed in string format specifier"),
        _ => (0, missing),
    };
    let fill = spec.fill.unwrap_or(if spec.zero { '0' } else { ' ' });
    out.extend(std::iter::repeat_n(fill, left));
    out.push_str(text);
    out.extend(std::iter::repeat_n(fill, right));
    Ok(())
}
