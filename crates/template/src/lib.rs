//! A conversation as the text that a model was trained on: a [`ChatTemplate`] is what comes with a model, and renders a
//! [`Chat`] exactly as `apply_chat_template(tokenize=False)` of Hugging Face Transformers does.
//!
//! Such templates are programs in Jinja that anybody may have written. Here they have the values of Python, a budget of work,
//! and no way to anything outside: a template that does too much ends with a [`TemplateError`], on wasm32 as well.
//! The text that comes out has all special tokens in it already: whoever encodes it adds none.

mod access;
mod arguments;
mod budget;
mod chat;
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

pub use chat::{Chat, Message};
pub use error::{LONGEST_MESSAGE, TemplateError, TemplateLimit};
pub use moment::Moment;

/// The longest template, in bytes.
pub const LONGEST_TEMPLATE: usize = 256 << 10;

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
