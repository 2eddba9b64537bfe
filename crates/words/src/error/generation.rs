//! What can be wrong with `generation_config.json`.

use serde::{Deserialize, Serialize};

use super::CoreError;
use crate::Catalogue;

/// Why what it says is not used.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum GenerationFault {
    /// It is no such file.
    Unreadable {
        /// What the reader says of it.
        why: String,
    },
    /// A value that no sampler has.
    Range(CoreError),
}

impl GenerationFault {
    /// The fault in the catalogue's language.
    pub fn words(&self, say: &Catalogue) -> String {
        let why = match self {
            GenerationFault::Unreadable { why } => why.clone(),
            GenerationFault::Range(error) => error.words(say),
        };
        say.generation_unread(why).to_string()
    }
}
