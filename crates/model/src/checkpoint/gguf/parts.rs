//! The parts of a `.gguf` file that was split: the first has the metadata, each has tensors of its own and says which part it is.
//!
//! Keys of each part: `split.no`, from 0 on, `split.count`, and `split.tensors.count`, of all parts together. Source: llama.cpp's `gguf-split`.

use logitscope_core::error::{GgufFault, WeightsFault};
use logitscope_core::excerpt;
use logitscope_core::gguf_part::{GgufPart, MOST_PARTS};

use super::cursor::Cursor;
use super::header;
use super::metadata::Metadata;
use crate::ModelError;
use crate::checkpoint::loader::TensorFile;
use crate::checkpoint::stream::{ByteStream, Resumed};

/// A part whose header was read.
struct Part<S> {
    metadata: Metadata,
    tensors: TensorFile<Resumed<S>>,
    split: Split,
}

/// What a part says of itself.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Split {
    /// Its place; 0 is the first.
    no: u64,
    /// How many parts there are.
    pub count: u64,
    /// How many tensors they have together, if it says so.
    tensors: Option<u64>,
}

/// The metadata and the tensors of the model in `files`, which are all its parts in any order; each stream stands behind its header then.
pub(super) async fn read<S: ByteStream>(
    files: Vec<(String, S)>,
) -> Result<(Metadata, Vec<TensorFile<Resumed<S>>>), ModelError> {
    let mut parts = Vec::new();
    for (name, stream) in files {
        parts.push(part(name, stream).await?);
    }
    parts.sort_by_key(|part| part.split.no);
    check(&parts)?;
    let mut metadata = None;
    let mut files = Vec::new();
    for part in parts {
        metadata.get_or_insert(part.metadata);
        files.push(part.tensors);
    }
    Ok((metadata.unwrap_or_default(), files))
}

async fn part<S: ByteStream>(name: String, mut stream: S) -> Result<Part<S>, ModelError> {
    let mut cursor = Cursor::new(&mut stream, &name);
    let (metadata, header) = header::read(&mut cursor, &name).await?;
    let rest = cursor.into_rest();
    let split = split(&metadata).map_err(|fault| of(&name, fault))?;
    Ok(Part {
        metadata,
        split,
        tensors: TensorFile {
            name,
            header,
            stream: Resumed::new(rest, stream),
        },
    })
}

/// What `metadata` say of the part that they stand in.
pub(super) fn split(metadata: &Metadata) -> Result<Split, GgufFault> {
    let [no, count] = ["split.no", "split.count"].map(|key| metadata.integer(key));
    // A whole file may say that it is the only part.
    let split = Split {
        no: no?.unwrap_or(0),
        count: count?.unwrap_or(1).max(1),
        tensors: metadata.integer("split.tensors.count")?,
    };
    let wrong = |key: &str, value: u64| GgufFault::Value {
        key: key.into(),
        value: value.to_string(),
    };
    if split.count > u64::from(MOST_PARTS) {
        return Err(wrong("split.count", split.count));
    }
    match split.no < split.count {
        true => Ok(split),
        false => Err(wrong("split.no", split.no)),
    }
}

/// Every part has to be there once, and of the same model as the first.
fn check<S>(parts: &[Part<S>]) -> Result<(), ModelError> {
    let Some(first) = parts.first() else {
        return Ok(());
    };
    let count = first.split.count;
    for (expected, part) in (0..).zip(parts) {
        let name = &part.tensors.name;
        if !is_of(first, part) {
            let other = excerpt(&first.tensors.name);
            return Err(of(name, GgufFault::PartOfOther { other }));
        }
        // They are sorted: what comes too early was there before, what comes too late has a gap before it.
        let number = part.split.no + 1;
        if part.split.no < expected {
            return Err(of(name, GgufFault::PartTwice { number, count }));
        }
        if part.split.no > expected {
            let number = expected + 1;
            return Err(of(name, GgufFault::PartMissing { number, count }));
        }
    }
    let here = parts.len() as u64;
    if here < count {
        let number = here + 1;
        return Err(of(
            &first.tensors.name,
            GgufFault::PartMissing { number, count },
        ));
    }
    let tensors = parts.iter().map(|part| part.tensors.header.tensors.len());
    let found = tensors.sum::<usize>() as u64;
    match first.split.tensors {
        Some(expected) if count > 1 && expected != found => Err(of(
            &first.tensors.name,
            GgufFault::PartTensors { found, expected },
        )),
        _ => Ok(()),
    }
}

/// Whether `part` says the same of its model as `first`, and, where both have the names of parts, is called like it.
fn is_of<S>(first: &Part<S>, part: &Part<S>) -> bool {
    let stem = |part: &Part<S>| GgufPart::of(&part.tensors.name).map(|own| own.stem.to_owned());
    let alike = match (stem(first), stem(part)) {
        (Some(one), Some(other)) => one == other,
        _ => true,
    };
    let [one, other] = [first, part].map(|part| (part.split.count, part.split.tensors));
    alike && one == other
}

fn of(file: &str, fault: GgufFault) -> ModelError {
    ModelError::weights(file, WeightsFault::Gguf(fault))
}
