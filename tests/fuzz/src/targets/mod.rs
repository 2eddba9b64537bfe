//! The readers, one file each or for a few that belong together.

mod answer;
mod checkpoint;
mod endpoint;
mod gguf;
mod grammar;
mod hub;
mod lesson;
mod link;
mod recording;
mod spellings;
mod template;
mod tokenizer;
mod trace;

/// A reader under test.
pub struct Target {
    /// As typed after `cargo xtask fuzz`.
    pub name: &'static str,
    /// Reads a case. It panics where the reader does, and where a promise is broken.
    pub read: fn(&[u8]),
    /// Cases to begin with.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Folders with the reader's source, whose short texts the fuzzer puts into cases.
    pub sources: &'static [&'static str],
    /// Memory that it may take, in MiB.
    pub heap_mib: usize,
}

/// All of them.
pub const TARGETS: [&Target; 19] = [
    &checkpoint::CONFIG,
    &checkpoint::SAFETENSORS,
    &checkpoint::INDEX,
    &checkpoint::EXTRAS,
    &gguf::GGUF,
    &gguf::BLOCKS,
    &tokenizer::TOKENIZER,
    &tokenizer::ENCODE,
    &template::TEMPLATE,
    &trace::TRACE,
    &recording::RECORDING,
    &spellings::SPELLINGS,
    &spellings::SETTINGS,
    &link::LINK,
    &lesson::LESSON,
    &grammar::GRAMMAR,
    &answer::ANSWER,
    &endpoint::ENDPOINT,
    &hub::HUB,
];
