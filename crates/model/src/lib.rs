//! Reads a checkpoint and runs its transformer.
//!
//! Reading order: [`config`], [`checkpoint`], [`backend`], [`families`], [`plan`], [`transformer`], [`cpu`], [`lane`], [`session`].

pub mod backend;
pub mod batch;
pub mod checkpoint;
pub mod config;
pub mod cpu;
pub mod families;
pub mod host_weights;
pub mod insight;
pub mod interventions;
pub mod lane;
pub mod language_model;
pub mod memory_plan;
pub mod names;
pub mod padding;
pub mod plan;
pub mod probe;
pub mod session;
pub mod strategy;
pub mod taps;
pub mod tokenizer;
pub mod transformer;

pub use backend::{Backend, MatrixSpec, Measure};
pub use batch::Row;
pub use checkpoint::index::Index;
pub use checkpoint::loader::{LoadOptions, LoadProgress, LoadedModel, load_model};
pub use checkpoint::stream::{ByteStream, SliceStream};
pub use checkpoint::{Checkpoint, Head};
pub use config::{Config, Family, Reach};
pub use cpu::Cpu;
pub use families::network::Table;
pub use lane::{Lane, Lanes};
pub use language_model::LanguageModel;
pub use logitscope_core::error::ModelError;
pub use probe::Probe;
pub use session::Session;
pub use taps::{Tap, Taps};
pub use tokenizer::{Piece, Tokenizer};
pub use transformer::Transformer;
