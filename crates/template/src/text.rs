//! Values as Python writes them.

use std::rc::Rc;

use crate::budget::{Budget, Res};
use crate::value::{Function, Value};

/// `str(value)`.
pub(crate) fn text(value: &Value, budget: &mut Budget) -> Res<Rc<str>> {
    match value {
        Value::Str(text) => Ok(text.clone()),
        _ => {
            let mut out = String::new();
            write_text(value, &mut out, budget)?;
            Ok(out.into())
        }
    }
}

/// Appends `str(value)`.
pub(crate) fn write_text(value: &Value, out: &mut String, budget: &mut Budget) -> Res<()> {
    match value {
        Value::Undefined(_) => Ok(()),
        Value::Str(text) => push(text, out, budget),
        _ => write_repr(value, out, budget),
    }
}

fn push(text: &str, out: &mut String, budget: &mut Budget) -> Res<()> {
    budget.bytes(text.len())?;
    out.push_str(text);
    Ok(())
}

/// Appends `repr(value)`.
pub(crate) fn write_repr(value: &Value, out: &mut String, budget: &mut Budget) -> Res<()> {
    budget.items(1)?;
    match value {
        Value::Undefined(_) => push("Undefined", out, budget),
        Value::None => push("None", out, budget),
        Value::Bool(true) => push("True", out, budget),
        Value::Bool(false) => push("False", out, budget),
        Value::Int(value) => push(&value.to_string(), out, budget),
        Value::Float(value) => push(&float(*value), out, budget),
        Value::Str(text) => {
            budget.bytes(text.len())?;
            push(&quoted(text), out, budget)
        }
        Value::List(items) => write_items("[", &items.all, "]", out, budget),
        Value::Tuple(items) if items.all.len() == 1 => {
            write_items("(", &items.all, ",)", out, budget)
        }
        Value::Tuple(items) => write_items("(", &items.all, ")", out, budget),
        Value::Lazy(lazy) => match lazy.view {
            Some(view) => {
                push(view, out, budget)?;
                let items = value.iterate(budget)?;
                write_items("([", &items, "])", out, budget)
            }
            None => push("<generator object>", out, budget),
        },
        Value::Dict(dict) => {
            let pairs = dict.entries.iter().map(|(key, value)| (key, value));
            write_pairs("{", pairs, "}", out, budget)
        }
        Value::Range(range) if range.step == 1 => {
            let text = format!("range({}, {})", range.start, range.stop);
            push(&text, out, budget)
        }
        Value::Range(range) => {
            let text = format!("range({}, {}, {})", range.start, range.stop, range.step);
            push(&text, out, budget)
        }
        Value::Namespace(namespace) => {
            let values = namespace.values.borrow();
            let keys: Vec<Value> = values
                .iter()
                .map(|(key, _)| Value::Str(key.clone()))
                .collect();
            let pairs = keys.iter().zip(values.iter().map(|(_, value)| value));
            write_pairs("<Namespace {", pairs, "}>", out, budget)
        }
        Value::Method(method) => push(&format!("<built-in method {}>", method.name), out, budget),
        Value::Function(function) => push(&format!("<function {}>", name(*function)), out, budget),
        Value::Macro(_) => push("<Macro>", out, budget),
        Value::Loop(of) => {
            let text = format!("<LoopContext {}/{}>", of.index.get() + 1, of.items.len());
            push(&text, out, budget)
        }
    }
}

fn write_items(
    open: &str,
    items: &[Value],
    close: &str,
    out: &mut String,
    budget: &mut Budget,
) -> Res<()> {
    push(open, out, budget)?;
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            push(", ", out, budget)?;
        }
        write_repr(item, out, budget)?;
    }
    push(close, out, budget)
}

fn write_pairs<'v>(
    open: &str,
    pairs: impl Iterator<Item = (&'v Value, &'v Value)>,
    close: &str,
    out: &mut String,
    budget: &mut Budget,
) -> Res<()> {
    push(open, out, budget)?;
    for (i, (key, value)) in pairs.enumerate() {
        if i > 0 {
            push(", ", out, budget)?;
        }
        write_repr(key, out, budget)?;
        push(": ", out, budget)?;
        write_repr(value, out, budget)?;
    }
    push(close, out, budget)
}

/// The name by which templates call a function.
pub(crate) fn name(function: Function) -> &'static str {
    match function {
        Function::Dict => "dict",
        Function::Namespace => "namespace",
        Function::RaiseException => "raise_exception",
        Function::Range => "range",
        Function::StrftimeNow => "strftime_now",
    }
}

/// `repr` of a float: the shortest digits that give it back, with an exponent below 1e-4 and from 1e16.
pub(crate) fn float(value: f64) -> String {
    if value.is_nan() {
        return "nan".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    let scientific = format!("{value:e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..16).contains(&exponent) {
        let plain = value.to_string();
        return match plain.contains('.') {
            true => plain,
            false => plain + ".0",
        };
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.unsigned_abs())
}

/// `repr` of a string.
pub(crate) fn quoted(text: &str) -> String {
    let quote = match text.contains('\'') && !text.contains('"') {
        true => '"',
        false => '\'',
    };
    let mut out = String::with_capacity(text.len() + 2);
    out.push(quote);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\\' => out.push_str("\\\\"),
            c if c == quote => {
                out.push('\\');
                out.push(c);
            }
            c if is_printable(c) => out.push(c),
            c => match u32::from(c) {
                code @ 0..=0xff => out.push_str(&format!("\\x{code:02x}")),
                code @ 0x100..=0xffff => out.push_str(&format!("\\u{code:04x}")),
                code => out.push_str(&format!("\\U{code:08x}")),
            },
        }
    }
    out.push(quote);
    out
}

/// `str.isprintable` of a character.
pub(crate) fn is_printable(c: char) -> bool {
    if c.is_ascii() {
        return !c.is_ascii_control();
    }
    // The standard library knows the same categories, but shows them only by what it escapes. Behind another
    // character it does not escape those that join it.
    let mut bytes = [0; 5];
    bytes[0] = b'a';
    let len = 1 + c.encode_utf8(&mut bytes[1..]).len();
    let text = std::str::from_utf8(&bytes[..len]).unwrap_or_default();
    text.escape_debug().nth(1) == Some(c)
}
