//! Reads a checkpoint and runs its transformer.
//!
//! Reading order: [`config`], [`checkpoint`], [`backend`], [`gpt2`], [`cpu`], [`lane`], [`session`].

pub mod backend;
pub mod batch;
pub mod checkpoint;
pub mod config;
pub mod cpu;
pub mod dtype;
pub mod error;
pub mod gpt2;
pub mod insight;
pub mod knobs;
pub mod lane;
pub mod loader;
pub mod plan;
pub mod probe;
pub mod session;
pub mod stream;
pub mod taps;
pub mod tokenizer;

pub use backend::{Backend, MatrixSpec};
pub use batch::Row;
pub use config::Config;
pub use cpu::Cpu;
pub use error::ModelError;
pub use gpt2::Gpt2;
pub use lane::{Lane, Lanes, LanguageModel};
pub use loader::{LoadOptions, LoadProgress, load_gpt2};
pub use probe::Probe;
pub use session::Session;
pub use stream::{ByteStream, SliceStream};
pub use taps::{Tap, Taps};
pub use tokenizer::Tokenizer;
