//! What the engine tells of its work: how far it is, and what failed.

use logitscope_model::ModelError;
use logitscope_protocol::{EngineError, ErrorKind, Progress};

/// How to hear of progress.
pub type Report<'a> = &'a dyn Fn(Progress);

/// A failure of the model, as the page acts on it.
pub(crate) fn engine_error(error: ModelError) -> EngineError {
    let kind = match error {
        ModelError::DeviceLost(_) => ErrorKind::DeviceLost,
        _ => ErrorKind::Input,
    };
    EngineError {
        kind,
        message: error.to_string(),
    }
}
