//! `value.name` and `value[key]`, as Jinja's sandbox finds them.

use crate::arguments;
use crate::budget::{Budget, Res, failed};
use crate::ops;
use crate::strings;
use crate::value::{Loop, Value};

const OF_STRINGS: &[&str] = &[
    "capitalize",
    "casefold",
    "center",
    "count",
    "encode",
    "endswith",
    "expandtabs",
    "find",
    "format",
    "format_map",
    "index",
    "isalnum",
    "isalpha",
    "isascii",
    "isdecimal",
    "isdigit",
    "isidentifier",
    "islower",
    "isnumeric",
    "isprintable",
    "isspace",
    "istitle",
    "isupper",
    "join",
    "ljust",
    "lower",
    "lstrip",
    "maketrans",
    "partition",
    "removeprefix",
    "removesuffix",
    "replace",
    "rfind",
    "rindex",
    "rjust",
    "rpartition",
    "rsplit",
    "rstrip",
    "split",
    "splitlines",
    "startswith",
    "strip",
    "swapcase",
    "title",
    "translate",
    "upper",
    "zfill",
];
const OF_DICTS: &[&str] = &["copy", "fromkeys", "get", "items", "keys", "values"];
const OF_LISTS: &[&str] = &["copy", "count", "index"];
const OF_TUPLES: &[&str] = &["count", "index"];
const OF_LOOPS: &[&str] = &["changed", "cycle"];

/// What would change a value, which the sandbox does not let a template do.
const CHANGE_DICTS: &[&str] = &["clear", "pop", "popitem", "setdefault", "update"];
const CHANGE_LISTS: &[&str] = &[
    "append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort",
];

/// `value.name`: an attribute, else an item.
pub(crate) fn attribute(value: &Value, name: &str, budget: &mut Budget) -> Res<Value> {
    if let Some(found) = own(value, name, budget)? {
        return Ok(found);
    }
    let key = Value::text(name, budget)?;
    match subscript(value, &key, budget)? {
        Some(found) => Ok(found),
        None => Ok(missing(value, name)),
    }
}

/// `value[key]`: an item, else an attribute.
pub(crate) fn item(value: &Value, key: &Value, budget: &mut Budget) -> Res<Value> {
    if let Some(found) = subscript(value, key, budget)? {
        return Ok(found);
    }
    if let Value::Str(name) = key {
        return Ok(match own(value, name, budget)? {
            Some(found) => found,
            None => missing(value, name),
        });
    }
    let mut text = String::new();
    crate::text::write_repr(key, &mut text, budget)?;
    Ok(Value::undefined(format!(
        "{} has no element {text}",
        described(value)
    )))
}

fn described(value: &Value) -> String {
    match value {
        Value::None => "None".to_owned(),
        _ => format!("{} object", value.kind()),
    }
}

fn missing(value: &Value, name: &str) -> Value {
    Value::undefined(format!("'{}' has no attribute '{name}'", described(value)))
}

/// An attribute that the value itself has, never an item.
pub(crate) fn own(value: &Value, name: &str, budget: &mut Budget) -> Res<Option<Value>> {
    ops::defined(value)?;
    budget.items(1)?;
    let (methods, changing): (&[&'static str], &[&str]) = match value {
        Value::Str(_) => (OF_STRINGS, &[]),
        Value::Dict(_) => (OF_DICTS, CHANGE_DICTS),
        Value::List(_) => (OF_LISTS, CHANGE_LISTS),
        Value::Tuple(_) => (OF_TUPLES, &[]),
        Value::Namespace(namespace) => return Ok(namespace.get(name)),
        Value::Loop(of) => match of_loop(of, name) {
            Some(found) => return Ok(Some(found)),
            None => (OF_LOOPS, &[]),
        },
        _ => (&[], &[]),
    };
    if let Some(method) = methods.iter().find(|method| **method == name) {
        return Ok(Some(Value::method(value.clone(), method)?));
    }
    // What begins so is there in Python, but no template may have it.
    if changing.contains(&name) || name.starts_with("__") {
        return Ok(Some(Value::undefined(format!(
            "access to attribute '{name}' of '{}' object is unsafe.",
            value.kind()
        ))));
    }
    Ok(None)
}

fn of_loop(of: &Loop, name: &str) -> Option<Value> {
    let (index, len) = (of.index.get(), of.items.len());
    let whole = |n: usize| Some(Value::Int(n as i64));
    match name {
        "index" => whole(index + 1),
        "index0" => whole(index),
        "revindex" => whole(len.saturating_sub(index)),
        "revindex0" => whole(len.saturating_sub(index + 1)),
        "first" => Some(Value::Bool(index == 0)),
        "last" => Some(Value::Bool(index + 1 == len)),
        "length" => whole(len),
        "depth" => whole(of.level + 1),
        "depth0" => whole(of.level),
        "previtem" => {
            let before = index.checked_sub(1).and_then(|at| of.items.get(at));
            Some(
                before
                    .cloned()
                    .unwrap_or_else(|| Value::undefined("there is no previous item")),
            )
        }
        "nextitem" => {
            let after = of.items.get(index + 1);
            Some(
                after
                    .cloned()
                    .unwrap_or_else(|| Value::undefined("there is no next item")),
            )
        }
        _ => None,
    }
}

/// The item of a key, if the value has one.
fn subscript(value: &Value, key: &Value, budget: &mut Budget) -> Res<Option<Value>> {
    ops::defined(value)?;
    budget.items(1)?;
    if let Value::Dict(dict) = value {
        // A key that cannot be one is not there.
        return Ok(match ops::hashable(key, budget).is_ok() {
            true => ops::find(dict, key, budget)?.cloned(),
            false => None,
        });
    }
    let at = match key {
        Value::Int(at) => *at,
        Value::Bool(at) => i64::from(*at),
        _ => return Ok(None),
    };
    let place = |len: usize| {
        let len = i64::try_from(len).unwrap_or(i64::MAX);
        let at = if at < 0 { at.saturating_add(len) } else { at };
        usize::try_from(at).ok()
    };
    Ok(match value {
        Value::Str(text) => {
            budget.bytes(text.len())?;
            let at = match at < 0 {
                true => place(text.chars().count()),
                false => usize::try_from(at).ok(),
            };
            let letter = at.and_then(|at| text.chars().nth(at));
            letter.map(|c| Value::Str(c.encode_utf8(&mut [0; 4]).into()))
        }
        Value::List(items) | Value::Tuple(items) => {
            place(items.all.len()).and_then(|at| items.all.get(at).cloned())
        }
        Value::Range(range) => place(range.len)
            .filter(|at| *at < range.len)
            .map(|at| Value::Int(range.at(at))),
        _ => None,
    })
}

/// `value[start:stop:step]`.
pub(crate) fn slice(value: &Value, bounds: [Value; 3], budget: &mut Budget) -> Res<Value> {
    ops::defined(value)?;
    let mut whole = [None; 3];
    for (own, bound) in whole.iter_mut().zip(&bounds) {
        *own = match bound {
            Value::None => None,
            Value::Int(_) | Value::Bool(_) => Some(arguments::integer(bound)?),
            _ => {
                return failed(
                    "slice indices must be integers or None or have an __index__ method",
                );
            }
        };
    }
    let [start, stop, step] = whole;
    let step = step.unwrap_or(1);
    if step == 0 {
        return failed("slice step cannot be zero");
    }
    match value {
        Value::Str(text)
            if step == 1 && start.is_none_or(|at| at >= 0) && stop.is_none_or(|at| at >= 0) =>
        {
            Value::text(strings::part(text, start, stop).unwrap_or_default(), budget)
        }
        Value::Str(text) => {
            budget.items(text.len())?;
            let letters: Vec<char> = text.chars().collect();
            let places = strings::slice(letters.len(), start, stop, step);
            Value::text(
                places.iter().map(|at| letters[*at]).collect::<String>(),
                budget,
            )
        }
        Value::List(_) | Value::Tuple(_) | Value::Range(_) => {
            let items = value.iterate(budget)?;
            let places = strings::slice(items.len(), start, stop, step);
            let taken = places.iter().map(|at| items[*at].clone()).collect();
            match value {
                Value::Tuple(_) => Value::tuple(taken, budget),
                // A part of a range is a range, which differs from a list only where it is printed.
                _ => Value::list(taken, budget),
            }
        }
        _ => failed(format!("'{}' object is not subscriptable", value.kind())),
    }
}
