//! `.gguf` files and their blocks.

use logitscope_core::Precision;
use logitscope_model::checkpoint::gguf::blocks::{BlockType, LARGEST_BLOCK};
use logitscope_model::{Checkpoint, Cpu, LoadOptions, SliceStream};
use logitscope_words::english;

use super::Target;
use crate::parts::is_a_line;
use crate::repository;

pub const GGUF: Target = Target {
    name: "gguf",
    read: gguf,
    seeds: || {
        let mut all = repository::files("tests/golden", ".gguf");
        // Their metadata alone: what is wrong there is found before any tensor.
        let heads: Vec<Vec<u8>> = all
            .iter()
            .map(|file| file[..file.len() / 2].to_vec())
            .collect();
        all.extend(heads);
        all.push(tiny());
        all
    },
    sources: &["crates/model/src/checkpoint/gguf"],
    heap_mib: 1024,
};

pub const BLOCKS: Target = Target {
    name: "blocks",
    read: blocks,
    seeds: || {
        (0..TYPES.len() as u8)
            .map(|kind| [vec![kind], vec![0x3c; 288]].concat())
            .collect()
    },
    sources: &[],
    heap_mib: 64,
};

const TYPES: [BlockType; 8] = [
    BlockType::Q4_0,
    BlockType::Q4_1,
    BlockType::Q5_0,
    BlockType::Q5_1,
    BlockType::Q8_0,
    BlockType::Q4K,
    BlockType::Q5K,
    BlockType::Q6K,
];

fn gguf(data: &[u8]) {
    let opened = pollster::block_on(Checkpoint::gguf("model.gguf", SliceStream(data)));
    let checkpoint = match opened {
        Ok(checkpoint) => checkpoint,
        Err(error) => return is_a_line(&error),
    };
    // What was read as a tokenizer has to work.
    if let Err(error) = checkpoint.tokenizer.encode("Once, 12 times é") {
        is_a_line(&error);
    }
    let options = LoadOptions {
        precision: Precision::F16,
    };
    match pollster::block_on(checkpoint.load(Cpu::new(), options, |_| async {})) {
        Ok((loaded, _)) => {
            for notice in loaded.notices {
                is_a_line(&notice.words(&english()));
            }
        }
        Err(error) => is_a_line(&error),
    }
}

/// A file whose head is whole and has nothing of a model: from it every key is near.
fn tiny() -> Vec<u8> {
    let mut file = b"GGUF".to_vec();
    file.extend(3u32.to_le_bytes());
    file.extend(0u64.to_le_bytes());
    file.extend(2u64.to_le_bytes());
    for (key, value) in [
        ("general.architecture", "llama"),
        ("tokenizer.ggml.model", "gpt2"),
    ] {
        for (text, kind) in [(key, Some(8u32)), (value, None)] {
            file.extend((text.len() as u64).to_le_bytes());
            file.extend(text.as_bytes());
            file.extend(kind.into_iter().flat_map(u32::to_le_bytes));
        }
    }
    file
}

/// The first byte is the type, the others are blocks.
fn blocks(data: &[u8]) {
    let Some((kind, bytes)) = data.split_first() else {
        return;
    };
    let kind = TYPES[usize::from(*kind) % TYPES.len()];
    let mut values = [0.0; LARGEST_BLOCK];
    for block in bytes.chunks_exact(kind.bytes()) {
        kind.decode(block, &mut values[..kind.elements()]);
    }
}
