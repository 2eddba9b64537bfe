//! What the strategies write: one JSON file a run.

use std::path::Path;

use logitscope_core::TokenId;
use logitscope_core::chain::{Chain, Stage};
use logitscope_model::Session;
use serde::Serialize;

use crate::CliError;

/// Writes `record` to `path`, if one was given.
pub fn write(path: Option<&Path>, record: &impl Serialize) -> Result<(), CliError> {
    let Some(path) = path else { return Ok(()) };
    let json = serde_json::to_string_pretty(record).map_err(|e| CliError::damaged(path, e))?;
    std::fs::write(path, json).map_err(|e| CliError::file(path, e))
}

/// The tokens of the session's text.
pub fn tokens_of(session: &Session) -> Vec<TokenId> {
    let run = session.run();
    run.tree().tokens(&run.path())
}

/// The chain that was given; none acts where none was.
pub fn chain_or_none(chain: Option<&Chain>) -> Result<Chain, CliError> {
    match chain {
        Some(chain) => Ok(chain.clone()),
        None => Ok(Chain::new::<Stage>([])?),
    }
}
