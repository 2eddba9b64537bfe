//! What the strategies write: one JSON file a run.

use std::path::Path;

use logitscope_core::TokenId;
use logitscope_core::chain::{Chain, Stage};
use logitscope_model::Session;
use serde::Serialize;

use crate::CliError;
use crate::grammar::GrammarArgs;

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

/// The chain that was given, none where none was, and the grammar.
pub fn chain_or_none(chain: Option<&Chain>, grammar: &GrammarArgs) -> Result<Chain, CliError> {
    let mut chain = match chain {
        Some(chain) => chain.clone(),
        None => Chain::new::<Stage>([])?,
    };
    grammar.set_in(&mut chain);
    Ok(chain)
}
