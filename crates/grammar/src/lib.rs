//! What a grammar allows at a step: a [`Parser`] for a vocabulary and a [`Grammar`] gives the [`Mask`] after any generated tokens.
//!
//! llguidance parses and works out the masks; what it does not end by itself is refused before ([`limits`]).

pub mod limits;
mod parser;
mod run;
mod vocabulary;
mod worker;

pub use logitscope_core::chain::{Grammar, Language, Mask};
pub use logitscope_core::error::{GrammarError, GrammarLimit};
pub use parser::Parser;
pub use run::Parsers;
pub use vocabulary::Vocabulary;
pub use worker::{handle, listen};
