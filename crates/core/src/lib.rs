//! What a run *is*, apart from the model that computes it: token ids, the sampler chain, the dice,
//! the token tree, step records and traces. Pure data and arithmetic: no GPU, no I/O, no DOM, and
//! the same bits on every machine.
//!
//! Reading order: [`tree`], [`distribution`], [`chain`] (its definition is [`chain::plain`]), [`dice`], [`processed`], [`record`],
//! [`run`], [`trace`].

pub mod attribution;
pub mod beam;
pub mod beginning;
pub mod bet;
pub mod blocks;
pub mod chain;
pub mod chat_format;
pub mod checkpoint_files;
pub mod compare;
pub mod context;
pub mod dice;
pub mod distribution;
mod ends;
pub mod enumerate;
pub mod explore;
pub mod gguf_part;
pub mod gguf_types;
pub mod guided;
pub mod gumbel;
pub mod heads;
mod infinite;
pub mod inspection;
pub mod interventions;
pub mod left_out;
pub mod lens;
pub mod logits;
mod masks;
pub mod math;
pub mod matrix_format;
pub mod memory_plan;
mod moments;
pub mod norm;
pub mod output;
pub mod pca;
pub mod percent;
pub mod precision;
pub mod price;
pub mod processed;
pub mod record;
pub mod records;
pub mod run;
pub mod scoring;
pub mod settings;
pub mod sorted;
pub mod speculative;
pub mod stop;
pub mod strategy;
pub mod stream;
pub mod totals;
pub mod trace;
pub mod tree;
pub mod vocab;
pub mod what_if;

pub use logitscope_words::{error, excerpt, notice};

pub use beginning::Beginning;
pub use dice::Draw;
pub use distribution::{Distribution, Known, TopDistribution};
pub use error::CoreError;
pub use interventions::{Interventions, Part};
pub use logits::LogitsStore;
pub use matrix_format::{BlockFormat, MatrixFormat};
pub use memory_plan::MemoryPlan;
pub use output::ModelOutput;
pub use precision::{BLOCK, Precision};
pub use processed::{Choice, Processed, Rated};
pub use record::{Chosen, StepRecord, Timings, TopToken};
pub use run::Run;
pub use settings::Settings;
pub use stop::{StopReason, StopRules};
pub use trace::Trace;
pub use tree::{NodeId, TokenTree};
pub use vocab::Vocab;

/// A token's index in the vocabulary, `0..d_vocab`. Ids are the truth; text is a view of them.
pub type TokenId = u32;
