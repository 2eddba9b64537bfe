//! `.gguf` files and their blocks.

use logitscope_core::Precision;
use logitscope_model::checkpoint::gguf::blocks::{BlockType, LARGEST_BLOCK};
use logitscope_model::checkpoint::gguf::needs;
use logitscope_model::checkpoint::loader::tensor_shapes;
use logitscope_model::checkpoint::plane::Plane;
use logitscope_model::{Checkpoint, Config, Cpu, LoadOptions, SliceStream};
use logitscope_words::english;

use super::Target;
use crate::parts::is_a_line;
use crate::repository;
use crate::writers::gguf::{File, Kind, Twins, Value};

pub const GGUF: Target = Target {
    name: "gguf",
    read: gguf,
    seeds: || {
        let small = [Kind::F16, Kind::Written(BlockType::Q8_0)].map(tiny);
        let whole = repository::file("tests/golden/gguf-llama.gguf");
        small.into_iter().chain([whole]).collect()
    },
    sources: &["crates/model/src/checkpoint/gguf"],
    heap_mib: 1024,
};

pub const BLOCKS: Target = Target {
    name: "blocks",
    read: blocks,
    seeds: || {
        (0..BlockType::ALL.len() as u8)
            .map(|kind| [vec![kind], vec![0x3c; 288]].concat())
            .collect()
    },
    sources: &[],
    heap_mib: 64,
};

fn gguf(data: &[u8]) {
    // As before a download: nothing but the header is there.
    match pollster::block_on(needs("model.gguf", data)) {
        Ok(needs) => {
            needs.to_load(Precision::F16);
        }
        Err(error) => is_a_line(&error),
    }
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

/// A tiny model: the fuzzer is quick with it, and few of its bytes are weights.
fn tiny(kind: Kind) -> Vec<u8> {
    let config = r#"{"model_type":"llama","num_hidden_layers":1,"num_attention_heads":1,"hidden_size":32,
        "intermediate_size":32,"vocab_size":5,"max_position_embeddings":8}"#;
    let config = Config::from_json(config).expect("a usable config");
    let tensors: Vec<_> = tensor_shapes(&config).into_iter().collect();
    let mut file = File {
        tensors: Twins::new("llama", &config, &tensors, kind).gguf,
        ..File::default()
    };
    file.set("general.architecture", "llama");
    file.set("general.alignment", Value::U32(32));
    for (key, n) in [
        ("block_count", 1),
        ("context_length", 8),
        ("embedding_length", 32),
        ("feed_forward_length", 32),
        ("attention.head_count", 1),
    ] {
        file.set(&format!("llama.{key}"), Value::U32(n));
    }
    file.set("llama.attention.layer_norm_rms_epsilon", Value::F32(1e-5));
    file.set("tokenizer.chat_template", "{{ bos_token }}");
    file.set_characters(5);
    file.bytes()
}

/// The first byte is the type, the others are blocks.
fn blocks(data: &[u8]) {
    let Some((kind, bytes)) = data.split_first() else {
        return;
    };
    let kind = BlockType::ALL[usize::from(*kind) % BlockType::ALL.len()];
    let mut values = [0.0; LARGEST_BLOCK];
    for block in bytes.chunks_exact(kind.bytes()) {
        for plane in [Plane::Values, Plane::Numbers, Plane::Scales, Plane::Offsets] {
            kind.decode(block, plane, &mut values[..kind.elements()]);
        }
    }
}
