//! Values as arguments.

use std::rc::Rc;

use crate::budget::{Res, count, failed};
use crate::ops;
use crate::value::Value;

/// A whole number as an argument.
pub(crate) fn integer(value: &Value) -> Res<i64> {
    ops::defined(value)?;
    match value {
        Value::Int(value) => Ok(*value),
        Value::Bool(value) => Ok(i64::from(*value)),
        _ => failed(format!(
            "'{}' object cannot be interpreted as an integer",
            value.kind()
        )),
    }
}

/// A number of times as an argument, of which a negative one is none.
pub(crate) fn times(value: &Value) -> Res<usize> {
    integer(value).map(count)
}

/// A string as an argument.
pub(crate) fn string(value: &Value) -> Res<Rc<str>> {
    ops::defined(value)?;
    match value {
        Value::Str(text) => Ok(text.clone()),
        _ => failed(format!("must be str, not {}", value.kind())),
    }
}

/// An argument that may be left out or be `none`.
pub(crate) fn optional(value: &Option<Value>) -> Option<&Value> {
    value.as_ref().filter(|value| !matches!(value, Value::None))
}
