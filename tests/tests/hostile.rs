//! Files that nobody should send: each gets a named error in words, nothing panics, and a prompt that
//! cannot be leaves the run as it was. Native and on wasm32, where `usize` has 32 bits.

use logitscope_core::Precision;
use logitscope_core::notice::LoadNotice;
use logitscope_model::checkpoint::loader::tensor_shapes;
use logitscope_model::{Checkpoint, Index};
use logitscope_model::{
    Config, Cpu, Lanes, LoadOptions, ModelError, Session, SliceStream, Tokenizer, Transformer,
    load_model,
};
use logitscope_tests::async_test;
use logitscope_tests::checkpoint::hash;
use logitscope_tests::gguf::{File, Kind, Tensor, Twins, Value as Gguf};
use logitscope_tests::patience::{timed, timed_async, tried};
use logitscope_words::english;
use serde_json::{Value, json};
use wasm_bindgen_test::wasm_bindgen_test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

const CONFIG: &str =
    r#"{"model_type":"gpt2","n_layer":1,"n_head":1,"n_embd":4,"vocab_size":5,"n_positions":8}"#;

fn config() -> Config {
    Config::from_json(CONFIG).expect("a usable config")
}

/// Name and shape of every tensor of the model in [`CONFIG`].
const TENSORS: [(&str, &[usize]); 16] = [
    ("wte.weight", &[5, 4]),
    ("wpe.weight", &[8, 4]),
    ("h.0.ln_1.weight", &[4]),
    ("h.0.ln_1.bias", &[4]),
    ("h.0.attn.c_attn.weight", &[4, 12]),
    ("h.0.attn.c_attn.bias", &[12]),
    ("h.0.attn.c_proj.weight", &[4, 4]),
    ("h.0.attn.c_proj.bias", &[4]),
    ("h.0.ln_2.weight", &[4]),
    ("h.0.ln_2.bias", &[4]),
    ("h.0.mlp.c_fc.weight", &[4, 16]),
    ("h.0.mlp.c_fc.bias", &[16]),
    ("h.0.mlp.c_proj.weight", &[16, 4]),
    ("h.0.mlp.c_proj.bias", &[4]),
    ("ln_f.weight", &[4]),
    ("ln_f.bias", &[4]),
];

/// A file with these header entries and this many bytes of data.
fn file(entries: &[String], data: Vec<u8>) -> Vec<u8> {
    with_header(&format!("{{{}}}", entries.join(",")), data)
}

fn with_header(json: &str, data: Vec<u8>) -> Vec<u8> {
    let mut file = (json.len() as u64).to_le_bytes().to_vec();
    file.extend_from_slice(json.as_bytes());
    file.extend(data);
    file
}

/// The entries of a valid file in f32, and its data, all 0.25.
fn valid() -> (Vec<String>, Vec<u8>) {
    let mut end = 0;
    let mut entries = Vec::new();
    for (name, shape) in TENSORS {
        let start = end;
        end += 4 * shape.iter().product::<usize>();
        entries.push(entry(name, "F32", shape, start, end));
    }
    let data = (0..end / 4).flat_map(|_| 0.25f32.to_le_bytes()).collect();
    (entries, data)
}

fn entry(name: &str, dtype: &str, shape: &[usize], start: usize, end: usize) -> String {
    format!(r#""{name}":{{"dtype":"{dtype}","shape":{shape:?},"data_offsets":[{start},{end}]}}"#)
}

async fn load(bytes: &[u8]) -> Result<(Transformer<Cpu>, Vec<String>), ModelError> {
    let options = LoadOptions {
        precision: Precision::F16,
    };
    let loaded = load_model(
        Cpu::new(),
        config(),
        options,
        &mut SliceStream(bytes),
        |_| async {},
    )
    .await?;
    let said = |notice: &LoadNotice| notice.words(&english());
    Ok((loaded.model, loaded.notices.iter().map(said).collect()))
}

/// Fails unless loading `bytes` fails with an error that contains every one of `words`.
async fn refused(bytes: &[u8], words: &[&str]) {
    let message = match timed_async(&words.join(", "), load(bytes)).await {
        Ok(_) => panic!("accepted; expected an error with {words:?}"),
        Err(error) => error.to_string(),
    };
    for word in words {
        assert!(message.contains(word), "{message:?} lacks {word:?}");
    }
}

async_test! {
    async fn a_valid_file_loads_also_with_tensors_that_are_not_needed() {
        let (mut entries, mut data) = valid();
        let end = data.len();
        entries.push(entry("h.0.attn.bias", "U8", &[8], end, end + 8));
        data.extend([1; 8]);
        let (_, notices) = load(&file(&entries, data)).await.expect("a valid file");
        assert!(notices.is_empty(), "{notices:?}");
    }
}

async_test! {
    async fn a_file_cut_short_anywhere_is_refused() {
        let (entries, data) = valid();
        let whole = file(&entries, data);
        for n in [0, 1, 7, 8, 9, 100, whole.len() - 1] {
            refused(&whole[..n], &["model.safetensors"]).await;
        }
        refused(&whole[..whole.len() - 1], &["cut short", &whole.len().to_string()]).await;
    }
}

async_test! {
    async fn bytes_after_the_last_tensor_are_refused() {
        let (entries, mut data) = valid();
        data.push(0);
        refused(&file(&entries, data), &["after its last tensor"]).await;
    }
}

async_test! {
    async fn a_header_that_claims_to_be_enormous_is_refused_before_it_is_read() {
        for length in [u64::MAX, 1 << 40, (16 << 20) + 1, 0, 1] {
            let mut bytes = length.to_le_bytes().to_vec();
            bytes.extend([b'{'; 64]);
            refused(&bytes, &["header claims", &length.to_string()]).await;
        }
    }
}

async_test! {
    async fn headers_that_are_no_header_are_refused() {
        for json in ["", "[]", "null", "{", r#"{"a":1}"#, "{\"a\":{\"dtype\":\"F32\"}}", "\u{0}\u{1}xx"] {
            refused(&with_header(&format!("{json}  "), vec![]), &["header"]).await;
        }
        let deep = "[".repeat(100_000);
        refused(&with_header(&deep, vec![]), &["header"]).await;
        let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n";
        refused(pointer.as_bytes(), &["Git LFS", "git lfs pull"]).await;
    }
}

async_test! {
    async fn sizes_beyond_32_bits_are_counted() {
        let (entries, data) = valid();
        let end = data.len() as u64;
        // The first has more bits than 32 bits can count, the second begins behind 4 GiB.
        let mut large = Vec::new();
        let mut at = end;
        for (name, bytes) in [("a", 3 << 30), ("b", 3 << 30), ("c", 8u64)] {
            large.push(format!(r#""{name}":{{"dtype":"U8","shape":[{bytes}],"data_offsets":[{at},{}]}}"#, at + bytes));
            at += bytes;
        }
        let file = file(&[entries, large].concat(), data);
        let whole = file.len() as u64 + at - end;
        refused(&file, &["cut short", &whole.to_string()]).await;
    }
}

async_test! {
    async fn overlapping_gapped_and_repeated_tensors_are_refused() {
        let (entries, data) = valid();
        let replace = |i: usize, new: String| {
            let mut entries = entries.clone();
            entries[i] = new;
            file(&entries, data.clone())
        };
        for (start, end) in [(40, 168), (100, 228), (208, 80)] {
            let moved = entry("wpe.weight", "F32", &[8, 4], start, end);
            refused(&replace(1, moved), &["does not begin where"]).await;
        }
        refused(&replace(1, entry("wpe.weight", "F32", &[8, 4], 80, 204)), &["header"]).await;
        let huge = entry("wpe.weight", "F32", &[usize::MAX, usize::MAX], 80, 208);
        refused(&replace(1, huge), &["header"]).await;
        let twice = entry("wte.weight", "F32", &[8, 4], 80, 208);
        refused(&replace(1, twice), &["wte.weight", "twice"]).await;
        let prefixed = entry("transformer.wte.weight", "F32", &[8, 4], 80, 208);
        refused(&replace(1, prefixed), &["wte.weight", "twice"]).await;
    }
}

async_test! {
    async fn weights_that_contradict_the_config_are_refused_with_both_shapes() {
        let (mut entries, data) = valid();
        entries[0] = entry("wte.weight", "F32", &[4, 5], 0, 80);
        refused(&file(&entries, data.clone()), &["wte.weight", "[4, 5]", "[5, 4]"]).await;
        entries[0] = entry("wte.weights", "F32", &[5, 4], 0, 80);
        refused(&file(&entries, data), &["no tensor wte.weight"]).await;
    }
}

async_test! {
    async fn tensors_that_are_no_floats_are_refused_with_their_type() {
        let (mut entries, data) = valid();
        entries[0] = entry("wte.weight", "I32", &[5, 4], 0, 80);
        refused(&file(&entries, data), &["wte.weight", "I32"]).await;
    }
}

async_test! {
    async fn nan_and_infinite_weights_are_refused_with_their_place() {
        let (entries, data) = valid();
        for (value, word) in [(f32::NAN, "NaN"), (f32::INFINITY, "inf"), (f32::NEG_INFINITY, "-inf")] {
            let mut data = data.clone();
            data[4 * 7..4 * 8].copy_from_slice(&value.to_le_bytes());
            refused(&file(&entries, data), &["wte.weight", word, "element 7"]).await;
        }
    }
}

async_test! {
    async fn a_tensor_that_overflows_f16_stays_f32_with_a_notice() {
        let (entries, mut data) = valid();
        data[0..4].copy_from_slice(&70_000f32.to_le_bytes());
        let (model, notices) = load(&file(&entries, data)).await.expect("a valid file");
        assert!(notices.len() == 1 && notices[0].contains("wte.weight"), "{notices:?}");
        let mut lanes = Lanes::new(Box::new(model), "test".into(), Precision::F16);
        let mut lane = lanes.plain().expect("it is always open");
        let (logits, _) = lane.evaluate(&[1]).await.expect("it runs");
        // Token 0's row has 70,000 in one place: its logit is far from the others'.
        assert!(logits.iter().all(|z| z.is_finite()) && logits[0].abs() > 1e3, "{logits:?}");
    }
}

/// About four lines: an excerpt or two and what we say about them.
const LONGEST_MESSAGE: usize = 500;

/// Fails unless `message` is one short line that says something before it quotes.
fn is_a_line(message: &str) {
    let length = message.chars().count();
    assert!(
        (20..LONGEST_MESSAGE).contains(&length),
        "{length} characters: {message:.300}"
    );
    assert!(!message.contains(char::is_control), "{message:?}");
}

/// Names of a megabyte: long, with line breaks, and with marks that turn the line.
fn huge_names() -> [String; 3] {
    ["x", "line\\n", "\u{202e}"].map(|unit| unit.repeat((1 << 20) / unit.len()))
}

async_test! {
    async fn headers_with_enormous_names_are_refused_in_a_line() {
        let (entries, data) = valid();
        for name in huge_names() {
            let end = data.len();
            let twice = [(&*name, "F32"), (&*name, "F32")].map(|(name, dtype)| entry(name, dtype, &[1], end, end + 4));
            let overlapping = [entry(&name, "F32", &[1], 4, 8)];
            let unknown = [entry("a", &name, &[1], end, end + 4)];
            let shapeless = [entry(&name, "F32", &[3], end, end + 4)];
            let text = [format!(r#""{name}":"{name}""#)];
            let flat = [entry(&name, "F32", &vec![1; 100_000], end, end + 4)];
            let cases: [&[String]; 6] = [&twice, &overlapping, &unknown, &shapeless, &text, &flat];
            for more in cases {
                let mut entries = entries.clone();
                entries.extend_from_slice(more);
                let mut data = data.clone();
                data.extend([0; 4]);
                let loads = file(&entries, data);
                let error = timed_async("an enormous name", load(&loads)).await.err().expect("a header that cannot be");
                is_a_line(&error.to_string());
            }
        }
        let (mut entries, data) = valid();
        entries[0] = entry("wte.weight", "F32", &vec![1; 100_000], 0, 80);
        let loads = file(&entries, data);
        let error = timed_async("many dimensions", load(&loads)).await.err().expect("too many dimensions");
        is_a_line(&error.to_string());
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn configs_with_enormous_values_are_refused_in_a_line() {
    for name in huge_names() {
        for (key, value) in [
            ("model_type", json!(name)),
            ("activation_function", json!(name)),
            ("n_layer", json!(name)),
            ("n_embd", json!([name])),
            ("tie_word_embeddings", json!(name)),
            ("layer_norm_epsilon", json!(1e300)),
        ] {
            let mut config: Value = serde_json::from_str(CONFIG).expect("JSON");
            config[key] = value;
            let config = config.to_string();
            let error = timed(key, || Config::from_json(&config)).expect_err(key);
            is_a_line(&error.to_string());
        }
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn configs_that_cannot_be_are_refused_with_the_field() {
    for (json, word) in [
        ("", "not readable"),
        ("[]", "not readable"),
        (r#"{"n_layer":1}"#, "n_embd"),
        (r#"{"model_type":"mamba"}"#, "mamba"),
        (
            r#"{"n_layer":0,"n_head":1,"n_embd":4,"vocab_size":5,"n_positions":8}"#,
            "n_layer",
        ),
        (
            r#"{"n_layer":-1,"n_head":1,"n_embd":4,"vocab_size":5,"n_positions":8}"#,
            "not readable",
        ),
        (
            r#"{"n_layer":99999,"n_head":1,"n_embd":4,"vocab_size":5,"n_positions":8}"#,
            "n_layer",
        ),
        (
            r#"{"n_layer":1,"n_head":3,"n_embd":4,"vocab_size":5,"n_positions":8}"#,
            "n_head",
        ),
        (
            r#"{"n_layer":1,"n_head":4096,"n_embd":8192,"vocab_size":5,"n_positions":1048576}"#,
            "n_head = 4096",
        ),
        (
            r#"{"n_layer":1,"n_head":1,"n_embd":4294967296,"vocab_size":5,"n_positions":8}"#,
            "n_embd",
        ),
        (
            r#"{"n_layer":1,"n_head":1,"n_embd":4,"vocab_size":5,"n_positions":0}"#,
            "n_positions",
        ),
        (
            r#"{"n_layer":1,"n_head":1,"n_embd":4,"vocab_size":5,"n_positions":8,"activation_function":"mish"}"#,
            "mish",
        ),
        (
            r#"{"n_layer":1,"n_head":1,"n_embd":4,"vocab_size":5,"n_positions":8,"layer_norm_epsilon":-1}"#,
            "layer_norm_epsilon",
        ),
    ] {
        let read = timed(json, || Config::from_json(json));
        let message = read.expect_err(json).to_string();
        assert!(
            message.starts_with("config.json") && message.contains(word),
            "{json}: {message}"
        );
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn the_scores_of_many_heads_make_the_context_shorter() {
    let of = |heads: u32| {
        let json = format!(
            r#"{{"model_type":"llama","num_hidden_layers":1,"num_attention_heads":{heads},"num_key_value_heads":1,"head_dim":2,"hidden_size":8,
            "intermediate_size":7,"vocab_size":5,"max_position_embeddings":1048576}}"#
        );
        Config::from_json(&json).expect("a usable config").n_ctx
    };
    // 64 rows of scores, 4 bytes each: 512 MiB.
    assert_eq!([of(2), of(16), of(512)], [1_048_576, 131_072, 4096]);
}

#[wasm_bindgen_test(unsupported = test)]
fn configs_of_other_families_that_are_wrong_are_refused_by_name() {
    let neox = r#""model_type":"gpt_neox","num_hidden_layers":1,"num_attention_heads":2,"hidden_size":16,"intermediate_size":7,"vocab_size":5"#;
    let neo =
        r#""model_type":"gpt_neo","num_layers":2,"num_heads":2,"hidden_size":8,"vocab_size":5"#;
    let qwen = r#""model_type":"qwen3","num_hidden_layers":1,"num_attention_heads":2,"num_key_value_heads":1,"hidden_size":8,"intermediate_size":7,"vocab_size":5"#;
    let phi3 = r#""model_type":"phi3","num_hidden_layers":1,"num_attention_heads":2,"hidden_size":8,"intermediate_size":7,"vocab_size":5"#;
    let gemma = r#""model_type":"gemma3_text","num_hidden_layers":1,"num_attention_heads":2,"num_key_value_heads":1,"hidden_size":8,"intermediate_size":7,"vocab_size":5"#;
    for base in [neox, neo, qwen, phi3, gemma] {
        Config::from_json(&format!("{{{base}}}")).expect("everything else has a default");
    }
    for (base, more, word) in [
        (neox, r#""num_attention_heads":3"#, "duplicate field"),
        (neox, r#""rotary_pct":0.4"#, "partial_rotary_factor = 0.4"),
        (neox, r#""rotary_pct":-1"#, "partial_rotary_factor = -1"),
        (neox, r#""rotary_pct":1.5"#, "partial_rotary_factor = 1.5"),
        (neox, r#""rotary_emb_base":1"#, "rope_theta = 1"),
        (neox, r#""hidden_act":"mish""#, "mish"),
        (neox, r#""layer_norm_eps":0"#, "layer_norm_eps"),
        (
            neo,
            r#""attention_types":[[["global"],1]]"#,
            "attention_types",
        ),
        (neo, r#""attention_layers":["global","far"]"#, "far"),
        (neo, r#""window_size":0"#, "window_size = 0"),
        (neo, r#""activation_function":"tanh""#, "tanh"),
        (
            qwen,
            r#""layer_types":["sliding_attention"]"#,
            "sliding_attention",
        ),
        (
            qwen,
            r#""rope_scaling":{"rope_type":"yarn","factor":"2.0"}"#,
            r#"factor = "2.0""#,
        ),
        (
            qwen,
            r#""rope_scaling":{"rope_type":"yarn","factor":2.0,"attention_factor":1e300}"#,
            "attention_factor = 1",
        ),
        (
            qwen,
            r#""layer_types":["full_attention","full_attention"]"#,
            "layer_types = a list of 2",
        ),
        (
            qwen,
            r#""use_sliding_window":true,"sliding_window":0"#,
            "sliding_window = 0",
        ),
        (
            phi3,
            r#""rope_scaling":{"type":"longrope","short_factor":[1e-300,1]}"#,
            "short_factor",
        ),
        (phi3, r#""rope_scaling":{"type":"llama4"}"#, "rope_scaling"),
        (
            phi3,
            r#""tie_word_embeddings":-1"#,
            "tie_word_embeddings: invalid type",
        ),
        (
            phi3,
            r#""partial_rotary_factor":0.3"#,
            "partial_rotary_factor",
        ),
        (
            gemma,
            r#""final_logit_softcapping":0"#,
            "final_logit_softcapping",
        ),
        (
            gemma,
            r#""attn_logit_softcapping":1e300"#,
            "attn_logit_softcapping",
        ),
        (
            gemma,
            r#""query_pre_attn_scalar":1e-300"#,
            "query_pre_attn_scalar",
        ),
        (
            gemma,
            r#""rope_local_base_freq":0.5"#,
            "rope_local_base_freq = 0.5",
        ),
        (gemma, r#""hidden_activation":"mish""#, "hidden_activation"),
        (gemma, r#""sliding_window":0"#, "sliding_window = 0"),
        (
            gemma,
            r#""rope_parameters":{"full_attention":{"rope_type":"proportional"}}"#,
            "proportional",
        ),
        (
            gemma,
            r#""rope_parameters":{"full_attention":{},"sliding_attention":{"rope_theta":"x"}}"#,
            "invalid type",
        ),
    ] {
        let json = format!("{{{base},{more}}}");
        let error = timed(&json, || Config::from_json(&json)).expect_err(&json);
        let message = error.to_string();
        assert!(message.contains(word), "{json}: {message}");
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn llama_configs_that_would_compute_something_else_are_refused_by_name() {
    let with = |more: &str| {
        format!(
            r#"{{"model_type":"llama","num_hidden_layers":1,"num_attention_heads":6,"hidden_size":12,"intermediate_size":7,
            "vocab_size":5{more}}}"#
        )
    };
    Config::from_json(&with("")).expect("everything else has a default");
    for (more, word) in [
        (r#","num_key_value_heads":4"#, "num_key_value_heads = 4"),
        (r#","num_key_value_heads":0"#, "num_key_value_heads = 0"),
        (r#","head_dim":3"#, "head_dim = 3"),
        (r#","head_dim":1048576"#, "6 heads of 1048576"),
        (r#","hidden_act":"relu2""#, "relu2"),
        (
            r#","partial_rotary_factor":0.5"#,
            "partial_rotary_factor = 0.5",
        ),
        (
            r#","rope_scaling":{"type":"linear","factor":0.5}"#,
            "factor = 0.5",
        ),
        (r#","rope_scaling":{"type":"linear"}"#, "factor"),
        (
            r#","rope_scaling":{"rope_type":"llama3","factor":8.0}"#,
            "low_freq_factor",
        ),
        (
            r#","rope_scaling":{"rope_type":"llama3","factor":8,"low_freq_factor":4,"high_freq_factor":1}"#,
            "high_freq_factor = 1",
        ),
        (
            r#","rope_parameters":{"rope_type":"yarn","factor":1e999}"#,
            "number out of range",
        ),
        (
            r#","rope_parameters":{"rope_type":"yarn","factor":4,"beta_fast":0}"#,
            "beta_fast = 0",
        ),
        (
            r#","rope_parameters":{"rope_type":"longrope","short_factor":[1.0,2.0]}"#,
            "short_factor",
        ),
        (
            r#","rope_parameters":{"full_attention":{"rope_type":"default"}}"#,
            "full_attention",
        ),
        (r#","rope_theta":0.0"#, "rope_theta = 0"),
        (
            r#","partial_rotary_factor":0.5"#,
            "partial_rotary_factor = 0.5",
        ),
        (
            r#","rope_parameters":{"partial_rotary_factor":0.25}"#,
            "partial_rotary_factor = 0.25",
        ),
        (r#","sliding_window":16"#, "sliding_window = 16"),
        (
            r#","layer_types":["full_attention","sliding_attention"]"#,
            "sliding_attention",
        ),
        (
            r#","quantization_config":{"bits":4}"#,
            "quantization_config",
        ),
        (r#","rms_norm_eps":0.0"#, "rms_norm_eps"),
        (r#","max_position_embeddings":0"#, "max_position_embeddings"),
    ] {
        let read = timed(more, || Config::from_json(&with(more)));
        let message = read.expect_err(more).to_string();
        assert!(
            message.starts_with("config.json") && message.contains(word),
            "{more}: {message}"
        );
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn quantised_checkpoints_of_every_family_are_refused_with_their_method() {
    let gpt2 = r#""n_layer":1,"n_head":1,"n_embd":8,"vocab_size":5,"n_positions":9"#;
    let sizes = r#""num_hidden_layers":1,"num_attention_heads":2,"num_key_value_heads":2,"hidden_size":16,"intermediate_size":7,"vocab_size":5"#;
    let of = |family: &str| format!(r#""model_type":"{family}",{sizes}"#);
    let whole = format!(r#""model_type":"llava","text_config":{{{}}}"#, of("llama"));
    let families = ["phi", "gpt_neox", "llama", "qwen3", "olmo2"].map(of);
    let others = [gpt2.to_owned(), whole];
    for base in families.iter().chain(&others) {
        let with = |said: &str| format!(r#"{{{base},"quantization_config":{said}}}"#);
        Config::from_json(&with("null")).expect("null says nothing");
        for (said, words) in [
            (
                r#"{"quant_method":"gptq","bits":4}"#,
                r#"quantization_config.quant_method = "gptq""#,
            ),
            (
                r#"{"load_in_8bit":true}"#,
                r#"quantization_config = {"load_in_8bit":true}"#,
            ),
            (
                r#"{"quant_method":null}"#,
                r#"quantization_config = {"quant_method":null}"#,
            ),
            ("4", "quantization_config = 4"),
        ] {
            let refused = Config::from_json(&with(said)).expect_err(&with(said));
            let message = refused.to_string();
            assert!(
                message.starts_with("config.json") && message.contains(words),
                "{message}"
            );
        }
        // Whatever it is called, the message stays a line.
        let long = with(&format!(
            r#"{{"quant_method":"\u202e{}"}}"#,
            "a".repeat(5000)
        ));
        let message = Config::from_json(&long).expect_err(&long).to_string();
        assert!(
            message.len() < 400 && message.contains(r"\u{202e}"),
            "{message}"
        );
    }
    let part = format!(
        r#"{{"model_type":"gemma3","text_config":{{{},"quantization_config":{{"quant_method":"awq"}}}}}}"#,
        of("gemma3_text")
    );
    let message = Config::from_json(&part).expect_err(&part).to_string();
    let words = r#"text_config.quantization_config.quant_method = "awq""#;
    assert!(message.contains(words), "{message}");
    let mlx = format!(r#"{{{},"quantization":{{"bits":4}}}}"#, of("llama"));
    let message = Config::from_json(&mlx).expect_err(&mlx).to_string();
    assert!(
        message.contains(r#"quantization = {"bits":4}"#),
        "{message}"
    );
    // What no family is stays the first that is said.
    let other = r#"{"model_type":"mamba","quantization_config":{"quant_method":"gptq"}}"#;
    let message = Config::from_json(other).expect_err(other).to_string();
    assert!(message.contains("model_type"), "{message}");
}

/// A byte-level tokenizer with this vocabulary and these merges.
fn tokenizer_json(vocab: &str, merges: &str, more: &str) -> String {
    format!(
        r#"{{"version":"1.0","added_tokens":[],"normalizer":null,
        "pre_tokenizer":{{"type":"ByteLevel","add_prefix_space":false,"trim_offsets":true,"use_regex":true}},
        "post_processor":null,"decoder":{{"type":"ByteLevel","add_prefix_space":true,"trim_offsets":true,"use_regex":true}},
        "model":{{"type":"BPE","dropout":null,"unk_token":null,"vocab":{vocab},"merges":{merges}{more}}}}}"#
    )
}

const VOCAB: &str = r#"{"a":0,"b":1,"ab":2,"Ġ":3,"c":4}"#;

#[wasm_bindgen_test(unsupported = test)]
fn a_valid_tokenizer_tokenizes() {
    let json = tokenizer_json(VOCAB, r#"[["a","b"]]"#, "");
    let tokenizer = Tokenizer::from_json(json.as_bytes(), 5, &[]).expect("a valid tokenizer");
    let ids: Vec<u32> = tokenizer
        .encode("ab c")
        .expect("short")
        .iter()
        .map(|p| p.token)
        .collect();
    assert_eq!(ids, [2, 3, 4]);
    assert_eq!(tokenizer.vocab().text(&ids), "ab c");
    assert!(tokenizer.encode("").expect("empty is fine").is_empty());
}

#[wasm_bindgen_test(unsupported = test)]
fn broken_tokenizers_are_refused_in_words() {
    let long = format!(r#"{{"{}":0}}"#, "a".repeat(5000));
    for (json, word) in [
        (String::new(), "not readable"),
        ("{}".into(), "byte-level"),
        ("\u{0}".into(), "not readable"),
        (
            tokenizer_json(r#"{"a":0,"b":1}"#, r#"[["a","b"]]"#, ""),
            "\"ab\"",
        ),
        (
            tokenizer_json(r#"{"a":0,"b":1}"#, r#"["a b"]"#, ""),
            "\"ab\"",
        ),
        (tokenizer_json(VOCAB, r#"[["a","z"]]"#, ""), "\"z\""),
        (tokenizer_json(VOCAB, r#"[["a"]]"#, ""), "pair"),
        (tokenizer_json(VOCAB, r#"[7]"#, ""), "pair"),
        (tokenizer_json(VOCAB, "null", ""), "merges"),
        (
            tokenizer_json(VOCAB, &format!("[{}0]", "0,".repeat(4_000_000)), ""),
            "4,000,000 values",
        ),
        (tokenizer_json("{}", "[]", ""), "empty"),
        (tokenizer_json("null", "[]", ""), "vocabulary"),
        (tokenizer_json(r#"{"a":0,"b":0}"#, "[]", ""), "same id"),
        (tokenizer_json(r#"{"a":-1}"#, "[]", ""), "no id"),
        (tokenizer_json(r#"{"":0}"#, "[]", ""), "0 bytes"),
        (tokenizer_json(&long, "[]", ""), "5,000 bytes"),
        (tokenizer_json(r#"{"日":0}"#, "[]", ""), "byte-level"),
        (
            tokenizer_json(VOCAB, "[]", r#","continuing_subword_prefix":"XX""#),
            "continuing_subword_prefix",
        ),
        (
            tokenizer_json(VOCAB, "[]", "").replace("BPE", "WordPiece"),
            "WordPiece",
        ),
        ("[".repeat(100_000), "not readable"),
    ] {
        let Err(error) = timed(word, || Tokenizer::from_json(json.as_bytes(), 5, &[])) else {
            panic!("accepted: {json:.200}");
        };
        let message = error.to_string();
        assert!(
            message.starts_with("tokenizer.json") && message.contains(word),
            "{message}"
        );
    }
}

/// [`tokenizer_json`] with another value for one of its keys.
fn with_part(key: &str, part: Value) -> String {
    let json = tokenizer_json(VOCAB, r#"[["a","b"]]"#, "");
    let mut file: Value = serde_json::from_str(&json).expect("valid JSON");
    file[key] = part;
    file.to_string()
}

/// The ids of `text`, or the error.
fn ids(json: &str, text: &str) -> Result<Vec<u32>, String> {
    let words = |e: ModelError| e.to_string();
    let tokenizer = Tokenizer::from_json(json.as_bytes(), 5, &[]).map_err(words)?;
    let pieces = tokenizer.encode(text).map_err(words)?;
    Ok(pieces.iter().map(|p| p.token).collect())
}

/// Fails unless every part is refused in at most a few lines that contain its words.
fn parts_refused(key: &str, parts: &[(Value, &str)]) {
    for (part, word) in parts {
        let json = with_part(key, part.clone());
        let message = timed(word, || ids(&json, "ab c")).expect_err(word);
        assert!(
            message.starts_with("tokenizer.json") && message.contains(word),
            "{message} lacks {word}"
        );
        is_a_line(&message);
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn normalizers_that_panic_or_blow_up_are_refused() {
    let big = "x".repeat(10 << 20);
    let replace = |pattern: &str, content: &str| json!({"type": "Replace", "pattern": {"String": pattern}, "content": content});
    let prepend = |text: &str| json!({"type": "Prepend", "prepend": text});
    let beginning = |regex: &str, content: &str| json!({"type": "Replace", "pattern": {"Regex": regex}, "content": content});
    let sequence = |steps: Vec<Value>| json!({"type": "Sequence", "normalizers": steps});
    let mut deep = json!({"type": "NFC"});
    for _ in 0..40 {
        deep = sequence(vec![deep]);
    }
    parts_refused(
        "normalizer",
        &[
            (replace("", "y"), "a pattern has 0 bytes"),
            (replace("x", ""), "content of a normalizer has 0 bytes"),
            (replace("x", &big), "10,485,760 bytes"),
            (replace(&big, "x"), "10,485,760 bytes"),
            (replace("x", "0123456789abcdef"), "16 times as long"),
            (sequence(vec![replace("x", "xxxx"); 2]), "16 times as long"),
            (
                sequence(vec![replace("x", "0123456789abcdef"); 16]),
                "times as long",
            ),
            (
                sequence(vec![json!({"type": "NFC"}); 3]),
                "27 times as long",
            ),
            (
                json!({"type": "Replace", "pattern": {"Regex": "(x+x+)+y"}, "content": "z"}),
                "group",
            ),
            (
                json!({"type": "Replace", "pattern": {"Regex": "x*"}, "content": "z"}),
                "empty text",
            ),
            (
                json!({"type": "Replace", "pattern": {"Regex": big}, "content": "z"}),
                "too long",
            ),
            (
                json!({"type": "Replace", "pattern": "x", "content": "z"}),
                "no pattern",
            ),
            (json!({"type": "Replace", "content": "z"}), "no pattern"),
            (
                sequence(vec![beginning("(?<!\\n)^", "z"); 2]),
                "prepend to it 2 times",
            ),
            (beginning("(?<!\\n)^", &big), "10,485,760 bytes"),
            (beginning("(?<!\\n)^| ", "z"), "group"),
            (
                sequence(vec![beginning("(?<!\\n)^| ", "z"), beginning(" ", "y")]),
                "group",
            ),
            (beginning("(?<!\\n)^|x", "z"), "group"),
            (prepend(&big), "10,485,760 bytes"),
            (prepend(""), "0 bytes"),
            (sequence(vec![prepend("a"); 2]), "prepend to it 2 times"),
            (
                sequence(vec![json!({"type": "NFC"}); 17]),
                "more than 16 steps",
            ),
            (deep, "nested more than 4 deep"),
            (json!({"type": "Sequence"}), "has no normalizers"),
            (
                json!({"type": "Precompiled", "precompiled_charsmap": "AAAA"}),
                "precompiled_charsmap of a normalizer is damaged",
            ),
            (
                json!({"type": "Precompiled", "precompiled_charsmap": big}),
                "precompiled_charsmap of a normalizer is damaged",
            ),
            (json!({"type": "Precompiled"}), "no precompiled_charsmap"),
            (
                json!({"type": "Strip", "strip_left": true}),
                "strip_right is missing",
            ),
            (
                json!({"type": "Strip", "strip_left": big, "strip_right": true}),
                "must be true or false",
            ),
            (
                sequence(vec![json!({"type": "NFKC"}); 3]),
                "1,331 times as long",
            ),
            (
                sequence(vec![json!({"type": "Lowercase"}); 11]),
                "2,048 times as long",
            ),
            (json!({"type": "BertNormalizer"}), "BertNormalizer"),
            (json!({"type": big}), "Logitscope knows NFC"),
            (json!({"lowercase": true, "huge": big}), "has no type"),
            (json!(7), "has no type"),
        ],
    );
}

#[wasm_bindgen_test(unsupported = test)]
fn pre_tokenizers_that_panic_or_never_end_are_refused() {
    let big = "x".repeat(10 << 20);
    let byte_level = json!({"type": "ByteLevel", "add_prefix_space": false});
    let with = |step: Value| json!({"type": "Sequence", "pretokenizers": [step, byte_level]});
    let split = |pattern: Value| {
        with(json!({"type": "Split", "pattern": pattern, "behavior": "Isolated", "invert": false}))
    };
    let regex = |regex: &str| split(json!({ "Regex": regex }));
    let mut deep = byte_level.clone();
    for _ in 0..40 {
        deep = with(deep);
    }
    parts_refused(
        "pre_tokenizer",
        &[
            (split(json!({"String": ""})), "a pattern has 0 bytes"),
            (split(json!({ "String": big })), "10,485,760 bytes"),
            (regex("(a+)+$"), "group"),
            (regex("(?:a|a)*b"), "group"),
            (regex("[^b]*b|a"), "endless"),
            (regex("a{1000000}"), "repetition"),
            (regex("((a{100}){100}){100}"), "group"),
            (regex(""), "empty text"),
            (regex(&"a?".repeat(5000)), "too long"),
            (regex(r"\p{Nonsense}"), "not usable"),
            (
                with(json!({"type": "Split", "pattern": {"String": "a"}, "behavior": big})),
                "is unknown",
            ),
            (with(byte_level.clone()), "byte-level 2 times"),
            (
                with(json!({"type": "Metaspace", "replacement": "▁▁"})),
                "not one character",
            ),
            (
                json!({"type": "Sequence", "pretokenizers": [
                    {"type": "Metaspace", "replacement": "▁"},
                    {"type": "ByteLevel", "add_prefix_space": true}]}),
                "before words 2 times",
            ),
            (
                with(json!({"type": "FixedLength", "length": 0})),
                "FixedLength",
            ),
            (
                with(json!({"type": "CharDelimiterSplit", "delimiter": "-"})),
                "CharDelimiterSplit",
            ),
            (json!({"type": "ByteLevel"}), "add_prefix_space is missing"),
            (
                json!({"type": "ByteLevel", "add_prefix_space": big}),
                "must be true or false",
            ),
            (json!({"type": "Whitespace"}), "Whitespace"),
            (Value::Null, "neither byte-level"),
            (
                json!({"type": "Sequence", "pretokenizers": vec![byte_level.clone(); 100_000]}),
                "more than 16 steps",
            ),
            (deep, "nested more than 4 deep"),
        ],
    );
}

#[wasm_bindgen_test(unsupported = test)]
fn added_tokens_that_panic_or_contradict_are_refused() {
    let token = |id: u64, content: &str, rstrip: bool| {
        json!({"id": id, "content": content, "single_word": false, "lstrip": true, "rstrip": rstrip,
            "normalized": false, "special": true})
    };
    parts_refused(
        "added_tokens",
        &[
            (json!([token(5, "", false)]), "0 bytes"),
            (json!([token(5, &"x".repeat(257), false)]), "257 bytes"),
            (json!([token(4, "x", false)]), "same id 4"),
            (json!([token(3, "a", false)]), "same id 3"),
            (
                json!(vec![token(5, "x", false); 20_000]),
                "20,000 added tokens",
            ),
            (json!([{"id": 5}]), "0 bytes"),
            (json!([{"id": "5", "content": "x"}]), "has no id"),
            (json!([7]), "0 bytes"),
        ],
    );
    // What is searched for is normalised first: nothing may be left of one, and a space may come to the front of another.
    let normalized = |id: u64, content: &str, rstrip: bool| json!({"id": id, "content": content, "rstrip": rstrip, "normalized": true});
    let mut file: Value =
        serde_json::from_str(&with_part("normalizer", Value::Null)).expect("valid JSON");
    for (normalizer, added, word) in [
        (
            json!({"type": "StripAccents"}),
            json!([normalized(5, "\u{301}", false)]),
            "0 bytes",
        ),
        (
            json!({"type": "Strip", "strip_left": true, "strip_right": false}),
            json!([normalized(5, "  ", false)]),
            "0 bytes",
        ),
        (
            json!({"type": "Replace", "pattern": {"String": "x"}, "content": " "}),
            json!([normalized(5, "xa", true)]),
            "begins with a space",
        ),
    ] {
        file["normalizer"] = normalizer;
        file["added_tokens"] = added;
        let error = timed(word, || ids(&file.to_string(), "ab")).expect_err(word);
        assert!(error.contains(word), "{error}");
    }
    // Seven rows, so that the ids 5 and 6 are there.
    for (added, word) in [
        (json!([token(6, "x", false)]), "has the id 6 instead of 5"),
        (
            json!([token(5, "x", false), token(6, "x", false)]),
            "has the id 6 instead of 5",
        ),
        (
            json!([token(5, "x", true), token(6, " ", false)]),
            "begins with a space",
        ),
    ] {
        let json = with_part("added_tokens", added);
        let read = timed(word, || Tokenizer::from_json(json.as_bytes(), 7, &[]));
        let error = read.err().expect(word);
        assert!(error.to_string().contains(word), "{error}");
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn options_of_the_model_that_make_no_sense_are_refused() {
    let big = "x".repeat(1 << 20);
    for (key, value, word) in [
        ("dropout", json!(0.5), "at random"),
        ("end_of_word_suffix", json!(big), "end_of_word_suffix"),
        ("ignore_merges", json!(big), "must be true or false"),
        ("merges", json!([big]), "not a pair"),
        ("merges", json!([[big, "a"]]), "not in the vocabulary"),
        ("vocab", json!({ big.as_str(): 0 }), "1,048,576 bytes"),
        (
            "vocab",
            json!({ "日".repeat(1000): 0 }),
            "byte-level alphabet",
        ),
        ("type", json!(big), "Logitscope reads BPE and Unigram"),
    ] {
        let mut file: Value = serde_json::from_str(&tokenizer_json(VOCAB, "[]", "")).expect("JSON");
        file["model"][key] = value;
        let message = timed(word, || ids(&file.to_string(), "ab")).expect_err(word);
        assert!(message.contains(word), "{message} lacks {word}");
        is_a_line(&message);
    }
    parts_refused(
        "version",
        &[
            (json!("2.0"), "Logitscope reads 1.0"),
            (json!(big), "Logitscope reads 1.0"),
        ],
    );
    let noise = "\u{7}\n".repeat(1 << 20);
    let message = timed("noise", || ids(&noise, "")).expect_err("no JSON");
    is_a_line(&message);
}

/// A small Unigram tokenizer.
fn unigram() -> Value {
    json!({
        "version": "1.0",
        "added_tokens": [{"id": 0, "content": "<unk>", "special": true, "normalized": false}],
        "normalizer": null,
        "pre_tokenizer": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": true},
        "post_processor": null,
        "model": {"type": "Unigram", "unk_id": 0, "byte_fallback": false,
            "vocab": [["<unk>", 0.0], ["▁", -2.0], ["a", -3.0], ["▁ab", -3.5], ["b", -4]]},
    })
}

#[wasm_bindgen_test(unsupported = test)]
fn unigrams_that_make_no_sense_are_refused() {
    assert_eq!(ids(&unigram().to_string(), "ab b日"), Ok(vec![3, 1, 4, 0]));
    let big = "x".repeat(1 << 20);
    for (key, value, word) in [
        ("vocab", json!(null), "vocabulary is missing"),
        ("vocab", json!({"a": 0}), "vocabulary is missing"),
        ("vocab", json!([]), "vocabulary is empty"),
        ("vocab", json!([["a", -1.0, 7]]), "finite score"),
        ("vocab", json!([["a"]]), "finite score"),
        ("vocab", json!([["a", null]]), "finite score"),
        ("vocab", json!([["a", "-1"]]), "finite score"),
        ("vocab", json!([["a", 1e39]]), "finite score"),
        ("vocab", json!([["a", -1e308]]), "finite score"),
        ("vocab", json!([[7, -1.0]]), "finite score"),
        ("vocab", json!([big]), "finite score"),
        ("vocab", json!([[big, -1.0]]), "1,048,576 bytes"),
        ("vocab", json!([["", -1.0]]), "0 bytes"),
        ("vocab", json!([["x".repeat(513), -1.0]]), "513 bytes"),
        ("vocab", json!(vec![("a", -1.0); 6]), "only 5 rows"),
        ("unk_id", json!(null), "unk_id is null"),
        ("unk_id", json!(5), "unk_id is 5"),
        ("unk_id", json!(-1), "unk_id is -1"),
        ("unk_id", json!(u64::MAX), "unk_id is 18446744073709551615"),
        ("unk_id", json!(big), "not the id of a token"),
        ("byte_fallback", json!(big), "must be true or false"),
        ("type", json!("unigram"), "Logitscope reads BPE and Unigram"),
    ] {
        let mut file = unigram();
        file["model"][key] = value;
        let message = timed(word, || ids(&file.to_string(), "ab")).expect_err(word);
        assert!(
            message.starts_with("tokenizer.json") && message.contains(word),
            "{message} lacks {word}"
        );
        is_a_line(&message);
    }
    // JSON has no infinite numbers, and what is too large for any is no JSON to the reader.
    for score in ["1e999", "NaN", "-Infinity"] {
        let file = unigram().to_string().replace("-3.5", score);
        let message = timed(score, || ids(&file, "ab")).expect_err(score);
        assert!(message.contains("not readable"), "{message}");
    }
    // An added token that contradicts the vocabulary.
    for (content, id, word) in [("a", 3, "same id 3"), ("c", 7, "only 5 rows")] {
        let mut file = unigram();
        file["added_tokens"] = json!([{"id": id, "content": content}]);
        let message = timed(word, || ids(&file.to_string(), "ab")).expect_err(word);
        assert!(message.contains(word), "{message} lacks {word}");
    }
    let mut file = unigram();
    file["model"]["vocab"][4] = json!(["<unk>", -1.0]);
    let message = timed("two of the special token", || ids(&file.to_string(), "ab"))
        .expect_err("two of the special token");
    assert!(message.contains("has the id 0 instead of 4"), "{message}");
}

#[wasm_bindgen_test(unsupported = test)]
fn scores_of_any_size_find_a_way() {
    for score in [3.4e38, -3.4e38, 0.0, 1e-300] {
        let mut file = unigram();
        for piece in file["model"]["vocab"].as_array_mut().expect("pieces") {
            piece[1] = json!(score);
        }
        let text = "ab日 ".repeat(1000);
        let found = timed("scores", || ids(&file.to_string(), &text)).expect("a way");
        assert!(found.len() > 2000, "{score}");
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn the_worst_unigram_ends_soon_on_the_longest_text() {
    // Each piece begins with all the shorter ones, and all of them match at every place.
    let pieces = (0..512).map(|n| json!(["a".repeat(n + 1), -1.0]));
    let mut file = unigram();
    let vocab: Vec<Value> = [json!(["<unk>", 0.0])].into_iter().chain(pieces).collect();
    file["model"]["vocab"] = json!(vocab);
    let read = |file: &Value| Tokenizer::from_json(file.to_string().as_bytes(), 600, &[]);
    // Each text on its own.
    let encode = |tokenizer: &Tokenizer, text: &str| {
        let ends = timed(text, || tokenizer.encode(text));
        ends.map(|_| ())
    };
    tried();
    for pre_tokenizer in [
        Value::Null,
        json!({"type": "WhitespaceSplit"}),
        json!({"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"}, {"type": "Metaspace"}]}),
    ] {
        file["pre_tokenizer"] = pre_tokenizer;
        let tokenizer = timed("the worst unigram", || read(&file)).expect("allowed");
        for text in hard_texts(1 << 16) {
            encode(&tokenizer, &text).expect("short enough");
        }
    }
    // The longer a text can become, the shorter it must be.
    let kinds = |kinds: &[&str]| {
        kinds
            .iter()
            .map(|kind| json!({"type": kind}))
            .collect::<Vec<_>>()
    };
    file["normalizer"] = json!({"type": "Sequence", "normalizers":
        kinds(&["NFKD", "StripAccents", "Lowercase", "NFKC", "Nmt"])});
    let tokenizer = timed("the worst unigram", || read(&file)).expect("allowed");
    let most = (12 << 20) / (11 * 2 * 11);
    for text in hard_texts(most) {
        encode(&tokenizer, &text).expect("short enough");
    }
    let error = encode(&tokenizer, &"a".repeat(most + 1)).expect_err("too long");
    assert!(error.to_string().contains(&most.to_string()), "{error}");
    // The longest expansion that Unicode has.
    encode(&tokenizer, &"\u{fdfa}".repeat(most / 3)).expect("short enough");
    let texts = 4 * hard_texts(1 << 4).len() + 2;
    assert_eq!(tried().cases, texts + 4, "and four readings");
}

#[wasm_bindgen_test(unsupported = test)]
fn the_steps_that_real_models_use_do_what_they_say() {
    let byte_level = json!({"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true, "use_regex": false});
    let with = |steps: Vec<Value>| {
        let steps: Vec<Value> = steps.into_iter().chain([byte_level.clone()]).collect();
        with_part(
            "pre_tokenizer",
            json!({"type": "Sequence", "pretokenizers": steps}),
        )
    };
    let split = |pattern: Value, behavior: &str, invert: bool| json!({"type": "Split", "pattern": pattern, "behavior": behavior, "invert": invert});
    let llama3 = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+";
    // Nothing cuts "a b" from its neighbours here, so that a merge across a cut would show.
    for (json, text, expected) in [
        (with(vec![]), "ab c", vec![2, 3, 4]),
        (
            with(vec![split(json!({ "Regex": llama3 }), "Isolated", false)]),
            "ab c",
            vec![2, 3, 4],
        ),
        (
            with(vec![split(json!({ "Regex": llama3 }), "Removed", true)]),
            "ab c",
            vec![2, 3, 4],
        ),
        (
            with(vec![split(json!({"String": "b"}), "Isolated", false)]),
            "abc",
            vec![0, 1, 4],
        ),
        (
            with(vec![split(json!({"String": "c"}), "Removed", false)]),
            "acb",
            vec![0, 1],
        ),
        (
            with(vec![split(
                json!({"Regex": "[b]{1,3}"}),
                "MergedWithPrevious",
                false,
            )]),
            "cab",
            vec![4, 2],
        ),
        (
            with(vec![json!({"type": "Digits", "individual_digits": true})]),
            "ab",
            vec![2],
        ),
        (with(vec![json!({"type": "Punctuation"})]), "ab", vec![2]),
        (
            with_part(
                "normalizer",
                json!({"type": "Replace", "pattern": {"String": "x"}, "content": "ab"}),
            ),
            "xc",
            vec![2, 4],
        ),
        (
            with_part(
                "normalizer",
                json!({"type": "Sequence", "normalizers": [
                {"type": "NFC"}, {"type": "Prepend", "prepend": "a"}]}),
            ),
            "b",
            vec![2],
        ),
    ] {
        assert_eq!(ids(&json, text), Ok(expected), "{json}");
    }
}

/// Texts that patterns find hard, of `n` bytes or a little less.
fn hard_texts(n: usize) -> Vec<String> {
    [
        "a",
        " ",
        "\n",
        "A",
        "\u{301}",
        "a1",
        " a",
        "日",
        "'",
        "\r \n",
        "\u{1D160}",
    ]
    .iter()
    .map(|unit| unit.repeat(n / unit.len()))
    .collect()
}

#[wasm_bindgen_test(unsupported = test)]
fn the_worst_that_is_accepted_ends_soon_on_the_longest_text() {
    let added: Vec<Value> = [("a", 0), ("aaaa", 5), ("\u{301}", 6)]
        .iter()
        .map(|(content, id)| {
            json!({"id": id, "content": content, "single_word": true, "lstrip": true, "rstrip": true,
                "normalized": true, "special": false})
        })
        .collect();
    let mut file: Value =
        serde_json::from_str(&with_part("added_tokens", json!(added))).expect("JSON");
    file["normalizer"] = json!({"type": "Sequence", "normalizers": [
        {"type": "NFC"}, {"type": "Prepend", "prepend": "0123456789abcdef"},
        {"type": "Replace", "pattern": {"Regex": "[aA]"}, "content": "aaaa"}]});
    let known = r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+";
    let split =
        |regex: &str| json!({"type": "Split", "pattern": {"Regex": regex}, "behavior": "Isolated"});
    file["pre_tokenizer"] = json!({"type": "Sequence", "pretokenizers": [
        split(known), split(r"\s+$"), split(r"\s?[a-zA-Z]{8}x|[^x]+"), {"type": "Punctuation"},
        {"type": "Digits", "individual_digits": true},
        {"type": "ByteLevel", "add_prefix_space": true, "use_regex": true}]});
    let json = file.to_string();
    tried();
    let read = timed("the worst patterns", || {
        Tokenizer::from_json(json.as_bytes(), 8, &[])
    });
    let tokenizer = read.expect("allowed");
    let texts = hard_texts(1 << 16);
    for text in &texts {
        timed(text, || tokenizer.encode(text)).expect("short enough");
    }
    assert_eq!(tried().cases, 1 + texts.len());
}

/// Numbers from a fixed seed (SplitMix64).
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    fn of<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }
}

/// The bundled tokenizer with its first tokens only, so that thousands of its mutants can be read.
fn small_bundled() -> Value {
    let json = include_bytes!("../../web/models/pocket/tokenizer.json");
    let mut file: Value = serde_json::from_slice(json).expect("the bundled file");
    let vocab = file["model"]["vocab"]
        .as_object_mut()
        .expect("a vocabulary");
    vocab.retain(|_, id| id.as_u64().is_some_and(|id| id < 300));
    let vocab = vocab.clone();
    let merges = file["model"]["merges"].as_array_mut().expect("merges");
    merges.retain(|merge| {
        let [left, right] = [0, 1].map(|i| merge[i].as_str().unwrap_or("none"));
        vocab.contains_key(&format!("{left}{right}"))
    });
    assert!(!merges.is_empty(), "merges are left");
    file["added_tokens"][0]["id"] = json!(300);
    file
}

/// A Unigram tokenizer that falls back to bytes, with its first tokens only.
fn small_unigram() -> Value {
    let json = include_bytes!("../golden/tokenizer_unigram_bytes.json");
    let mut file: Value = serde_json::from_slice(json).expect("valid JSON");
    let vocab = file["model"]["vocab"].as_array_mut().expect("a vocabulary");
    vocab.truncate(300);
    file["normalizer"] = json!({"type": "Precompiled", "precompiled_charsmap": charsmap()});
    file
}

/// A small one of SentencePiece's normaliser.
fn charsmap() -> Value {
    let json = include_bytes!("../golden/tokenizer_unigram_hashes.json");
    let mut file: Value = serde_json::from_slice(json).expect("valid JSON");
    file["charsmap"].take()
}

/// Some value of `value`, at random.
fn somewhere<'a>(value: &'a mut Value, dice: &mut Dice) -> &'a mut Value {
    let n = match value {
        Value::Array(items) => items.len(),
        Value::Object(map) => map.len(),
        _ => 0,
    };
    if n == 0 || dice.below(5) == 0 {
        return value;
    }
    let i = dice.below(n);
    let inner = match value {
        Value::Array(items) => items.get_mut(i),
        Value::Object(map) => map.values_mut().nth(i),
        _ => None,
    };
    somewhere(inner.expect("i < n"), dice)
}

/// A step, or a sequence of steps, that some tokenizer has and that may not fit.
fn random_step(dice: &mut Dice, list: &str) -> Value {
    let texts = [
        "",
        " ",
        "a",
        "e",
        "\u{301}",
        "日",
        "▁",
        "Ġ",
        "aaaa",
        "<|endoftext|>",
    ];
    let regexes = [
        "",
        "a|b",
        r"\s+",
        r"\s+$",
        r" ?\p{L}+",
        "(a*)*b",
        "x{0,8}",
        r"\p{N}{1,3}",
        "[^a]+",
        "[",
        r"\",
    ];
    let pattern = match dice.below(2) {
        0 => json!({"String": dice.of(&texts)}),
        _ => json!({"Regex": dice.of(&regexes)}),
    };
    let [yes, no] = [0, 1].map(|_| dice.below(2) == 0);
    match dice.below(11) {
        10 => json!({"type": "Precompiled", "precompiled_charsmap": charsmap()}),
        9 => json!({"type": "Strip", "strip_left": yes, "strip_right": no}),
        0 => {
            let steps: Vec<Value> = (0..dice.below(4))
                .map(|_| random_step(dice, list))
                .collect();
            json!({"type": "Sequence", list: steps})
        }
        1 => {
            let kinds = [
                "NFC",
                "NFD",
                "NFKC",
                "NFKD",
                "Lowercase",
                "Nmt",
                "StripAccents",
                "WhitespaceSplit",
                "Whitespace",
                "",
            ];
            json!({"type": dice.of(&kinds)})
        }
        2 => json!({"type": "Prepend", "prepend": dice.of(&texts)}),
        3 => json!({"type": "Replace", "pattern": pattern, "content": dice.of(&texts)}),
        4 => json!({"type": "ByteLevel", "add_prefix_space": yes, "use_regex": no}),
        5 => json!({"type": "Metaspace", "replacement": dice.of(&texts), "split": yes,
            "prepend_scheme": dice.of(&["always", "first", "never", ""])}),
        6 => json!({"type": "Digits", "individual_digits": yes}),
        7 => {
            json!({"type": "Punctuation", "behavior": dice.of(&["Removed", "Contiguous", "MergedWithNext", ""])})
        }
        _ => json!({"type": "Split", "pattern": pattern, "invert": yes,
            "behavior": dice.of(&["Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous"])}),
    }
}

/// A tokenizer that somebody damaged, or meant to do damage with.
fn mutant(file: &Value, dice: &mut Dice) -> Vec<u8> {
    let mut file = file.clone();
    for _ in 0..=dice.below(3) {
        if !file.is_object() {
            break;
        }
        match dice.below(6) {
            0 => *somewhere(&mut file, dice) = random_step(dice, "normalizers"),
            1 => file["normalizer"] = random_step(dice, "normalizers"),
            2 => {
                let steps = [
                    random_step(dice, "pretokenizers"),
                    file["pre_tokenizer"].take(),
                ];
                file["pre_tokenizer"] = json!({"type": "Sequence", "pretokenizers": steps});
            }
            3 => {
                let [lstrip, rstrip, word, normalized] = [0; 4].map(|_| dice.below(2) == 0);
                let content = dice.of(&["", " ", "  ", "a", "e ", " the", "\u{301}", "日"]);
                let token = json!({"id": 300 + dice.below(4), "content": content, "lstrip": lstrip, "rstrip": rstrip,
                    "single_word": word, "normalized": normalized, "special": false});
                if let Some(added) = file["added_tokens"].as_array_mut() {
                    added.push(token);
                }
            }
            4 => {
                let values = [
                    json!(null),
                    json!(""),
                    json!([]),
                    json!({}),
                    json!(-1),
                    json!(1e308),
                    json!(true),
                    json!(u64::MAX),
                    json!("x".repeat(5000)),
                    json!("Ġ"),
                    json!(["a", "b"]),
                ];
                *somewhere(&mut file, dice) = dice.of(&values).clone();
            }
            _ => {
                let place = somewhere(&mut file, dice);
                if let Value::Object(map) = place {
                    let key = map.keys().nth(dice.below(map.len().max(1))).cloned();
                    key.and_then(|key| map.remove(&key));
                }
            }
        }
    }
    let mut json = file.to_string().into_bytes();
    if dice.below(4) == 0 {
        for _ in 0..=dice.below(8) {
            let at = dice.below(json.len());
            json[at] = dice.below(256) as u8;
        }
        json.truncate(json.len() - dice.below(2) * dice.below(json.len()));
    }
    json
}

/// Damages `file` in thousands of ways.
fn damage(file: &Value, seed: u64) {
    let whole = file.to_string();
    Tokenizer::from_json(whole.as_bytes(), 304, &[]).expect("the small one is whole");
    let texts = [
        "",
        "the end",
        "a  b\n\n c\u{301}é 日本 <|endoftext|>   e 12345 don't\t",
        "\u{7f}\u{301} ﬁ ｶﾞ e\u{301}e \u{fdfa}İ <s>\u{200b}",
        "   ",
        "e e e  e",
    ];
    let mut dice = Dice(seed);
    let mut accepted = 0;
    const MUTANTS: usize = 3000;
    tried();
    for i in 0..MUTANTS {
        let json = mutant(file, &mut dice);
        let name = format!("mutant {i}");
        match timed(&name, || Tokenizer::from_json(&json, 304, &[])) {
            Ok(tokenizer) => {
                accepted += 1;
                for text in texts {
                    let Ok(pieces) = timed(&name, || tokenizer.encode(text)) else {
                        continue;
                    };
                    let mut at = 0;
                    for piece in pieces {
                        assert!(piece.token < 304, "mutant {i}");
                        assert!(at <= piece.start && piece.start <= piece.end, "mutant {i}");
                        at = piece.end;
                    }
                    assert!(at as usize <= text.len(), "mutant {i}");
                }
            }
            Err(error) => {
                is_a_line(&error.to_string());
            }
        }
    }
    assert!(tried().cases >= MUTANTS);
    // Both happen often, else the mutations are too mild or too wild to find anything.
    assert!(
        (MUTANTS / 20..MUTANTS * 19 / 20).contains(&accepted),
        "{accepted} accepted"
    );
}

#[wasm_bindgen_test(unsupported = test)]
fn thousands_of_damaged_tokenizers_work_or_are_refused_in_words() {
    damage(&small_bundled(), 15);
    damage(&small_unigram(), 16);
}

#[wasm_bindgen_test(unsupported = test)]
fn a_vocabulary_larger_than_the_embedding_is_refused() {
    for id in [5u64, 4_294_967_295, 4_294_967_296] {
        let vocab = format!(r#"{{"a":0,"b":{id}}}"#);
        let json = tokenizer_json(&vocab, "[]", "");
        let error = timed(&vocab, || Tokenizer::from_json(json.as_bytes(), 5, &[]));
        let message = error.err().expect("refused").to_string();
        assert!(message.contains("only 5 rows"), "{message}");
    }
}

async_test! {
    async fn empty_and_enormous_prompts_are_refused_and_the_run_goes_on() {
        let (entries, data) = valid();
        let (model, _) = load(&file(&entries, data)).await.expect("a valid file");
        let json = tokenizer_json(VOCAB, r#"[["a","b"]]"#, "");
        let tokenizer = Tokenizer::from_json(json.as_bytes(), 5, &[]).expect("a valid tokenizer");
        let lanes = Lanes::new(Box::new(model), "test".into(), Precision::F16);
        let mut session = Session::new(lanes, tokenizer);
        session.set_prompt("ab").expect("a short prompt");
        session.step().await.expect("a step");
        let text = session.run().text();

        let message = |e: ModelError| e.to_string();
        let mut prompt = |text: &str| timed(text, || session.set_prompt(text));
        let empty = prompt("").map_err(message).expect_err("empty");
        assert!(empty.contains("empty"), "{empty}");
        let long = prompt(&"c".repeat(8)).map_err(message).expect_err("too long");
        assert!(long.contains("8 tokens") && long.contains("at most 8"), "{long}");
        let enormous = prompt(&"c".repeat(2 << 20)).map_err(message).expect_err("enormous");
        assert!(enormous.contains("1048576"), "{enormous}");

        assert_eq!(session.run().text(), text, "the run is as it was");
        session.step().await.expect("and goes on");
        // Up to the last position of the context, and not beyond.
        let stop = session.generate().await.expect("to the end of the context");
        assert_eq!(stop, logitscope_core::StopReason::ContextFull);
        let full = session.step().await.map_err(message).expect_err("no position is left");
        assert!(full.contains("context is full"), "{full}");
    }
}

/// The model in [`CONFIG`] as a valid `.gguf` file.
fn gguf() -> File {
    let tensors: Vec<_> = tensor_shapes(&config()).into_iter().collect();
    let mut file = File {
        tensors: Twins::new("gpt2", &config(), &tensors, Kind::F32).gguf,
        ..File::default()
    };
    file.set("general.architecture", "gpt2");
    for (key, n) in [
        ("block_count", 1),
        ("context_length", 8),
        ("embedding_length", 4),
        ("feed_forward_length", 16),
        ("attention.head_count", 1),
        ("vocab_size", 5),
    ] {
        file.set(&format!("gpt2.{key}"), Gguf::U32(n));
    }
    file.set("gpt2.attention.layer_norm_epsilon", Gguf::F32(1e-5));
    file.set_characters(5);
    file
}

/// A Llama with a tokenizer of SentencePiece's kind as a valid `.gguf` file.
fn gguf_with_pieces() -> File {
    let json = r#"{"model_type":"llama","num_hidden_layers":1,"num_attention_heads":2,"hidden_size":4,"intermediate_size":4,
        "vocab_size":262,"max_position_embeddings":8}"#;
    let config = Config::from_json(json).expect("a usable config");
    let tensors: Vec<_> = tensor_shapes(&config).into_iter().collect();
    let mut file = File {
        tensors: Twins::new("llama", &config, &tensors, Kind::F16).gguf,
        ..File::default()
    };
    file.set("general.architecture", "llama");
    for (key, n) in [
        ("block_count", 1),
        ("context_length", 8),
        ("embedding_length", 4),
        ("feed_forward_length", 4),
        ("attention.head_count", 2),
    ] {
        file.set(&format!("llama.{key}"), Gguf::U32(n));
    }
    file.set("llama.attention.layer_norm_rms_epsilon", Gguf::F32(1e-5));
    let bytes = (0..=255u8).map(|byte| format!("<0x{byte:02X}>"));
    let mut tokens: Vec<String> = ["<unk>", "<s>", "</s>"].map(String::from).to_vec();
    tokens.extend(bytes);
    tokens.extend(["a", "b", "ab"].map(String::from));
    let types = (0..tokens.len() as i32).map(|id| match id {
        0 => 2,
        1 | 2 => 3,
        3..259 => 6,
        _ => 1,
    });
    file.set("tokenizer.ggml.model", "llama");
    file.set("tokenizer.ggml.token_type", Gguf::I32s(types.collect()));
    file.set(
        "tokenizer.ggml.scores",
        Gguf::F32s((0..262).map(|id| -(id as f32)).collect()),
    );
    file.set("tokenizer.ggml.tokens", Gguf::Texts(tokens));
    file.set("tokenizer.ggml.bos_token_id", Gguf::U32(1));
    file
}

/// Opens a `.gguf` file and loads it.
async fn load_gguf(bytes: &[u8]) -> Result<(), ModelError> {
    let checkpoint = Checkpoint::gguf("a.gguf", SliceStream(bytes)).await?;
    let options = LoadOptions {
        precision: Precision::F16,
    };
    checkpoint
        .load(Cpu::new(), options, |_| async {})
        .await
        .map(|_| ())
}

/// Fails unless `bytes` is refused in a line that names the file and contains every one of `words`.
async fn gguf_refused(bytes: &[u8], words: &[&str]) {
    let message = match timed_async(&words.join(", "), load_gguf(bytes)).await {
        Ok(()) => panic!("accepted; expected an error with {words:?}"),
        Err(error) => error.to_string(),
    };
    is_a_line(&message);
    for word in words.iter().chain(&["a.gguf"]) {
        assert!(message.contains(word), "{message:?} lacks {word:?}");
    }
}

async_test! {
    async fn valid_gguf_files_load() {
        for file in [gguf(), gguf_with_pieces()] {
            let mut bytes = file.bytes();
            load_gguf(&bytes).await.expect("a valid file");
            // The second version has the same layout; padding behind the last tensor may lack.
            bytes[4] = 2;
            let padding = bytes.iter().rev().take_while(|byte| **byte == 0).count();
            bytes.truncate(bytes.len() - padding.min(8));
            load_gguf(&bytes).await.expect("a valid file");
        }
    }
}

async_test! {
    async fn gguf_files_that_are_none_or_of_another_kind_are_refused() {
        let valid = gguf().bytes();
        let with = |at: usize, bytes: &[u8]| {
            let mut all = valid.clone();
            all[at..at + bytes.len()].copy_from_slice(bytes);
            all
        };
        gguf_refused(&with(0, b"ggml"), &["does not begin with GGUF"]).await;
        gguf_refused(&with(0, b"vers"), &["Git LFS"]).await;
        gguf_refused(&with(4, &3u32.to_be_bytes()), &["big-endian"]).await;
        gguf_refused(&with(4, &1u32.to_le_bytes()), &["version is 1"]).await;
        gguf_refused(&with(4, &0x0103u32.to_le_bytes()), &["version is 259"]).await;
        let most = u64::MAX.to_le_bytes();
        gguf_refused(&with(8, &most), &["tensor_count", "18446744073709551615"]).await;
        gguf_refused(&with(16, &most), &["metadata_kv_count", "18446744073709551615"]).await;
        gguf_refused(&with(24, &most), &["a text in its header has 18446744073709551615 bytes"]).await;
        // More keys and tensors than there are.
        gguf_refused(&with(8, &100u64.to_le_bytes()), &[]).await;
        gguf_refused(&with(16, &100u64.to_le_bytes()), &[]).await;
        for n in [0, 3, 4, 8, 23, 24, 31, 40, 200, valid.len() / 2, valid.len() - 64] {
            gguf_refused(&valid[..n], &["cut short"]).await;
        }
        let mut longer = valid.clone();
        longer.push(1);
        gguf_refused(&longer, &["after its last tensor"]).await;
        let mut part = gguf();
        part.set("split.count", Gguf::U32(3));
        gguf_refused(&part.bytes(), &["3 parts", "part 2 is missing"]).await;
    }
}

/// Opens the parts of a `.gguf` file by their names, and loads it.
async fn load_parts(parts: &[(&str, &File)]) -> Result<(), ModelError> {
    let bytes: Vec<_> = parts.iter().map(|(_, file)| file.bytes()).collect();
    let names = parts.iter().map(|(name, _)| (*name).to_owned());
    let streams = bytes.iter().map(|bytes| SliceStream(bytes));
    let checkpoint = Checkpoint::gguf_parts(names.zip(streams).collect()).await?;
    let options = LoadOptions {
        precision: Precision::F16,
    };
    let loaded = checkpoint.load(Cpu::new(), options, |_| async {});
    loaded.await.map(|_| ())
}

async_test! {
    async fn parts_of_gguf_files_that_make_no_model_are_refused_by_name() {
        let file = gguf();
        let parts = file.split(3);
        let [a, b, c] = &parts[..] else { panic!("three parts") };
        load_parts(&[("c", c), ("a", a), ("b", b)]).await.expect("in any order");
        let changed = |part: &File, key: &str, value: Gguf| {
            let mut part = part.clone();
            part.set(key, value);
            part
        };
        let fewer = changed(b, "split.count", Gguf::U16(2));
        let beyond = changed(c, "split.no", Gguf::U16(3));
        let negative = changed(c, "split.no", Gguf::I32(-1));
        let many = changed(a, "split.count", Gguf::U16(u16::MAX));
        let total = |part| changed(part, "split.tensors.count", Gguf::I32(7));
        let [ta, tb, tc] = [a, b, c].map(total);
        let mut twice = c.clone();
        twice.tensors[0] = b.tensors[0].clone();
        let mut lacks = a.clone();
        lacks.keys.retain(|(key, _)| key.starts_with("split."));
        let other = gguf_with_pieces();
        let first = "m-00001-of-00003.gguf";
        type Parts<'a> = Vec<(&'a str, &'a File)>;
        let cases: [(Parts<'_>, &[&str]); 14] = [
            (vec![("a", a)], &["a:", "3 parts", "part 2 is missing"]),
            (vec![("b", b), ("c", c)], &["3 parts", "part 1 is missing"]),
            (vec![("a", a), ("c", c)], &["3 parts", "part 2 is missing"]),
            (vec![("a", a), ("b", b)], &["3 parts", "part 3 is missing"]),
            (vec![("a", a), ("b", b), ("b", b), ("c", c)], &["b:", "part 2", "twice"]),
            (vec![("a", a), ("b", &fewer), ("c", c)], &["b:", "not a part of the same model as a"]),
            (vec![("a", a), ("b", b), ("o", &other)], &["not a part of the same model as"]),
            (vec![(first, a), ("n-00002-of-00003.gguf", b), ("c", c)], &["n-00002", "same model as m-00001"]),
            (vec![("a", a), ("b", b), ("c", &beyond)], &["split.no = 3"]),
            (vec![("a", a), ("b", b), ("c", &negative)], &["split.no"]),
            (vec![("a", &many)], &["split.count = 65535"]),
            (vec![("a", &ta), ("b", &tb), ("c", &tc)], &["tensors together, but it says 7"]),
            (vec![("a", a), ("b", b), ("c", &twice)], &["twice"]),
            (vec![("a", &lacks), ("b", b), ("c", c)], &["general.architecture"]),
        ];
        for (parts, words) in cases {
            let name = words.join(", ");
            let message = match timed_async(&name, load_parts(&parts)).await {
                Ok(()) => panic!("accepted; expected an error with {words:?}"),
                Err(error) => error.to_string(),
            };
            is_a_line(&message);
            for word in words {
                assert!(message.contains(word), "{message:?} lacks {word:?}");
            }
        }
        // A part that ends too early is named.
        let bytes = [a.bytes(), b.bytes(), c.bytes()];
        let short = &bytes[1][..bytes[1].len() - 40];
        let streams = [&bytes[0][..], short, &bytes[2]].map(SliceStream);
        let names = ["a", "b", "c"].map(String::from);
        let parts = names.into_iter().zip(streams).collect();
        let checkpoint = Checkpoint::gguf_parts(parts).await.expect("whole headers");
        let options = LoadOptions { precision: Precision::F16 };
        let loaded = checkpoint.load(Cpu::new(), options, |_| async {}).await;
        let message = loaded.err().expect("it is refused").to_string();
        assert!(message.contains("b ") || message.contains("b:"), "{message}");
        assert!(message.contains("cut short"), "{message}");
    }
}

async_test! {
    async fn gguf_keys_that_contradict_are_refused_by_name() {
        let cases: [(&str, Gguf, &[&str]); 23] = [
            ("general.architecture", "mamba".into(), &["mamba", "gptneox"]),
            ("general.architecture", Gguf::U32(1), &["general.architecture", "string"]),
            ("general.alignment", Gguf::U32(0), &["general.alignment = 0"]),
            ("general.alignment", Gguf::U32(48), &["general.alignment = 48"]),
            ("general.alignment", Gguf::U32(1 << 30), &["general.alignment"]),
            ("gpt2.block_count", "one".into(), &["gpt2.block_count", "string", "unsigned integer"]),
            ("gpt2.block_count", Gguf::U32(0), &["config.json", "n_layer = 0"]),
            ("gpt2.attention.head_count", Gguf::U32(3), &["n_head = 3"]),
            ("gpt2.attention.head_count", Gguf::I32s(vec![1, 2]), &["head_count", "[1, 2]"]),
            ("gpt2.attention.layer_norm_epsilon", Gguf::F32(f32::NAN), &["layer_norm_epsilon = NaN"]),
            ("gpt2.attention.layer_norm_epsilon", Gguf::F32(-1.0), &["layer_norm_epsilon = -1"]),
            ("gpt2.vocab_size", Gguf::U32(4), &["5 tokens", "4 rows"]),
            ("gpt2.vocab_size", Gguf::U32(6), &["token_embd.weight", "[5, 4]", "[6, 4]"]),
            ("gpt2.expert_count", Gguf::U32(8), &["gpt2.expert_count = 8"]),
            ("tokenizer.ggml.model", "bert".into(), &["bert"]),
            ("tokenizer.ggml.model", "t5".into(), &["\"t5\"", "gpt2", "llama"]),
            ("tokenizer.ggml.pre", "gpt-5".into(), &["gpt-5", "llama-bpe"]),
            ("tokenizer.ggml.tokens", Gguf::I32s(vec![1]), &["tokenizer.ggml.tokens", "array of strings"]),
            ("tokenizer.ggml.tokens", Gguf::Texts(vec!["a".into(); 5]), &["\"a\"", "twice"]),
            ("tokenizer.ggml.token_type", Gguf::I32s(vec![1; 4]), &["token_type has 4 entries", "5 tokens"]),
            ("tokenizer.ggml.token_type", Gguf::I32s(vec![9; 5]), &["token_type = 9"]),
            ("tokenizer.ggml.merges", Gguf::Texts(vec!["a z".into()]), &["tokenizer.json", "merge"]),
            ("tokenizer.ggml.merges", Gguf::Texts(vec!["x".repeat(70_000)]), &["70000 bytes"]),
        ];
        for (key, value, words) in cases {
            let mut file = gguf();
            file.set(key, value);
            gguf_refused(&file.bytes(), words).await;
        }
        for key in ["general.architecture", "gpt2.block_count", "tokenizer.ggml.tokens", "tokenizer.ggml.merges", "tokenizer.ggml.model"] {
            let mut file = gguf();
            file.unset(key);
            gguf_refused(&file.bytes(), &[key, "missing"]).await;
        }
        // A key that would dress up the message, before a text that is none.
        let mut file = gguf();
        file.set("odd\u{7}\nkey", "é");
        let mut bytes = file.bytes();
        let at = bytes.windows(2).position(|pair| pair == "é".as_bytes()).expect("the text");
        bytes[at] = 0xff;
        gguf_refused(&bytes, &["odd\\u{7}\\nkey", "UTF-8"]).await;
        let mut file = gguf();
        file.keys.push(file.keys[3].clone());
        gguf_refused(&file.bytes(), &["gpt2.embedding_length", "twice"]).await;
        let mut file = gguf_with_pieces();
        file.set("tokenizer.ggml.scores", Gguf::F32s(vec![0.0; 7]));
        gguf_refused(&file.bytes(), &["scores has 7 entries"]).await;
        let mut file = gguf_with_pieces();
        file.set("tokenizer.ggml.bos_token_id", Gguf::U32(262));
        gguf_refused(&file.bytes(), &["bos_token_id = 262"]).await;
        let mut file = gguf_with_pieces();
        file.set("llama.rope.scaling.type", "longrope");
        gguf_refused(&file.bytes(), &["longrope"]).await;
    }
}

async_test! {
    async fn gguf_tensors_that_cannot_be_are_refused_by_name() {
        let last = gguf().tensors.len() - 1;
        let name = gguf().tensors[last].name.clone();
        let first = gguf().tensors[0].data.len().next_multiple_of(32) as u64;
        // Overlapping, misaligned, behind a gap, beyond the end.
        for offset in [0, 1, first - 32, first + 32, 1 << 40, u64::MAX] {
            let mut file = gguf();
            file.offsets.push((1, offset));
            gguf_refused(&file.bytes(), &["begins at byte"]).await;
        }
        let change = |change: &dyn Fn(&mut Tensor)| {
            let mut file = gguf();
            change(&mut file.tensors[last]);
            file.bytes()
        };
        for (kind, word) in [(10, "Q2_K"), (11, "Q3_K"), (20, "IQ4_NL"), (23, "IQ4_XS"), (39, "MXFP4"), (26, "I32"), (77, "type 77")] {
            let bytes = change(&|tensor| tensor.kind = kind);
            gguf_refused(&bytes, &[&name, word, "Q4_K"]).await;
        }
        // Rows that are no whole blocks; nothing; more than there can be.
        gguf_refused(&change(&|t| t.kind = 8), &[&name, "Q8_0"]).await;
        gguf_refused(&change(&|t| t.shape = vec![0, 4]), &[&name, "[0, 4]"]).await;
        gguf_refused(&change(&|t| t.shape = vec![]), &[&name, "[]"]).await;
        gguf_refused(&change(&|t| t.shape = vec![usize::MAX; 4]), &[&name]).await;
        gguf_refused(&change(&|t| t.shape = vec![1; 5]), &[&name, "5 dimensions"]).await;
        gguf_refused(&change(&|t| t.shape.push(1)), &[&name, "shape"]).await;
        gguf_refused(&change(&|t| t.name = "blk.0.attn_q.weight".into()), &["blk.0.attn_q.weight", "no place"]).await;
        gguf_refused(&change(&|t| t.name = "token_embd.weight".into()), &["token_embd.weight", "twice"]).await;
        gguf_refused(&change(&|t| t.data[4..8].copy_from_slice(&f32::NAN.to_le_bytes())), &[&name, "NaN", "element 1"]).await;
        let mut file = gguf();
        file.tensors.pop();
        gguf_refused(&file.bytes(), &["no tensor", &name]).await;
        for name in ["x".repeat(250), "line\n".repeat(40)] {
            gguf_refused(&change(&|t| t.name = name.clone()), &["no place"]).await;
        }
        let mut file = gguf_with_pieces();
        let divisors = |data: [f32; 1]| Tensor {
            name: "rope_freqs.weight".into(),
            shape: vec![1],
            kind: 0,
            data: data.iter().flat_map(|x| x.to_le_bytes()).collect(),
        };
        file.tensors.push(divisors([0.0]));
        gguf_refused(&file.bytes(), &["rope_freqs.weight", "above 0"]).await;
        file.tensors.pop();
        file.tensors.push(divisors([2.0]));
        load_gguf(&file.bytes()).await.expect("a number above 0");
        file.set("llama.rope.scaling.factor", Gguf::F32(2.0));
        gguf_refused(&file.bytes(), &["rope_freqs.weight"]).await;
    }
}

/// `bytes` with something changed: the `nth` of endlessly many changes, always the same one.
fn mutated(bytes: &[u8], nth: u64) -> Vec<u8> {
    let mut all = bytes.to_vec();
    let mut draws = 0;
    let mut draw = |most: usize| {
        draws += 1;
        (hash(nth, draws) >> 11) as usize % most
    };
    for _ in 0..=draw(3) {
        let at = draw(all.len());
        match draw(7) {
            0 => all[at] = draw(256) as u8,
            1 => all[at] ^= 1 << draw(8),
            2 => all.truncate(at),
            // Numbers at and beyond every limit.
            3 => {
                let numbers = [
                    0,
                    1,
                    0x7f,
                    0x80,
                    0xffff,
                    1 << 16,
                    1 << 20,
                    1 << 31,
                    1 << 32,
                    1 << 48,
                    u64::MAX,
                ];
                let number = numbers[draw(numbers.len())].to_le_bytes();
                let n = [1, 4, 8][draw(3)].min(all.len() - at);
                all[at..at + n].copy_from_slice(&number[..n]);
            }
            4 => {
                let to = (at + 1 + draw(40)).min(all.len());
                all.drain(at..to);
            }
            5 => {
                let to = (at + 1 + draw(200)).min(all.len());
                let again = all[at..to].to_vec();
                all.splice(at..at, again);
            }
            _ => {
                let to = (at + 1 + draw(16)).min(all.len());
                all[at..to].reverse();
            }
        }
        if all.is_empty() {
            break;
        }
    }
    all
}

async_test! {
    async fn thousands_of_changed_gguf_files_are_refused_in_a_line_or_load() {
        tried();
        let (mut loaded, mut refused) = (0, 0);
        let files = [
            (gguf().bytes(), 3000),
            (gguf_with_pieces().bytes(), 1500),
            (include_bytes!("../golden/gguf-gemma2.gguf").to_vec(), 500),
            (include_bytes!("../golden/gguf-phi3-longrope.gguf").to_vec(), 500),
        ];
        for (bytes, n) in files {
            for nth in 0..n {
                let changed = mutated(&bytes, nth);
                match timed_async(&format!("change {nth}"), load_gguf(&changed)).await {
                    Ok(()) => loaded += 1,
                    Err(error) => {
                        is_a_line(&error.to_string());
                        refused += 1;
                    }
                }
            }
        }
        // Many changes only change a weight or a token.
        assert!(loaded > 100 && refused > 2000, "{loaded} loaded, {refused} refused");
        assert_eq!(tried().cases, loaded + refused);
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn indices_that_point_elsewhere_are_refused_by_name() {
    let many: Vec<String> = (0..600)
        .map(|i| format!(r#""t{i}":"a{i}.safetensors""#))
        .collect();
    let many = format!(r#"{{"weight_map":{{{}}}}}"#, many.join(","));
    for (json, word) in [
        ("", "not readable"),
        ("[]", "not readable"),
        (r#"{"weight_map":[]}"#, "not readable"),
        (r#"{"weight_map":{"a":7}}"#, "not readable"),
        (r#"{"metadata":{}}"#, "weight_map"),
        (r#"{"weight_map":{}}"#, "0 files"),
        (many.as_str(), "600 files"),
        (
            r#"{"weight_map":{"a":"../a.safetensors"}}"#,
            "../a.safetensors",
        ),
        (
            r#"{"weight_map":{"a":"/etc/a.safetensors"}}"#,
            "/etc/a.safetensors",
        ),
        (
            r#"{"weight_map":{"a":"https://a.org/a.safetensors"}}"#,
            "https://a.org",
        ),
        (
            r#"{"weight_map":{"a":"..\\a.safetensors"}}"#,
            "not a .safetensors file",
        ),
        (r#"{"weight_map":{"a":"a.bin"}}"#, "a.bin"),
        (r#"{"weight_map":{"a":""}}"#, "not a .safetensors file"),
    ] {
        let read = timed(json, || Index::parse(json.as_bytes()));
        let error = read.expect_err(json).to_string();
        is_a_line(&error);
        assert!(
            error.contains("model.safetensors.index.json") && error.contains(word),
            "{error}"
        );
    }
}

/// The tensors of a valid file in two, the first `n` in the first, and their index.
fn shards(n: usize) -> (Vec<u8>, [Vec<u8>; 2]) {
    let mut map = serde_json::Map::new();
    let mut part = |nth: usize, tensors: &[(&str, &[usize])]| {
        let mut entries = Vec::new();
        let mut end = 0;
        for (name, shape) in tensors {
            let start = end;
            end += 4 * shape.iter().product::<usize>();
            entries.push(entry(
                &format!("transformer.{name}"),
                "F32",
                shape,
                start,
                end,
            ));
            map.insert(
                format!("transformer.{name}"),
                format!("model-{nth}.safetensors").into(),
            );
        }
        let data = (0..end / 4).flat_map(|_| 0.25f32.to_le_bytes()).collect();
        with_header(&format!("{{{}}}", entries.join(",")), data)
    };
    let files = [part(1, &TENSORS[..n]), part(2, &TENSORS[n..])];
    (
        json!({"metadata": {"total_size": 0}, "weight_map": map})
            .to_string()
            .into_bytes(),
        files,
    )
}

async fn load_shards(index: &[u8], files: &[&[u8]]) -> Result<(), ModelError> {
    let index = Index::parse(index)?;
    let tokenizer = tokenizer_json(VOCAB, r#"[["a","b"]]"#, "");
    let streams = files.iter().map(|bytes| SliceStream(bytes)).collect();
    let checkpoint = Checkpoint::sharded(CONFIG.as_bytes(), tokenizer.as_bytes(), index, streams)?;
    let options = LoadOptions {
        precision: Precision::F16,
    };
    let loaded = checkpoint.load(Cpu::new(), options, |_| async {}).await;
    loaded.map(|_| ())
}

async_test! {
    async fn shards_load_together_and_what_lacks_is_named() {
        let (index, [a, b]) = shards(5);
        load_shards(&index, &[&a, &b]).await.expect("valid files");
        let error = async |index: &[u8], files: &[&[u8]]| {
            let loads = timed_async("shards", load_shards(index, files));
            let error = loads.await.expect_err("a damaged model").to_string();
            is_a_line(&error);
            error
        };
        let lacks = error(&index, &[&a]).await;
        assert!(lacks.contains("model-2.safetensors, which is missing"), "{lacks}");
        let swapped = error(&index, &[&b, &a]).await;
        assert!(swapped.contains("does not have it"), "{swapped}");
        let cut = error(&index, &[&a, &b[..b.len() - 1]]).await;
        assert!(cut.contains("model-2.safetensors is cut short"), "{cut}");
        let longer = [a.as_slice(), &[0]].concat();
        let long = error(&index, &[&longer, &b]).await;
        assert!(long.contains("model-1.safetensors has bytes after"), "{long}");
        // Of the first a tensor that the index does not name is in the second, too.
        let (_, [more, _]) = shards(6);
        let twice = error(&index, &[&more, &b]).await;
        assert!(twice.contains("model-2.safetensors: tensor") && twice.contains("twice"), "{twice}");
        let (index, [a, _]) = shards(16);
        let text = String::from_utf8(index).expect("JSON").replace("transformer.ln_f.bias", "transformer.other");
        let unknown = error(text.as_bytes(), &[&a]).await;
        assert!(unknown.contains("transformer.other"), "{unknown}");
    }
}

/// All that is above once more but what chance makes, in one thread, so that it can be counted.
#[cfg(not(target_arch = "wasm32"))]
#[test]
fn there_are_hundreds_of_cases() {
    let all: [fn(); 27] = [
        a_file_cut_short_anywhere_is_refused,
        bytes_after_the_last_tensor_are_refused,
        a_header_that_claims_to_be_enormous_is_refused_before_it_is_read,
        headers_that_are_no_header_are_refused,
        sizes_beyond_32_bits_are_counted,
        overlapping_gapped_and_repeated_tensors_are_refused,
        weights_that_contradict_the_config_are_refused_with_both_shapes,
        tensors_that_are_no_floats_are_refused_with_their_type,
        nan_and_infinite_weights_are_refused_with_their_place,
        headers_with_enormous_names_are_refused_in_a_line,
        configs_with_enormous_values_are_refused_in_a_line,
        configs_that_cannot_be_are_refused_with_the_field,
        configs_of_other_families_that_are_wrong_are_refused_by_name,
        llama_configs_that_would_compute_something_else_are_refused_by_name,
        broken_tokenizers_are_refused_in_words,
        normalizers_that_panic_or_blow_up_are_refused,
        pre_tokenizers_that_panic_or_never_end_are_refused,
        added_tokens_that_panic_or_contradict_are_refused,
        options_of_the_model_that_make_no_sense_are_refused,
        unigrams_that_make_no_sense_are_refused,
        a_vocabulary_larger_than_the_embedding_is_refused,
        gguf_files_that_are_none_or_of_another_kind_are_refused,
        parts_of_gguf_files_that_make_no_model_are_refused_by_name,
        gguf_keys_that_contradict_are_refused_by_name,
        gguf_tensors_that_cannot_be_are_refused_by_name,
        indices_that_point_elsewhere_are_refused_by_name,
        shards_load_together_and_what_lacks_is_named,
    ];
    tried();
    all.iter().for_each(|test| test());
    let cases = tried().cases;
    assert!(cases >= 350, "{cases}");
}
