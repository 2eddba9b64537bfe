//! Why a job failed, as data. Its `Display` is a sentence in the page's language.

use std::fmt;

use logitscope_core::CoreError;
use logitscope_core::error::{HubFault, RecordingFault};
use logitscope_protocol::{EngineError, ErrorKind};

use super::Offer;
use crate::words::say;

/// Why a job failed.
#[derive(Debug, Clone, PartialEq)]
pub enum Failure {
    /// The run refused.
    Core(CoreError),
    /// The engine refused or failed.
    Engine(EngineError),
    /// No model is loaded.
    NoModel,
    /// Another one of the same kind came after it.
    Superseded,
    /// The visitor gave it up.
    Cancelled,
    /// The text is too long even to be tokenized.
    PromptTooBig {
        /// Its length in bytes.
        bytes: usize,
        /// The most that is taken.
        limit: usize,
    },
    /// The model that was to draft has other tokens.
    OtherTokens {
        /// Its name.
        draft: String,
    },
    /// The run has as many tokens as it may have.
    AtMaxTokens {
        /// The stop rule.
        max_tokens: u32,
    },
    /// The engine answered something else than what was asked for.
    WrongAnswer(&'static str),
    /// The browser does not take a file that was to be saved.
    Download {
        /// What it says.
        why: String,
    },
    /// A part of the page could not be loaded.
    PartLost,
    /// A recorded run cannot be used.
    Recording(RecordingFault),
    /// A recorded run did not come.
    NoRecording {
        /// Where it was to be.
        address: String,
    },
    /// The page is being closed.
    Closing,
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

    /// What can be offered in its place: a model that is not here may be downloaded.
    pub fn offer(&self) -> Option<Offer> {
        match self {
            Failure::Engine(EngineError::Hub(HubFault::NotStored { name })) => {
                name.parse().ok().map(Offer::Download)
            }
            _ => None,
        }
    }

    /// Whether only the prompt is to blame, or a newer one came: then the model is fine.
    pub fn is_about_the_prompt(&self) -> bool {
        matches!(
            self,
            Failure::Superseded
                | Failure::PromptTooBig { .. }
                | Failure::Core(
                    CoreError::EmptyPrompt
                        | CoreError::UnreadPrompt { .. }
                        | CoreError::PromptTooLong { .. }
                )
        )
    }

    /// What kind of failure it is.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Failure::Engine(error) => error.kind(),
            _ => ErrorKind::Input,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let say = say();
        let text = match self {
            Failure::Core(error) => return f.write_str(&error.words(&say)),
            Failure::Engine(error) => return f.write_str(&error.words(&say)),
            Failure::NoModel => say.no_model_yet(),
            Failure::Superseded => say.superseded(),
            Failure::Cancelled => say.load_cancelled(),
            Failure::PromptTooBig { bytes, limit } => {
                say.prompt_too_big(*bytes as u64, *limit as u64)
            }
            Failure::AtMaxTokens { max_tokens } => say.at_max_tokens(u64::from(*max_tokens)),
            Failure::OtherTokens { draft } => say.draft_other_tokens(draft),
            Failure::WrongAnswer(command) => say.wrong_answer(*command),
            Failure::Download { why } => say.download_refused(why),
            Failure::PartLost => say.part_lost(),
            Failure::Recording(fault) => return f.write_str(&fault.words(&say)),
            Failure::NoRecording { address } => say.recorded_not_there(address),
            Failure::Closing => say.page_closing(),
        };
        f.write_str(&text)
    }
}

impl std::error::Error for Failure {}

impl From<CoreError> for Failure {
    fn from(error: CoreError) -> Self {
        Failure::Core(error)
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        Failure::Engine(error)
    }
}
