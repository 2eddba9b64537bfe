//! The files of a checkpoint in Hugging Face's layout.

use logitscope_core::Precision;
use logitscope_model::checkpoint::chat::chat_format;
use logitscope_model::checkpoint::generation::Generation;
use logitscope_model::checkpoint::loader::tensor_shapes;
use logitscope_model::{Checkpoint, Config, Cpu, Index, LoadOptions, SliceStream, load_model};
use logitscope_words::english;
use serde_json::Value;

use super::Target;
use crate::parts::{is_a_line, joined, text, two};
use crate::repository;

pub const CONFIG: Target = Target {
    name: "config",
    read: config,
    seeds: || golden_configs().chain(families()).collect(),
    sources: &["crates/model/src/families", "crates/model/src/checkpoint"],
    heap_mib: 256,
};

pub const SAFETENSORS: Target = Target {
    name: "safetensors",
    read: safetensors,
    seeds: || {
        families()
            .map(|config| joined(&[&config, &weights(&config)]))
            .collect()
    },
    sources: &["crates/model/src/families", "crates/model/src/checkpoint"],
    // What a model keeps of a text may take 512.
    heap_mib: 1024,
};

pub const INDEX: Target = Target {
    name: "index",
    read: index,
    seeds: index_seeds,
    sources: &["crates/model/src/checkpoint"],
    heap_mib: 1024,
};

pub const EXTRAS: Target = Target {
    name: "extras",
    read: extras,
    seeds: extras_seeds,
    sources: &["crates/model/src/checkpoint", "crates/model/src/families"],
    heap_mib: 256,
};

/// A tiny model of each family, with the tensors of which it has few.
const FAMILIES: [&str; 12] = [
    r#"{"model_type":"gpt2","n_layer":1,"n_head":1,"n_embd":4,"vocab_size":5,"n_positions":8}"#,
    r#"{"model_type":"gpt_neo","num_layers":1,"num_heads":2,"hidden_size":8,"vocab_size":5,"max_position_embeddings":8,"attention_types":[[["local"],1]],"window_size":2}"#,
    r#"{"model_type":"gpt_neox","num_hidden_layers":1,"num_attention_heads":2,"hidden_size":16,"intermediate_size":7,"vocab_size":5,"rotary_pct":0.25,"max_position_embeddings":8}"#,
    r#"{"model_type":"llama","num_hidden_layers":1,"num_attention_heads":2,"num_key_value_heads":1,"hidden_size":8,"intermediate_size":7,"vocab_size":5,"max_position_embeddings":8,"rope_scaling":{"rope_type":"llama3","factor":8.0,"low_freq_factor":1.0,"high_freq_factor":4.0,"original_max_position_embeddings":4}}"#,
    r#"{"model_type":"mistral","num_hidden_layers":1,"num_attention_heads":2,"num_key_value_heads":1,"hidden_size":8,"intermediate_size":7,"vocab_size":5,"max_position_embeddings":8,"sliding_window":2}"#,
    r#"{"model_type":"qwen2","num_hidden_layers":1,"num_attention_heads":2,"num_key_value_heads":1,"hidden_size":8,"intermediate_size":7,"vocab_size":5,"max_position_embeddings":8,"tie_word_embeddings":true}"#,
    r#"{"model_type":"qwen3","num_hidden_layers":1,"num_attention_heads":2,"num_key_value_heads":1,"head_dim":4,"hidden_size":8,"intermediate_size":7,"vocab_size":5,"max_position_embeddings":8}"#,
    r#"{"model_type":"smollm3","num_hidden_layers":2,"num_attention_heads":2,"num_key_value_heads":1,"hidden_size":8,"intermediate_size":7,"vocab_size":5,"max_position_embeddings":8,"no_rope_layers":[1,0]}"#,
    r#"{"model_type":"phi","num_hidden_layers":1,"num_attention_heads":2,"hidden_size":16,"intermediate_size":7,"vocab_size":5,"max_position_embeddings":8,"partial_rotary_factor":0.5}"#,
    r#"{"model_type":"phi3","num_hidden_layers":1,"num_attention_heads":2,"hidden_size":8,"intermediate_size":7,"vocab_size":5,"max_position_embeddings":8,"original_max_position_embeddings":4,"rope_scaling":{"type":"longrope","short_factor":[1.0,1.1],"long_factor":[1.0,2.0]}}"#,
    r#"{"model_type":"olmo2","num_hidden_layers":1,"num_attention_heads":2,"hidden_size":8,"intermediate_size":7,"vocab_size":5,"max_position_embeddings":8}"#,
    r#"{"model_type":"gemma3_text","num_hidden_layers":1,"num_attention_heads":2,"num_key_value_heads":1,"head_dim":4,"hidden_size":8,"intermediate_size":7,"vocab_size":5,"max_position_embeddings":8,"eos_token_id":[1,2]}"#,
];

fn families() -> impl Iterator<Item = Vec<u8>> {
    FAMILIES.iter().map(|config| config.as_bytes().to_vec())
}

/// The `config.json` of every golden model.
fn golden_configs() -> impl Iterator<Item = Vec<u8>> {
    let lists = [
        "manifest",
        "llama",
        "neo",
        "families",
        "phi",
        "newer_families",
    ];
    lists.into_iter().flat_map(|list| {
        let golden = repository::json(&format!("tests/golden/{list}.json"));
        let files = golden["files"].as_object().cloned().unwrap_or_default();
        files
            .into_iter()
            .map(|(_, file)| file["config"].to_string().into_bytes())
    })
}

/// The file of tensors for a config, every weight 0.25 in f16.
fn weights(config: &[u8]) -> Vec<u8> {
    let config = Config::from_json(&text(config)).expect("a usable config");
    let mut header = serde_json::Map::new();
    let mut end = 0;
    for (name, shape) in tensor_shapes(&config) {
        let start = end;
        end += 2 * shape.iter().product::<usize>();
        let entry =
            serde_json::json!({"dtype": "F16", "shape": shape, "data_offsets": [start, end]});
        header.insert(name, entry);
    }
    let header = Value::from(header).to_string();
    let mut file = (header.len() as u64).to_le_bytes().to_vec();
    file.extend_from_slice(header.as_bytes());
    file.extend([0, 0x34].repeat(end / 2));
    file
}

fn config(data: &[u8]) {
    match Config::from_json(&text(data)) {
        Ok(config) => {
            tensor_shapes(&config);
        }
        Err(error) => is_a_line(&error),
    }
}

fn safetensors(data: &[u8]) {
    let (config, file) = two(data);
    let Ok(config) = Config::from_json(&text(config)) else {
        return;
    };
    let options = LoadOptions {
        precision: Precision::F16,
    };
    let mut stream = SliceStream(file);
    let loaded = load_model(Cpu::new(), config, options, &mut stream, |_| async {});
    match pollster::block_on(loaded) {
        Ok(loaded) => {
            for notice in loaded.notices {
                is_a_line(&notice.words(&english()));
            }
        }
        Err(error) => is_a_line(&error),
    }
}

/// A tokenizer of two tokens, for models that have one.
const TOKENIZER: &str = r#"{"added_tokens":[],"normalizer":null,"pre_tokenizer":{"type":"ByteLevel","add_prefix_space":false,"use_regex":true},"decoder":{"type":"ByteLevel"},"model":{"type":"BPE","vocab":{"a":0,"b":1,"ab":2},"merges":["a b"]}}"#;

/// An index, and a file that is given for each that it names.
fn index(data: &[u8]) {
    let (json, file) = two(data);
    let index = match Index::parse(json) {
        Ok(index) => index,
        Err(error) => return is_a_line(&error),
    };
    let shards = index.shards().iter().map(|_| SliceStream(file)).collect();
    let config = FAMILIES[0].as_bytes();
    let checkpoint = Checkpoint::sharded(config, TOKENIZER.as_bytes(), index, shards)
        .expect("a usable config and tokenizer");
    let options = LoadOptions {
        precision: Precision::F32,
    };
    if let Err(error) = pollster::block_on(checkpoint.load(Cpu::new(), options, |_| async {})) {
        is_a_line(&error);
    }
}

fn index_seeds() -> Vec<Vec<u8>> {
    let config = FAMILIES[0].as_bytes();
    let shapes = tensor_shapes(&Config::from_json(FAMILIES[0]).expect("a usable config"));
    let of = |file: &dyn Fn(usize) -> String| {
        let map: serde_json::Map<String, Value> = shapes
            .keys()
            .enumerate()
            .map(|(nth, name)| (name.clone(), file(nth).into()))
            .collect();
        serde_json::json!({"metadata": {"total_size": 0}, "weight_map": map}).to_string()
    };
    let one = of(&|_| "model-1.safetensors".into());
    let two = of(&|nth| format!("model-{}.safetensors", nth % 2));
    [one, two]
        .map(|index| joined(&[index.as_bytes(), &weights(config)]))
        .to_vec()
}

/// `generation_config.json`, and the same bytes as `tokenizer_config.json` with a template behind it.
fn extras(data: &[u8]) {
    let (json, template) = two(data);
    if let Err(fault) = Generation::parse(json) {
        is_a_line(&fault.words(&english()));
    }
    let template = (!template.is_empty()).then_some(template);
    if let Err(why) = chat_format(Some(json), template) {
        is_a_line(&why);
    }
}

fn extras_seeds() -> Vec<Vec<u8>> {
    [
        r#"{"bos_token_id":1,"do_sample":true,"eos_token_id":[2,1],"pad_token_id":0,"temperature":0.6,"top_k":20,"top_p":0.95,"min_p":0.05,"typical_p":0.9,"epsilon_cutoff":0.001,"eta_cutoff":0.001,"repetition_penalty":1.05,"no_repeat_ngram_size":2}"#,
        r#"{"eos_token_id":0,"do_sample":false}"#,
        r#"{"chat_template":"{{ bos_token }}","bos_token":"<s>","eos_token":{"content":"</s>","lstrip":false},"pad_token":null,"model_max_length":1e30}"#,
        r#"{"chat_template":[{"name":"tool_use","template":"a"},{"name":"default","template":"b"}]}"#,
    ]
    .iter()
    .flat_map(|json| [json.as_bytes().to_vec(), joined(&[json.as_bytes(), b"{{ messages }}"])])
    .collect()
}
