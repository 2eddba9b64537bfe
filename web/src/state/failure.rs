//! Why a job failed, in words for the visitor.

use logitscope_core::CoreError;

use logitscope_protocol::EngineError;

/// Why a job failed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Failure {
    /// The run refused.
    #[error(transparent)]
    Core(#[from] CoreError),
    /// The engine refused or failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// No model is loaded.
    #[error("There is no model yet.")]
    NoModel,
    /// Another one of the same kind came after it.
    #[error("A later change took its place.")]
    Superseded,
    /// The visitor gave it up.
    #[error("Loading was stopped.")]
    Cancelled,
    /// The text is too long even to be tokenized.
    #[error("The prompt has {bytes} bytes, more than this page takes ({limit}). Shorten it.")]
    PromptTooBig {
        /// Its length in bytes.
        bytes: usize,
        /// The most that is taken.
        limit: usize,
    },
    /// The run has as many tokens as it may have.
    #[error("The run has its {max_tokens} tokens. Raise \"max tokens\", or rewind, to go on.")]
    AtMaxTokens {
        /// The stop rule.
        max_tokens: u32,
    },
    /// The engine answered something else than what was asked for.
    #[error("The engine gave a wrong answer to {0}. Reload the page.")]
    WrongAnswer(&'static str),
    /// Anything else, in words.
    #[error("{0}")]
    Words(String),
}

impl Failure {
    /// Its words, ending like a sentence, so that another may follow.
    pub fn sentence(&self) -> String {
        let mut words = self.to_string();
        if !words.ends_with(['.', '!', '?']) {
            words.push('.');
        }
        words
    }

    /// Whether only the prompt is to blame, or a newer one came: then the model is fine.
    pub fn is_about_the_prompt(&self) -> bool {
        matches!(
            self,
            Failure::Superseded
                | Failure::PromptTooBig { .. }
                | Failure::Core(CoreError::EmptyPrompt | CoreError::PromptTooLong { .. })
        )
    }
}
