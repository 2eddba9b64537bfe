//! Greedy texts of small models of every family, as Transformers generates them: from files in f32, f16 and bf16, with every way in which
//! positions turn, with as many tokens as Qwen has, and from configs in the layout of Transformers 4. `tests/golden/make_greedy.py` wrote them.

use std::collections::BTreeMap;
#[cfg(not(target_arch = "wasm32"))]
use std::collections::HashSet;

use logitscope_core::Precision;
use logitscope_gpu::Family as Kernels;
use logitscope_model::{
    Checkpoint, Config, Cpu, Index, Lane, Lanes, LoadOptions, Measure, SliceStream, load_model,
};
use logitscope_tests::checkpoint::Stored;
use logitscope_tests::{HashCheckpoint, Tolerance, async_test, close, gpu};
use serde::Deserialize;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

const MANIFEST: &str = include_str!("../golden/greedy.json");
const OLDER: &str = include_str!("../golden/greedy_older.json");

/// A file of the folder `sharded`.
macro_rules! file {
    ($name:literal) => {
        include_bytes!(concat!("../golden/sharded/", $name)).as_slice()
    };
}

/// Of the logits that chose the first and the last token of a text.
const TOLERANCE: Tolerance = Tolerance {
    abs: 2e-5,
    rel: 2e-5,
};
/// Families of models.
#[cfg(not(target_arch = "wasm32"))]
const FAMILIES: usize = 14;
/// Tokens that are generated.
const TOKENS: usize = 32;
/// Matrices are cut into parts of so many bytes, those of a large vocabulary into larger ones.
const PART: u64 = 4096;
const LARGE_PART: u64 = 1 << 20;

#[derive(Deserialize)]
struct Manifest {
    files: BTreeMap<String, Case>,
}

#[derive(Deserialize)]
struct Case {
    config: serde_json::Value,
    dtype: Stored,
    prompt: Vec<u32>,
    text: Vec<u32>,
    /// Of the logits every so many are known.
    stride: usize,
    first: Vec<f32>,
    last: Vec<f32>,
    weights: BTreeMap<String, Vec<usize>>,
}

impl Case {
    fn config(&self) -> Config {
        Config::from_json(&self.config.to_string()).expect("a usable config")
    }

    /// The same of the case's model on `backend`.
    async fn check<B: Measure>(&self, what: &str, backend: B) {
        let (config, stored) = (self.config(), self.dtype);
        let precision = match stored {
            Stored::F32 => Precision::F32,
            Stored::F16 | Stored::Bf16 => Precision::F16,
        };
        let weights = self.weights.clone().into_iter().collect();
        let prefix = stored != Stored::F32;
        let mut stream = HashCheckpoint::of(weights, config.family, stored, prefix);
        let options = LoadOptions { precision };
        let loaded = load_model(backend, config, options, &mut stream, |_| async {});
        let model = loaded.await.expect("a valid checkpoint").model;
        let lanes = Lanes::new(Box::new(model), "greedy".into(), precision);
        self.check_text(what, lanes).await;
    }

    /// The text that a model writes, token by token, is that of the case.
    async fn check_text(&self, what: &str, mut lanes: Lanes) {
        let mut lane = lanes.plain().expect("it is always open");
        let mut tokens = self.prompt.clone();
        assert_eq!(self.text.len(), TOKENS, "{what}");
        for (nth, expected) in self.text.iter().enumerate() {
            let (logits, _) = lane.evaluate(&tokens).await.expect("a short text");
            let known: Vec<f32> = logits.iter().step_by(self.stride).copied().collect();
            match nth {
                0 => close(&format!("{what}: first"), &known, &self.first, TOLERANCE),
                n if n + 1 == TOKENS => {
                    close(&format!("{what}: last"), &known, &self.last, TOLERANCE);
                }
                _ => {}
            }
            assert_eq!(best(&logits), *expected, "{what}: token {nth}");
            tokens.push(*expected);
        }
        self.check_strategies(what, &mut lane, &tokens).await;
    }

    /// The same where texts are computed as strategies do it: drafted tokens all at once, and texts that begin alike beside each other.
    async fn check_strategies(&self, what: &str, lane: &mut Lane<'_>, tokens: &[u32]) {
        let n_prompt = self.prompt.len();
        let next = |len: usize| self.text[len - n_prompt];
        lane.forget(tokens).expect("it is kept");
        let mut drafted = Vec::new();
        let known = &tokens[..tokens.len() - 1];
        let along = lane.logits_along(known, |_, logits| drafted.push(best(&logits)));
        along.await.expect("a short text");
        assert_eq!(drafted[n_prompt - 1..], self.text, "{what}: drafted");
        lane.forget(known).expect("it is kept");
        // One of them goes another way.
        let other = {
            let mut other = tokens[..n_prompt + 3].to_vec();
            let d_vocab = lane.config().d_vocab;
            other.push((next(n_prompt + 3) + 1) % d_vocab);
            other
        };
        let lens = [n_prompt + 17, n_prompt, tokens.len() - 1, n_prompt + 4];
        let mut texts = lens.map(|len| tokens[..len].to_vec()).to_vec();
        texts.push(other.clone());
        let (together, _) = lane.evaluate_all(&texts).await.expect("short texts");
        for (len, logits) in lens.into_iter().zip(&together) {
            assert_eq!(best(logits), next(len), "{what}: of several, {len} tokens");
        }
        for text in &texts {
            lane.forget(text).expect("it is kept");
        }
        let (alone, _) = lane.evaluate(&other).await.expect("a short text");
        let what = format!("{what}: beside others");
        close(&what, &together[lens.len()], &alone, TOLERANCE);
    }
}

/// The token with the largest logit.
fn best(logits: &[f32]) -> u32 {
    let most = logits.iter().copied().fold(f32::MIN, f32::max);
    let found = logits.iter().position(|logit| *logit == most);
    found.expect("it is one of them") as u32
}

fn cases(manifest: &str) -> BTreeMap<String, Case> {
    let manifest: Manifest = serde_json::from_str(manifest).expect("a valid manifest");
    manifest.files
}

/// On the CPU, and on GPUs with whole matrices and with parts. A browser takes seconds to compile a model's shaders, and ten times as long where
/// lanes wait for each other. So it has files in bf16, as most are, with the kernels that the page takes on such an adapter.
async fn check_all(manifest: &str) {
    for (name, case) in cases(manifest) {
        case.check(&format!("{name} on the CPU"), Cpu::new()).await;
        // Ways to turn are made of the same kernels.
        let is_repeat = case.dtype != Stored::Bf16 || name.starts_with("llama-");
        if cfg!(target_arch = "wasm32") && is_repeat {
            continue;
        }
        let part = match case.config().d_vocab > 1000 {
            true => LARGE_PART,
            false => PART,
        };
        let gpus = match cfg!(target_arch = "wasm32") {
            true => vec![(Kernels::Columns, Some(part))],
            false => vec![(Kernels::Workgroup, Some(part)), (Kernels::Columns, None)],
        };
        for (kernels, part) in gpus {
            let Some(gpu) = gpu(kernels, part).await else {
                return;
            };
            let what = format!("{name} on {kernels:?}, parts of {part:?} bytes");
            case.check(&what, gpu).await;
        }
    }
}

async_test! {
    async fn greedy_texts_of_every_family_and_float_type() {
        check_all(MANIFEST).await;
    }
}

async_test! {
    async fn configs_in_an_older_layout_are_the_same_models() {
        check_all(OLDER).await;
    }
}

async_test! {
    async fn a_folder_in_several_files_as_transformers_saves_it() {
        let index = Index::parse(file!("model.safetensors.index.json")).expect("an index");
        let shard = |name: &String| match name.as_str() {
            "model-00001-of-00002.safetensors" => SliceStream(file!("model-00001-of-00002.safetensors")),
            _ => SliceStream(file!("model-00002-of-00002.safetensors")),
        };
        let shards = index.shards().iter().map(shard).collect();
        let (config, tokenizer) = (file!("config.json"), file!("tokenizer.json"));
        let checkpoint = Checkpoint::sharded(config, tokenizer, index, shards).expect("a folder");
        let options = LoadOptions { precision: Precision::F16 };
        let loaded = checkpoint.load(Cpu::new(), options, |_| async {}).await;
        let (loaded, _) = loaded.expect("a valid checkpoint");
        let lanes = Lanes::new(Box::new(loaded.model), "sharded".into(), Precision::F16);
        let case = cases(MANIFEST).remove("sharded-bf16").expect("a case");
        case.check_text("sharded", lanes).await;
    }
}

#[test]
#[cfg(not(target_arch = "wasm32"))]
fn every_family_is_there_in_every_float_type() {
    let cases = cases(MANIFEST);
    for stored in [Stored::F32, Stored::F16, Stored::Bf16] {
        let own = cases.values().filter(|case| case.dtype == stored);
        let families: HashSet<String> = own
            .map(|case| format!("{:?}", case.config().family))
            .collect();
        assert_eq!(families.len(), FAMILIES, "{stored:?}: {families:?}");
    }
}
