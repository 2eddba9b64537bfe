//! The values of a header's keys.

use logitscope_core::error::GgufFault;
use logitscope_core::excerpt;
use logitscope_core::gguf_types::{LIST, TEXT, number_bytes};

use super::cursor::Cursor;
use crate::ModelError;
use crate::checkpoint::stream::ByteStream;

/// Longest text of a value, in bytes. A tokenizer.json of a large model may be one.
const LONGEST_TEXT: u64 = 32 << 20;
/// Longest text of a list, in bytes.
const LONGEST_ENTRY: u64 = 1 << 16;
/// Most entries of a list. The merges of the largest vocabularies are half a million.
pub(super) const LONGEST_LIST: u64 = 1 << 20;

/// A value. Numbers are kept in the widest type of their kind.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    /// u8, u16, u32, u64.
    Unsigned(u64),
    /// i8, i16, i32, i64.
    Signed(i64),
    /// f32, f64.
    Float(f64),
    Bool(bool),
    Text(String),
    /// Of a list of numbers of whole.
    Integers(Vec<i64>),
    Floats(Vec<f32>),
    Texts(Vec<String>),
    /// Something that no one asks for.
    Skipped,
}

/// The types of values, by their numbers.
const TYPES: [&str; 13] = [
    "uint8", "int8", "uint16", "int16", "uint32", "int32", "float32", "bool", "string", "array",
    "uint64", "int64", "float64",
];

impl Value {
    /// What kind of value it is, for a message.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Unsigned(_) => "an unsigned integer",
            Value::Signed(_) => "an integer",
            Value::Float(_) => "a float",
            Value::Bool(_) => "bool",
            Value::Text(_) => TYPES[TEXT as usize],
            Value::Integers(_) => "array of integers",
            Value::Floats(_) => "array of floats",
            Value::Texts(_) => "array of strings",
            Value::Skipped => TYPES[LIST as usize],
        }
    }

    /// Reads the type and the value of `key`. A text is kept if `most` is above 0, a list if it has at most so many entries.
    pub async fn read<S: ByteStream>(
        cursor: &mut Cursor<'_, S>,
        key: &str,
        most: u64,
    ) -> Result<Self, ModelError> {
        let kind = cursor.u32().await?;
        match kind {
            TEXT if most > 0 => cursor.text(LONGEST_TEXT, key).await.map(Value::Text),
            TEXT => {
                cursor.skip_text(LONGEST_TEXT).await?;
                Ok(Value::Skipped)
            }
            LIST => Value::list(cursor, key, most).await,
            _ => {
                let bytes = cursor.bytes(bytes_of(cursor, key, kind)?).await?;
                let number = number(kind, bytes);
                number.ok_or_else(|| cursor.refused(unknown(key, kind)))
            }
        }
    }

    async fn list<S: ByteStream>(
        cursor: &mut Cursor<'_, S>,
        key: &str,
        most: u64,
    ) -> Result<Self, ModelError> {
        let kind = cursor.u32().await?;
        let count = cursor.u64().await?;
        let wanted = count <= most;
        if count > LONGEST_LIST {
            return Err(cursor.refused(GgufFault::Count {
                name: excerpt(key),
                found: count.to_string(),
                most: LONGEST_LIST,
            }));
        }
        if kind == TEXT {
            let mut texts = Vec::new();
            for _ in 0..count {
                match wanted {
                    true => texts.push(cursor.text(LONGEST_ENTRY, key).await?),
                    false => cursor.skip_text(LONGEST_ENTRY).await?,
                }
            }
            return Ok(match wanted {
                true => Value::Texts(texts),
                false => Value::Skipped,
            });
        }
        let size = bytes_of(cursor, key, kind)?;
        let bytes = cursor.bytes(size * count as usize).await?;
        if !wanted {
            return Ok(Value::Skipped);
        }
        let numbers = bytes.chunks_exact(size).map(|bytes| number(kind, bytes));
        let list = match TYPES[kind as usize] {
            "float32" | "float64" => numbers
                .map(|number| match number {
                    Some(Value::Float(x)) => Some(x as f32),
                    _ => None,
                })
                .collect::<Option<_>>()
                .map(Value::Floats),
            _ => numbers
                .map(|number| match number {
                    Some(Value::Unsigned(x)) => i64::try_from(x).ok(),
                    Some(Value::Signed(x)) => Some(x),
                    Some(Value::Bool(x)) => Some(i64::from(x)),
                    _ => None,
                })
                .collect::<Option<_>>()
                .map(Value::Integers),
        };
        list.ok_or_else(|| cursor.refused(unknown(key, kind)))
    }
}

/// The bytes of a number of type `kind`; lists in lists and unknown types are refused.
fn bytes_of<S: ByteStream>(
    cursor: &Cursor<'_, S>,
    key: &str,
    kind: u32,
) -> Result<usize, ModelError> {
    number_bytes(kind).ok_or_else(|| cursor.refused(unknown(key, kind)))
}

fn unknown(key: &str, kind: u32) -> GgufFault {
    GgufFault::ValueType {
        key: excerpt(key),
        found: kind,
    }
}

/// A number or a truth value; `None` for a truth value that is neither.
fn number(kind: u32, bytes: &[u8]) -> Option<Value> {
    // Widened with its sign, from the highest byte down.
    let negative = bytes.last().is_some_and(|byte| *byte >= 0x80);
    let widened = |fill: u8| {
        let mut wide = [fill; 8];
        wide[..bytes.len()].copy_from_slice(bytes);
        u64::from_le_bytes(wide)
    };
    Some(match TYPES[kind as usize] {
        "uint8" | "uint16" | "uint32" | "uint64" => Value::Unsigned(widened(0)),
        "int8" | "int16" | "int32" | "int64" => {
            Value::Signed(widened(if negative { 0xff } else { 0 }) as i64)
        }
        "float32" => Value::Float(f64::from(f32::from_bits(widened(0) as u32))),
        "float64" => Value::Float(f64::from_bits(widened(0))),
        _ if bytes[0] > 1 => return None,
        _ => Value::Bool(bytes[0] == 1),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_every_type_are_read_with_their_signs() {
        let read = |kind: &str, bytes: &[u8]| {
            let kind = TYPES.iter().position(|name| *name == kind).expect("a type");
            assert_eq!(number_bytes(kind as u32), Some(bytes.len()));
            number(kind as u32, bytes)
        };
        assert_eq!(read("uint8", &[255]), Some(Value::Unsigned(255)));
        assert_eq!(read("int8", &[255]), Some(Value::Signed(-1)));
        assert_eq!(read("int16", &[0, 0x80]), Some(Value::Signed(-32_768)));
        assert_eq!(
            read("uint32", &[1, 0, 0, 0x80]),
            Some(Value::Unsigned(0x8000_0001))
        );
        assert_eq!(
            read("int64", &(-5i64).to_le_bytes()),
            Some(Value::Signed(-5))
        );
        assert_eq!(
            read("uint64", &u64::MAX.to_le_bytes()),
            Some(Value::Unsigned(u64::MAX))
        );
        assert_eq!(
            read("float32", &1.5f32.to_le_bytes()),
            Some(Value::Float(1.5))
        );
        assert_eq!(
            read("float64", &(-0.1f64).to_le_bytes()),
            Some(Value::Float(-0.1))
        );
        assert_eq!(read("bool", &[1]), Some(Value::Bool(true)));
        assert_eq!(read("bool", &[2]), None);
    }
}
