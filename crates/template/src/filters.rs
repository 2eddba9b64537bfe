//! What stands behind `|`.

use std::cmp::Ordering;
use std::rc::Rc;

use crate::access;
use crate::arguments::{integer, optional, string, times};
use crate::budget::{Budget, Res, failed};
use crate::checks;
use crate::format;
use crate::json;
use crate::methods;
use crate::ops::{self, Arithmetic, Number};
use crate::strings::{self, Ends};
use crate::text;
use crate::value::{Args, Value};

/// Applies a filter.
pub(crate) fn apply(name: &str, value: Value, args: Args, budget: &mut Budget) -> Res<Value> {
    budget.items(1)?;
    match name {
        "upper" | "lower" | "capitalize" | "title" | "trim" | "center" | "replace" | "indent"
        | "truncate" | "wordcount" | "string" | "safe" | "e" | "escape" | "forceescape"
        | "format" => of_text(name, &value, args, budget),
        "abs" | "int" | "float" | "round" => of_number(name, &value, args, budget),
        "select" | "reject" | "selectattr" | "rejectattr" => select(name, &value, args, budget),
        "sort" | "min" | "max" | "unique" | "dictsort" => ordered(name, &value, args, budget),
        "map" => map(&value, args, budget),
        "tojson" => to_json(&value, args, budget),
        _ => of_items(name, value, args, budget),
    }
}

fn of_items(name: &str, value: Value, args: Args, budget: &mut Budget) -> Res<Value> {
    match name {
        "default" | "d" => {
            let mut bound = args.bind(name, &["default_value", "boolean"])?;
            let or_false = bound[1].as_ref().is_some_and(Value::is_true);
            let is_missing = match or_false {
                true => !value.is_true(),
                false => matches!(value, Value::Undefined(_)),
            };
            Ok(match is_missing {
                true => bound[0].take().unwrap_or_else(|| Value::Str("".into())),
                false => value,
            })
        }
        "attr" => {
            let bound = args.bind(name, &["name"])?;
            let name = string(bound[0].as_ref().unwrap_or(&Value::None))?;
            Ok(match access::own(&value, &name, budget)? {
                Some(found) => found,
                None => Value::undefined(format!("no attribute '{name}'")),
            })
        }
        "length" | "count" => {
            args.bind(name, &[])?;
            Ok(Value::Int(value.len(budget)? as i64))
        }
        "list" => {
            args.bind(name, &[])?;
            Value::list(value.iterate(budget)?, budget)
        }
        "first" => {
            args.bind(name, &[])?;
            let empty = || Value::undefined("No first item, sequence was empty.");
            Ok(value.first(budget)?.unwrap_or_else(empty))
        }
        "last" => {
            args.bind(name, &[])?;
            if matches!(&value, Value::Lazy(lazy) if lazy.view.is_none()) {
                return failed("'generator' object is not reversible");
            }
            let last = match &value {
                Value::List(items) | Value::Tuple(items) => items.all.last().cloned(),
                _ => value.iterate(budget)?.pop(),
            };
            Ok(last.unwrap_or_else(|| Value::undefined("No last item, sequence was empty.")))
        }
        "reverse" => {
            args.bind(name, &[])?;
            if let Value::Str(text) = &value {
                budget.bytes(text.len())?;
                return Value::text(text.chars().rev().collect::<String>(), budget);
            }
            let is_generator = matches!(&value, Value::Lazy(lazy) if lazy.view.is_none());
            let mut items = value.iterate(budget)?;
            items.reverse();
            match is_generator {
                true => Value::list(items, budget),
                false => Value::generator(items, Ok(()), budget),
            }
        }
        "items" => {
            args.bind(name, &[])?;
            let pairs = match value {
                Value::Undefined(_) => Ok(Vec::new()),
                _ => methods::pairs(&value, budget),
            };
            lazily(pairs, budget)
        }
        "join" => join(&value, args, budget),
        "sum" => sum(&value, args, budget),
        "batch" | "slice" => {
            let parts = in_parts(name, &value, args, budget);
            lazily(parts, budget)
        }
        "filesizeformat" | "groupby" | "pprint" | "random" | "striptags" | "urlencode"
        | "urlize" | "wordwrap" | "xmlattr" => {
            failed(format!("the filter '{name}' is not supported"))
        }
        _ => failed(format!("No filter named '{name}'.")),
    }
}

/// A generator of these items, or of none if they cannot be made.
fn lazily(items: Res<Vec<Value>>, budget: &mut Budget) -> Res<Value> {
    match items {
        Ok(items) => Value::generator(items, Ok(()), budget),
        Err(fault) => Value::generator(Vec::new(), Err(fault), budget),
    }
}

/// An argument by its name, or what it is if it is not given.
fn flag(bound: &Option<Value>, default: bool) -> bool {
    bound.as_ref().map_or(default, Value::is_true)
}

fn of_text(name: &str, value: &Value, args: Args, budget: &mut Budget) -> Res<Value> {
    if name == "format" {
        if !args.positional.is_empty() && !args.named.is_empty() {
            return failed("can't handle positional and keyword arguments at the same time");
        }
        let values = match args.named.is_empty() {
            true => Value::tuple(args.positional, budget)?,
            false => {
                let entries = args.named.into_iter();
                let entries = entries.map(|(name, value)| (Value::Str(name), value));
                Value::dict(entries.collect(), budget)?
            }
        };
        let text = text::text(value, budget)?;
        return Value::text(format::percent(&text, &values, budget)?, budget);
    }
    if name == "indent" {
        return indent(&string(value)?, args, budget);
    }
    if name == "truncate" {
        return truncate(value, args, budget);
    }
    let text = text::text(value, budget)?;
    budget.bytes(text.len())?;
    match name {
        "center" => {
            let mut bound = args.bind(name, &["width"])?;
            let width = bound[0].take().unwrap_or(Value::Int(80));
            let args = Args {
                positional: vec![width],
                named: Vec::new(),
            };
            methods::call(&Value::Str(text), "center", args, budget)
        }
        "replace" => {
            let bound = args.bind(name, &["old", "new", "count"])?;
            let (Some(old), Some(new)) = (&bound[0], &bound[1]) else {
                return failed("replace() misses an argument");
            };
            let old = text::text(old, budget)?;
            let new = text::text(new, budget)?;
            let most = optional(&bound[2]).map(integer).transpose()?;
            methods::replace(&text, &old, &new, most, budget)
        }
        "trim" => {
            let bound = args.bind(name, &["chars"])?;
            let chars = optional(&bound[0]).map(string).transpose()?;
            if let Some(chars) = &chars {
                budget.bytes(text.len().saturating_mul(chars.len() / 16))?;
            }
            Value::text(strings::strip(&text, chars.as_deref(), Ends::Both), budget)
        }
        _ => {
            args.bind(name, &[])?;
            Value::text(
                match name {
                    "upper" => text.to_uppercase(),
                    "lower" => text.to_lowercase(),
                    "capitalize" => strings::capitalize(&text),
                    "title" => title(&text),
                    "wordcount" => return Ok(Value::Int(words(&text))),
                    "e" | "escape" | "forceescape" => escape(&text),
                    _ => return Ok(Value::Str(text)),
                },
                budget,
            )
        }
    }
}

/// Jinja's own `title`: a word begins behind spaces, hyphens and opening brackets.
fn title(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let breaks = |c: char| strings::is_space(c) || "-({[<".contains(c);
    for part in text.split_inclusive(breaks) {
        let mut chars = part.chars();
        if let Some(first) = chars.next() {
            out.extend(first.to_uppercase());
            out.push_str(&chars.as_str().to_lowercase());
        }
    }
    out
}

fn words(text: &str) -> i64 {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    text.split(|c| !is_word(c))
        .filter(|word| !word.is_empty())
        .count() as i64
}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\'' => out.push_str("&#39;"),
            '"' => out.push_str("&#34;"),
            c => out.push(c),
        }
    }
    out
}

fn indent(text: &str, args: Args, budget: &mut Budget) -> Res<Value> {
    let bound = args.bind("indent", &["width", "first", "blank"])?;
    let indention: Rc<str> = match &bound[0] {
        Some(Value::Str(width)) => width.clone(),
        width => {
            let width = width.as_ref().map(times).transpose()?.unwrap_or(4);
            budget.bytes(width)?;
            " ".repeat(width).into()
        }
    };
    let (first, blank) = (flag(&bound[1], false), flag(&bound[2], false));
    let text = text.to_owned() + "\n";
    let lines = strings::lines(&text, false);
    budget.bytes(
        text.len()
            .saturating_add(lines.len().saturating_mul(indention.len())),
    )?;
    let mut out = String::new();
    for (i, line) in lines.iter().enumerate() {
        if i > 0 {
            out.push('\n');
        }
        let indents = match i {
            0 => first,
            _ => blank || !line.is_empty(),
        };
        if indents {
            out.push_str(&indention);
        }
        out.push_str(line);
    }
    Value::text(out, budget)
}

fn truncate(value: &Value, args: Args, budget: &mut Budget) -> Res<Value> {
    let bound = args.bind("truncate", &["length", "killwords", "end", "leeway"])?;
    let length = bound[0].as_ref().map(integer).transpose()?.unwrap_or(255);
    let kill_words = flag(&bound[1], false);
    let end = match &bound[2] {
        Some(end) => string(end)?,
        None => "...".into(),
    };
    let leeway = optional(&bound[3]).map(integer).transpose()?.unwrap_or(5);
    let end_length = end.chars().count() as i64;
    if length < end_length || leeway < 0 {
        return failed(format!("expected length >= {end_length}, got {length}"));
    }
    if value.len(budget)? as i64 <= length.saturating_add(leeway) {
        return Ok(value.clone());
    }
    let text = string(value)?;
    let kept = strings::part(&text, None, Some(length - end_length)).unwrap_or_default();
    let kept = match kept.rsplit_once(' ') {
        Some((before, _)) if !kill_words => before,
        _ => kept,
    };
    Value::text(kept.to_owned() + &end, budget)
}

fn of_number(name: &str, value: &Value, args: Args, budget: &mut Budget) -> Res<Value> {
    match name {
        "abs" => {
            args.bind(name, &[])?;
            ops::defined(value)?;
            match Number::of(value) {
                Some(Number::Int(value)) => {
                    let size = value.checked_abs();
                    size.map_or_else(ops::too_large, |size| Ok(Value::Int(size)))
                }
                Some(Number::Float(value)) => Ok(Value::Float(value.abs())),
                None => failed(format!("bad operand type for abs(): '{}'", value.kind())),
            }
        }
        "int" => {
            let mut bound = args.bind(name, &["default", "base"])?;
            ops::defined(value)?;
            let base = bound[1].as_ref().map(integer).transpose()?.unwrap_or(10);
            let number = match value {
                Value::Str(text) => {
                    budget.bytes(text.len())?;
                    in_base(text, base).or_else(|| number_of(text))
                }
                _ => Number::of(value),
            };
            Ok(match number {
                Some(Number::Int(value)) => Value::Int(value),
                Some(Number::Float(value)) if value.abs() < 9.2e18 => Value::Int(value as i64),
                Some(Number::Float(value)) if value.is_finite() => return ops::too_large(),
                _ => bound[0].take().unwrap_or(Value::Int(0)),
            })
        }
        "float" => {
            let mut bound = args.bind(name, &["default"])?;
            ops::defined(value)?;
            let number = match value {
                Value::Str(text) => {
                    budget.bytes(text.len())?;
                    number_of(text)
                }
                _ => Number::of(value),
            };
            Ok(match number {
                Some(number) => Value::Float(number.float()),
                None => bound[0].take().unwrap_or(Value::Float(0.0)),
            })
        }
        _ => round(value, args),
    }
}

/// A number that a text is, with spaces around it and underscores in it.
fn number_of(text: &str) -> Option<Number> {
    let text = strings::strip(text, None, Ends::Both).replace('_', "");
    match text.parse::<i64>() {
        Ok(value) => Some(Number::Int(value)),
        Err(_) => text.parse::<f64>().ok().map(Number::Float),
    }
}

/// `int(text, base)`.
fn in_base(text: &str, base: i64) -> Option<Number> {
    let text = strings::strip(text, None, Ends::Both)
        .replace('_', "")
        .to_lowercase();
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text.strip_prefix('+').unwrap_or(&text)),
    };
    let prefixed = |prefix: &str, radix: u32| {
        let fits = base == i64::from(radix) || base == 0;
        digits
            .strip_prefix(prefix)
            .filter(|_| fits)
            .map(|rest| (rest, radix))
    };
    let own = u32::try_from(base)
        .ok()
        .filter(|base| (2..=36).contains(base));
    let (digits, radix) = prefixed("0x", 16)
        .or_else(|| prefixed("0o", 8))
        .or_else(|| prefixed("0b", 2))
        .or_else(|| own.map(|radix| (digits, radix)))
        .or((base == 0).then_some((digits, 10)))?;
    if digits.starts_with(['+', '-']) {
        return None;
    }
    i64::from_str_radix(&format!("{sign}{digits}"), radix)
        .ok()
        .map(Number::Int)
}

fn round(value: &Value, args: Args) -> Res<Value> {
    let bound = args.bind("round", &["precision", "method"])?;
    let precision = bound[0].as_ref().map(integer).transpose()?.unwrap_or(0);
    let method = match &bound[1] {
        Some(method) => string(method)?,
        None => "common".into(),
    };
    ops::defined(value)?;
    let Some(number) = Number::of(value) else {
        return failed(format!(
            "type {} doesn't define __round__ method",
            value.kind()
        ));
    };
    // More digits than any number of 64 bits has change nothing.
    let precision = i32::try_from(precision.clamp(-400, 400)).unwrap_or(0);
    let scale = 10_f64.powi(precision);
    Ok(match (&*method, number) {
        ("common", Number::Int(value)) if precision >= 0 => Value::Int(value),
        ("common", Number::Int(value)) => {
            let unit = 10_i64.checked_pow(precision.unsigned_abs()).unwrap_or(0);
            if unit == 0 {
                return Ok(Value::Int(0));
            }
            let below = value.div_euclid(unit);
            let rest = value.rem_euclid(unit);
            let up = rest > unit - rest || rest == unit - rest && below % 2 != 0;
            let rounded = (below + i64::from(up)).checked_mul(unit);
            return rounded.map_or_else(ops::too_large, |value| Ok(Value::Int(value)));
        }
        ("common", Number::Float(value)) => Value::Float(match precision {
            _ if !value.is_finite() => value,
            0.. => {
                let digits = usize::try_from(precision).unwrap_or(0);
                format!("{value:.digits$}").parse().unwrap_or(value)
            }
            _ => (value * scale).round_ties_even() / scale,
        }),
        ("ceil", number) => Value::Float((number.float() * scale).ceil() / scale),
        ("floor", number) => Value::Float((number.float() * scale).floor() / scale),
        _ => return failed("method must be common, ceil or floor"),
    })
}

/// What `attribute=` names, as a path of items.
fn reach(value: &Value, path: &Value, budget: &mut Budget) -> Res<Value> {
    let Value::Str(path) = path else {
        return access::item(value, path, budget);
    };
    let mut found = value.clone();
    for part in path.split('.') {
        let is_number = !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
        let key = match part.parse() {
            Ok(number) if is_number => Value::Int(number),
            _ => Value::text(part, budget)?,
        };
        found = access::item(&found, &key, budget)?;
    }
    Ok(found)
}

/// The items of a value, of which what is false has none, even if it is `none`.
fn mapped_items(value: &Value, budget: &mut Budget) -> Res<Vec<Value>> {
    match value.is_true() {
        true => value.iterate(budget),
        false => Ok(Vec::new()),
    }
}

fn map(value: &Value, args: Args, budget: &mut Budget) -> Res<Value> {
    let mut mapped = Vec::new();
    let end = map_into(&mut mapped, value, args, budget);
    Value::generator(mapped, end, budget)
}

fn map_into(
    mapped: &mut Vec<Value>,
    value: &Value,
    mut args: Args,
    budget: &mut Budget,
) -> Res<()> {
    let items = mapped_items(value, budget)?;
    let by_attribute = args.named.iter().any(|(name, _)| &**name == "attribute");
    if args.positional.is_empty() && by_attribute {
        let bound = args.bind("map", &["attribute", "default"])?;
        let path = bound[0].as_ref().unwrap_or(&Value::None);
        for item in items {
            let found = reach(&item, path, budget)?;
            mapped.push(match optional(&bound[1]) {
                Some(default) if matches!(found, Value::Undefined(_)) => default.clone(),
                _ => found,
            });
        }
        return Ok(());
    }
    if args.positional.is_empty() {
        return failed("map requires a filter argument");
    }
    let name = string(&args.positional.remove(0))?;
    for item in items {
        // A filter that is mapped may be `map`.
        budget.enter()?;
        let own = args.copy(budget)?;
        let result = apply(&name, item, own, budget);
        budget.leave();
        mapped.push(result?);
    }
    Ok(())
}

fn select(name: &str, value: &Value, args: Args, budget: &mut Budget) -> Res<Value> {
    let mut kept = Vec::new();
    let end = select_into(&mut kept, name, value, args, budget);
    Value::generator(kept, end, budget)
}

fn select_into(
    kept: &mut Vec<Value>,
    name: &str,
    value: &Value,
    mut args: Args,
    budget: &mut Budget,
) -> Res<()> {
    let keeps = name.starts_with("select");
    let items = mapped_items(value, budget)?;
    let path = match name.ends_with("attr") {
        true if args.positional.is_empty() => {
            return failed("Missing parameter for attribute name");
        }
        true => Some(args.positional.remove(0)),
        false => None,
    };
    let test = match args.positional.is_empty() {
        true => None,
        false => Some(string(&args.positional.remove(0))?),
    };
    for item in items {
        let own = match &path {
            Some(path) => reach(&item, path, budget)?,
            None => item.clone(),
        };
        let passes = match &test {
            None => own.is_true(),
            Some(test) => {
                let args = args.copy(budget)?;
                checks::test(test, &own, args, budget)?
            }
        };
        if passes == keeps {
            kept.push(item);
        }
    }
    Ok(())
}

/// What a value is compared by: texts without their case, unless that matters.
fn comparable(value: Value, with_case: bool, budget: &mut Budget) -> Res<Value> {
    match value {
        Value::Str(text) if !with_case => Value::text(text.to_lowercase(), budget),
        value => Ok(value),
    }
}

fn ordered(name: &str, value: &Value, args: Args, budget: &mut Budget) -> Res<Value> {
    let parameters: &[&str] = match name {
        "sort" => &["reverse", "case_sensitive", "attribute"],
        "dictsort" => &["case_sensitive", "by", "reverse"],
        _ => &["case_sensitive", "attribute"],
    };
    let mut bound = args.bind(name, parameters)?;
    let mut given = |of: &str| {
        let at = parameters.iter().position(|own| *own == of);
        at.and_then(|at| bound.get_mut(at)).and_then(Option::take)
    };
    let with_case = flag(&given("case_sensitive"), false);
    let reverse = flag(&given("reverse"), false);
    let attribute = given("attribute").filter(|value| !matches!(value, Value::None));
    let by = given("by");
    let items = match name {
        "dictsort" => methods::pairs(value, budget)?,
        _ => value.iterate(budget)?,
    };
    let of_pair = match by {
        None => 0,
        Some(Value::Str(by)) if &*by == "key" => 0,
        Some(Value::Str(by)) if &*by == "value" => 1,
        Some(_) => return failed("You can only sort by either \"key\" or \"value\""),
    };
    let mut keyed = Vec::with_capacity(items.len());
    for item in items {
        let key = match (&attribute, &item) {
            (_, Value::Tuple(pair)) if name == "dictsort" => {
                let own = pair.all.get(of_pair).cloned().unwrap_or(Value::None);
                vec![comparable(own, with_case, budget)?]
            }
            (Some(Value::Str(paths)), _) if name == "sort" => {
                let mut all = Vec::new();
                for path in paths.split(',') {
                    let path = Value::text(path, budget)?;
                    let own = reach(&item, &path, budget)?;
                    all.push(comparable(own, with_case, budget)?);
                }
                all
            }
            (Some(path), _) => {
                let own = reach(&item, path, budget)?;
                vec![comparable(own, with_case, budget)?]
            }
            (None, _) => vec![comparable(item.clone(), with_case, budget)?],
        };
        keyed.push((Value::list(key, budget)?, item));
    }
    let is_less = |a: &Value, b: &Value, budget: &mut Budget| -> Res<bool> {
        Ok(ops::order(a, b, "<", budget)?.is_some_and(Ordering::is_lt))
    };
    match name {
        "min" | "max" => {
            let mut best: Option<(Value, Value)> = None;
            for (key, item) in keyed {
                let better = match &best {
                    None => true,
                    Some((own, _)) if name == "min" => is_less(&key, own, budget)?,
                    Some((own, _)) => is_less(own, &key, budget)?,
                };
                if better {
                    best = Some((key, item));
                }
            }
            let empty = || Value::undefined("No aggregated item, sequence was empty.");
            Ok(best.map_or_else(empty, |(_, item)| item))
        }
        "unique" => {
            let kept = unique(keyed, budget);
            lazily(kept, budget)
        }
        _ => {
            ops::sort(&mut keyed, budget, &mut |a, b, budget| match reverse {
                true => is_less(&b.0, &a.0, budget),
                false => is_less(&a.0, &b.0, budget),
            })?;
            Value::list(keyed.into_iter().map(|(_, item)| item).collect(), budget)
        }
    }
}

/// The first ones of those that are equal by their keys.
fn unique(keyed: Vec<(Value, Value)>, budget: &mut Budget) -> Res<Vec<Value>> {
    let mut seen: Vec<Value> = Vec::new();
    let mut kept = Vec::new();
    for (key, item) in keyed {
        if let Value::List(parts) = &key {
            let mut parts = parts.all.iter();
            parts.try_for_each(|part| ops::hashable(part, budget))?;
        }
        let mut known = false;
        for own in &seen {
            known = known || ops::equal(own, &key, budget)?;
        }
        if !known {
            seen.push(key);
            kept.push(item);
        }
    }
    Ok(kept)
}

fn join(value: &Value, args: Args, budget: &mut Budget) -> Res<Value> {
    let bound = args.bind("join", &["d", "attribute"])?;
    let separator = match &bound[0] {
        Some(separator) => text::text(separator, budget)?,
        None => "".into(),
    };
    let mut out = String::new();
    for (i, item) in value.iterate(budget)?.into_iter().enumerate() {
        if i > 0 {
            budget.bytes(separator.len())?;
            out.push_str(&separator);
        }
        let item = match optional(&bound[1]) {
            Some(path) => reach(&item, path, budget)?,
            None => item,
        };
        text::write_text(&item, &mut out, budget)?;
    }
    Value::text(out, budget)
}

fn sum(value: &Value, args: Args, budget: &mut Budget) -> Res<Value> {
    let mut bound = args.bind("sum", &["attribute", "start"])?;
    let mut total = bound[1].take().unwrap_or(Value::Int(0));
    if matches!(total, Value::Str(_)) {
        return failed("sum() can't sum strings [use ''.join(seq) instead]");
    }
    for item in value.iterate(budget)? {
        let item = match optional(&bound[0]) {
            Some(path) => reach(&item, path, budget)?,
            None => item,
        };
        total = ops::arithmetic(Arithmetic::Add, &total, &item, budget)?;
    }
    Ok(total)
}

fn in_parts(name: &str, value: &Value, args: Args, budget: &mut Budget) -> Res<Vec<Value>> {
    let bound = args.bind(name, &["n", "fill_with"])?;
    let n = bound[0].as_ref().map(times).transpose()?.unwrap_or(0);
    if n == 0 {
        return failed("integer division or modulo by zero");
    }
    let fill = optional(&bound[1]);
    let items = value.iterate(budget)?;
    let mut parts = Vec::new();
    if name == "batch" {
        for part in items.chunks(n) {
            let mut part = part.to_vec();
            if let Some(fill) = fill {
                budget.items(n - part.len())?;
                part.resize(n, fill.clone());
            }
            parts.push(Value::list(part, budget)?);
        }
        return Ok(parts);
    }
    budget.items(n)?;
    let (each, longer) = (items.len() / n, items.len() % n);
    let mut rest = items.as_slice();
    for i in 0..n {
        let (part, after) = rest.split_at(each + usize::from(i < longer));
        rest = after;
        let mut part = part.to_vec();
        if let Some(fill) = fill.filter(|_| i >= longer) {
            part.push(fill.clone());
        }
        parts.push(Value::list(part, budget)?);
    }
    Ok(parts)
}

/// `tojson`, as Transformers has it.
fn to_json(value: &Value, args: Args, budget: &mut Budget) -> Res<Value> {
    let names = ["ensure_ascii", "indent", "separators", "sort_keys"];
    let bound = args.bind("tojson", &names)?;
    let indent = match optional(&bound[1]) {
        None => None,
        Some(Value::Str(indent)) => Some(indent.to_string()),
        Some(width) => {
            let width = times(width)?;
            budget.bytes(width)?;
            Some(" ".repeat(width))
        }
    };
    let (item_separator, key_separator) = match optional(&bound[2]) {
        None if indent.is_some() => (",".to_owned(), ": ".to_owned()),
        None => (", ".to_owned(), ": ".to_owned()),
        Some(Value::Tuple(pair) | Value::List(pair)) if pair.all.len() == 2 => (
            string(&pair.all[0])?.to_string(),
            string(&pair.all[1])?.to_string(),
        ),
        Some(_) => return failed("separators must be two strings"),
    };
    let style = json::Style {
        ensure_ascii: flag(&bound[0], false),
        indent,
        item_separator,
        key_separator,
        sort_keys: flag(&bound[3], false),
    };
    let mut out = String::new();
    json::write(value, &style, 0, &mut out, budget)?;
    Value::text(out, budget)
}
