//! Files of the format GGUF: blocks against gguf-py, files of gguf-py against Transformers, whole models against the same weights in a
//! `.safetensors` file, tokenizers against the Python package.

use logitscope_core::Precision;
use logitscope_model::checkpoint::gguf::blocks::BlockType;
use logitscope_model::checkpoint::gguf::needs;
use logitscope_model::checkpoint::loader::tensor_shapes;
use logitscope_model::checkpoint::plane::Plane;
use logitscope_model::checkpoint::weight_spec::Role;
use logitscope_model::memory_plan::MemoryNeeds;
use logitscope_model::{
    Checkpoint, Config, Cpu, Lanes, LanguageModel, LoadOptions, Measure, ModelError, SliceStream,
    Tokenizer, load_model,
};
use logitscope_tests::gguf::{File, Kind, Tensor, Twins, Value};
use logitscope_tests::{Tolerance, async_test, close, gpus_soon};
use safetensors::SafeTensors;
use serde_json::{Value as Json, json};
use wasm_bindgen_test::wasm_bindgen_test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

const BLOCKS: [(BlockType, &str); 8] = [
    (BlockType::Q8_0, "Q8_0"),
    (BlockType::Q4_0, "Q4_0"),
    (BlockType::Q4_1, "Q4_1"),
    (BlockType::Q5_0, "Q5_0"),
    (BlockType::Q5_1, "Q5_1"),
    (BlockType::Q4K, "Q4_K"),
    (BlockType::Q5K, "Q5_K"),
    (BlockType::Q6K, "Q6_K"),
];

fn golden(bytes: &'static [u8]) -> SafeTensors<'static> {
    SafeTensors::deserialize(bytes).expect("a golden file")
}

fn words(file: &SafeTensors<'_>, key: &str) -> Vec<[u8; 4]> {
    let array = file.tensor(key).expect("an array of the golden file");
    array.data().as_chunks::<4>().0.to_vec()
}

#[wasm_bindgen_test(unsupported = test)]
fn blocks_are_what_gguf_py_makes_of_them_bit_for_bit() {
    let file = golden(include_bytes!("../golden/gguf-blocks.safetensors"));
    for (block, name) in BLOCKS {
        let raw = file.tensor(&format!("{name}.blocks")).expect("blocks");
        let want = words(&file, &format!("{name}.values"));
        let mut got = vec![0.0; want.len()];
        assert_eq!(
            raw.data().len() / block.bytes() * block.elements(),
            got.len()
        );
        let blocks = raw.data().chunks_exact(block.bytes());
        for (bytes, out) in blocks.zip(got.chunks_exact_mut(block.elements())) {
            block.decode(bytes, Plane::Values, out);
        }
        assert!(got.len() >= 192 && got.iter().any(|x| *x != 0.0));
        for (i, (got, want)) in got.iter().zip(want).enumerate() {
            assert_eq!(got.to_le_bytes(), want, "{name}, element {i}: {got}");
        }
    }
}

async fn open(bytes: &[u8]) -> Result<Checkpoint<SliceStream<'_>>, ModelError> {
    Checkpoint::gguf("model.gguf", SliceStream(bytes)).await
}

/// The model in a `.gguf` file, and its tokenizer.
async fn load(bytes: &[u8], precision: Precision) -> (Box<dyn LanguageModel>, Tokenizer) {
    load_on(Cpu::new(), bytes, precision).await
}

async fn load_on<B: Measure>(
    backend: B,
    bytes: &[u8],
    precision: Precision,
) -> (Box<dyn LanguageModel>, Tokenizer) {
    let checkpoint = open(bytes).await.expect("a valid file");
    let options = LoadOptions { precision };
    let loaded = checkpoint.load(backend, options, |_| async {}).await;
    let (loaded, tokenizer) = loaded.expect("valid tensors");
    (Box::new(loaded.model), tokenizer)
}

/// The logits after each token, `[T, d_vocab]`.
async fn logits(model: Box<dyn LanguageModel>, precision: Precision, tokens: &[u32]) -> Vec<f32> {
    let mut lanes = Lanes::new(model, "test".into(), precision);
    let mut lane = lanes.plain().expect("it is always open");
    let mut all = Vec::new();
    let each = |_, logits: Vec<f32>| all.extend(logits);
    lane.logits_along(tokens, each).await.expect("logits");
    all
}

async_test! {
    async fn files_of_gguf_py_compute_what_transformers_computes() {
        let want = golden(include_bytes!("../golden/gguf-logits.safetensors"));
        let files: [(&str, &[u8]); 11] = [
            ("llama", include_bytes!("../golden/gguf-llama.gguf")),
            ("qwen3", include_bytes!("../golden/gguf-qwen3.gguf")),
            ("gpt2", include_bytes!("../golden/gguf-gpt2.gguf")),
            ("neox", include_bytes!("../golden/gguf-neox.gguf")),
            ("gemma", include_bytes!("../golden/gguf-gemma.gguf")),
            ("gemma2", include_bytes!("../golden/gguf-gemma2.gguf")),
            ("gemma3", include_bytes!("../golden/gguf-gemma3.gguf")),
            ("phi2", include_bytes!("../golden/gguf-phi2.gguf")),
            ("phi3", include_bytes!("../golden/gguf-phi3.gguf")),
            ("phi3-longrope", include_bytes!("../golden/gguf-phi3-longrope.gguf")),
            ("olmo2", include_bytes!("../golden/gguf-olmo2.gguf")),
        ];
        for (name, bytes) in files {
            let tokens = words(&want, &format!("{name}.tokens"));
            let tokens: Vec<u32> = tokens.into_iter().map(u32::from_le_bytes).collect();
            let expected = words(&want, &format!("{name}.logits"));
            let expected: Vec<f32> = expected.into_iter().map(f32::from_le_bytes).collect();
            let (model, tokenizer) = load(bytes, Precision::F32).await;
            let got = logits(model, Precision::F32, &tokens).await;
            close(name, &got, &expected, Tolerance { abs: 2e-5, rel: 2e-5 });
            let end = tokenizer.vocab().end_of_text().expect("a token that ends a text");
            assert_eq!((end, tokenizer.vocab().text(&[0, 38, end])), (39, "!!\"<|end|>".into()));
        }
    }
}

/// A model in both layouts.
struct Case {
    architecture: &'static str,
    config: Json,
    /// Keys behind the architecture's name.
    keys: Vec<(&'static str, Value)>,
}

fn like_llama(
    architecture: &'static str,
    d: u32,
    more: Json,
    keys: Vec<(&'static str, Value)>,
) -> Case {
    let mut config = json!({"model_type": architecture, "hidden_size": d, "num_hidden_layers": 2, "num_attention_heads": 4,
        "num_key_value_heads": 2, "intermediate_size": d, "vocab_size": 20, "max_position_embeddings": 32, "rms_norm_eps": 1e-5,
        "rope_theta": 100.0, "eos_token_id": 19, "tie_word_embeddings": false});
    for (key, value) in more.as_object().expect("an object") {
        config[key] = value.clone();
    }
    let mut all = vec![
        ("embedding_length", Value::U32(d)),
        ("feed_forward_length", Value::U32(d)),
        ("attention.head_count_kv", Value::U32(2)),
        ("attention.layer_norm_rms_epsilon", Value::F32(1e-5)),
        ("rope.freq_base", Value::F32(100.0)),
    ];
    all.extend(keys);
    Case {
        architecture,
        config,
        keys: all,
    }
}

fn gemma(architecture: &'static str, more: Json, keys: Vec<(&'static str, Value)>) -> Case {
    let mut config = json!({"head_dim": 32, "tie_word_embeddings": true});
    for (key, value) in more.as_object().expect("an object") {
        config[key] = value.clone();
    }
    let mut all = vec![
        ("attention.key_length", Value::U32(32)),
        ("attention.value_length", Value::U32(32)),
    ];
    all.extend(keys);
    like_llama(architecture, 64, config, all)
}

/// `window` 0 for none.
fn phi3(window: u32) -> Case {
    like_llama(
        "phi3",
        64,
        json!({"sliding_window": (window > 0).then_some(window), "partial_rotary_factor": 0.5}),
        vec![
            ("attention.sliding_window", Value::U32(window)),
            ("rope.dimension_count", Value::U32(8)),
            ("rope.scaling.original_context_length", Value::U32(32)),
        ],
    )
}

fn phi2() -> Case {
    let keys = [
        ("embedding_length", 64),
        ("feed_forward_length", 128),
        ("attention.head_count_kv", 2),
        ("rope.dimension_count", 6),
    ];
    let mut keys: Vec<_> = keys.map(|(key, n)| (key, Value::U32(n))).into();
    keys.push(("attention.layer_norm_epsilon", Value::F32(1e-5)));
    Case {
        architecture: "phi2",
        config: json!({"model_type": "phi", "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
            "num_key_value_heads": 2, "intermediate_size": 128, "max_position_embeddings": 32, "vocab_size": 20,
            "eos_token_id": 19, "partial_rotary_factor": 0.4}),
        keys,
    }
}

/// Every architecture, every option that its files can have. All widths are multiples of 32, those of the first of 256.
fn cases() -> Vec<Case> {
    let gpt2 = json!({"model_type": "gpt2", "n_embd": 32, "n_layer": 2, "n_head": 4, "n_positions": 32, "n_inner": 64,
        "vocab_size": 20, "eos_token_id": 19});
    let plain = |d: u32, m: u32| {
        vec![
            ("embedding_length", Value::U32(d)),
            ("feed_forward_length", Value::U32(m)),
            ("attention.layer_norm_epsilon", Value::F32(1e-5)),
        ]
    };
    let neox = |parallel: bool| {
        let mut keys = plain(64, 128);
        keys.push(("use_parallel_residual", Value::Bool(parallel)));
        keys.push(("rope.dimension_count", Value::U32(4)));
        Case {
            architecture: "gptneox",
            config: json!({"model_type": "gpt_neox", "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
                "intermediate_size": 128, "max_position_embeddings": 32, "vocab_size": 20, "eos_token_id": 19,
                "use_parallel_residual": parallel}),
            keys,
        }
    };
    vec![
        like_llama(
            "llama",
            256,
            json!({"num_hidden_layers": 1}),
            vec![("rope.dimension_count", Value::U32(64))],
        ),
        like_llama(
            "llama",
            64,
            json!({"attention_bias": true, "mlp_bias": true, "tie_word_embeddings": true, "rope_scaling": {"type": "linear", "factor": 4.0}}),
            vec![
                ("rope.scaling.type", "linear".into()),
                ("rope.scaling.factor", Value::F32(4.0)),
            ],
        ),
        like_llama(
            "llama",
            64,
            json!({"rope_scaling": {"type": "yarn", "factor": 4.0, "original_max_position_embeddings": 8}}),
            vec![
                ("rope.scaling.type", "yarn".into()),
                ("rope.scaling.factor", Value::F32(4.0)),
                ("rope.scaling.original_context_length", Value::U32(8)),
            ],
        ),
        like_llama(
            "llama",
            64,
            json!({"model_type": "mistral", "sliding_window": 5, "head_dim": 32}),
            vec![
                ("attention.sliding_window", Value::U32(5)),
                ("attention.key_length", Value::U32(32)),
                ("attention.value_length", Value::U32(32)),
            ],
        ),
        like_llama("qwen2", 64, json!({}), vec![]),
        like_llama(
            "qwen3",
            64,
            json!({"head_dim": 32, "tie_word_embeddings": true}),
            vec![
                ("attention.key_length", Value::U32(32)),
                ("attention.value_length", Value::U32(32)),
            ],
        ),
        like_llama("smollm3", 64, json!({"num_hidden_layers": 5}), vec![]),
        gemma("gemma", json!({}), vec![]),
        gemma(
            "gemma2",
            json!({"sliding_window": 5, "query_pre_attn_scalar": 32, "attn_logit_softcapping": 2.0, "final_logit_softcapping": 3.0}),
            vec![
                ("attention.sliding_window", Value::U32(5)),
                ("attn_logit_softcapping", Value::F32(2.0)),
                ("final_logit_softcapping", Value::F32(3.0)),
            ],
        ),
        // What files leave out; and windows block by block.
        gemma(
            "gemma2",
            json!({"query_pre_attn_scalar": 32, "sliding_window": 4096,
                "layer_types": ["full_attention", "sliding_attention"]}),
            vec![("attention.sliding_window_pattern", Value::I32s(vec![0, 1]))],
        ),
        gemma(
            "gemma3",
            json!({"model_type": "gemma3_text", "num_hidden_layers": 7, "sliding_window": 5, "query_pre_attn_scalar": 32,
                "rope_scaling": {"rope_type": "linear", "factor": 8.0}}),
            vec![
                ("attention.sliding_window", Value::U32(5)),
                ("rope.scaling.type", "linear".into()),
                ("rope.scaling.factor", Value::F32(8.0)),
            ],
        ),
        gemma(
            "gemma3",
            json!({"model_type": "gemma3_text", "num_hidden_layers": 3, "sliding_window": 5, "sliding_window_pattern": 3,
                "query_pre_attn_scalar": 32, "rope_local_base_freq": 50.0, "final_logit_softcapping": 3.0}),
            vec![
                ("attention.sliding_window", Value::U32(5)),
                ("attention.sliding_window_pattern", Value::U32(3)),
                ("rope.freq_base_swa", Value::F32(50.0)),
                ("final_logit_softcapping", Value::F32(3.0)),
            ],
        ),
        phi3(5),
        phi3(0),
        like_llama("olmo2", 64, json!({}), vec![]),
        phi2(),
        Case {
            architecture: "gpt2",
            config: gpt2,
            keys: plain(32, 64),
        },
        neox(true),
        neox(false),
    ]
}

impl Case {
    fn config(&self) -> Config {
        Config::from_json(&self.config.to_string()).expect("a usable config")
    }

    /// The file without tensors.
    fn head(&self, config: &Config) -> File {
        let mut file = File::default();
        file.set("general.architecture", self.architecture);
        let usual = [
            ("block_count", config.n_layers),
            ("context_length", config.n_positions),
            ("attention.head_count", config.n_heads),
        ];
        let usual = usual.map(|(key, n)| (key, Value::U32(n)));
        for (key, value) in usual.into_iter().chain(self.keys.clone()) {
            file.set(&format!("{}.{key}", self.architecture), value);
        }
        file.set_characters(20);
        file
    }

    /// Both files.
    fn files(&self, kind: Kind) -> (File, Vec<u8>) {
        let config = self.config();
        let tensors: Vec<_> = tensor_shapes(&config).into_iter().collect();
        let twins = Twins::new(self.architecture, &config, &tensors, kind);
        let mut file = self.head(&config);
        file.tensors = twins.gguf;
        (file, twins.safetensors)
    }
}

const TOKENS: [u32; 9] = [3, 1, 4, 15, 9, 2, 6, 5, 3];

/// The logits of both files.
async fn both(case: &Case, file: &File, safetensors: &[u8], precision: Precision) -> [Vec<f32>; 2] {
    let (model, _) = load(&file.bytes(), precision).await;
    let got = logits(model, precision, &TOKENS).await;
    let options = LoadOptions { precision };
    let stream = &mut SliceStream(safetensors);
    let twin = load_model(Cpu::new(), case.config(), options, stream, |_| async {}).await;
    let model = twin.expect("a valid file").model;
    let want = logits(Box::new(model), precision, &TOKENS).await;
    assert!(want.iter().all(|z| z.is_finite()));
    [got, want]
}

async fn compare(case: &Case, kind: Kind, precision: Precision) {
    let (file, safetensors) = case.files(kind);
    let [got, want] = both(case, &file, &safetensors, precision).await;
    let bits = |all: &[f32]| all.iter().map(|z| z.to_bits()).collect::<Vec<_>>();
    assert!(
        bits(&got) == bits(&want),
        "{} as {kind:?}: {got:?} {want:?}",
        case.architecture
    );
    assert!(want.iter().any(|z| *z != want[0]));
}

async_test! {
    async fn a_model_is_the_same_in_both_formats_bit_for_bit() {
        for case in cases() {
            for kind in [Kind::F32, Kind::F16, Kind::Bf16] {
                compare(&case, kind, Precision::F32).await;
            }
            compare(&case, Kind::F16, Precision::F16).await;
        }
    }
}

async_test! {
    async fn a_file_in_parts_is_the_whole_one_bit_for_bit_in_whatever_order_they_come() {
        for case in cases() {
            let (file, _) = case.files(Kind::Block(BlockType::Q8_0));
            let (model, tokenizer) = load(&file.bytes(), Precision::F32).await;
            let want = logits(model, Precision::F32, &TOKENS).await;
            for count in [2, 3, file.tensors.len()] {
                let bytes: Vec<_> = file.split(count).iter().map(File::bytes).collect();
                let name = |no: usize| format!("m-{:05}-of-{count:05}.gguf", no + 1);
                let parts = bytes.iter().enumerate().map(|(no, bytes)| (name(no), SliceStream(bytes)));
                let checkpoint = Checkpoint::gguf_parts(parts.rev().collect()).await.expect("all parts");
                let options = LoadOptions { precision: Precision::F32 };
                let loaded = checkpoint.load(Cpu::new(), options, |_| async {}).await;
                let (loaded, own) = loaded.expect("valid tensors");
                assert_eq!(own.vocab().parts(), tokenizer.vocab().parts());
                let got = logits(Box::new(loaded.model), Precision::F32, &TOKENS).await;
                let bits = |all: &[f32]| all.iter().map(|z| z.to_bits()).collect::<Vec<_>>();
                assert!(bits(&got) == bits(&want), "{} in {count} parts", case.architecture);
            }
        }
    }
}

async_test! {
    async fn a_turn_ends_at_the_tokens_that_end_one_also_where_no_key_names_them() {
        let all = cases();
        let (mut file, _) = all[1].files(Kind::F32);
        for (texts, keys, want) in [
            // Phi 3, Gemma 2, Llama 3, Qwen 2: the files of most converters name the end of a text alone.
            (["<|endoftext|>", "<|user|>", "<|end|>"], vec![("eos", 17)], vec![17, 19]),
            (["<start_of_turn>", "<end_of_turn>", "<eos>"], vec![("eos", 19)], vec![19, 18]),
            (["<|end_of_text|>", "<|eom_id|>", "<|eot_id|>"], vec![("eos", 19)], vec![19, 17, 18]),
            (["<|endoftext|>", "<|im_start|>", "<|im_end|>"], vec![], vec![17, 19]),
            // Named, whatever they are called.
            (["a1", "b2", "c3"], vec![("eos", 19), ("eot", 17), ("eom", 18)], vec![19, 17, 18]),
        ] {
            file.set_characters(18);
            let characters = (0x21..0x21 + 17).filter_map(char::from_u32).map(String::from);
            let tokens = characters.chain(texts.map(str::to_owned)).collect();
            file.set("tokenizer.ggml.tokens", Value::Texts(tokens));
            file.set("tokenizer.ggml.token_type", Value::I32s([vec![1; 17], vec![3; 3]].concat()));
            for which in ["eos", "eot", "eom"] {
                let key = format!("tokenizer.ggml.{which}_token_id");
                match keys.iter().find(|(own, _)| *own == which) {
                    Some((_, id)) => file.set(&key, Value::U32(*id)),
                    None => file.unset(&key),
                }
            }
            let (_, tokenizer) = load(&file.bytes(), Precision::F32).await;
            assert_eq!(tokenizer.vocab().end_tokens(), want, "{texts:?}");
        }
    }
}

/// The header of a file: its bytes up to the data.
fn header(file: &File) -> Vec<u8> {
    let mut bytes = file.bytes();
    let data = file
        .tensors
        .iter()
        .map(|t| t.data.len().next_multiple_of(32));
    bytes.truncate(bytes.len() - data.sum::<usize>());
    bytes
}

async_test! {
    async fn a_header_says_what_loading_the_file_asks_for_and_of_floats_what_a_config_says() {
        for (nth, case) in cases().iter().enumerate() {
            let blocks = kinds(nth).map(|(_, kind)| kind);
            for kind in [Kind::F32, Kind::F16].into_iter().chain(blocks) {
                let (mut file, _) = case.files(kind);
                let bytes = file.bytes();
                let loaded = open(&bytes).await.expect("a valid file").memory_needs();
                // As it comes before a download: tokens are counted.
                file.set("tokenizer.ggml.tokens", Value::U64(20));
                file.unset("tokenizer.ggml.token_type");
                let told = needs("model.gguf", &header(&file)).await.expect("a valid header");
                let by_config = MemoryNeeds::of(&case.config());
                for precision in Precision::ALL {
                    let name = format!("{} as {kind:?} in {precision:?}", case.architecture);
                    let memory = told.plan(precision);
                    assert_eq!(memory, loaded.plan(precision), "{name}");
                    assert_eq!(told.to_load(precision), loaded.to_load(precision), "{name}");
                    if matches!(kind, Kind::F32 | Kind::F16) {
                        assert_eq!(memory, by_config.plan(precision), "{name}");
                    }
                }
            }
        }
    }
}

async_test! {
    async fn a_header_says_in_which_numbers_a_step_is_computed_and_whether_its_tokenizer_is_read() {
        let all = cases();
        let case = all.iter().find(|case| case.architecture == "llama").expect("one");
        for (kind, kept) in [
            (Kind::F16, Precision::F16),
            (Kind::Block(BlockType::Q8_0), Precision::Q8),
            (Kind::Block(BlockType::Q4_0), Precision::Q4),
        ] {
            let (mut file, _) = case.files(kind);
            let told = needs("model.gguf", &header(&file)).await.expect("a valid header");
            assert_eq!(told.kept(Precision::F16), kept, "{kind:?}");
            assert_eq!(told.kept(Precision::Q4), Precision::Q4, "{kind:?}");
            file.set("tokenizer.ggml.model", Value::Text("rwkv".into()));
            let refused = needs("model.gguf", &header(&file)).await.map(|_| ()).expect_err("refused");
            let own = open(&file.bytes()).await.map(|_| ()).expect_err("refused");
            assert_eq!(refused.to_string(), own.to_string());
        }
    }
}

async_test! {
    async fn the_first_part_says_nearly_what_all_of_them_ask_for() {
        for case in cases() {
            for kind in [Kind::F32, Kind::Block(BlockType::Q8_0), Kind::Block(BlockType::Q4_0)] {
                let (file, _) = case.files(kind);
                let bytes = file.bytes();
                let whole = open(&bytes).await.expect("a valid file").memory_needs();
                let parts = file.split(2);
                let first = needs("m-00001-of-00002.gguf", &header(&parts[0])).await.expect("a valid header");
                let config = case.config();
                let table = 4 * u64::from(config.d_vocab) * u64::from(config.d_model);
                for precision in Precision::ALL {
                    let [told, all] = [&first, &whole].map(|needs| needs.plan(precision));
                    let name = format!("{} as {kind:?} in {precision:?}", case.architecture);
                    assert_eq!((told.cache, told.work), (all.cache, all.work), "{name}");
                    // A few biases of the first layer may lie in the other part; a table that is not there may be reckoned.
                    let near = all.weights / 10 * 9..=all.weights + 2 * table;
                    assert!(near.contains(&told.weights), "{name}: {} of {}", told.weights, all.weights);
                }
            }
        }
    }
}

async_test! {
    async fn a_header_that_lacks_a_tensor_or_has_another_shape_is_refused_as_the_file_is() {
        let all = cases();
        let case = all.iter().find(|case| case.architecture == "llama").expect("one");
        let (whole, _) = case.files(Kind::F16);
        let is_table = |tensor: &Tensor| tensor.name == "token_embd.weight";
        let (mut lacking, mut other) = (whole.clone(), whole.clone());
        lacking.tensors.retain(|tensor| !is_table(tensor));
        other.tensors.iter_mut().filter(|t| is_table(t)).for_each(|t| t.shape.reverse());
        for file in [&lacking, &other] {
            let bytes = file.bytes();
            let opened = open(&bytes).await.expect("a valid beginning");
            let options = LoadOptions { precision: Precision::F16 };
            let own = opened.load(Cpu::new(), options, |_| async {}).await.map(|_| ()).expect_err("refused");
            let told = needs("model.gguf", &header(file)).await.map(|_| ()).expect_err("refused");
            assert_eq!(told.to_string(), own.to_string());
            assert!(told.to_string().contains("token_embd.weight"), "{told}");
        }
        // What the first of two parts lacks may be in the other; a shape is what it is.
        let name = "m-00001-of-00002.gguf";
        let mut first = whole.split(2).remove(0);
        needs(name, &header(&first)).await.expect("the other part has the rest");
        let oblong = first.tensors.iter_mut().find(|t| t.shape.len() == 2 && t.shape[0] != t.shape[1]);
        oblong.expect("one").shape.reverse();
        needs(name, &header(&first)).await.map(|_| ()).expect_err("another shape");
    }
}

async_test! {
    async fn a_header_that_ends_early_is_an_error_wherever_it_ends() {
        let (file, _) = cases()[0].files(Kind::F16);
        let header = header(&file);
        needs("model.gguf", &header).await.expect("a valid header");
        for end in 0..header.len() - 32 {
            let error = needs("model.gguf", &header[..end]).await.map(|_| ()).expect_err("refused");
            assert!(error.to_string().contains("model.gguf"), "{error}");
        }
    }
}

/// Types of blocks that a file can have at once.
const MIXED: [(BlockType, BlockType); 4] = [
    (BlockType::Q4K, BlockType::Q6K),
    (BlockType::Q5K, BlockType::Q6K),
    (BlockType::Q4_0, BlockType::Q4_1),
    (BlockType::Q4_1, BlockType::Q5_0),
];

/// Every type of blocks and mixture of them that a case can have.
fn kinds(nth: usize) -> impl Iterator<Item = (BlockType, Kind)> {
    let pure = BLOCKS.map(|(block, _)| (block, Kind::Block(block)));
    let mixed = MIXED.map(|(most, better)| (most, Kind::Mixed(most, better)));
    let all = pure.into_iter().chain(mixed);
    all.filter(move |(block, _)| block.elements() == 32 || nth == 0)
}

/// Sums over blocks come in another order than those over single weights.
const IN_BLOCKS: Tolerance = Tolerance {
    abs: 2e-5,
    rel: 2e-5,
};

async_test! {
    async fn a_quantised_model_computes_what_the_widened_weights_compute() {
        for (nth, case) in cases().iter().enumerate() {
            for (_, kind) in kinds(nth) {
                let (file, safetensors) = case.files(kind);
                let [got, want] = both(case, &file, &safetensors, Precision::F32).await;
                close(&format!("{} as {kind:?}", case.architecture), &got, &want, IN_BLOCKS);
            }
        }
    }
}

async_test! {
    async fn what_a_file_has_in_blocks_takes_no_more_than_its_blocks() {
        let case = &cases()[0];
        let matrices: u64 = case.config().weights().iter().filter(|weight| weight.role.is_multiplied()).map(|weight| weight.n_params()).sum();
        let bytes = async |kind, precision| {
            let (file, _) = case.files(kind);
            load(&file.bytes(), precision).await.0.weight_bytes()
        };
        let floats = bytes(Kind::F32, Precision::F32).await;
        for (block, bits) in [
            (BlockType::Q4_0, 5), (BlockType::Q4_1, 6), (BlockType::Q5_0, 9), (BlockType::Q5_1, 10),
            (BlockType::Q4K, 6), (BlockType::Q5K, 10), (BlockType::Q6K, 10),
        ] {
            // Blocks of columns are filled up where there are few columns: in the unembedding of 20 tokens.
            let saved = (32 - bits) * matrices / 8;
            let found = floats - bytes(Kind::Block(block), Precision::F32).await;
            assert!(found.abs_diff(saved) < saved / 20, "{block:?}: {found} bytes less, not {saved}");
            let asked = bytes(Kind::Block(block), Precision::Q4).await;
            let four = bytes(Kind::Block(BlockType::Q4_0), Precision::Q4).await;
            assert_eq!(asked == four, bits > 6 || bits == 5, "{block:?} where 4 bits are asked for");
        }
    }
}

async_test! {
    async fn blocks_that_a_kernel_reads_stay_what_they_are() {
        for (block, precision) in [(BlockType::Q8_0, Precision::Q8), (BlockType::Q4_0, Precision::Q4)] {
            for case in cases() {
                // What is widened and brought into blocks again is the same to the bit.
                compare(&case, Kind::Written(block), precision).await;
                let (file, safetensors) = case.files(Kind::Written(block));
                let (asked, _) = load(&file.bytes(), precision).await;
                for wider in [Precision::F16, Precision::F32] {
                    let (model, _) = load(&file.bytes(), wider).await;
                    // Tables that are only looked up, and vectors, are kept as asked.
                    let untied = case.config().weights().iter().any(|weight| weight.role == Role::Lookup);
                    assert!(untied || model.weight_bytes() == asked.weight_bytes(), "{}: {block:?}", case.architecture);
                    let [got, want] = both(&case, &file, &safetensors, wider).await;
                    // Each block of a model adds to what halves round.
                    let blocks = case.config().n_layers as f32;
                    let half = if wider == Precision::F16 { 1e-3 * blocks.max(2.0) } else { 2e-5 };
                    close(case.architecture, &got, &want, Tolerance { abs: half, rel: half });
                }
            }
        }
    }
}

async_test! {
    async fn blocks_on_the_gpu_are_those_of_the_cpu() {
        for (nth, case) in cases().iter().enumerate().filter(|(_, case)| ["llama", "gpt2"].contains(&case.architecture)) {
            let written = [BlockType::Q8_0, BlockType::Q4_0].map(Kind::Written);
            let others = kinds(nth).map(|(_, kind)| kind).filter(|_| nth == 0);
            for kind in written.into_iter().chain(others) {
                let (file, safetensors) = case.files(kind);
                let [_, want] = both(case, &file, &safetensors, Precision::F32).await;
                let mut all = gpus_soon(32_768);
                while let Some((what, gpu)) = all.next().await {
                    // Matrices stay in their blocks, the rest is f32.
                    let (model, _) = load_on(gpu, &file.bytes(), Precision::F32).await;
                    let got = logits(model, Precision::F32, &TOKENS).await;
                    close(&format!("{} {kind:?} on {what}", case.architecture), &got, &want, IN_BLOCKS);
                }
            }
        }
    }
}

/// What Llama 3.1 says of its rotary positions, with other numbers.
fn llama3() -> Case {
    let rope = json!({"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
        "original_max_position_embeddings": 16});
    like_llama("llama", 64, json!({"rope_scaling": rope}), vec![])
}

/// What frequencies are divided by, as llama.cpp's converter computes it.
fn divisors() -> Tensor {
    let divisor = |j: u32| {
        let frequency = 100f64.powf(-f64::from(2 * j) / 16.0);
        let turns = 16.0 * frequency / std::f64::consts::TAU;
        let smooth = (turns - 1.0) / 3.0;
        let divisor = 1.0 / ((1.0 - smooth) / 8.0 + smooth);
        divisor.clamp(1.0, 8.0) as f32
    };
    let divisor = |j| match j {
        _ if 16.0 * 100f64.powf(-f64::from(2 * j) / 16.0) / std::f64::consts::TAU < 1.0 => 8.0,
        j => divisor(j),
    };
    Tensor {
        name: "rope_freqs.weight".into(),
        shape: vec![8],
        kind: 0,
        data: (0..8).flat_map(|j| divisor(j).to_le_bytes()).collect(),
    }
}

async_test! {
    async fn the_divisors_of_llama_3_are_its_scaling() {
        let case = llama3();
        let (mut file, safetensors) = case.files(Kind::F32);
        file.tensors.push(divisors());
        let [got, want] = both(&case, &file, &safetensors, Precision::F32).await;
        // Divisors are rounded to f32, what they come from is not.
        let tolerance = Tolerance { abs: 1e-5, rel: 1e-5 };
        close("llama3", &got, &want, tolerance);
        file.tensors.pop();
        let [unscaled, _] = both(&case, &file, &safetensors, Precision::F32).await;
        assert!(got.iter().zip(&unscaled).any(|(a, b)| (a - b).abs() > 1e-3), "it shows");
    }
}

async_test! {
    async fn the_largest_gemmas_divide_their_scores_by_another_number() {
        for (architecture, family, n_layers) in [("gemma2", "gemma2", 46), ("gemma3", "gemma3_text", 62)] {
            let case = gemma(
                architecture,
                // 64 over 4 heads, whose width is 32.
                json!({"model_type": family, "num_hidden_layers": n_layers, "sliding_window": 5, "query_pre_attn_scalar": 16}),
                vec![("attention.sliding_window", Value::U32(5))],
            );
            compare(&case, Kind::F32, Precision::F32).await;
        }
    }
}

async_test! {
    async fn queries_keys_and_values_of_phi_may_lie_in_one_tensor() {
        let case = phi2();
        for kind in [Kind::F32, Kind::Block(BlockType::Q8_0)] {
            let (mut file, safetensors) = case.files(kind);
            for part in ["weight", "bias"] {
                for layer in 0..2 {
                    let of = |x| format!("blk.{layer}.attn_{x}.{part}");
                    let take = |x| {
                        let at = file.tensors.iter().position(|t| t.name == of(x)).expect("a tensor");
                        file.tensors.remove(at)
                    };
                    let parts = ["q", "k", "v"].map(take);
                    let mut joined = parts[0].clone();
                    joined.name = of("qkv");
                    joined.shape[0] = parts.iter().map(|t| t.shape[0]).sum();
                    joined.data = parts.into_iter().flat_map(|t| t.data).collect();
                    file.tensors.push(joined);
                }
            }
            let [got, want] = both(&case, &file, &safetensors, Precision::F32).await;
            assert!(got == want, "{got:?} {want:?}");
        }
    }
}

/// Longrope in both layouts, with numbers that are exact in f32.
fn longrope() -> (Case, [Tensor; 2]) {
    let mut case = phi3(0);
    case.config["original_max_position_embeddings"] = json!(16);
    case.config["rope_scaling"] = json!({"type": "longrope", "attention_factor": 1.25, "short_factor": [1.0, 1.25, 1.5, 2.0],
        "long_factor": [2.0, 4.0, 8.0, 16.0]});
    case.keys.extend([
        ("rope.scaling.original_context_length", Value::U32(16)),
        ("rope.scaling.attn_factor", Value::F32(1.25)),
    ]);
    let factors = |which: &str, factors: [f32; 4]| Tensor {
        name: format!("rope_factors_{which}.weight"),
        shape: vec![4],
        kind: 0,
        data: factors.iter().flat_map(|x| x.to_le_bytes()).collect(),
    };
    let tensors = [
        factors("long", [2.0, 4.0, 8.0, 16.0]),
        factors("short", [1.0, 1.25, 1.5, 2.0]),
    ];
    (case, tensors)
}

async_test! {
    async fn older_files_of_phi_3_have_the_window_of_their_time() {
        let mut case = phi3(2047);
        for (key, value) in [("num_hidden_layers", 32), ("max_position_embeddings", 4096)] {
            case.config[key] = json!(value);
        }
        case.keys.retain(|(key, _)| *key != "attention.sliding_window");
        compare(&case, Kind::F32, Precision::F32).await;
        let bytes = case.files(Kind::F32).0.bytes();
        let config = open(&bytes).await.expect("a valid file").config;
        assert_eq!(config.windows, [Some(2047); 32]);
    }
}

async_test! {
    async fn longrope_is_in_tensors_for_short_texts_and_for_long_ones() {
        // Beyond its first context, and within it.
        for original in [4, 16] {
            let (mut case, tensors) = longrope();
            case.config["original_max_position_embeddings"] = json!(original);
            let (mut file, safetensors) = case.files(Kind::F32);
            file.set("phi3.rope.scaling.original_context_length", Value::U32(original));
            file.tensors.extend(tensors);
            let [got, want] = both(&case, &file, &safetensors, Precision::F32).await;
            assert!(got == want, "{original}: {got:?} {want:?}");
            let bytes = file.bytes();
            let config = open(&bytes).await.expect("a valid file").config;
            assert_eq!((config.n_positions, config.n_ctx), (32, 32));
        }
    }
}

async_test! {
    async fn what_such_files_say_that_is_not_computed_is_refused_by_name() {
        let (phi, tensors) = longrope();
        let mut factors = phi.files(Kind::F32).0;
        factors.tensors.extend(tensors);
        let of = |case: Case| case.files(Kind::F32).0;
        let caps = [("attn_logit_softcapping", Value::F32(50.0))];
        let cases: [(File, &str, Value, &[&str]); 9] = [
            (of(gemma("gemma", json!({}), vec![])), "gemma.attention.sliding_window", Value::U32(8), &["sliding_window = 8"]),
            (of(gemma("gemma", json!({}), caps.into())), "gemma.vocab_size", Value::U32(20), &["attn_logit_softcapping = 50"]),
            (of(gemma("gemma2", json!({}), vec![])), "gemma2.rope.freq_base_swa", Value::F32(50.0), &["rope.freq_base_swa = 50"]),
            (
                of(gemma("gemma2", json!({}), vec![])),
                "gemma2.attention.sliding_window_pattern",
                Value::I32s(vec![1]),
                &["sliding_window_pattern", "[1]"],
            ),
            (of(gemma("gemma2", json!({}), vec![])), "gemma2.final_logit_softcapping", Value::F32(-3.0), &["final_logit_softcapping = -3"]),
            (of(like_llama("olmo2", 64, json!({}), vec![])), "olmo2.attention.sliding_window", Value::U32(8), &["sliding_window = 8"]),
            (factors.clone(), "phi3.rope.scaling.attn_factor", Value::F32(-1.0), &["attn_factor = -1"]),
            (factors.clone(), "phi3.rope.scaling.original_context_length", Value::U32(0), &["original_context_length = 0"]),
            (factors.clone(), "phi3.rope.scaling.factor", Value::F32(2.0), &["rope_factors_short.weight", "no place"]),
        ];
        for (mut file, key, value, words) in cases {
            file.set(key, value);
            refused(&file, words).await;
        }
        let mut file = of(phi3(5));
        file.unset("phi3.attention.sliding_window");
        refused(&file, &["phi3.attention.sliding_window", "missing"]).await;
        // One of the two kinds of factors alone.
        factors.tensors.pop();
        refused(&factors, &["rope.scaling.attn_factor = 1.25"]).await;
        factors.unset("phi3.rope.scaling.attn_factor");
        refused(&factors, &["rope_factors_long.weight", "no place"]).await;
    }
}

/// Fails unless `file` is refused with all of `words`.
async fn refused(file: &File, words: &[&str]) {
    let bytes = file.bytes();
    let message = match open(&bytes).await {
        Ok(_) => panic!("accepted; expected an error with {words:?}"),
        Err(error) => error.to_string(),
    };
    for word in words {
        assert!(message.contains(word), "{message:?} lacks {word:?}");
    }
}

/// A file with this vocabulary: of a GPT-2 without tensors, whose embedding has `rows` rows.
fn vocabulary(file: &mut File, rows: u32) {
    file.set("general.architecture", "gpt2");
    for (key, n) in [
        ("block_count", 1),
        ("context_length", 8),
        ("embedding_length", 4),
        ("feed_forward_length", 4),
        ("attention.head_count", 1),
        ("vocab_size", rows),
    ] {
        file.set(&format!("gpt2.{key}"), Value::U32(n));
    }
    file.set("gpt2.attention.layer_norm_epsilon", Value::F32(1e-5));
}

/// The tokens of a `tokenizer.json` by their ids.
fn tokens_of(json: &Json) -> Vec<String> {
    let vocab = json["model"]["vocab"].as_object().expect("a vocabulary");
    let mut tokens: Vec<_> = vocab
        .iter()
        .map(|(text, id)| (id.as_u64(), text.clone()))
        .collect();
    for added in json["added_tokens"].as_array().expect("added tokens") {
        let text = added["content"].as_str().expect("a text").to_owned();
        tokens.push((added["id"].as_u64(), text));
    }
    tokens.sort();
    tokens.dedup();
    tokens.into_iter().map(|(_, text)| text).collect()
}

/// Which of the tokens of a `tokenizer.json` are added.
fn is_added(json: &Json, id: usize) -> bool {
    let added = json["added_tokens"].as_array().expect("added tokens");
    added
        .iter()
        .any(|one| one["id"].as_u64() == Some(id as u64))
}

/// Fails unless the tokenizer in `file` gives the golden ids of all test strings.
async fn gives(file: &File, ids: &str, beginning: &[u32]) {
    let bytes = file.bytes();
    let tokenizer = open(&bytes).await.expect("a valid file").tokenizer;
    let strings: Json =
        serde_json::from_str(include_str!("../golden/tokenizer_strings.json")).expect("JSON");
    let golden: Json = serde_json::from_str(ids).expect("JSON");
    let strings = strings["strings"].as_array().expect("strings");
    let rows = golden["ids"].as_array().expect("rows");
    assert!(strings.len() >= 2000 && strings.len() == rows.len());
    for (text, want) in strings.iter().zip(rows) {
        let text = text.as_str().expect("a string");
        let got = tokenizer.encode(text).expect("a short text");
        let got: Vec<u32> = got.iter().map(|piece| piece.token).collect();
        let want: Vec<u32> = serde_json::from_value(want.clone()).expect("ids");
        let begun = if want.is_empty() { &[] } else { beginning };
        assert_eq!(got, [begun, &want].concat(), "{text:?}");
    }
}

/// A byte-level tokenizer.
fn byte_level(json: &Json) -> File {
    let mut file = File::default();
    let tokens = tokens_of(json);
    let merge = |merge: &Json| match merge.as_str() {
        Some(merge) => merge.to_owned(),
        None => format!(
            "{} {}",
            merge[0].as_str().unwrap_or(""),
            merge[1].as_str().unwrap_or("")
        ),
    };
    let merges = json["model"]["merges"].as_array().expect("merges");
    vocabulary(&mut file, tokens.len() as u32);
    file.set("tokenizer.ggml.model", "gpt2");
    file.set("tokenizer.ggml.pre", "gpt-2");
    let types = (0..tokens.len()).map(|id| if is_added(json, id) { 3 } else { 1 });
    file.set("tokenizer.ggml.token_type", Value::I32s(types.collect()));
    file.set("tokenizer.ggml.tokens", Value::Texts(tokens));
    file.set(
        "tokenizer.ggml.merges",
        Value::Texts(merges.iter().map(merge).collect()),
    );
    file
}

async_test! {
    async fn a_byte_level_tokenizer_gives_the_ids_of_the_python_package() {
        let json = serde_json::from_slice(include_bytes!("../../web/models/pocket/tokenizer.json")).expect("JSON");
        gives(&byte_level(&json), include_str!("../golden/tokenizer_pocket_ids.json"), &[]).await;
    }
}

#[cfg(not(target_arch = "wasm32"))]
#[test]
fn gpt2s_tokenizer_gives_the_ids_of_the_python_package() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../shared/data/gpt2-tokenizer/tokenizer.json"
    );
    let Ok(json) = std::fs::read(path) else {
        return logitscope_tests::skip(
            "the GPT-2 tokenizer data is not part of the repository; put tokenizer.json of GPT-2 into shared/data/gpt2-tokenizer beside it",
        );
    };
    let json = serde_json::from_slice(&json).expect("JSON");
    let ids = include_str!("../golden/tokenizer_gpt2_ids.json");
    pollster::block_on(gives(&byte_level(&json), ids, &[]));
}

/// A tokenizer of SentencePiece's kind: its scores say what its merges were.
fn pieces() -> File {
    let json: Json =
        serde_json::from_slice(include_bytes!("../golden/tokenizer_pieces.json")).expect("JSON");
    let tokens = tokens_of(&json);
    let mut file = File::default();
    vocabulary(&mut file, 1200);
    file.set("tokenizer.ggml.model", "llama");
    file.set(
        "tokenizer.ggml.scores",
        Value::F32s((0..tokens.len()).map(|id| -(id as f32)).collect()),
    );
    let kind = |id: usize| match id {
        0 => 2,
        1 | 2 => 3,
        3..259 => 6,
        _ => 1,
    };
    file.set(
        "tokenizer.ggml.token_type",
        Value::I32s((0..tokens.len()).map(kind).collect()),
    );
    file.set("tokenizer.ggml.tokens", Value::Texts(tokens));
    file.set("tokenizer.ggml.bos_token_id", Value::U32(1));
    file.set("tokenizer.ggml.eos_token_id", Value::U32(2));
    file
}

async_test! {
    async fn a_tokenizer_of_sentencepiece_gives_the_ids_of_the_python_package() {
        let mut file = pieces();
        let ids = include_str!("../golden/tokenizer_pieces_ids.json");
        gives(&file, ids, &[1]).await;
        file.set("tokenizer.ggml.add_bos_token", Value::Bool(false));
        gives(&file, ids, &[]).await;
        // Gemma's: no space before the text.
        file.set("tokenizer.ggml.add_space_prefix", Value::Bool(false));
        gives(&file, include_str!("../golden/tokenizer_pieces_split_ids.json"), &[]).await;
    }
}

async_test! {
    async fn some_tokens_of_phi_3_take_the_spaces_behind_them() {
        let ids = async |case: Case, text: &str| {
            let mut file = case.head(&case.config());
            for (key, value) in pieces().keys {
                if key.starts_with("tokenizer.") {
                    file.set(&key, value);
                }
            }
            let bytes = file.bytes();
            let tokenizer = open(&bytes).await.expect("a valid file").tokenizer;
            let pieces = tokenizer.encode(text).expect("a short text");
            pieces.iter().map(|piece| piece.token).collect::<Vec<_>>()
        };
        let [stripped, plain] = ["</s> \n the", "</s>the"];
        assert_eq!(ids(phi3(0), stripped).await, ids(phi3(0), plain).await);
        assert_ne!(ids(phi3(0), "<s> \n the").await, ids(phi3(0), "<s>the").await);
        let llama = || like_llama("llama", 64, json!({}), vec![]);
        assert_ne!(ids(llama(), stripped).await, ids(llama(), plain).await);
    }
}

async_test! {
    async fn words_are_cut_as_the_name_of_the_file_says() {
        let json: Json = serde_json::from_slice(include_bytes!("../../web/models/pocket/tokenizer.json")).expect("JSON");
        let mut file = byte_level(&json);
        let mut of = async |name: &str, text: &str| {
            file.set("tokenizer.ggml.pre", name);
            let bytes = file.bytes();
            let tokenizer = open(&bytes).await.map_err(|e| e.to_string())?.tokenizer;
            let pieces = tokenizer.encode(text).map_err(|e| e.to_string())?;
            Ok::<_, String>(pieces.iter().map(|p| p.token).collect::<Vec<_>>())
        };
        // Numbers are cut in ways of their own, and signs before letters.
        let text = "in 1234567 (a) it'S\n\nx";
        let mut ways = std::collections::HashMap::new();
        for name in ["default", "gpt-2", "llama-bpe", "qwen2", "smollm", "tekken"] {
            ways.insert(of(name, text).await.expect(name), name);
        }
        assert!(ways.len() >= 3, "{ways:?}");
        let error = of("gpt-5", text).await.expect_err("an unknown way");
        assert!(error.contains("gpt-5") && error.contains("llama-bpe"), "{error}");
    }
}
