//! The message catalogue, and that errors reach the page as they are.

use logitscope_core::CoreError;
use logitscope_core::error::{
    ConfigFault, Expected, Impossible, ModelError, ReadFault, RegexFault, StepFault,
    TokenizerFault, TraceFault, WeightsFault,
};
use logitscope_protocol::{Crash, EngineError, ErrorKind, LaneId, ModelId, NoGpu};
use logitscope_words::english;
use wasm_bindgen_test::wasm_bindgen_test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

/// One error of each kind, with values of every type, and what it says.
fn errors() -> Vec<(EngineError, &'static str)> {
    let model = EngineError::Model;
    let tokenizer = |fault| model(ModelError::Tokenizer(fault));
    let weights = |fault| model(ModelError::weights("model.safetensors", fault));
    let core = |error| model(ModelError::Core(error));
    vec![
        (
            model(ModelError::Config(ConfigFault::OutOfRange {
                key: "n_embd".into(),
                value: "-1".into(),
                low: 1,
                high: 1 << 20,
            })),
            "config.json: n_embd = -1 is out of range (1 to 1048576).",
        ),
        (
            tokenizer(TokenizerFault::Regex {
                regex: "a{".into(),
                why: RegexFault::Repetition,
            }),
            "tokenizer.json: the regular expression \"a{\" has a repetition that is none of ?, *, +, {m} and {m,n} with \
             small numbers. It is not that of a known model, and others must be simple, because one that is not can run for \
             minutes: classes and letters side by side, without groups, and + or * only at the end of an alternative.",
        ),
        (
            weights(WeightsFault::HeaderLength {
                bytes: u64::MAX.to_string(),
            }),
            "model.safetensors: its header claims 18446744073709551615 bytes, more than any model needs. This is not a \
             .safetensors file.",
        ),
        (
            weights(WeightsFault::Shape {
                name: "wte.weight".into(),
                found: vec![],
                expected: vec![50257, 768],
            }),
            "model.safetensors: tensor wte.weight has shape [], but the model's config asks for [50257, 768].",
        ),
        (
            weights(WeightsFault::NotFinite {
                name: "ln_f.bias".into(),
                index: 7,
                value: f32::NEG_INFINITY,
            }),
            "model.safetensors: tensor ln_f.bias has -inf at element 7. The file is damaged, or the training diverged.",
        ),
        (
            model(ModelError::Impossible(Impossible::Neuron {
                neuron: 9,
                d_mlp: 8,
            })),
            "The model was asked for an impossible position: neuron 9 of 8",
        ),
        (
            model(ModelError::Read {
                what: "config.json".into(),
                fault: ReadFault::Answered {
                    address: "https://example.org/".into(),
                    status: 404,
                },
            }),
            "Reading config.json failed: https://example.org/ answered 404",
        ),
        (
            model(ModelError::DeviceLost(None)),
            "The GPU device was lost (it stopped answering).",
        ),
        (
            core(CoreError::PromptTooLong {
                tokens: 5000,
                n_ctx: 2,
            }),
            "The prompt has 5,000 tokens, but this model reads at most 2 at once. Shorten it to 1 token or fewer.",
        ),
        (
            core(CoreError::Nearest {
                name: "min_p".into(),
                value: -0.5,
                expected: Expected::Number(0.0, 1.0),
                used: 0.0,
            }),
            "min_p = -0.5 is out of range: it must be a number from 0 to 1; 0 is used.",
        ),
        (
            core(CoreError::Trace(TraceFault::Node {
                node: 3,
                fault: StepFault::Outside {
                    name: "surprisal_bits".into(),
                    value: -1.0,
                    low: 0.0,
                    high: f64::INFINITY,
                },
            })),
            "This is not a usable Logitscope trace: node 3 has surprisal_bits = -1; it must be a number, 0 or more",
        ),
        (
            EngineError::NoLane(LaneId {
                model: ModelId(1),
                number: 2,
            }),
            "There is no lane 2 of model 1: it was closed, or never opened.",
        ),
        (
            EngineError::NoGpu(NoGpu::Unsupported),
            "This browser has no WebGPU. A current Chrome, Edge, Safari or Firefox has.",
        ),
        (
            EngineError::AgainAndAgain(Box::new(EngineError::Crashed(Crash::Said("boom".into())))),
            "The engine stopped: boom. This happened again and again: reload the page to try once more.",
        ),
    ]
}

#[wasm_bindgen_test(unsupported = test)]
fn errors_say_the_same_on_the_other_side() {
    for (error, words) in errors() {
        assert_eq!(error.words(&english()), words);
        assert_eq!(crossed(&error), error, "{words}");
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn what_the_page_acts_on_is_the_variant() {
    let kinds: Vec<ErrorKind> = errors().iter().map(|(error, _)| error.kind()).collect();
    let all = |kind| kinds.iter().filter(|k| **k == kind).count();
    assert_eq!(
        [
            all(ErrorKind::DeviceLost),
            all(ErrorKind::NoGpu),
            all(ErrorKind::Crashed)
        ],
        [1, 1, 1]
    );
}

/// The error as it arrives: in a browser as a message between threads, elsewhere as JSON.
#[cfg(target_arch = "wasm32")]
fn crossed(error: &EngineError) -> EngineError {
    use serde::Serialize;
    let serializer =
        serde_wasm_bindgen::Serializer::new().serialize_large_number_types_as_bigints(false);
    let message = error.serialize(&serializer).expect("plain data");
    serde_wasm_bindgen::from_value(message).expect("the same types")
}

#[cfg(not(target_arch = "wasm32"))]
fn crossed(error: &EngineError) -> EngineError {
    // JSON has no infinities; messages between threads have.
    let json = serde_json::to_string(error).expect("plain data");
    if json.contains("null") {
        return error.clone();
    }
    serde_json::from_str(&json).expect("the same types")
}

/// Every message is said somewhere: what nobody says is not left to translators.
#[cfg(not(target_arch = "wasm32"))]
#[test]
fn no_message_is_left_over() {
    use logitscope_tests::house::sources;
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let code: String = ["crates", "web/src"]
        .iter()
        .flat_map(|folder| sources(&root.join(folder)).into_values())
        .collect();
    let said = names_after_marks(&code);
    let folder = root.join("crates/words/locales/en");
    let mut left_over = Vec::new();
    let mut messages = 0;
    for file in std::fs::read_dir(folder).expect("the English messages") {
        let text = std::fs::read_to_string(file.expect("an entry").path()).expect("a file");
        let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        for line in text.lines() {
            let Some((key, _)) = line.split_once(" =") else {
                continue;
            };
            if !key.starts_with(|c: char| c.is_ascii_lowercase()) || !key.chars().all(is_name) {
                continue;
            }
            messages += 1;
            // A message is said, or its function is handed on.
            let name = key.replace('-', "_");
            let is_said = said.contains(&(".", name.as_str(), true))
                || [false, true]
                    .into_iter()
                    .any(|called| said.contains(&("::", &name, called)));
            if !is_said {
                left_over.push(key.to_owned());
            }
        }
    }
    assert!(messages > 200, "{messages} messages were found");
    assert!(left_over.is_empty(), "nobody says {left_over:?}");
}

/// Each name behind a `.` or `::`, that mark, and whether it is called.
#[cfg(not(target_arch = "wasm32"))]
fn names_after_marks(code: &str) -> std::collections::HashSet<(&'static str, &str, bool)> {
    let mut names = std::collections::HashSet::new();
    for mark in [".", "::"] {
        for rest in code.split(mark).skip(1) {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let (name, then) = rest.split_at(end.unwrap_or(rest.len()));
            names.insert((mark, name, then.starts_with('(')));
        }
    }
    names
}
