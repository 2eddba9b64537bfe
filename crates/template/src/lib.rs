//! A conversation as the text that a model was trained on: a [`ChatTemplate`] is what comes with a model, and renders a
//! [`Chat`] exactly as `apply_chat_template(tokenize=False)` of Hugging Face Transformers does.
//!
//! Such templates are programs in Jinja that anybody may have written. Here they have the values of Python, a budget of work,
//! and no way to anything outside: a template that does too much ends with a [`TemplateError`], on wasm32 as well.
//! The text that comes out has all special tokens in it already: whoever encodes it adds none.

mod access;
mod arguments;
mod budget;
mod checks;
mod error;
mod filters;
mod format;
mod json;
mod lexer;
mod methods;
mod moment;
mod ops;
mod parser;
mod run;
mod strings;
mod text;
mod tree;
mod value;
mod variables;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use error::{LONGEST_MESSAGE, TemplateError, TemplateLimit};
pub use moment::Moment;

/// The longest template, in bytes.
pub const LONGEST_TEMPLATE: usize = 256 << 10;

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

/// A chat template, read.
pub struct ChatTemplate {
    body: tree::Body,
}

impl ChatTemplate {
    /// Reads a template of at most [`LONGEST_TEMPLATE`] bytes.
    ///
    /// Errors: [`TemplateError::TooLong`], [`TemplateError::Syntax`], and [`TemplateError::TooMuch`] where it is nested too deeply.
    pub fn new(source: &str) -> Result<ChatTemplate, TemplateError> {
        if source.len() > LONGEST_TEMPLATE {
            return Err(TemplateError::TooLong {
                bytes: source.len(),
                most: LONGEST_TEMPLATE,
            });
        }
        match parser::parse(source) {
            Ok(body) => Ok(ChatTemplate { body }),
            Err(parser::Refused::Wrong(wrong)) => {
                Err(TemplateError::syntax(wrong.line, &wrong.why))
            }
            Err(parser::Refused::TooDeep) => Err(TemplateError::TooMuch {
                limit: TemplateLimit::Depth,
            }),
        }
    }

    /// The conversation as text, at most 1 MiB of it.
    ///
    /// Errors: [`TemplateError::Raised`] where the template refuses the conversation, [`TemplateError::Failed`] where it cannot
    /// go on, [`TemplateError::TooMuch`] where it would take more than about a second, or write too much.
    pub fn render(&self, chat: &Chat<'_>) -> Result<String, TemplateError> {
        let mut budget = budget::Budget::new();
        let variables = variables::of(chat, &mut budget).map_err(|fault| fault.at(1))?;
        run::render(&self.body, variables, budget, chat.now)
    }
}
