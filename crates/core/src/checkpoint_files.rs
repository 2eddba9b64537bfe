//! What the files of a checkpoint are called in Hugging Face's layout.

/// The model's sizes.
pub const CONFIG: &str = "config.json";
/// Its tokenizer.
pub const TOKENIZER: &str = "tokenizer.json";
/// Its weights, where they lie in one file.
pub const WEIGHTS: &str = "model.safetensors";
/// How it is meant to be sampled. Not every checkpoint has it.
pub const GENERATION: &str = "generation_config.json";
/// Which tensors are in which file, where they lie in several.
pub const INDEX: &str = "model.safetensors.index.json";
