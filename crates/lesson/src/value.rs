//! What a quantity is, or why that is not known.

use logitscope_core::TokenId;

/// A value of the step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value {
    /// A number; probabilities are 0 to 1.
    Number(f64),
    /// A token.
    Token(TokenId),
}

/// Why something has no value at a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unknown {
    /// The text is not one token of the model.
    NotAToken(String),
    /// The stage does not act.
    Off(String),
    /// The view that shows it is not open, or not there yet.
    NotSeen,
    /// The text has no such token.
    NotInText(String),
    /// It leads after no layer.
    NeverLeads(String),
    /// No part of the model is switched off or scaled.
    NothingOff,
    /// The table of the step that compares texts has no such token.
    NotInTable(String),
    /// The strategy is not as far yet.
    NotPlayed,
    /// The proof was not drawn yet.
    NotDrawn,
}
