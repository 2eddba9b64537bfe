//! Reads a checkpoint and runs its transformer.
//!
//! Reading order: [`config`], [`checkpoint`], [`backend`], [`transformer`], [`cpu`], [`lane`], [`session`].

pub mod backend;
pub mod batch;
pub mod checkpoint;
pub mod config;
pub mod cpu;
pub mod error;
pub mod insight;
pub mod interventions;
pub mod lane;
pub mod plan;
pub mod probe;
pub mod session;
pub mod taps;
pub mod tokenizer;
pub mod transformer;

pub use backend::{Backend, MatrixSpec};
pub use batch::Row;
pub use checkpoint::loader::{LoadOptions, LoadProgress, load_gpt2};
pub use checkpoint::stream::{ByteStream, SliceStream};
pub use config::Config;
pub use cpu::Cpu;
pub use error::ModelError;
pub use lane::{Lane, LanguageModel};
pub use probe::Probe;
pub use session::Session;
pub use taps::{Tap, Taps};
pub use tokenizer::Tokenizer;
pub use transformer::Gpt2;
