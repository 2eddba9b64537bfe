//! Methods of strings, dicts, lists and tuples.

use std::rc::Rc;

use crate::access;
use crate::arguments::{integer, optional, string, times};
use crate::budget::{Budget, Res, failed};
use crate::format;
use crate::ops;
use crate::strings::{self, Ends};
use crate::text;
use crate::value::{Args, Value};

/// Calls a method.
pub(crate) fn call(of: &Value, name: &str, args: Args, budget: &mut Budget) -> Res<Value> {
    match of {
        Value::Str(text) => of_string(text, name, args, budget),
        Value::Dict(_) => of_dict(of, name, args, budget),
        Value::List(_) | Value::Tuple(_) => of_items(of, name, args, budget),
        Value::Loop(of) => {
            if !args.named.is_empty() {
                return failed(format!("{name}() has no named arguments"));
            }
            if name == "cycle" {
                let n = args.positional.len();
                return match args.positional.into_iter().nth(of.index.get() % n.max(1)) {
                    Some(value) => Ok(value),
                    None => failed("no items for cycling given"),
                };
            }
            let mut last = of.changed.borrow_mut();
            if let Some(last) = &*last
                && last.len() == args.positional.len()
            {
                let mut same = true;
                for (a, b) in last.iter().zip(&args.positional) {
                    same = same && ops::equal(a, b, budget)?;
                }
                if same {
                    return Ok(Value::Bool(false));
                }
            }
            *last = Some(args.positional);
            Ok(Value::Bool(true))
        }
        _ => failed(format!("'{}' object has no attribute '{name}'", of.kind())),
    }
}

fn required(value: Option<Value>, name: &str) -> Res<Value> {
    match value {
        Some(value) => Ok(value),
        None => failed(format!("{name}() misses an argument")),
    }
}

fn of_string(text: &Rc<str>, name: &str, args: Args, budget: &mut Budget) -> Res<Value> {
    budget.bytes(text.len())?;
    match name {
        "format" => {
            let filled = format::braces(text, &args, &mut look, budget)?;
            Value::text(filled, budget)
        }
        "capitalize" | "casefold" | "lower" | "upper" | "swapcase" | "title" => {
            args.bind(name, &[])?;
            let changed = match name {
                "capitalize" => strings::capitalize(text),
                "casefold" => strings::casefold(text),
                "lower" => text.to_lowercase(),
                "upper" => text.to_uppercase(),
                "swapcase" => strings::swapcase(text),
                _ => strings::title(text),
            };
            Value::text(changed, budget)
        }
        "strip" | "lstrip" | "rstrip" => {
            let bound = args.bind(name, &["chars"])?;
            let chars = optional(&bound[0]).map(string).transpose()?;
            if let Some(chars) = &chars {
                budget.bytes(text.len().saturating_mul(chars.len() / 16))?;
            }
            let ends = match name {
                "lstrip" => Ends::Left,
                "rstrip" => Ends::Right,
                _ => Ends::Both,
            };
            Value::text(strings::strip(text, chars.as_deref(), ends), budget)
        }
        "split" | "rsplit" | "splitlines" | "partition" | "rpartition" => {
            in_parts(text, name, args, budget)
        }
        "startswith" | "endswith" | "count" | "find" | "rfind" | "index" | "rindex" => {
            found_in(text, name, args, budget)
        }
        "removeprefix" | "removesuffix" => {
            let mut bound = args.bind(name, &["part"])?;
            let part = string(&required(bound[0].take(), name)?)?;
            let rest = match name {
                "removeprefix" => text.strip_prefix(&*part),
                _ => text.strip_suffix(&*part),
            };
            Value::text(rest.unwrap_or(text), budget)
        }
        "replace" => {
            let mut bound = args.bind(name, &["old", "new", "count"])?;
            let old = string(&required(bound[0].take(), name)?)?;
            let new = string(&required(bound[1].take(), name)?)?;
            let most = bound[2].as_ref().map(integer).transpose()?;
            replace(text, &old, &new, most, budget)
        }
        "join" => {
            let mut bound = args.bind(name, &["iterable"])?;
            let parts = required(bound[0].take(), name)?.iterate(budget)?;
            let mut out = String::new();
            for (i, part) in parts.iter().enumerate() {
                if !matches!(part, Value::Str(_)) {
                    return failed(format!(
                        "sequence item {i}: expected str instance, {} found",
                        part.kind()
                    ));
                }
                if i > 0 {
                    budget.bytes(text.len())?;
                    out.push_str(text);
                }
                text::write_text(part, &mut out, budget)?;
            }
            Value::text(out, budget)
        }
        "center" | "ljust" | "rjust" | "zfill" | "expandtabs" => padded(text, name, args, budget),
        "encode" | "format_map" | "maketrans" | "translate" => {
            failed(format!("the method '{name}' is not supported"))
        }
        _ => {
            args.bind(name, &[])?;
            Ok(Value::Bool(is(text, name)))
        }
    }
}

/// The questions that strings answer.
fn is(text: &str, name: &str) -> bool {
    let all = |test: fn(char) -> bool| !text.is_empty() && text.chars().all(test);
    match name {
        "isalnum" => all(char::is_alphanumeric),
        "isalpha" => all(char::is_alphabetic),
        "isascii" => text.is_ascii(),
        "isdecimal" | "isdigit" | "isnumeric" => all(char::is_numeric),
        "isidentifier" => strings::is_identifier(text),
        "islower" => strings::is_all(text, false),
        "isprintable" => text.chars().all(text::is_printable),
        "isspace" => all(strings::is_space),
        "istitle" => strings::is_title(text),
        _ => strings::is_all(text, true),
    }
}

/// `replace`; fewer than 0 times is as often as there is something to replace.
pub(crate) fn replace(
    text: &str,
    old: &str,
    new: &str,
    most: Option<i64>,
    budget: &mut Budget,
) -> Res<Value> {
    let most = most.and_then(|most| usize::try_from(most).ok());
    budget.bytes(text.len())?;
    let found = match old.is_empty() {
        true => text.chars().count() + 1,
        false => text.matches(old).count(),
    };
    let found = found.min(most.unwrap_or(usize::MAX));
    budget.bytes(text.len().saturating_add(found.saturating_mul(new.len())))?;
    Value::text(strings::replace(text, old, new, most), budget)
}

fn in_parts(text: &str, name: &str, args: Args, budget: &mut Budget) -> Res<Value> {
    let to_values = |parts: Vec<&str>, budget: &mut Budget| -> Res<Vec<Value>> {
        parts
            .into_iter()
            .map(|part| Value::text(part, budget))
            .collect()
    };
    if name == "splitlines" {
        let bound = args.bind(name, &["keepends"])?;
        let keep = bound[0].as_ref().is_some_and(Value::is_true);
        let lines = to_values(strings::lines(text, keep), budget)?;
        return Value::list(lines, budget);
    }
    let is_split = name.ends_with("split");
    let bound = match is_split {
        true => args.bind(name, &["sep", "maxsplit"])?,
        false => args.bind(name, &["sep"])?,
    };
    let separator = optional(&bound[0]).map(string).transpose()?;
    if separator.as_deref() == Some("") {
        return failed("empty separator");
    }
    if is_split {
        let most = bound[1].as_ref().map(integer).transpose()?.unwrap_or(-1);
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let separator = separator.as_deref();
        budget.items(match separator {
            Some(separator) => text.matches(separator).count(),
            None => text.len() / 2,
        })?;
        let parts = match name {
            "split" => strings::split(text, separator, most),
            _ => strings::rsplit(text, separator, most),
        };
        let parts = to_values(parts, budget)?;
        return Value::list(parts, budget);
    }
    let Some(separator) = separator else {
        return failed("must be str, not NoneType");
    };
    let parts = match name {
        "partition" => match text.split_once(&*separator) {
            Some((left, right)) => vec![left, &*separator, right],
            None => vec![text, "", ""],
        },
        _ => match text.rsplit_once(&*separator) {
            Some((left, right)) => vec![left, &*separator, right],
            None => vec!["", "", text],
        },
    };
    let parts = to_values(parts, budget)?;
    Value::tuple(parts, budget)
}

fn found_in(text: &str, name: &str, args: Args, budget: &mut Budget) -> Res<Value> {
    let mut bound = args.bind(name, &["sub", "start", "end"])?;
    let what = required(bound[0].take(), name)?;
    let start = optional(&bound[1]).map(integer).transpose()?;
    let stop = optional(&bound[2]).map(integer).transpose()?;
    let part = strings::part(text, start, stop);
    if name == "startswith" || name == "endswith" {
        let all = match &what {
            Value::Tuple(items) => items.all.clone(),
            _ => vec![what],
        };
        budget.items(all.len())?;
        for one in &all {
            let one = string(one)?;
            let fits = part.is_some_and(|part| match name {
                "startswith" => part.starts_with(&*one),
                _ => part.ends_with(&*one),
            });
            if fits {
                return Ok(Value::Bool(true));
            }
        }
        return Ok(Value::Bool(false));
    }
    let what = string(&what)?;
    if name == "count" {
        return Ok(Value::Int(match part {
            None => 0,
            Some(part) if what.is_empty() => part.chars().count() as i64 + 1,
            Some(part) => part.matches(&*what).count() as i64,
        }));
    }
    let found = part.and_then(|part| match name {
        "find" | "index" => part.find(&*what),
        _ => part.rfind(&*what),
    });
    match (found, part) {
        (Some(at), Some(part)) => {
            // Both are parts of one text, so their places differ by the bytes before the part.
            let before = part.as_ptr() as usize - text.as_ptr() as usize;
            let characters = text.get(..before + at).unwrap_or_default().chars().count();
            Ok(Value::Int(characters as i64))
        }
        _ if name.ends_with("index") => failed("substring not found"),
        _ => Ok(Value::Int(-1)),
    }
}

fn padded(text: &str, name: &str, args: Args, budget: &mut Budget) -> Res<Value> {
    if name == "expandtabs" {
        let bound = args.bind(name, &["tabsize"])?;
        let size = bound[0].as_ref().map(times).transpose()?.unwrap_or(8);
        let tabs = text.matches('\t').count();
        budget.bytes(tabs.saturating_mul(size))?;
        return Value::text(strings::expand_tabs(text, size), budget);
    }
    let mut bound = args.bind(name, &["width", "fillchar"])?;
    let width = times(&required(bound[0].take(), name)?)?;
    let fill = match optional(&bound[1]) {
        Some(fill) => string(fill)?,
        None => " ".into(),
    };
    let mut letters = fill.chars();
    let (Some(fill), None) = (letters.next(), letters.next()) else {
        return failed("The fill character must be exactly one character long");
    };
    let missing = width.saturating_sub(text.chars().count());
    budget.bytes(text.len().saturating_add(missing.saturating_mul(4)))?;
    let fills = |n: usize| std::iter::repeat_n(fill, n).collect::<String>();
    Value::text(
        match name {
            "ljust" => text.to_owned() + &fills(missing),
            "rjust" => fills(missing) + text,
            "zfill" => {
                let (sign, digits) = text.split_at(usize::from(text.starts_with(['+', '-'])));
                format!("{sign}{}{digits}", "0".repeat(missing))
            }
            // Python puts the odd one to the left if the width is odd.
            _ => {
                let left = missing / 2 + (missing & width & 1);
                fills(left) + text + &fills(missing - left)
            }
        },
        budget,
    )
}

/// What `{0.name}` and `{0[name]}` of a format mean.
fn look(value: &Value, key: &str, is_item: bool, budget: &mut Budget) -> Res<Value> {
    if !is_item {
        return access::attribute(value, key, budget);
    }
    let key = match key.parse() {
        Ok(number) => Value::Int(number),
        Err(_) => Value::text(key, budget)?,
    };
    access::item(value, &key, budget)
}

fn of_dict(of: &Value, name: &str, args: Args, budget: &mut Budget) -> Res<Value> {
    let Value::Dict(dict) = of else {
        return failed("not a dict");
    };
    if name == "get" {
        let mut bound = args.bind(name, &["key", "default"])?;
        let key = required(bound[0].take(), name)?;
        return Ok(match ops::find(dict, &key, budget)? {
            Some(value) => value.clone(),
            None => bound[1].take().unwrap_or(Value::None),
        });
    }
    args.bind(name, &[])?;
    match name {
        "keys" => Value::view(of.iterate(budget)?, "dict_keys", budget),
        "values" => {
            budget.items(dict.entries.len())?;
            let values = dict
                .entries
                .iter()
                .map(|(_, value)| value.clone())
                .collect();
            Value::view(values, "dict_values", budget)
        }
        "items" => Value::view(pairs(of, budget)?, "dict_items", budget),
        "copy" => Ok(of.clone()),
        _ => failed(format!("the method '{name}' is not supported")),
    }
}

/// The entries of a dict as tuples.
pub(crate) fn pairs(dict: &Value, budget: &mut Budget) -> Res<Vec<Value>> {
    let Value::Dict(dict) = dict else {
        return failed("Can only get item pairs from a mapping.");
    };
    let mut all = Vec::with_capacity(dict.entries.len());
    for (key, value) in &dict.entries {
        all.push(Value::tuple(vec![key.clone(), value.clone()], budget)?);
    }
    Ok(all)
}

fn of_items(of: &Value, name: &str, args: Args, budget: &mut Budget) -> Res<Value> {
    if name == "copy" {
        args.bind(name, &[])?;
        return Ok(of.clone());
    }
    let mut bound = args.bind(name, &["value", "start", "stop"])?;
    let what = required(bound[0].take(), name)?;
    let items = of.iterate(budget)?;
    if name == "count" {
        let mut n = 0;
        for item in &items {
            n += i64::from(ops::equal(item, &what, budget)?);
        }
        return Ok(Value::Int(n));
    }
    let start = optional(&bound[1]).map(integer).transpose()?;
    let stop = optional(&bound[2]).map(integer).transpose()?;
    for at in strings::slice(items.len(), start, stop, 1) {
        if ops::equal(&items[at], &what, budget)? {
            return Ok(Value::Int(at as i64));
        }
    }
    failed("the value is not in the list")
}
