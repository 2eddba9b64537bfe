//! Files that nobody should send: each gets a named error in words, nothing panics, and a prompt that
//! cannot be leaves the run as it was. Native and on wasm32, where `usize` has 32 bits.

use logitscope_core::Precision;
use logitscope_model::{
    Config, Cpu, Lane, LoadOptions, ModelError, Session, SliceStream, Tokenizer, Transformer,
    load_model,
};
use logitscope_tests::async_test;
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
    Ok((loaded.model, loaded.notices))
}

/// Fails unless loading `bytes` fails with an error that contains every one of `words`.
async fn refused(bytes: &[u8], words: &[&str]) {
    let message = match load(bytes).await {
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
        refused(&replace(1, entry("wpe.weight", "F32", &[8, 4], 40, 168)), &["header"]).await;
        refused(&replace(1, entry("wpe.weight", "F32", &[8, 4], 100, 228)), &["header"]).await;
        refused(&replace(1, entry("wpe.weight", "F32", &[8, 4], 208, 80)), &["header"]).await;
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
        let mut lane = Lane::new(Box::new(model), "test".into(), Precision::F16);
        let (logits, _) = lane.evaluate(&[1]).await.expect("it runs");
        // Token 0's row has 70,000 in one place: its logit is far from the others'.
        assert!(logits.iter().all(|z| z.is_finite()) && logits[0].abs() > 1e3, "{logits:?}");
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
            r#"{"n_layer":1,"n_head":1,"n_embd":4294967296,"vocab_size":5,"n_positions":8}"#,
            "n_embd",
        ),
        (
            r#"{"n_layer":1,"n_head":1,"n_embd":4,"vocab_size":5,"n_positions":0}"#,
            "n_positions",
        ),
        (
            r#"{"n_layer":1,"n_head":1,"n_embd":4,"vocab_size":5,"n_positions":8,"activation_function":"relu"}"#,
            "relu",
        ),
        (
            r#"{"n_layer":1,"n_head":1,"n_embd":4,"vocab_size":5,"n_positions":8,"layer_norm_epsilon":-1}"#,
            "layer_norm_epsilon",
        ),
        (
            r#"{"n_layer":1,"n_head":1,"n_embd":4,"vocab_size":5,"n_positions":8,"tie_word_embeddings":false}"#,
            "lm_head",
        ),
    ] {
        let message = Config::from_json(json).expect_err(json).to_string();
        assert!(
            message.starts_with("config.json") && message.contains(word),
            "{json}: {message}"
        );
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
        (r#","hidden_act":"gelu""#, "gelu"),
        (
            r#","rope_scaling":{"type":"linear","factor":2.0}"#,
            "linear",
        ),
        (
            r#","rope_scaling":{"rope_type":"llama3","factor":8.0}"#,
            "llama3",
        ),
        (
            r#","rope_parameters":{"rope_type":"yarn","rope_theta":1e4}"#,
            "yarn",
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
        let message = Config::from_json(&with(more)).expect_err(more).to_string();
        assert!(
            message.starts_with("config.json") && message.contains(word),
            "{more}: {message}"
        );
    }
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
    let tokenizer = Tokenizer::from_json(json.as_bytes(), 5, None).expect("a valid tokenizer");
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
        (tokenizer_json("{}", "[]", ""), "empty"),
        (tokenizer_json("null", "[]", ""), "vocabulary"),
        (tokenizer_json(r#"{"a":0,"b":0}"#, "[]", ""), "same id"),
        (tokenizer_json(r#"{"a":-1}"#, "[]", ""), "no id"),
        (tokenizer_json(r#"{"":0}"#, "[]", ""), "0 bytes"),
        (tokenizer_json(&long, "[]", ""), "5000 bytes"),
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
        let Err(error) = Tokenizer::from_json(json.as_bytes(), 5, None) else {
            panic!("accepted: {json:.200}");
        };
        let message = error.to_string();
        assert!(
            message.starts_with("tokenizer.json") && message.contains(word),
            "{message}"
        );
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn a_vocabulary_larger_than_the_embedding_is_refused() {
    for id in [5u64, 4_294_967_295, 4_294_967_296] {
        let vocab = format!(r#"{{"a":0,"b":{id}}}"#);
        let error = Tokenizer::from_json(tokenizer_json(&vocab, "[]", "").as_bytes(), 5, None);
        let message = error.err().expect("refused").to_string();
        assert!(message.contains("only 5 rows"), "{message}");
    }
}

async_test! {
    async fn empty_and_enormous_prompts_are_refused_and_the_run_goes_on() {
        let (entries, data) = valid();
        let (model, _) = load(&file(&entries, data)).await.expect("a valid file");
        let json = tokenizer_json(VOCAB, r#"[["a","b"]]"#, "");
        let tokenizer = Tokenizer::from_json(json.as_bytes(), 5, None).expect("a valid tokenizer");
        let lane = Lane::new(Box::new(model), "test".into(), Precision::F16);
        let mut session = Session::new(lane, tokenizer);
        session.set_prompt("ab").expect("a short prompt");
        session.step().await.expect("a step");
        let text = session.run().text();

        let message = |e: ModelError| e.to_string();
        let empty = session.set_prompt("").map_err(message).expect_err("empty");
        assert!(empty.contains("empty"), "{empty}");
        let long = session.set_prompt(&"c".repeat(8)).map_err(message).expect_err("too long");
        assert!(long.contains("8 tokens") && long.contains("at most 8"), "{long}");
        let enormous = session.set_prompt(&"c".repeat(2 << 20)).map_err(message).expect_err("enormous");
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
