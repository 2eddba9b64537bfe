//! How the engine tells how far it is.

use logitscope_protocol::Progress;

/// How to hear of progress.
pub type Report<'a> = &'a dyn Fn(Progress);
