//! A checkpoint whose weights come from an integer hash, as a stream of `.safetensors` bytes.
//! `tests/golden/make_golden.py` computes the same weights; `tests/golden/README.md` defines them.

use half::{bf16, f16};
use logitscope_model::{ByteStream, Config, Family, ModelError};
use serde::Deserialize;

/// How the checkpoint stores its tensors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stored {
    /// As f32.
    F32,
    /// Rounded to f16.
    F16,
    /// Rounded to bf16.
    Bf16,
}

impl Stored {
    /// Bytes of an element.
    fn bytes(self) -> usize {
        match self {
            Stored::F32 => 4,
            Stored::F16 | Stored::Bf16 => 2,
        }
    }

    /// Its name in a file.
    fn name(self) -> &'static str {
        match self {
            Stored::F32 => "F32",
            Stored::F16 => "F16",
            Stored::Bf16 => "BF16",
        }
    }
}

/// A checkpoint that is computed while it is read.
pub struct HashCheckpoint {
    tensors: Vec<(String, Vec<usize>)>,
    /// Whether gains are stored as what they are above 1.
    above_one: bool,
    stored: Stored,
    /// What is left of the header.
    header: Vec<u8>,
    tensor: usize,
    element: usize,
}

/// Elements given at once.
const AT_ONCE: usize = 1 << 20;

impl HashCheckpoint {
    /// The checkpoint of a model of these sizes. Names have the prefix `transformer.` or `model.` in
    /// the file if `prefix` is set.
    pub fn new(config: &Config, stored: Stored, prefix: bool) -> Self {
        let tensors = match config.family {
            Family::Gpt2 => gpt2_tensors(config),
            _ => llama_tensors(config),
        };
        HashCheckpoint::of(tensors, config.family, stored, prefix)
    }

    /// A checkpoint of these tensors, named without the prefix of `family`.
    pub fn of(
        tensors: Vec<(String, Vec<usize>)>,
        family: Family,
        stored: Stored,
        prefix: bool,
    ) -> Self {
        let above_one = matches!(family, Family::Gemma | Family::Gemma2 | Family::Gemma3);
        let family = match family {
            Family::Gpt2 | Family::GptNeo => "transformer.",
            Family::GptNeoX => "gpt_neox.",
            _ => "model.",
        };
        let (size, dtype) = (stored.bytes(), stored.name());
        let mut end = 0;
        let mut entries = Vec::new();
        for (name, shape) in &tensors {
            let start = end;
            end += size * shape.iter().product::<usize>();
            let outside =
                ["lm_head.weight", "lm_head.bias", "embed_out.weight"].contains(&name.as_str());
            let prefix = if prefix && !outside { family } else { "" };
            entries.push(format!(
                r#""{prefix}{name}":{{"dtype":"{dtype}","shape":{shape:?},"data_offsets":[{start},{end}]}}"#
            ));
        }
        let json = format!("{{{}}}", entries.join(","));
        let mut header = (json.len() as u64).to_le_bytes().to_vec();
        header.extend_from_slice(json.as_bytes());
        HashCheckpoint {
            tensors,
            above_one,
            stored,
            header,
            tensor: 0,
            element: 0,
        }
    }
}

impl ByteStream for HashCheckpoint {
    async fn next(&mut self, most: usize) -> Result<Vec<u8>, ModelError> {
        if !self.header.is_empty() {
            let rest = self.header.split_off(most.min(self.header.len()));
            return Ok(std::mem::replace(&mut self.header, rest));
        }
        let Some((name, shape)) = self.tensors.get(self.tensor) else {
            return Ok(Vec::new());
        };
        let total: usize = shape.iter().product();
        let size = self.stored.bytes();
        let n = (total - self.element).min(AT_ONCE).min(most / size);
        let values = Hash::of(name, shape, self.above_one);
        let mut bytes = Vec::with_capacity(n * size);
        for i in self.element..self.element + n {
            match self.stored {
                Stored::F32 => bytes.extend(values.at(i as u64).to_le_bytes()),
                Stored::F16 => bytes.extend(f16::from_f32(values.at(i as u64)).to_le_bytes()),
                Stored::Bf16 => bytes.extend(bf16::from_f32(values.at(i as u64)).to_le_bytes()),
            }
        }
        self.element += n;
        if self.element == total {
            (self.tensor, self.element) = (self.tensor + 1, 0);
        }
        Ok(bytes)
    }
}

/// The tensors of a GPT-2 checkpoint by Hugging Face name.
fn gpt2_tensors(config: &Config) -> Vec<(String, Vec<usize>)> {
    let [d, m] = [config.d_model, config.d_mlp].map(|n| n as usize);
    let mut all = vec![
        ("wte.weight".to_owned(), vec![config.d_vocab as usize, d]),
        (
            "wpe.weight".to_owned(),
            vec![config.n_positions as usize, d],
        ),
    ];
    for l in 0..config.n_layers {
        for (name, shape) in [
            ("ln_1.weight", vec![d]),
            ("ln_1.bias", vec![d]),
            ("attn.c_attn.weight", vec![d, 3 * d]),
            ("attn.c_attn.bias", vec![3 * d]),
            ("attn.c_proj.weight", vec![d, d]),
            ("attn.c_proj.bias", vec![d]),
            ("ln_2.weight", vec![d]),
            ("ln_2.bias", vec![d]),
            ("mlp.c_fc.weight", vec![d, m]),
            ("mlp.c_fc.bias", vec![m]),
            ("mlp.c_proj.weight", vec![m, d]),
            ("mlp.c_proj.bias", vec![d]),
        ] {
            all.push((format!("h.{l}.{name}"), shape));
        }
    }
    all.push(("ln_f.weight".to_owned(), vec![d]));
    all.push(("ln_f.bias".to_owned(), vec![d]));
    all
}

/// The tensors of a Llama checkpoint by Hugging Face name; those that make one weight lie apart.
fn llama_tensors(config: &Config) -> Vec<(String, Vec<usize>)> {
    let [d, m, vocab] = [config.d_model, config.d_mlp, config.d_vocab].map(|n| n as usize);
    let d_q = (config.n_heads * config.d_head) as usize;
    let d_kv = (config.n_kv_heads * config.d_head) as usize;
    let mut all = vec![
        ("norm.weight".to_owned(), vec![d]),
        ("embed_tokens.weight".to_owned(), vec![vocab, d]),
    ];
    if !config.tied {
        all.push(("lm_head.weight".to_owned(), vec![vocab, d]));
    }
    for l in 0..config.n_layers {
        let name = |part: &str| format!("layers.{l}.{part}");
        for (part, d_out, d_in, biased) in [
            ("self_attn.v_proj", d_kv, d, config.blocks.attention_bias),
            ("mlp.gate_proj", m, d, config.blocks.mlp_bias),
            ("self_attn.q_proj", d_q, d, config.blocks.attention_bias),
            ("mlp.down_proj", d, m, config.blocks.mlp_bias),
            ("self_attn.o_proj", d, d_q, config.blocks.has_out_bias()),
            ("self_attn.k_proj", d_kv, d, config.blocks.attention_bias),
            ("mlp.up_proj", m, d, config.blocks.mlp_bias),
        ] {
            if biased {
                all.push((name(&format!("{part}.bias")), vec![d_out]));
            }
            all.push((name(&format!("{part}.weight")), vec![d_out, d_in]));
        }
        for norm in ["input_layernorm", "post_attention_layernorm"] {
            all.push((name(&format!("{norm}.weight")), vec![d]));
        }
    }
    all
}

/// The values of the tensor `name`.
pub fn values(name: &str, shape: &[usize]) -> Vec<f32> {
    let own = Hash::of(name, shape, false);
    let n: usize = shape.iter().product();
    (0..n as u64).map(|i| own.at(i)).collect()
}

/// The values of one tensor: `base + scale · u`, u in -1..1.
struct Hash {
    seed: u64,
    base: f32,
    scale: f32,
}

impl Hash {
    fn of(name: &str, shape: &[usize], above_one: bool) -> Self {
        let norm_gain =
            name.contains("ln_") && name.ends_with(".weight") || name.ends_with("norm.weight");
        // GPT-2 has its matrices as [fan_in, fan_out], Llama the other way round.
        let fan_in = shape[usize::from(name.starts_with("layers.") && shape.len() > 1)];
        let (base, scale) = match name {
            "wte.weight" | "wpe.weight" => (0.0, 0.5),
            "embed_tokens.weight" | "lm_head.weight" => (0.0, 0.5),
            "embed_in.weight" | "embed_out.weight" => (0.0, 0.5),
            _ if norm_gain && above_one => (0.0, 0.1),
            _ if norm_gain => (1.0, 0.1),
            _ if name.ends_with(".bias") => (0.0, 0.1),
            _ => (0.0, (1.5 / (fan_in as f64).sqrt()) as f32),
        };
        Hash {
            seed: fnv1a(name),
            base,
            scale,
        }
    }

    fn at(&self, i: u64) -> f32 {
        let value = self.scale * unit(hash(self.seed, i));
        if self.base == 0.0 {
            value
        } else {
            self.base + value
        }
    }
}

/// FNV-1a, 64 bits.
pub fn fnv1a(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |h, b| {
        (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The `i`-th output of SplitMix64 seeded with `seed`.
pub fn hash(seed: u64, i: u64) -> u64 {
    let mut x = seed.wrapping_add((i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// The upper 24 bits as a float in -1..1, exactly.
pub fn unit(x: u64) -> f32 {
    ((x >> 40) as i32 - (1 << 23)) as f32 / (1 << 23) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_one_of_the_golden_script() {
        let manifest: serde_json::Value =
            serde_json::from_str(include_str!("../golden/manifest.json")).expect("valid JSON");
        let checks = manifest["hash_check"]
            .as_object()
            .expect("an object of tensors");
        assert!(checks.len() >= 3);
        for (name, check) in checks {
            for i in 0..4 {
                let want = check["u"][i].as_f64().expect("a number");
                assert_eq!(
                    f64::from(unit(hash(fnv1a(name), i as u64))),
                    want,
                    "{name}[{i}]"
                );
            }
        }
    }
}
