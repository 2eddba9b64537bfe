//! Writes `.gguf` files: any keys and tensors, and the twin of a `.safetensors` file in the order that llama.cpp's converter gives it.

use half::{bf16, f16};
use logitscope_model::Config;
use logitscope_model::checkpoint::gguf::blocks::BlockType;
use logitscope_model::checkpoint::plane::Plane;

use crate::checkpoint::{fnv1a, hash, values};

/// Multiple of bytes at which a tensor's data begins.
const ALIGNMENT: usize = 32;

/// A value of a key.
#[derive(Debug, Clone)]
pub enum Value {
    /// Type 2.
    U16(u16),
    /// Type 4.
    U32(u32),
    /// Type 5.
    I32(i32),
    /// Type 6.
    F32(f32),
    /// Type 7.
    Bool(bool),
    /// Type 8.
    Text(String),
    /// A list of type 5.
    I32s(Vec<i32>),
    /// A list of type 6.
    F32s(Vec<f32>),
    /// A list of type 8.
    Texts(Vec<String>),
    /// Type 10.
    U64(u64),
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::Text(text.to_owned())
    }
}

/// A tensor.
#[derive(Debug, Clone)]
pub struct Tensor {
    /// Its name.
    pub name: String,
    /// Its shape, `[rows, columns]`.
    pub shape: Vec<usize>,
    /// The number of its type.
    pub kind: u32,
    /// Its data.
    pub data: Vec<u8>,
}

/// A file.
#[derive(Debug, Clone, Default)]
pub struct File {
    /// Its keys, in order.
    pub keys: Vec<(String, Value)>,
    /// Its tensors, in order.
    pub tensors: Vec<Tensor>,
    /// Where tensors are said to begin in the data, by their order, where that is not where they do.
    pub offsets: Vec<(usize, u64)>,
}

impl File {
    /// Adds a key, or changes it.
    pub fn set(&mut self, key: &str, value: impl Into<Value>) {
        let value = value.into();
        match self.keys.iter_mut().find(|(own, _)| own == key) {
            Some((_, place)) => *place = value,
            None => self.keys.push((key.to_owned(), value)),
        }
    }

    /// Removes a key.
    pub fn unset(&mut self, key: &str) {
        self.keys.retain(|(own, _)| own != key);
    }

    /// The same in `count` parts, as llama.cpp splits it: the first has the keys, and each says which it is.
    pub fn split(&self, count: usize) -> Vec<File> {
        let each = self.tensors.len().div_ceil(count);
        let mut tensors = self.tensors.chunks(each);
        let part = |no: usize| {
            let mut part = File {
                keys: if no == 0 {
                    self.keys.clone()
                } else {
                    Vec::new()
                },
                tensors: tensors.next().unwrap_or_default().to_vec(),
                offsets: Vec::new(),
            };
            part.set("split.no", Value::U16(no as u16));
            part.set("split.count", Value::U16(count as u16));
            part.set("split.tensors.count", Value::I32(self.tensors.len() as i32));
            part
        };
        (0..count).map(part).collect()
    }

    /// The bytes up to the tensors' descriptions.
    fn head(&self) -> Vec<u8> {
        let mut out = b"GGUF".to_vec();
        out.extend(3u32.to_le_bytes());
        out.extend((self.tensors.len() as u64).to_le_bytes());
        out.extend((self.keys.len() as u64).to_le_bytes());
        for (key, value) in &self.keys {
            text(&mut out, key);
            write(&mut out, value);
        }
        out
    }

    /// The file.
    pub fn bytes(&self) -> Vec<u8> {
        let mut out = self.head();
        let mut data = Vec::new();
        for (nth, tensor) in self.tensors.iter().enumerate() {
            text(&mut out, &tensor.name);
            out.extend((tensor.shape.len() as u32).to_le_bytes());
            for n in tensor.shape.iter().rev() {
                out.extend((*n as u64).to_le_bytes());
            }
            out.extend(tensor.kind.to_le_bytes());
            let wrong = self.offsets.iter().find(|(of, _)| *of == nth);
            let offset = wrong.map_or(data.len() as u64, |(_, offset)| *offset);
            out.extend(offset.to_le_bytes());
            data.extend_from_slice(&tensor.data);
            pad(&mut data);
        }
        pad(&mut out);
        out.extend(data);
        out
    }

    /// A tokenizer whose tokens are the characters from "!" on, `n` of them, the last one the end of a text.
    pub fn set_characters(&mut self, n: usize) {
        let character = |i: usize| char::from_u32(0x21 + i as u32).expect("a character");
        let mut tokens: Vec<_> = (0..n - 1).map(|i| character(i).to_string()).collect();
        tokens.push("<|end|>".into());
        let mut types = vec![1; n - 1];
        types.push(3);
        self.set("tokenizer.ggml.model", "gpt2");
        self.set("tokenizer.ggml.pre", "gpt-2");
        self.set("tokenizer.ggml.tokens", Value::Texts(tokens));
        self.set("tokenizer.ggml.token_type", Value::I32s(types));
        self.set("tokenizer.ggml.merges", Value::Texts(Vec::new()));
        self.set("tokenizer.ggml.eos_token_id", Value::U32(n as u32 - 1));
    }
}

fn pad(out: &mut Vec<u8>) {
    out.resize(out.len().next_multiple_of(ALIGNMENT), 0);
}

fn text(out: &mut Vec<u8>, text: &str) {
    out.extend((text.len() as u64).to_le_bytes());
    out.extend_from_slice(text.as_bytes());
}

fn write(out: &mut Vec<u8>, value: &Value) {
    let kind = |out: &mut Vec<u8>, kind: u32| out.extend(kind.to_le_bytes());
    let list = |out: &mut Vec<u8>, of: u32, n: usize| {
        kind(out, 9);
        kind(out, of);
        out.extend((n as u64).to_le_bytes());
    };
    match value {
        Value::U16(n) => {
            kind(out, 2);
            out.extend(n.to_le_bytes());
        }
        Value::I32(n) => {
            kind(out, 5);
            out.extend(n.to_le_bytes());
        }
        Value::U32(n) => {
            kind(out, 4);
            out.extend(n.to_le_bytes());
        }
        Value::U64(n) => {
            kind(out, 10);
            out.extend(n.to_le_bytes());
        }
        Value::F32(x) => {
            kind(out, 6);
            out.extend(x.to_le_bytes());
        }
        Value::Bool(on) => {
            kind(out, 7);
            out.push(u8::from(*on));
        }
        Value::Text(own) => {
            kind(out, 8);
            text(out, own);
        }
        Value::I32s(all) => {
            list(out, 5, all.len());
            all.iter().for_each(|n| out.extend(n.to_le_bytes()));
        }
        Value::F32s(all) => {
            list(out, 6, all.len());
            all.iter().for_each(|x| out.extend(x.to_le_bytes()));
        }
        Value::Texts(all) => {
            list(out, 8, all.len());
            all.iter().for_each(|own| text(out, own));
        }
    }
}

/// How the matrices of a file are stored.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    /// 32 bits.
    F32,
    /// 16 bits.
    F16,
    /// The upper half of 32 bits.
    Bf16,
    /// Blocks of any bytes.
    Block(BlockType),
    /// Blocks as programs write them, whose largest weight is the largest number: of 8 bits and of 4, without an offset.
    Written(BlockType),
    /// Blocks of any bytes, of the second type where programs spend more bits: values, what an MLP writes, the unembedding.
    Mixed(BlockType, BlockType),
}

impl Kind {
    /// Its number in a `.gguf` file.
    pub fn number(self) -> u32 {
        match self {
            Kind::F32 => 0,
            Kind::F16 => 1,
            Kind::Bf16 => 30,
            Kind::Written(block) | Kind::Mixed(block, _) => Kind::Block(block).number(),
            Kind::Block(BlockType::Q4_0) => 2,
            Kind::Block(BlockType::Q4_1) => 3,
            Kind::Block(BlockType::Q5_0) => 6,
            Kind::Block(BlockType::Q5_1) => 7,
            Kind::Block(BlockType::Q8_0) => 8,
            Kind::Block(BlockType::Q4K) => 12,
            Kind::Block(BlockType::Q5K) => 13,
            Kind::Block(BlockType::Q6K) => 14,
        }
    }

    /// Where the f16 numbers are in a block.
    fn scales(block: BlockType) -> &'static [usize] {
        match block {
            BlockType::Q4_0 | BlockType::Q5_0 | BlockType::Q8_0 => &[0],
            BlockType::Q6K => &[208],
            _ => &[0, 2],
        }
    }
}

/// The same tensors in two files.
pub struct Twins {
    /// As llama.cpp's converter writes them.
    pub gguf: Vec<Tensor>,
    /// As Hugging Face's files have them.
    pub safetensors: Vec<u8>,
}

impl Twins {
    /// Tensors by Hugging Face's names and shapes, with numbers of a hash; matrices are stored as `kind` says. `architecture` is that of the
    /// `.gguf` file.
    pub fn new(
        architecture: &str,
        config: &Config,
        tensors: &[(String, Vec<usize>)],
        kind: Kind,
    ) -> Self {
        let (mut gguf, mut entries, mut data) = (Vec::new(), Vec::new(), Vec::new());
        for (name, shape) in tensors {
            let (there, order) = order(architecture, config, name, shape);
            let kind = match kind {
                _ if shape.len() == 1 => Kind::F32,
                Kind::Mixed(most, better) => {
                    let is_better = ["v_proj", "down_proj", "lm_head"]
                        .iter()
                        .any(|n| name.contains(n));
                    Kind::Block(if is_better { better } else { most })
                }
                kind => kind,
            };
            let (stored, own) = match kind {
                Kind::Block(block) | Kind::Mixed(block, _) => {
                    random_blocks(name, block, &order, false)
                }
                Kind::Written(block) => random_blocks(name, block, &order, true),
                _ => floats(name, shape, kind, &order),
            };
            let gain = architecture.starts_with("gemma") && name.ends_with("norm.weight");
            let stored = if gain { above_zero(&stored) } else { stored };
            gguf.push(Tensor {
                name: gguf_name(architecture, name),
                shape: there,
                kind: kind.number(),
                data: stored,
            });
            let from = data.len();
            let dtype = match kind {
                Kind::F16 => "F16",
                Kind::Bf16 => "BF16",
                _ => "F32",
            };
            data.extend(own);
            let to = data.len();
            entries.push(format!(
                r#""{name}":{{"dtype":"{dtype}","shape":{shape:?},"data_offsets":[{from},{to}]}}"#
            ));
        }
        // The files of the format are read in the order of their data, whatever the names are.
        gguf.reverse();
        let json = format!("{{{}}}", entries.join(","));
        let mut safetensors = (json.len() as u64).to_le_bytes().to_vec();
        safetensors.extend_from_slice(json.as_bytes());
        safetensors.extend(data);
        Twins { gguf, safetensors }
    }
}

/// Floats of the hash, in the one file's order and in the other's.
fn floats(name: &str, shape: &[usize], kind: Kind, order: &[usize]) -> (Vec<u8>, Vec<u8>) {
    let own = values(name, shape);
    let bytes = |x: f32| match kind {
        Kind::F16 => f16::from_f32(x).to_le_bytes().to_vec(),
        Kind::Bf16 => bf16::from_f32(x).to_le_bytes().to_vec(),
        _ => x.to_le_bytes().to_vec(),
    };
    let there = order.iter().flat_map(|i| bytes(own[*i])).collect();
    (there, own.iter().flat_map(|x| bytes(*x)).collect())
}

/// What gains are, of what they are above 1: f32.
fn above_zero(stored: &[u8]) -> Vec<u8> {
    let gains = stored.as_chunks::<4>().0.iter();
    gains
        .flat_map(|x| (f32::from_le_bytes(*x) + 1.0).to_le_bytes())
        .collect()
}

/// Random blocks with small scales, and their values as f32 in the other order.
fn random_blocks(
    name: &str,
    block: BlockType,
    order: &[usize],
    written: bool,
) -> (Vec<u8>, Vec<u8>) {
    let n_blocks = order.len() / block.elements();
    assert_eq!(order.len() % block.elements(), 0, "{name}");
    let seed = fnv1a(name);
    let n = n_blocks * block.bytes();
    let mut stored: Vec<u8> = (0..n).map(|i| (hash(seed, i as u64) >> 40) as u8).collect();
    let mut own = vec![0.0; order.len()];
    for (nth, bytes) in stored.chunks_exact_mut(block.bytes()).enumerate() {
        for at in Kind::scales(block) {
            // Between 2^-12 and 2^-10, with either sign.
            let bits = 0x0c00 | (hash(seed ^ 1, nth as u64) & 0x87ff) as u16;
            bytes[*at..at + 2].copy_from_slice(&bits.to_le_bytes());
        }
        if block == BlockType::Q6K {
            // Weights of all types are below 1.
            let scales = &mut bytes[192..208];
            scales.iter_mut().for_each(|x| *x = (*x as i8 / 8) as u8);
        }
        if written {
            match block {
                BlockType::Q8_0 => {
                    let numbers = &mut bytes[2..];
                    numbers
                        .iter_mut()
                        .for_each(|x| *x = (*x as i8).max(-127) as u8);
                    numbers[nth % 32] = 127;
                }
                _ => bytes[2 + nth % 16] &= 0xf0,
            }
        }
        let mut decoded = vec![0.0; block.elements()];
        block.decode(bytes, Plane::Values, &mut decoded);
        for (j, value) in decoded.into_iter().enumerate() {
            own[order[nth * block.elements() + j]] = value;
        }
    }
    (
        stored,
        own.iter().flat_map(|x: &f32| x.to_le_bytes()).collect(),
    )
}

/// The shape of a tensor in a `.gguf` file, and which of its elements in a Hugging Face file each of them is.
fn order(
    architecture: &str,
    config: &Config,
    name: &str,
    shape: &[usize],
) -> (Vec<usize>, Vec<usize>) {
    let n: usize = shape.iter().product();
    let width = if shape.len() == 1 {
        1
    } else {
        shape[shape.len() - 1]
    };
    let d_head = config.d_head as usize;
    // Whole rows are moved: `row` says where each comes from.
    let rows = |row: &dyn Fn(usize) -> usize| {
        let all = 0..n / width;
        all.flat_map(|r| row(r) * width..(row(r) + 1) * width)
            .collect()
    };
    let is = |part: &str| name.contains(part);
    let paired = ["llama", "smollm3"].contains(&architecture);
    let order = if paired && (is("q_proj") || is("k_proj")) {
        rows(&|r| {
            let (head, at) = (r / d_head, r % d_head);
            head * d_head + at % 2 * (d_head / 2) + at / 2
        })
    } else if architecture == "gptneox" && is("query_key_value") {
        let heads = config.n_heads as usize;
        rows(&|r| {
            let (part, head, at) = (r / d_head / heads, r / d_head % heads, r % d_head);
            (head * 3 + part) * d_head + at
        })
    } else if architecture == "gpt2" && shape.len() == 2 && name.starts_with("h.") {
        let [d_in, d_out] = [shape[0], shape[1]];
        let all = (0..d_out).flat_map(|o| (0..d_in).map(move |i| i * d_out + o));
        return (vec![d_out, d_in], all.collect());
    } else {
        (0..n).collect()
    };
    (shape.to_vec(), order)
}

/// The name of a tensor in a `.gguf` file.
fn gguf_name(architecture: &str, name: &str) -> String {
    let mut here = name.replace("layers.", "blk.");
    if let Some(rest) = here.strip_prefix("h.") {
        here = format!("blk.{rest}");
    }
    if ["gemma2", "gemma3", "olmo2"].contains(&architecture) {
        here = here.replace("post_attention_layernorm", "post_attention_norm");
    }
    // Longer ones first.
    for (own, there) in [
        ("post_feedforward_layernorm", "post_ffw_norm"),
        ("pre_feedforward_layernorm", "ffn_norm"),
        ("final_layernorm", "output_norm"),
        ("self_attn.qkv_proj", "attn_qkv"),
        ("self_attn.dense", "attn_output"),
        ("mlp.gate_up_proj", "ffn_up"),
        ("mlp.fc1", "ffn_up"),
        ("mlp.fc2", "ffn_down"),
        ("post_attention_layernorm", "ffn_norm"),
        ("final_layer_norm", "output_norm"),
        ("input_layernorm", "attn_norm"),
        ("attention.query_key_value", "attn_qkv"),
        ("attention.dense", "attn_output"),
        ("mlp.dense_h_to_4h", "ffn_up"),
        ("mlp.dense_4h_to_h", "ffn_down"),
        ("self_attn.q_norm", "attn_q_norm"),
        ("self_attn.k_norm", "attn_k_norm"),
        ("self_attn.q_proj", "attn_q"),
        ("self_attn.k_proj", "attn_k"),
        ("self_attn.v_proj", "attn_v"),
        ("self_attn.o_proj", "attn_output"),
        ("mlp.gate_proj", "ffn_gate"),
        ("mlp.down_proj", "ffn_down"),
        ("mlp.up_proj", "ffn_up"),
        ("attn.c_attn", "attn_qkv"),
        ("attn.c_proj", "attn_output"),
        ("mlp.c_proj", "ffn_down"),
        ("mlp.c_fc", "ffn_up"),
        (".ln_1.", ".attn_norm."),
        (".ln_2.", ".ffn_norm."),
        ("embed_tokens", "token_embd"),
        ("embed_out", "output"),
        ("embed_in", "token_embd"),
        ("lm_head", "output"),
        ("wte", "token_embd"),
        ("wpe", "position_embd"),
        ("ln_f", "output_norm"),
    ] {
        if here.contains(own) {
            return here.replace(own, there);
        }
    }
    match here.as_str() {
        "norm.weight" => "output_norm.weight".into(),
        _ => here,
    }
}
