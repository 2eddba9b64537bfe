//! Golden data: what Hugging Face Transformers computes; see `tests/golden/README.md`.

use std::collections::{BTreeMap, HashMap};

use logitscope_model::Config;
use safetensors::SafeTensors;
use serde::Deserialize;

/// One a family.
const MANIFESTS: [&str; 6] = [
    include_str!("../golden/manifest.json"),
    include_str!("../golden/llama.json"),
    include_str!("../golden/families.json"),
    include_str!("../golden/newer_families.json"),
    include_str!("../golden/neo.json"),
    include_str!("../golden/phi.json"),
];

/// The file `name` of `tests/golden`, compiled in, so that the tests also run in a browser.
macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_bytes!(concat!("../golden/", $name)) as &[u8])),*]
    };
}

const FILES: &[(&str, &[u8])] = files![
    "odd-f32.safetensors",
    "odd-f16.safetensors",
    "narrow-f32.safetensors",
    "narrow-f16.safetensors",
    "wide-f32.safetensors",
    "wide-f16.safetensors",
    "tiny1-f32.safetensors",
    "mistral-f32.safetensors",
    "qwen2-f32.safetensors",
    "smollm3-f32.safetensors",
    "smollm3-windows-f32.safetensors",
    "llama-rope3-f32.safetensors",
    "llama-yarn-f32.safetensors",
    "llama-linear-f32.safetensors",
    "qwen3-f32.safetensors",
    "phi-f32.safetensors",
    "phi-tied-f32.safetensors",
    "phi-normed-f32.safetensors",
    "phi3-f32.safetensors",
    "phi3-longrope-f32.safetensors",
    "phi3-longrope-beyond-f32.safetensors",
    "olmo2-f32.safetensors",
    "olmo2-biases-f32.safetensors",
    "gemma-f32.safetensors",
    "gemma2-f32.safetensors",
    "gemma3-f32.safetensors",
    "gpt2-options-f32.safetensors",
    "gpt2-unscaled-f32.safetensors",
    "gpt-neo-f32.safetensors",
    "gpt-neox-f32.safetensors",
    "gpt-neox-in-turn-f32.safetensors",
    "tiny1-f16.safetensors",
    "gpt2small-f32.safetensors",
    "gpt2small-f16.safetensors",
    "pocket-f16.safetensors",
    "llama-one-f32.safetensors",
    "llama-one-f16.safetensors",
    "llama-two-f32.safetensors",
    "llama-two-f16.safetensors",
    "llama-all-f32.safetensors",
    "llama-all-f16.safetensors",
];

#[derive(Deserialize)]
struct Manifest {
    files: HashMap<String, Entry>,
}

#[derive(Deserialize)]
struct Entry {
    dtype: String,
    #[serde(rename = "P")]
    prefill: usize,
    config: serde_json::Value,
    weights: BTreeMap<String, Weight>,
    tensors: HashMap<String, Layout>,
}

#[derive(Deserialize)]
struct Weight {
    shape: Vec<usize>,
}

#[derive(Deserialize, Clone)]
struct Layout {
    shape: Vec<usize>,
    stride: usize,
}

/// One case of the golden data.
pub struct Golden {
    /// The model's sizes.
    pub config: Config,
    /// Whether the weights were rounded to f16.
    pub f16: bool,
    /// Tokens of the main text.
    pub main: Vec<u32>,
    /// Tokens of the branch: the first [`Golden::prefill`] are those of the main text.
    pub branch: Vec<u32>,
    /// How many tokens are prefilled; the rest is decoded one by one.
    pub prefill: usize,
    /// The tensors of its checkpoint, as Transformers names them, without the prefix of the family.
    pub tensors: Vec<(String, Vec<usize>)>,
    arrays: HashMap<String, (Vec<f32>, Layout)>,
}

impl Golden {
    /// The case in the file `name`.
    pub fn load(name: &str) -> Self {
        let manifest = |text| serde_json::from_str::<Manifest>(text).expect("a valid manifest");
        let mut entries = MANIFESTS.into_iter().map(manifest);
        let entry = entries.find_map(|mut manifest| manifest.files.remove(name));
        let entry = entry.expect("a file of a manifest");
        let (_, bytes) = FILES
            .iter()
            .find(|(n, _)| *n == name)
            .expect("a golden file");
        let file = SafeTensors::deserialize(bytes).expect("a valid file");
        let mut arrays = HashMap::new();
        let mut tokens = HashMap::new();
        for (key, view) in file.tensors() {
            let words = view.data().as_chunks::<4>().0;
            if key.ends_with("tokens") {
                tokens.insert(
                    key,
                    words
                        .iter()
                        .map(|b| u32::from_le_bytes(*b))
                        .collect::<Vec<_>>(),
                );
            } else {
                let values = words.iter().map(|b| f32::from_le_bytes(*b)).collect();
                let layout = entry.tensors[&key].clone();
                arrays.insert(key, (values, layout));
            }
        }
        Golden {
            config: Config::from_json(&entry.config.to_string()).expect("a usable config"),
            f16: entry.dtype == "f16",
            main: tokens.remove("main.tokens").expect("tokens"),
            branch: tokens.remove("branch.tokens").expect("tokens"),
            prefill: entry.prefill,
            tensors: entry
                .weights
                .into_iter()
                .map(|(name, weight)| (name, weight.shape))
                .collect(),
            arrays,
        }
    }

    /// Whether the file holds `key`, e.g. `main.pattern.0`.
    pub fn has(&self, key: &str) -> bool {
        self.arrays.contains_key(key)
    }

    /// How many arrays there are, tokens not counted.
    pub fn len(&self) -> usize {
        self.arrays.len()
    }

    /// Whether there is nothing to compare with.
    pub fn is_empty(&self) -> bool {
        self.arrays.is_empty()
    }

    /// Of the whole array `full` (row-major), the elements that the file holds of `key`, and those
    /// values.
    pub fn sample<'a>(&'a self, key: &str, full: &[f32]) -> (Vec<f32>, &'a [f32]) {
        let (values, layout) = &self.arrays[key];
        let elements: usize = layout.shape.iter().product();
        assert_eq!(
            full.len(),
            elements,
            "{key}: expected shape {:?}",
            layout.shape
        );
        (
            full.iter().step_by(layout.stride).copied().collect(),
            values,
        )
    }
}
