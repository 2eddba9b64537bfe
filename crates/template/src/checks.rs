//! What stands behind `is`.

use std::cmp::Ordering;

use crate::arguments::integer;
use crate::budget::{Budget, Res, failed};
use crate::ops::{self, Arithmetic};
use crate::strings;
use crate::text;
use crate::value::{Args, Value};

/// Whether the value passes a test.
pub(crate) fn test(name: &str, value: &Value, args: Args, budget: &mut Budget) -> Res<bool> {
    budget.items(1)?;
    let ordered = match name {
        "lt" | "lessthan" | "<" => Some(("<", Ordering::Less, false)),
        "le" | "<=" => Some(("<=", Ordering::Less, true)),
        "gt" | "greaterthan" | ">" => Some((">", Ordering::Greater, false)),
        "ge" | ">=" => Some((">=", Ordering::Greater, true)),
        _ => None,
    };
    if let Some((op, order, or_equal)) = ordered {
        let other = one(name, args)?;
        let found = ops::order(value, &other, op, budget)?;
        return Ok(found == Some(order) || or_equal && found == Some(Ordering::Equal));
    }
    match name {
        "eq" | "equalto" | "==" => return ops::equal(value, &one(name, args)?, budget),
        "ne" | "!=" => return Ok(!ops::equal(value, &one(name, args)?, budget)?),
        "in" => return ops::contains(&one(name, args)?, value, budget),
        "sameas" => return ops::same(value, &one(name, args)?, budget),
        "divisibleby" => return divisible(value, &one(name, args)?, budget),
        _ => {}
    }
    args.bind(name, &[])?;
    Ok(match name {
        "defined" => !matches!(value, Value::Undefined(_)),
        "undefined" => matches!(value, Value::Undefined(_)),
        "none" => matches!(value, Value::None),
        "boolean" => matches!(value, Value::Bool(_)),
        "true" => matches!(value, Value::Bool(true)),
        "false" => matches!(value, Value::Bool(false)),
        "integer" => matches!(value, Value::Int(_)),
        "float" => matches!(value, Value::Float(_)),
        "number" => matches!(value, Value::Int(_) | Value::Float(_) | Value::Bool(_)),
        "string" => matches!(value, Value::Str(_)),
        "mapping" => matches!(value, Value::Dict(_)),
        "sequence" => matches!(
            value,
            Value::Undefined(_)
                | Value::Str(_)
                | Value::List(_)
                | Value::Tuple(_)
                | Value::Dict(_)
                | Value::Range(_)
        ),
        "iterable" => matches!(
            value,
            Value::Undefined(_)
                | Value::Str(_)
                | Value::List(_)
                | Value::Tuple(_)
                | Value::Lazy(_)
                | Value::Dict(_)
                | Value::Range(_)
                | Value::Loop(_)
        ),
        "callable" => matches!(
            value,
            Value::Undefined(_)
                | Value::Function(_)
                | Value::Macro(_)
                | Value::Method(_)
                | Value::Loop(_)
        ),
        "escaped" => false,
        "even" => divisible(value, &Value::Int(2), budget)?,
        "odd" => {
            let rest = ops::arithmetic(Arithmetic::Remainder, value, &Value::Int(2), budget)?;
            ops::equal(&rest, &Value::Int(1), budget)?
        }
        "lower" => strings::is_all(&text::text(value, budget)?, false),
        "upper" => strings::is_all(&text::text(value, budget)?, true),
        "filter" | "test" => return failed(format!("the test '{name}' is not supported")),
        _ => return failed(format!("No test named '{name}'.")),
    })
}

fn one(name: &str, args: Args) -> Res<Value> {
    match args.bind(name, &["other"])?.pop().flatten() {
        Some(value) => Ok(value),
        None => failed(format!("the test '{name}' misses an argument")),
    }
}

fn divisible(value: &Value, by: &Value, budget: &mut Budget) -> Res<bool> {
    if !matches!(value, Value::Float(_)) {
        integer(value)?;
    }
    let rest = ops::arithmetic(Arithmetic::Remainder, value, by, budget)?;
    ops::equal(&rest, &Value::Int(0), budget)
}
