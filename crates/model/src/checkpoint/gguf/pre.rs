//! How texts are cut into words: what the names of `tokenizer.ggml.pre` stand for, as the `normalizer` and the `pre_tokenizer` of the
//! `tokenizer.json` of those models.

use serde_json::{Value, json};

/// The pattern of Llama 3.
const LLAMA3: &str = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+";
/// The pattern of Qwen 2 and 3.
const QWEN2: &str = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+";
/// The pattern of Mistral's Tekken.
const TEKKEN: &str = r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+";

/// The pattern of GPT-4o.
const GPT4O: &str = r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+";

/// A way to cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pre {
    /// llama.cpp's own where a file says nothing: signs, words, digits in threes.
    Default,
    Gpt2,
    /// GPT-NeoX, Pythia, OLMo: composed characters, then as GPT-2.
    NeoX,
    Llama3,
    /// GPT-4, Phi-4, OLMo 2: as Llama 3, but a word that is a token is taken apart like others.
    Gpt4,
    /// GPT-4o, Phi-4 mini.
    Gpt4o,
    Qwen2,
    /// SmolLM, StarCoder: digits one by one, then as GPT-2.
    Digits,
    Tekken,
}

/// The names that are known; several models have the same way.
pub(crate) const KNOWN: [(&str, Pre); 16] = [
    ("default", Pre::Default),
    ("gpt-2", Pre::Gpt2),
    ("phi-2", Pre::Gpt2),
    ("olmo", Pre::NeoX),
    ("mpt", Pre::NeoX),
    ("llama-bpe", Pre::Llama3),
    ("llama3", Pre::Llama3),
    ("llama-v3", Pre::Llama3),
    ("dbrx", Pre::Gpt4),
    ("gpt-4o", Pre::Gpt4o),
    ("qwen2", Pre::Qwen2),
    ("deepseek-r1-qwen", Pre::Qwen2),
    ("smollm", Pre::Digits),
    ("starcoder", Pre::Digits),
    ("refact", Pre::Digits),
    ("tekken", Pre::Tekken),
];

impl Pre {
    /// That of this name.
    pub fn named(name: &str) -> Option<Self> {
        let found = KNOWN.iter().find(|(own, _)| *own == name);
        found.map(|(_, pre)| *pre)
    }

    /// The `normalizer`.
    pub fn normalizer(self) -> Value {
        match self {
            Pre::NeoX | Pre::Qwen2 => json!({"type": "NFC"}),
            _ => Value::Null,
        }
    }

    /// The `pre_tokenizer`; `spaced` puts a space before the text.
    pub fn pre_tokenizer(self, spaced: bool) -> Value {
        let split = |regex: &str| json!({"type": "Split", "pattern": {"Regex": regex}, "behavior": "Isolated", "invert": false});
        let bytes = |regex: bool| json!({"type": "ByteLevel", "add_prefix_space": spaced, "trim_offsets": false, "use_regex": regex});
        let digits = json!({"type": "Digits", "individual_digits": true});
        let steps = match self {
            Pre::Gpt2 | Pre::NeoX => vec![bytes(true)],
            Pre::Digits => vec![digits, bytes(true)],
            Pre::Llama3 | Pre::Gpt4 => vec![split(LLAMA3), bytes(false)],
            Pre::Gpt4o => vec![split(GPT4O), bytes(false)],
            Pre::Qwen2 => vec![split(QWEN2), bytes(false)],
            Pre::Tekken => vec![split(TEKKEN), bytes(false)],
            Pre::Default => vec![
                split(r"[\p{P}$+<=>^~|]+"),
                split(
                    r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
                ),
                split(r"\p{N}+"),
                split("[0-9][0-9][0-9]"),
                bytes(false),
            ],
        };
        json!({"type": "Sequence", "pretokenizers": steps})
    }

    /// Whether a word that is a token is not taken apart first.
    pub fn ignores_merges(self) -> bool {
        matches!(self, Pre::Llama3 | Pre::Tekken)
    }

    /// Whether a text begins with the token for that where the file says nothing.
    pub fn begins(self) -> bool {
        self == Pre::Llama3
    }
}
