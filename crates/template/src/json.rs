//! `json.dumps`.

use std::borrow::Cow;

use crate::budget::{Budget, Res, failed};
use crate::ops;
use crate::text;
use crate::value::Value;

/// How JSON is written.
pub(crate) struct Style {
    pub(crate) ensure_ascii: bool,
    /// What a level is indented by; `None` writes one line.
    pub(crate) indent: Option<String>,
    pub(crate) item_separator: String,
    pub(crate) key_separator: String,
    pub(crate) sort_keys: bool,
}

/// Appends the JSON of a value.
pub(crate) fn write(
    value: &Value,
    style: &Style,
    level: usize,
    out: &mut String,
    budget: &mut Budget,
) -> Res<()> {
    budget.items(1)?;
    let before = out.len();
    match value {
        Value::None => out.push_str("null"),
        Value::Bool(true) => out.push_str("true"),
        Value::Bool(false) => out.push_str("false"),
        Value::Int(value) => out.push_str(&value.to_string()),
        Value::Float(value) => out.push_str(&float(*value)),
        Value::Str(text) => {
            budget.bytes(text.len())?;
            write_text(text, style.ensure_ascii, out);
        }
        Value::List(items) | Value::Tuple(items) => {
            out.push('[');
            for (i, item) in items.all.iter().enumerate() {
                separate(i, style, level, out, budget)?;
                write(item, style, level + 1, out, budget)?;
            }
            close(items.all.len(), style, level, out, budget)?;
            out.push(']');
            return Ok(());
        }
        Value::Dict(dict) => {
            let mut entries = Cow::Borrowed(&dict.entries);
            if style.sort_keys {
                ops::sort(entries.to_mut(), budget, &mut |a, b, budget| {
                    Ok(ops::order(&a.0, &b.0, "<", budget)?.is_some_and(std::cmp::Ordering::is_lt))
                })?;
            }
            out.push('{');
            for (i, (key, value)) in entries.iter().enumerate() {
                separate(i, style, level, out, budget)?;
                let key = key_text(key)?;
                budget.bytes(key.len())?;
                write_text(&key, style.ensure_ascii, out);
                budget.bytes(style.key_separator.len())?;
                out.push_str(&style.key_separator);
                write(value, style, level + 1, out, budget)?;
            }
            close(entries.len(), style, level, out, budget)?;
            out.push('}');
            return Ok(());
        }
        _ => {
            return failed(format!(
                "Object of type {} is not JSON serializable",
                value.kind()
            ));
        }
    }
    budget.bytes(out.len() - before)
}

fn separate(
    i: usize,
    style: &Style,
    level: usize,
    out: &mut String,
    budget: &mut Budget,
) -> Res<()> {
    if i > 0 {
        budget.bytes(style.item_separator.len())?;
        out.push_str(&style.item_separator);
    }
    match &style.indent {
        Some(indent) => new_line(indent, level + 1, out, budget),
        None => Ok(()),
    }
}

fn close(
    len: usize,
    style: &Style,
    level: usize,
    out: &mut String,
    budget: &mut Budget,
) -> Res<()> {
    match &style.indent {
        Some(indent) if len > 0 => new_line(indent, level, out, budget),
        _ => Ok(()),
    }
}

fn new_line(indent: &str, level: usize, out: &mut String, budget: &mut Budget) -> Res<()> {
    budget.bytes(indent.len().saturating_mul(level).saturating_add(1))?;
    out.push('\n');
    out.push_str(&indent.repeat(level));
    Ok(())
}

fn float(value: f64) -> String {
    match value {
        _ if value.is_nan() => "NaN".to_owned(),
        f64::INFINITY => "Infinity".to_owned(),
        f64::NEG_INFINITY => "-Infinity".to_owned(),
        _ => text::float(value),
    }
}

fn key_text(key: &Value) -> Res<String> {
    Ok(match key {
        Value::Str(text) => text.to_string(),
        Value::None => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Float(value) => float(*value),
        _ => {
            return failed(format!(
                "keys must be str, int, float, bool or None, not {}",
                key.kind()
            ));
        }
    })
}

fn write_text(text: &str, ensure_ascii: bool, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\0'..='\u{1f}' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c if ensure_ascii && !(' '..='~').contains(&c) => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    out.push_str(&format!("\\u{unit:04x}"));
                }
            }
            c => out.push(c),
        }
    }
    out.push('"');
}
