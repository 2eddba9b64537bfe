//! What a model was asked for and cannot be.

use crate::Catalogue;
use serde::{Deserialize, Serialize};

/// What a model was asked for and cannot be.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Impossible {
    /// A row of a token that the vocabulary does not have.
    RowToken {
        /// The row.
        row: usize,
        /// The token.
        token: u32,
        /// Tokens of the vocabulary.
        d_vocab: u32,
    },
    /// A row at a position beyond the context.
    RowPosition {
        /// The row.
        row: usize,
        /// The position.
        position: u32,
        /// Positions of the context.
        n_ctx: u32,
    },
    /// A row that attends to a slot that the cache does not have.
    RowSlot {
        /// The row.
        row: usize,
        /// The slot.
        slot: u32,
        /// Slots of the cache.
        n_slots: u32,
    },
    /// A row whose path is empty.
    RowNoSlot {
        /// The row.
        row: usize,
    },
    /// The logits of a row that is not there.
    LogitsRow {
        /// The row.
        row: usize,
        /// How many there are.
        rows: usize,
    },
    /// More rows than a pass takes.
    Rows {
        /// How many.
        rows: usize,
    },
    /// A token that the vocabulary does not have.
    Token {
        /// The token.
        token: u32,
        /// Tokens of the vocabulary.
        d_vocab: u32,
    },
    /// The state after more blocks than there are.
    Depth {
        /// After how many blocks.
        depth: u32,
        /// How many there are.
        n_layers: u32,
    },
    /// A block that is not there.
    Layer {
        /// The block.
        layer: u32,
        /// How many there are.
        n_layers: u32,
    },
    /// A neuron that is not there.
    Neuron {
        /// The neuron.
        neuron: u32,
        /// How many there are.
        d_mlp: u32,
    },
    /// A column that a matrix does not have.
    Column {
        /// The column.
        column: u32,
        /// How many there are.
        d_out: u32,
    },
    /// A matrix that models of this family do not have.
    Matrix {
        /// Its name.
        name: String,
    },
    /// A part, to be switched off, that is not there.
    Part {
        /// The part, as it is written.
        part: String,
        /// Blocks of the model.
        n_layers: u32,
        /// Heads of a block.
        n_heads: u32,
    },
    /// More values than a tensor holds.
    Values {
        /// How many.
        values: usize,
    },
    /// What was to be computed did not come back.
    Nothing {
        /// Its name.
        name: String,
    },
}

impl Impossible {
    pub(super) fn words(&self, say: &Catalogue) -> String {
        let s = |n: &u32| n.to_string();
        match self {
            Impossible::RowToken {
                row,
                token,
                d_vocab,
            } => say.impossible_row_token(row.to_string(), s(token), s(d_vocab)),
            Impossible::RowPosition {
                row,
                position,
                n_ctx,
            } => say.impossible_row_position(row.to_string(), s(position), s(n_ctx)),
            Impossible::RowSlot { row, slot, n_slots } => {
                say.impossible_row_slot(row.to_string(), s(slot), s(n_slots))
            }
            Impossible::RowNoSlot { row } => say.impossible_row_no_slot(row.to_string()),
            Impossible::LogitsRow { row, rows } => {
                say.impossible_logits_row(row.to_string(), rows.to_string())
            }
            Impossible::Rows { rows } => say.impossible_rows(*rows as u64),
            Impossible::Token { token, d_vocab } => say.impossible_token(s(token), s(d_vocab)),
            Impossible::Depth { depth, n_layers } => say.impossible_depth(s(depth), s(n_layers)),
            Impossible::Layer { layer, n_layers } => say.impossible_layer(s(layer), s(n_layers)),
            Impossible::Neuron { neuron, d_mlp } => say.impossible_neuron(s(neuron), s(d_mlp)),
            Impossible::Column { column, d_out } => say.impossible_column(s(column), s(d_out)),
            Impossible::Matrix { name } => say.impossible_matrix(name),
            Impossible::Part {
                part,
                n_layers,
                n_heads,
            } => say.impossible_part(part, s(n_layers), s(n_heads)),
            Impossible::Values { values } => say.impossible_values(*values as u64),
            Impossible::Nothing { name } => say.impossible_nothing(name),
        }
        .to_string()
    }
}
