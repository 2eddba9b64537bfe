//! The value of a message.

use std::borrow::Cow;
use std::fmt::Write;

use crate::language::Language;

/// A value of a message: a text, or a number, which is written as the language writes it.
#[derive(Debug, Clone, PartialEq)]
pub enum Value<'v> {
    /// Stays as it is.
    Text(Cow<'v, str>),
    /// A count; it chooses a plural.
    Count(u64),
    /// Any other whole number.
    Whole(i64),
    /// A number with decimals, written with as many as set it apart.
    Number(f64),
}

impl Value<'_> {
    /// What it counts.
    pub(crate) fn count(&self) -> Option<u64> {
        match self {
            Value::Count(n) => Some(*n),
            Value::Whole(n) => u64::try_from(*n).ok(),
            Value::Text(_) | Value::Number(_) => None,
        }
    }

    pub(crate) fn write(&self, language: Language, out: &mut String) {
        // Writing to a string cannot fail.
        let _ = match self {
            Value::Text(text) => out.write_str(text),
            Value::Count(n) => out.write_str(&language.separators().whole(*n)),
            Value::Whole(n) => write!(out, "{n}"),
            Value::Number(x) => out.write_str(&language.separators().decimal(x.to_string())),
        };
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Value::Text(text.into())
    }
}

impl<'v> From<&'v String> for Value<'v> {
    fn from(text: &'v String) -> Self {
        Value::Text(text.into())
    }
}

impl<'v> From<&'v str> for Value<'v> {
    fn from(text: &'v str) -> Self {
        Value::Text(text.into())
    }
}

impl<'v> From<Cow<'v, str>> for Value<'v> {
    fn from(text: Cow<'v, str>) -> Self {
        Value::Text(text)
    }
}

/// Numbers of one kind, owned and borrowed.
macro_rules! numbers {
    ($kind:ident: $($from:ty),*) => {$(
        impl From<$from> for Value<'_> {
            fn from(n: $from) -> Self {
                Value::$kind(n as _)
            }
        }
        impl From<&$from> for Value<'_> {
            fn from(n: &$from) -> Self {
                Value::$kind(*n as _)
            }
        }
    )*};
}
numbers!(Count: u8, u16, u32, u64, usize);
numbers!(Whole: i32, i64);
numbers!(Number: f32, f64);
