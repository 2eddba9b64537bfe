//! How a chat model wants to be spoken to, as its files say it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A chat template with what it may ask for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChatFormat {
    /// The template, in Jinja.
    pub template: String,
    /// Texts of special tokens by their names, like `bos_token`.
    pub tokens: BTreeMap<String, String>,
}
