//! Operators of Python on values.

use std::cmp::Ordering;
use std::rc::Rc;

use crate::budget::{Budget, Res, count, failed};
use crate::value::{Dict, Value};

/// An operator of two numbers or texts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
    FloorDivide,
    Remainder,
    Power,
}

impl Arithmetic {
    fn sign(self) -> &'static str {
        match self {
            Arithmetic::Add => "+",
            Arithmetic::Subtract => "-",
            Arithmetic::Multiply => "*",
            Arithmetic::Divide => "/",
            Arithmetic::FloorDivide => "//",
            Arithmetic::Remainder => "%",
            Arithmetic::Power => "** or pow()",
        }
    }
}

/// A number, as which `True` is 1.
#[derive(Clone, Copy)]
pub(crate) enum Number {
    Int(i64),
    Float(f64),
}

impl Number {
    pub(crate) fn of(value: &Value) -> Option<Number> {
        match value {
            Value::Bool(value) => Some(Number::Int(i64::from(*value))),
            Value::Int(value) => Some(Number::Int(*value)),
            Value::Float(value) => Some(Number::Float(*value)),
            _ => None,
        }
    }

    pub(crate) fn float(self) -> f64 {
        match self {
            Number::Int(value) => value as f64,
            Number::Float(value) => value,
        }
    }

    /// The order of two numbers; `None` beside a NaN.
    fn order(self, other: Number) -> Option<Ordering> {
        match (self, other) {
            (Number::Int(a), Number::Int(b)) => Some(a.cmp(&b)),
            (a, b) => a.float().partial_cmp(&b.float()),
        }
    }
}

/// What says that an integer has no room: Python's have no end.
pub(crate) fn too_large<T>() -> Res<T> {
    failed("an integer of more than 64 bits")
}

/// What an undefined value says if it is used.
pub(crate) fn defined(value: &Value) -> Res<()> {
    match value {
        Value::Undefined(why) => failed(&**why),
        _ => Ok(()),
    }
}

/// `left op right`, but of a text and `%`, which is [`crate::format::percent`].
pub(crate) fn arithmetic(
    op: Arithmetic,
    left: &Value,
    right: &Value,
    budget: &mut Budget,
) -> Res<Value> {
    defined(left)?;
    defined(right)?;
    if let (Some(a), Some(b)) = (Number::of(left), Number::of(right)) {
        return numbers(op, a, b);
    }
    match (op, left, right) {
        (Arithmetic::Add, Value::Str(a), Value::Str(b)) => {
            budget.bytes(a.len() + b.len())?;
            Value::text([&**a, &**b].concat(), budget)
        }
        (Arithmetic::Add, Value::List(a), Value::List(b)) => {
            budget.items(a.all.len() + b.all.len())?;
            Value::list([a.all.as_slice(), b.all.as_slice()].concat(), budget)
        }
        (Arithmetic::Add, Value::Tuple(a), Value::Tuple(b)) => {
            budget.items(a.all.len() + b.all.len())?;
            Value::tuple([a.all.as_slice(), b.all.as_slice()].concat(), budget)
        }
        (Arithmetic::Multiply, some, Value::Int(_) | Value::Bool(_))
            if !matches!(some, Value::Int(_) | Value::Bool(_)) =>
        {
            repeat(some, right, budget)
        }
        (Arithmetic::Multiply, Value::Int(_) | Value::Bool(_), some) => repeat(some, left, budget),
        _ => unsupported(op, left, right),
    }
}

fn unsupported(op: Arithmetic, left: &Value, right: &Value) -> Res<Value> {
    failed(format!(
        "unsupported operand type(s) for {}: '{}' and '{}'",
        op.sign(),
        left.kind(),
        right.kind()
    ))
}

fn repeat(value: &Value, times: &Value, budget: &mut Budget) -> Res<Value> {
    let times = match Number::of(times) {
        Some(Number::Int(times)) => count(times),
        _ => 0,
    };
    match value {
        Value::Str(text) => {
            budget.bytes(text.len().saturating_mul(times))?;
            Value::text(text.repeat(if text.is_empty() { 0 } else { times }), budget)
        }
        Value::List(items) | Value::Tuple(items) => {
            budget.items(items.all.len().saturating_mul(times))?;
            let times = if items.all.is_empty() { 0 } else { times };
            let all: Vec<Value> = (0..times).flat_map(|_| items.all.iter().cloned()).collect();
            match value {
                Value::List(_) => Value::list(all, budget),
                _ => Value::tuple(all, budget),
            }
        }
        _ => failed(format!(
            "unsupported operand type(s) for *: '{}' and 'int'",
            value.kind()
        )),
    }
}

fn numbers(op: Arithmetic, a: Number, b: Number) -> Res<Value> {
    if let (Number::Int(a), Number::Int(b)) = (a, b) {
        return integers(op, a, b);
    }
    let (x, y) = (a.float(), b.float());
    let zero = y == 0.0;
    Ok(Value::Float(match op {
        Arithmetic::Add => x + y,
        Arithmetic::Subtract => x - y,
        Arithmetic::Multiply => x * y,
        Arithmetic::Divide | Arithmetic::FloorDivide | Arithmetic::Remainder if zero => {
            return failed("float division by zero");
        }
        Arithmetic::Divide => x / y,
        Arithmetic::FloorDivide => floor_divide(x, y).0,
        Arithmetic::Remainder => floor_divide(x, y).1,
        Arithmetic::Power => power(x, y)?,
    }))
}

fn integers(op: Arithmetic, a: i64, b: i64) -> Res<Value> {
    let result = match op {
        Arithmetic::Add => a.checked_add(b),
        Arithmetic::Subtract => a.checked_sub(b),
        Arithmetic::Multiply => a.checked_mul(b),
        Arithmetic::Divide | Arithmetic::FloorDivide | Arithmetic::Remainder if b == 0 => {
            return failed("division by zero");
        }
        Arithmetic::Divide => return Ok(Value::Float(a as f64 / b as f64)),
        // Towards minus infinity, and the remainder has the sign of the divisor.
        Arithmetic::FloorDivide => a
            .checked_div(b)
            .map(|quotient| quotient - i64::from(a.wrapping_rem(b) != 0 && (a < 0) != (b < 0))),
        Arithmetic::Remainder => {
            let rest = a.wrapping_rem(b);
            let other_sign = rest != 0 && (rest < 0) != (b < 0);
            Some(if other_sign { rest + b } else { rest })
        }
        Arithmetic::Power if b < 0 => return Ok(Value::Float(power(a as f64, b as f64)?)),
        // The powers of these have room whatever the exponent is.
        Arithmetic::Power if (-1..=1).contains(&a) => {
            let is_one = b == 0 || (a == -1 && b % 2 == 0);
            Some(if is_one { 1 } else { a })
        }
        Arithmetic::Power => u32::try_from(b).ok().and_then(|b| a.checked_pow(b)),
    };
    match result {
        Some(value) => Ok(Value::Int(value)),
        None => too_large(),
    }
}

fn power(x: f64, y: f64) -> Res<f64> {
    if x == 0.0 && y < 0.0 {
        return failed("0.0 cannot be raised to a negative power");
    }
    if x < 0.0 && y.fract() != 0.0 && y.is_finite() && x.is_finite() {
        return failed("a complex number");
    }
    let result = x.powf(y);
    match result.is_infinite() && x.is_finite() && y.is_finite() {
        true => failed("(34, 'Numerical result out of range')"),
        false => Ok(result),
    }
}

/// Python's `divmod` of floats.
fn floor_divide(x: f64, y: f64) -> (f64, f64) {
    let mut rest = x % y;
    let mut quotient = (x - rest) / y;
    if rest == 0.0 {
        rest = 0.0_f64.copysign(y);
    } else if (y < 0.0) != (rest < 0.0) {
        rest += y;
        quotient -= 1.0;
    }
    let whole = match quotient == 0.0 {
        true => 0.0_f64.copysign(x / y),
        false => {
            let floor = quotient.floor();
            if quotient - floor > 0.5 {
                floor + 1.0
            } else {
                floor
            }
        }
    };
    (whole, rest)
}

/// `-value`.
pub(crate) fn negative(value: &Value) -> Res<Value> {
    defined(value)?;
    match Number::of(value) {
        Some(Number::Int(value)) => value
            .checked_neg()
            .map_or_else(too_large, |v| Ok(Value::Int(v))),
        Some(Number::Float(value)) => Ok(Value::Float(-value)),
        None => failed(format!("bad operand type for unary -: '{}'", value.kind())),
    }
}

/// `+value`.
pub(crate) fn positive(value: &Value) -> Res<Value> {
    defined(value)?;
    match Number::of(value) {
        Some(Number::Int(value)) => Ok(Value::Int(value)),
        Some(Number::Float(value)) => Ok(Value::Float(value)),
        None => failed(format!("bad operand type for unary +: '{}'", value.kind())),
    }
}

/// `a == b`.
pub(crate) fn equal(a: &Value, b: &Value, budget: &mut Budget) -> Res<bool> {
    budget.items(1)?;
    if let (Some(a), Some(b)) = (Number::of(a), Number::of(b)) {
        return Ok(a.order(b) == Some(Ordering::Equal));
    }
    Ok(match (a, b) {
        (Value::Undefined(_), Value::Undefined(_)) | (Value::None, Value::None) => true,
        (Value::Str(a), Value::Str(b)) => same_text(a, b, budget)?,
        (Value::List(a), Value::List(b)) | (Value::Tuple(a), Value::Tuple(b)) => {
            if a.all.len() != b.all.len() {
                return Ok(false);
            }
            for (a, b) in a.all.iter().zip(&b.all) {
                if !equal(a, b, budget)? {
                    return Ok(false);
                }
            }
            true
        }
        (Value::Dict(a), Value::Dict(b)) => {
            if a.entries.len() != b.entries.len() {
                return Ok(false);
            }
            for (key, value) in &a.entries {
                match find(b, key, budget)? {
                    Some(other) if equal(value, other, budget)? => {}
                    _ => return Ok(false),
                }
            }
            true
        }
        (Value::Range(a), Value::Range(b)) => {
            a.len == b.len && (a.len == 0 || a.start == b.start) && (a.len < 2 || a.step == b.step)
        }
        (Value::Function(a), Value::Function(b)) => a == b,
        (Value::Macro(a), Value::Macro(b)) => a == b,
        _ => same_object(a, b),
    })
}

/// Whether both texts are the same. Those of one length are looked at byte by byte.
fn same_text(a: &str, b: &str, budget: &mut Budget) -> Res<bool> {
    if a.len() != b.len() {
        return Ok(false);
    }
    budget.bytes(a.len())?;
    Ok(a == b)
}

/// Whether both are one object, for those that nothing else is equal to.
fn same_object(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Lazy(a), Value::Lazy(b)) => Rc::ptr_eq(a, b),
        (Value::Namespace(a), Value::Namespace(b)) => Rc::ptr_eq(a, b),
        (Value::Loop(a), Value::Loop(b)) => Rc::ptr_eq(a, b),
        _ => false,
    }
}

/// `a is b`. Of numbers and texts Python keeps one where they are short.
pub(crate) fn same(a: &Value, b: &Value, budget: &mut Budget) -> Res<bool> {
    Ok(match (a, b) {
        (Value::List(a), Value::List(b)) | (Value::Tuple(a), Value::Tuple(b)) => Rc::ptr_eq(a, b),
        (Value::Dict(a), Value::Dict(b)) => Rc::ptr_eq(a, b),
        (Value::Undefined(_), _) => false,
        _ => a.kind() == b.kind() && equal(a, b, budget)?,
    })
}

/// The order of two values for `<` and its like, spelled as `op`; `None` beside a NaN.
pub(crate) fn order(a: &Value, b: &Value, op: &str, budget: &mut Budget) -> Res<Option<Ordering>> {
    budget.items(1)?;
    defined(a)?;
    defined(b)?;
    if let (Some(a), Some(b)) = (Number::of(a), Number::of(b)) {
        return Ok(a.order(b));
    }
    match (a, b) {
        (Value::Str(a), Value::Str(b)) => {
            budget.bytes(a.len().min(b.len()))?;
            Ok(Some(a.cmp(b)))
        }
        (Value::List(a), Value::List(b)) | (Value::Tuple(a), Value::Tuple(b)) => {
            for (a, b) in a.all.iter().zip(&b.all) {
                if !equal(a, b, budget)? {
                    return order(a, b, op, budget);
                }
            }
            Ok(Some(a.all.len().cmp(&b.all.len())))
        }
        _ => failed(format!(
            "'{op}' not supported between instances of '{}' and '{}'",
            a.kind(),
            b.kind()
        )),
    }
}

/// `item in container`.
pub(crate) fn contains(container: &Value, item: &Value, budget: &mut Budget) -> Res<bool> {
    match container {
        Value::Str(text) => match item {
            Value::Str(part) => {
                budget.bytes(text.len())?;
                Ok(text.contains(&**part))
            }
            _ => failed(format!(
                "'in <string>' requires string as left operand, not {}",
                item.kind()
            )),
        },
        Value::Dict(dict) => Ok(find(dict, item, budget)?.is_some()),
        Value::List(_)
        | Value::Tuple(_)
        | Value::Lazy(_)
        | Value::Range(_)
        | Value::Undefined(_) => {
            for own in container.iterate(budget)? {
                if equal(&own, item, budget)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        _ => failed(format!(
            "argument of type '{}' is not iterable",
            container.kind()
        )),
    }
}

/// Fails if the value cannot be a key.
pub(crate) fn hashable(key: &Value, budget: &mut Budget) -> Res<()> {
    match key {
        Value::List(_) | Value::Dict(_) => failed(format!("unhashable type: '{}'", key.kind())),
        Value::Tuple(items) => {
            budget.items(items.all.len())?;
            items.all.iter().try_for_each(|item| hashable(item, budget))
        }
        _ => Ok(()),
    }
}

/// The value of a key.
pub(crate) fn find<'d>(dict: &'d Dict, key: &Value, budget: &mut Budget) -> Res<Option<&'d Value>> {
    hashable(key, budget)?;
    Ok(place(&dict.entries, key, budget)?.map(|at| &dict.entries[at].1))
}

fn place(entries: &[(Value, Value)], key: &Value, budget: &mut Budget) -> Res<Option<usize>> {
    // Nearly all keys are texts, and of these a look is cheap.
    budget.bytes(entries.len())?;
    if let Value::Str(key) = key {
        for (at, (own, _)) in entries.iter().enumerate() {
            if let Value::Str(own) = own
                && same_text(own, key, budget)?
            {
                return Ok(Some(at));
            }
        }
        return Ok(None);
    }
    for (at, (own, _)) in entries.iter().enumerate() {
        if equal(own, key, budget)? {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

/// Sets the value of a key; one that is there keeps its place.
pub(crate) fn insert(
    entries: &mut Vec<(Value, Value)>,
    key: Value,
    value: Value,
    budget: &mut Budget,
) -> Res<()> {
    hashable(&key, budget)?;
    match place(entries, &key, budget)? {
        Some(at) => entries[at].1 = value,
        None => entries.push((key, value)),
    }
    Ok(())
}

/// Sorts, with equal items in their order. A comparison may fail, and need not be a true order.
pub(crate) fn sort<T: Clone>(
    items: &mut Vec<T>,
    budget: &mut Budget,
    before: &mut dyn FnMut(&T, &T, &mut Budget) -> Res<bool>,
) -> Res<()> {
    let mut width = 1;
    while width < items.len() {
        let mut merged = Vec::with_capacity(items.len());
        for pair in items.chunks(2 * width) {
            let (mut left, mut right) = pair.split_at(width.min(pair.len()));
            while let ([a, ..], [b, ..]) = (left, right) {
                // The right one only if it is truly less: so equal ones stay as they are.
                if before(b, a, budget)? {
                    merged.push(b.clone());
                    right = &right[1..];
                } else {
                    merged.push(a.clone());
                    left = &left[1..];
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        *items = merged;
        width *= 2;
    }
    Ok(())
}
