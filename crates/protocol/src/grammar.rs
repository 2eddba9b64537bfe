//! The messages between the page and the parser of grammars, which has a worker of its own.

use logitscope_core::TokenId;
use logitscope_core::chain::{Grammar, Mask};
use logitscope_core::error::GrammarError;
use serde::{Deserialize, Serialize};

/// What the parser is asked.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GrammarRequest {
    /// To go on with this vocabulary; answered by an empty mask. See `Vocab::parts`.
    Vocabulary {
        /// Comes back with the answer.
        id: u32,
        /// The bytes of all tokens.
        #[serde(with = "serde_bytes")]
        bytes: Vec<u8>,
        /// Where each token ends.
        ends: Vec<u32>,
        /// The token that ends a text.
        end_of_text: Option<TokenId>,
    },
    /// What a grammar allows after some generated tokens.
    Mask {
        /// Comes back with the answer.
        id: u32,
        /// The grammar.
        grammar: Grammar,
        /// The generated tokens.
        generated: Vec<TokenId>,
    },
}

/// What the parser answers.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct GrammarAnswer {
    /// Of which request.
    pub id: u32,
    /// What is allowed, or why it does not say.
    pub mask: Result<Mask, GrammarError>,
}
