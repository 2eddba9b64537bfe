//! What a run *is*, apart from the model that computes it: token ids, the sampler chain, the dice,
//! the token tree, step records and traces. Pure data and arithmetic: no GPU, no I/O, no DOM, and
//! the same bits on every machine.
//!
//! Reading order: [`tree`], [`ranked`], [`sampler`], [`dice`], [`run`], [`trace`].

pub mod attribution;
mod blocks;
pub mod chain;
pub mod dice;
pub mod error;
pub mod gumbel;
pub mod heads;
pub mod interventions;
pub mod lens;
pub mod logits;
pub mod math;
pub mod pca;
mod prefixes;
pub mod ranked;
pub mod record;
pub mod run;
pub mod sampled;
pub mod settings;
pub mod stop;
pub mod trace;
pub mod tree;
pub mod vocab;
pub mod whatif;

pub use dice::Draw;
pub use error::CoreError;
pub use interventions::{Interventions, Part};
pub use logits::LogitsStore;
pub use ranked::Ranked;
pub use record::{Chosen, StepRecord, Timings, TopToken};
pub use run::Run;
pub use sampled::{Choice, Sampled};
pub use settings::Settings;
pub use stop::{StopReason, StopRules};
pub use trace::Trace;
pub use tree::{NodeId, TokenTree};
pub use vocab::Vocab;

/// A token's index in the vocabulary, `0..d_vocab`. Ids are the truth; text is a view of them.
pub type TokenId = u32;
