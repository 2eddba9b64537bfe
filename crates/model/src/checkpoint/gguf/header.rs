//! The header of a `.gguf` file: its keys, and where its tensors are.
//!
//! Layout: "GGUF", version u32, number of tensors u64, number of keys u64; the keys; for each tensor its name, its dimensions, fastest first, its
//! type u32, and where it begins in the data u64; padding up to `general.alignment`; the data. All numbers little-endian. Source:
//! ggml's `docs/gguf.md`.

use std::collections::HashSet;

use logitscope_core::error::{GgufFault, WeightsFault};
use logitscope_core::excerpt;

use super::blocks::BlockType;
use super::cursor::Cursor;
use super::metadata::Metadata;
use crate::ModelError;
use crate::checkpoint::dtype::FloatType;
use crate::checkpoint::encoding::Encoding;
use crate::checkpoint::header::{Header, TensorInfo};
use crate::checkpoint::safetensors::POINTER;
use crate::checkpoint::stream::ByteStream;

/// Most tensors. Llama 3.1 405B has 1,138.
const MOST_TENSORS: u64 = 1 << 14;
/// Most keys. Files have about 40.
const MOST_KEYS: u64 = 1 << 12;
/// Longest name of a tensor, in bytes; ggml's own limit is 64.
const LONGEST_NAME: u64 = 256;
/// Most dimensions of a tensor.
const MOST_DIMENSIONS: u32 = 4;
/// Most elements of a tensor: far above any, and so few that their bytes can be counted.
const MOST_ELEMENTS: u64 = 1 << 48;
/// Largest alignment of data, in bytes.
const LARGEST_ALIGNMENT: u64 = 1 << 16;

/// The types that are read.
const KNOWN: [(u32, &str, Encoding); 11] = [
    (0, "F32", Encoding::Float(FloatType::F32)),
    (1, "F16", Encoding::Float(FloatType::F16)),
    (30, "BF16", Encoding::Float(FloatType::Bf16)),
    (8, "Q8_0", Encoding::Block(BlockType::Q8_0)),
    (2, "Q4_0", Encoding::Block(BlockType::Q4_0)),
    (3, "Q4_1", Encoding::Block(BlockType::Q4_1)),
    (6, "Q5_0", Encoding::Block(BlockType::Q5_0)),
    (7, "Q5_1", Encoding::Block(BlockType::Q5_1)),
    (12, "Q4_K", Encoding::Block(BlockType::Q4K)),
    (13, "Q5_K", Encoding::Block(BlockType::Q5K)),
    (14, "Q6_K", Encoding::Block(BlockType::Q6K)),
];

/// The names of types that are not read.
const OTHERS: [(u32, &str); 21] = [
    (9, "Q8_1"),
    (10, "Q2_K"),
    (11, "Q3_K"),
    (15, "Q8_K"),
    (16, "IQ2_XXS"),
    (17, "IQ2_XS"),
    (18, "IQ3_XXS"),
    (19, "IQ1_S"),
    (20, "IQ4_NL"),
    (21, "IQ3_S"),
    (22, "IQ2_S"),
    (23, "IQ4_XS"),
    (24, "I8"),
    (25, "I16"),
    (26, "I32"),
    (27, "I64"),
    (28, "F64"),
    (29, "IQ1_M"),
    (34, "TQ1_0"),
    (35, "TQ2_0"),
    (39, "MXFP4"),
];

/// A tensor as the header has it, and where its data begins.
struct Placed {
    info: TensorInfo,
    offset: u64,
}

/// Reads a header.
pub(super) async fn read<S: ByteStream>(
    cursor: &mut Cursor<'_, S>,
    file: &str,
) -> Result<(Metadata, Header), ModelError> {
    let refused = |fault| ModelError::weights(file, WeightsFault::Gguf(fault));
    match cursor.bytes(4).await? {
        magic if magic == b"GGUF" => {}
        magic if magic == POINTER => {
            return Err(ModelError::weights(file, WeightsFault::Pointer));
        }
        _ => return Err(refused(GgufFault::Magic)),
    }
    match cursor.u32().await? {
        2 | 3 => {}
        found if (1..=0xff).contains(&found.swap_bytes()) => {
            return Err(refused(GgufFault::BigEndian));
        }
        found => return Err(refused(GgufFault::Version { found })),
    }
    let n_tensors = cursor.u64().await?;
    let n_keys = cursor.u64().await?;
    for (name, found, most) in [
        ("tensor_count", n_tensors, MOST_TENSORS),
        ("metadata_kv_count", n_keys, MOST_KEYS),
    ] {
        if found > most {
            return Err(refused(GgufFault::Count {
                name: name.into(),
                found: found.to_string(),
                most,
            }));
        }
    }
    let metadata = Metadata::read(cursor, n_keys).await?;
    let mut tensors = Vec::new();
    for _ in 0..n_tensors {
        tensors.push(tensor(cursor, file).await?);
    }
    let alignment = alignment(&metadata).map_err(refused)?;
    let header = place(tensors, cursor.position(), alignment);
    Ok((
        metadata,
        header.map_err(|fault| ModelError::weights(file, fault))?,
    ))
}

fn alignment(metadata: &Metadata) -> Result<u64, GgufFault> {
    let key = "general.alignment";
    let alignment = metadata.integer(key)?.unwrap_or(32);
    match alignment.is_power_of_two() && alignment <= LARGEST_ALIGNMENT {
        true => Ok(alignment),
        false => Err(GgufFault::Value {
            key: key.into(),
            value: alignment.to_string(),
        }),
    }
}

/// Reads what the header says of one tensor.
async fn tensor<S: ByteStream>(
    cursor: &mut Cursor<'_, S>,
    file: &str,
) -> Result<Placed, ModelError> {
    let name = cursor.text(LONGEST_NAME, "tensor_infos").await?;
    let n_dimensions = cursor.u32().await?;
    if n_dimensions > MOST_DIMENSIONS {
        let fault = WeightsFault::Dimensions {
            name: excerpt(&name),
            dimensions: n_dimensions as usize,
        };
        return Err(ModelError::weights(file, fault));
    }
    let mut dimensions = Vec::new();
    for _ in 0..n_dimensions {
        dimensions.push(cursor.u64().await?);
    }
    let kind = cursor.u32().await?;
    let offset = cursor.u64().await?;
    let info = describe(name, &dimensions, kind).map_err(|fault| cursor.refused(fault))?;
    Ok(Placed { info, offset })
}

/// A tensor of these dimensions, fastest first, of the type with this number.
fn describe(name: String, dimensions: &[u64], kind: u32) -> Result<TensorInfo, GgufFault> {
    let known = KNOWN.iter().find(|(id, _, _)| *id == kind);
    let Some((_, stored_as, stored)) = known else {
        let other = OTHERS.iter().find(|(id, _)| *id == kind);
        return Err(GgufFault::TensorType {
            name: excerpt(&name),
            found: other.map_or_else(|| format!("type {kind}"), |(_, other)| (*other).into()),
            known: KNOWN.map(|(_, name, _)| name).join(", "),
        });
    };
    let impossible = || GgufFault::TensorShape {
        name: excerpt(&name),
        shape: format!("{:?}", dimensions.iter().rev().collect::<Vec<_>>()),
        stored: (*stored_as).into(),
    };
    let width = dimensions.first().copied().unwrap_or(0);
    let product = |all: u64, n: &u64| all.checked_mul(*n).filter(|all| *all <= MOST_ELEMENTS);
    let elements = dimensions.iter().try_fold(1, product).unwrap_or(0);
    let block = stored.elements() as u64;
    if elements == 0 || !width.is_multiple_of(block) {
        return Err(impossible());
    }
    let bytes = elements / block * stored.bytes() as u64;
    let shape = dimensions.iter().rev().map(|n| usize::try_from(*n).ok());
    match (shape.collect(), usize::try_from(bytes)) {
        (Some(shape), Ok(len_bytes)) => Ok(TensorInfo {
            stored: Ok(*stored),
            shape,
            gap_bytes: 0,
            len_bytes,
            name,
        }),
        _ => Err(impossible()),
    }
}

/// The tensors in the order of their data: each begins at the first multiple of `alignment` behind the one before it. The header is `read`
/// bytes.
fn place(mut tensors: Vec<Placed>, read: u64, alignment: u64) -> Result<Header, WeightsFault> {
    tensors.sort_by_key(|tensor| tensor.offset);
    let start = read.next_multiple_of(alignment);
    // Of the data, and of the file.
    let (mut end, mut at) = (0u64, read);
    let mut names = HashSet::new();
    let mut infos = Vec::with_capacity(tensors.len());
    for Placed { mut info, offset } in tensors {
        let expected = end.next_multiple_of(alignment);
        if offset != expected {
            return Err(WeightsFault::Gguf(GgufFault::Place {
                name: excerpt(&info.name),
                found: offset.to_string(),
                expected,
            }));
        }
        if !names.insert(info.name.clone()) {
            return Err(WeightsFault::Twice {
                name: excerpt(&info.name),
            });
        }
        // Less than an alignment.
        info.gap_bytes = (start + offset - at) as usize;
        end = offset + info.len_bytes as u64;
        at = start + end;
        infos.push(info);
    }
    Ok(Header {
        tensors: infos,
        file_bytes: at,
        padding_bytes: (at.next_multiple_of(alignment) - at) as usize,
    })
}
