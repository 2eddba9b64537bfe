//! Why a template gives no text.

use std::fmt;

use logitscope_words::excerpt;
use serde::{Deserialize, Serialize};

/// What a template may not have more of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum TemplateLimit {
    /// Work: loops that do not end, texts that double.
    Work,
    /// Blocks in blocks, brackets in brackets, or macros that call macros.
    Depth,
    /// Values in values.
    Nesting,
    /// Text that comes out.
    Output,
}

/// Why a template gives no text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum TemplateError {
    /// It is longer than any template.
    TooLong {
        /// Its bytes.
        bytes: usize,
        /// The most bytes that are read.
        most: usize,
    },
    /// It is no template.
    Syntax {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it, on one line.
        why: String,
    },
    /// It refuses the conversation, by `raise_exception`.
    Raised {
        /// Its own words, cut to [`LONGEST_MESSAGE`] characters. They may have line breaks.
        message: String,
    },
    /// It does what cannot be done.
    Failed {
        /// The line, from 1.
        line: usize,
        /// Why it cannot be done, on one line.
        why: String,
    },
    /// There is too much of something.
    TooMuch {
        /// Of what.
        limit: TemplateLimit,
    },
}

/// The most characters of a message of `raise_exception` that are kept.
pub const LONGEST_MESSAGE: usize = 1_000;

impl TemplateError {
    pub(crate) fn syntax(line: usize, why: &str) -> Self {
        let why = excerpt(why);
        TemplateError::Syntax { line, why }
    }

    pub(crate) fn failed(line: usize, why: &str) -> Self {
        let why = excerpt(why);
        TemplateError::Failed { line, why }
    }

    pub(crate) fn raised(message: &str) -> Self {
        let message = message.chars().take(LONGEST_MESSAGE).collect();
        TemplateError::Raised { message }
    }
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TemplateError::TooLong { bytes, most } => write!(
                f,
                "the chat template has {bytes} bytes, and at most {most} are read"
            ),
            TemplateError::Syntax { line, why } => {
                write!(f, "line {line} of the chat template: {}", excerpt(why))
            }
            TemplateError::Raised { message } => {
                write!(
                    f,
                    "the chat template refuses this conversation: {}",
                    excerpt(message)
                )
            }
            TemplateError::Failed { line, why } => write!(
                f,
                "the chat template fails in line {line}: {}",
                excerpt(why)
            ),
            TemplateError::TooMuch { limit } => f.write_str(match limit {
                TemplateLimit::Work => "the chat template takes too long",
                TemplateLimit::Depth => "the chat template is nested too deeply",
                TemplateLimit::Nesting => "the chat template puts values in values too deeply",
                TemplateLimit::Output => "the chat template writes too much",
            }),
        }
    }
}

impl std::error::Error for TemplateError {}
