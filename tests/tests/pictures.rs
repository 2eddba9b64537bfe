//! Models that also see pictures: their text part against Transformers, from whole checkpoints in each of the layouts that there are.

use logitscope_core::Precision;
use logitscope_model::{Config, Cpu, Lanes, LoadOptions, SliceStream, load_model};
use logitscope_tests::{Tolerance, async_test, close};
use safetensors::SafeTensors;
use serde_json::Value;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

const CASES: [(&str, &[u8]); 4] = [
    (
        "gemma3",
        include_bytes!("../golden/pictures-gemma3.safetensors"),
    ),
    (
        "llava",
        include_bytes!("../golden/pictures-llava.safetensors"),
    ),
    (
        "idefics3",
        include_bytes!("../golden/pictures-idefics3.safetensors"),
    ),
    (
        "smolvlm",
        include_bytes!("../golden/pictures-smolvlm.safetensors"),
    ),
];

/// The logits after each of `tokens`, `[T, d_vocab]`.
async fn logits(config: &Value, checkpoint: &[u8], tokens: &[u32]) -> Vec<f32> {
    let config = Config::from_json(&config.to_string()).expect("a usable config");
    let precision = Precision::F32;
    let options = LoadOptions { precision };
    let stream = &mut SliceStream(checkpoint);
    let loaded = load_model(Cpu::new(), config, options, stream, |_| async {}).await;
    let model = Box::new(loaded.expect("a valid file").model);
    let mut lanes = Lanes::new(model, "test".into(), precision);
    let mut lane = lanes.plain().expect("it is always open");
    let mut all = Vec::new();
    let each = |_, logits: Vec<f32>| all.extend(logits);
    lane.logits_along(tokens, each).await.expect("logits");
    all
}

/// The same checkpoint with the parts of its names in the order that newer files have.
fn newer(checkpoint: &[u8]) -> Vec<u8> {
    let (length, rest) = checkpoint.split_first_chunk::<8>().expect("a length");
    let (json, data) = rest.split_at(u64::from_le_bytes(*length) as usize);
    let json = std::str::from_utf8(json).expect("JSON");
    let json = json.replace("\"language_model.model.", "\"model.language_model.");
    let json = json.replace("\"language_model.lm_head.", "\"lm_head.");
    let json = json.replace("\"vision_tower.", "\"model.vision_tower.");
    let length = (json.len() as u64).to_le_bytes();
    [&length, json.as_bytes(), data].concat()
}

async_test! {
    async fn text_parts_compute_what_transformers_computes() {
        let configs: Value = serde_json::from_str(include_str!("../golden/pictures.json")).expect("JSON");
        let golden = include_bytes!("../golden/pictures-logits.safetensors");
        let golden = SafeTensors::deserialize(golden).expect("a golden file");
        let words = |key: String| golden.tensor(&key).expect("an array").data().as_chunks::<4>().0.to_vec();
        for (name, checkpoint) in CASES {
            let tokens: Vec<u32> = words(format!("{name}.tokens")).into_iter().map(u32::from_le_bytes).collect();
            let want: Vec<f32> = words(format!("{name}.logits")).into_iter().map(f32::from_le_bytes).collect();
            let got = logits(&configs[name], checkpoint, &tokens).await;
            close(name, &got, &want, Tolerance { abs: 2e-5, rel: 2e-5 });
            let renamed = newer(checkpoint);
            assert_eq!(renamed == checkpoint, name.starts_with(['i', 's']));
            assert_eq!(logits(&configs[name], &renamed, &tokens).await, got, "{name}");
        }
    }
}
