//! The text of an answer: one document, many in a row, or a stream of events.

use logitscope_core::error::EndpointFault;
use serde_json::{Deserializer, Value};

use crate::Answer;
use crate::forms::Reader;

/// The largest text that is read, in bytes.
const MOST_BYTES: usize = 64 << 20;
/// What the last event of a stream says.
const DONE: &str = "[DONE]";
/// Where faults are, for their words.
const PLACE: &str = "JSON";

impl Answer {
    /// Reads an answer: a JSON document, an array of them, several in a row as streams write them, or the events of a stream (`data: …`).
    ///
    /// A text without a single log-probability is refused, as is one that is no answer, or has a log-probability above 0.
    pub fn read(text: &str) -> Result<Self, EndpointFault> {
        if text.len() > MOST_BYTES {
            return Err(EndpointFault::TooLarge {
                mib: MOST_BYTES >> 20,
            });
        }
        let mut reader = Reader::default();
        for document in documents(text)? {
            reader.take(&document)?;
        }
        reader.answer()
    }
}

/// The documents in `text`, arrays opened.
fn documents(text: &str) -> Result<Vec<Value>, EndpointFault> {
    let first = text.trim_start().chars().next();
    let found: Result<Vec<Value>, serde_json::Error> = match first {
        Some('{' | '[') => Deserializer::from_str(text).into_iter().collect(),
        _ => events(text).map(serde_json::from_str).collect(),
    };
    let found = found.map_err(|fault| match fault.is_eof() {
        true => EndpointFault::Cut,
        false => EndpointFault::Shape {
            path: PLACE.into(),
            why: fault.to_string(),
        },
    })?;
    let open = |document| match document {
        Value::Array(all) => all,
        one => vec![one],
    };
    Ok(found.into_iter().flat_map(open).collect())
}

/// The data of the events of a stream (HTML standard, “Server-sent events”): lines `data: …`; comments and other fields are left out.
fn events(text: &str) -> impl Iterator<Item = &str> {
    let data = text.lines().filter_map(|line| line.strip_prefix("data:"));
    data.map(str::trim)
        .filter(|data| !data.is_empty() && *data != DONE)
}
