//! What a grammar is refused for.

use serde::{Deserialize, Serialize};

use crate::Catalogue;

/// What is too much of something in a grammar.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum GrammarLimit {
    /// Brackets in brackets.
    Groups(u64),
    /// Rules and terminals.
    Rules(u64),
    /// `multipleOf`, whose time grows with its value.
    Multiple(String),
    /// Properties and alternatives of a schema.
    Properties(u64),
    /// Patterns of a schema.
    Patterns(u64),
}

/// Why a grammar gives no mask.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum GrammarError {
    /// Its parser refuses it.
    Refused {
        /// Its own words, cut.
        why: String,
    },
    /// There is too much of something.
    Limit {
        /// Of what.
        limit: GrammarLimit,
        /// How much there may be.
        most: u64,
    },
    /// It took too long.
    TooHard {
        /// How long it was given.
        seconds: u64,
    },
    /// Its parser came to its end over it.
    Crashed,
    /// The parser cannot be loaded.
    NoParser {
        /// Why.
        why: String,
    },
    /// The text does not follow it.
    Left {
        /// The place of the first token that it does not allow, 1 being the first generated one.
        place: u64,
    },
}

impl GrammarError {
    /// The error in the catalogue's language.
    pub fn words(&self, say: &Catalogue) -> String {
        match self {
            GrammarError::Refused { why } => say.grammar_refused(why),
            GrammarError::Limit { limit, most } => {
                let what = match limit {
                    GrammarLimit::Groups(depth) => say.grammar_groups(*depth),
                    GrammarLimit::Rules(count) => say.grammar_rules(*count),
                    GrammarLimit::Multiple(value) => say.grammar_multiple(value),
                    GrammarLimit::Patterns(count) => say.grammar_patterns(*count),
                    GrammarLimit::Properties(count) => say.grammar_properties(*count),
                };
                let limit = say.grammar_limit(what.to_string(), *most);
                say.grammar_refused(limit.to_string())
            }
            GrammarError::TooHard { seconds } => say.grammar_hard(*seconds),
            GrammarError::Crashed => say.grammar_crashed(),
            GrammarError::NoParser { why } => say.grammar_parser(why),
            GrammarError::Left { place } => say.grammar_left(*place),
        }
        .to_string()
    }
}
