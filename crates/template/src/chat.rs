//! A conversation.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::moment::Moment;

/// One message of a conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// Who speaks: `system`, `user` or `assistant`; some templates know others.
    pub role: String,
    /// What is said.
    pub content: String,
}

/// A conversation, and all else that a template may ask for.
#[derive(Debug, Clone, Copy)]
pub struct Chat<'a> {
    /// The messages in turn.
    pub messages: &'a [Message],
    /// Whether the text ends where an answer begins.
    pub add_generation_prompt: bool,
    /// Texts of special tokens by their names, like `bos_token`.
    pub special_tokens: &'a BTreeMap<String, String>,
    /// More variables, like `enable_thinking`. One that has the name of a special token is taken in its place; `tools` and
    /// `documents` are `none` unless they stand here. Integers have at most 64 bits.
    pub variables: &'a serde_json::Map<String, serde_json::Value>,
    /// The local date and time.
    pub now: Moment,
}
