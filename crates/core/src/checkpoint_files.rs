//! What the files of a checkpoint are called in Hugging Face's layout.

/// The model's sizes.
pub const CONFIG: &str = "config.json";
/// Its tokenizer.
pub const TOKENIZER: &str = "tokenizer.json";
/// Its weights, where they lie in one file.
pub const WEIGHTS: &str = "model.safetensors";
/// How it is meant to be sampled. Not every checkpoint has it.
pub const GENERATION: &str = "generation_config.json";
/// Its chat template, and the texts of its special tokens. Not every checkpoint has it.
pub const TOKENIZER_CONFIG: &str = "tokenizer_config.json";
/// Its chat template, where that has a file of its own.
pub const CHAT_TEMPLATE: &str = "chat_template.jinja";
/// What a checkpoint may have beside what it must have.
pub const EXTRAS: [&str; 3] = [GENERATION, TOKENIZER_CONFIG, CHAT_TEMPLATE];
/// Which tensors are in which file, where they lie in several.
pub const INDEX: &str = "model.safetensors.index.json";

/// The most bytes that are read of one of them that is no weights: the largest `tokenizer.json` have 30 MB, all others less than 2.
pub fn most_bytes(name: &str) -> usize {
    match name {
        TOKENIZER => 64 << 20,
        _ => 8 << 20,
    }
}
