//! The keys of a header with their values, asked for by name and type.

use std::collections::BTreeMap;

use logitscope_core::error::GgufFault;
use logitscope_core::excerpt;

use super::cursor::Cursor;
use super::value::{LONGEST_LIST, Value};
use crate::ModelError;
use crate::checkpoint::stream::ByteStream;

/// Longest key, in bytes. The format allows 65,535; the longest that there is has 60.
const LONGEST_KEY: u64 = 1024;

/// Longest list that is kept of an architecture's keys: some have an entry for each layer.
pub(super) const MOST_FOR_LAYERS: u64 = 1024;

/// The keys and their values. Lists and texts that are not asked for are not kept.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Metadata(BTreeMap<String, Value>);

impl Metadata {
    /// These keys.
    #[cfg(test)]
    pub fn of(all: impl IntoIterator<Item = (&'static str, Value)>) -> Self {
        let own = |(key, value): (&str, Value)| (key.to_owned(), value);
        Metadata(all.into_iter().map(own).collect())
    }

    /// Reads `count` keys.
    pub async fn read<S: ByteStream>(
        cursor: &mut Cursor<'_, S>,
        count: u64,
    ) -> Result<Self, ModelError> {
        let mut all = BTreeMap::new();
        for _ in 0..count {
            let key = cursor.text(LONGEST_KEY, "metadata").await?;
            if all.contains_key(&key) {
                let key = excerpt(&key);
                return Err(cursor.refused(GgufFault::KeyTwice { key }));
            }
            let value = Value::read(cursor, &key, most_kept(&key)).await?;
            all.insert(key, value);
        }
        Ok(Metadata(all))
    }

    fn get<'m, T>(
        &'m self,
        key: &str,
        expected: &str,
        read: impl Fn(&'m Value) -> Option<T>,
    ) -> Result<Option<T>, GgufFault> {
        let Some(value) = self.0.get(key) else {
            return Ok(None);
        };
        let wrong = || GgufFault::KeyType {
            key: key.into(),
            found: value.kind().into(),
            expected: expected.into(),
        };
        read(value).map(Some).ok_or_else(wrong)
    }

    /// A whole number, 0 or more.
    pub fn integer(&self, key: &str) -> Result<Option<u64>, GgufFault> {
        self.get(key, "an unsigned integer", |value| match value {
            Value::Unsigned(n) => Some(*n),
            Value::Signed(n) => u64::try_from(*n).ok(),
            _ => None,
        })
    }

    /// A number with a fraction.
    pub fn float(&self, key: &str) -> Result<Option<f64>, GgufFault> {
        self.get(key, "a float", |value| match value {
            Value::Float(x) => Some(*x),
            Value::Unsigned(n) => Some(*n as f64),
            Value::Signed(n) => Some(*n as f64),
            _ => None,
        })
    }

    /// True or false.
    pub fn flag(&self, key: &str) -> Result<Option<bool>, GgufFault> {
        self.get(key, "bool", |value| match value {
            Value::Bool(on) => Some(*on),
            _ => None,
        })
    }

    /// A text.
    pub fn text(&self, key: &str) -> Result<Option<&str>, GgufFault> {
        self.get(key, "string", |value| match value {
            Value::Text(text) => Some(text.as_str()),
            _ => None,
        })
    }

    /// A whole number that may stand there once for each layer; it has to be the same for all.
    pub fn same_in_layers(&self, key: &str) -> Result<Option<u64>, GgufFault> {
        let Some(Value::Integers(each)) = self.0.get(key) else {
            return self.integer(key);
        };
        let first = each.first().and_then(|n| u64::try_from(*n).ok());
        match first {
            Some(n) if each.iter().all(|other| *other == each[0]) => Ok(Some(n)),
            _ => Err(GgufFault::Value {
                key: key.into(),
                value: excerpt(&format!("{each:?}")),
            }),
        }
    }

    /// A list of texts.
    pub fn texts(&self, key: &str) -> Result<Option<&[String]>, GgufFault> {
        self.get(key, "array of strings", |value| match value {
            Value::Texts(all) => Some(all.as_slice()),
            _ => None,
        })
    }

    /// A list of whole numbers.
    pub fn integers(&self, key: &str) -> Result<Option<&[i64]>, GgufFault> {
        self.get(key, "array of integers", |value| match value {
            Value::Integers(all) => Some(all.as_slice()),
            _ => None,
        })
    }

    /// A list of numbers with fractions.
    pub fn floats(&self, key: &str) -> Result<Option<&[f32]>, GgufFault> {
        self.get(key, "array of floats", |value| match value {
            Value::Floats(all) => Some(all.as_slice()),
            _ => None,
        })
    }
}

/// Most entries of a list that are kept of a key, 0 if no text of it is either: what the tokenizer is made of, and what the architecture says.
fn most_kept(key: &str) -> u64 {
    match key.split_once('.') {
        Some(("tokenizer", rest)) => match rest {
            "ggml.tokens" | "ggml.scores" | "ggml.token_type" | "ggml.merges" => LONGEST_LIST,
            "ggml.model" | "ggml.pre" | "chat_template" => 1,
            _ => 0,
        },
        Some(("general", rest)) => u64::from(matches!(rest, "architecture" | "sampling.sequence")),
        _ => MOST_FOR_LAYERS,
    }
}
