//! What the views of the inside are about.

use std::ops::Range;

use logitscope_core::trace::ModelInfo;
use logitscope_core::{Interventions, NodeId, TokenId};

use crate::choices::Drawn;

/// A cell of an intermediate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// The intermediate's name.
    pub name: String,
    /// The place in it, row-major.
    pub at: usize,
}

/// The most rows of the flow.
pub const MOST_ROWS: usize = 12;

/// How many rows there is room for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Room {
    /// Twelve.
    #[default]
    Wide,
    /// Five.
    Narrow,
}

impl Room {
    /// A text of so many tokens has a row for each; of a longer one, the last so many have a row, the current one included; and so many of
    /// the others: those with the most attention.
    pub(super) fn limits(self) -> (usize, usize, usize) {
        match self {
            Room::Wide => (MOST_ROWS, 6, 2),
            Room::Narrow => (5, 2, 1),
        }
    }
}

/// What the flow is about.
#[derive(Debug, Clone, PartialEq)]
pub struct FlowFocus {
    /// The tokens whose place is followed through the blocks; the drawn one is among them.
    pub watch: Vec<TokenId>,
    /// How many rows there are.
    pub room: Room,
}

/// What is looked at, as plain data.
#[derive(Debug, Clone, PartialEq)]
pub struct Focus {
    /// The model's sizes.
    pub model: ModelInfo,
    /// The text on screen: its nodes, first token first. Never empty.
    pub path: Vec<NodeId>,
    /// Its tokens.
    pub tokens: Vec<TokenId>,
    /// The nodes that the lens shows side by side, in the order of the text; the last one is the step on screen.
    pub columns: Vec<NodeId>,
    /// The layer on screen, 0 being the first.
    pub layer: u32,
    /// The head on screen.
    pub head: u32,
    /// What is drawn of a head.
    pub drawn: Drawn,
    /// The cell whose terms are on screen.
    pub cell: Option<Cell>,
    /// The token whose near ones are on screen.
    pub near: TokenId,
    /// The tokens that are followed.
    pub watch: Vec<TokenId>,
    /// What is switched off or scaled in the model that the views show.
    pub lane: Interventions,
    /// What is switched off or scaled in the model that is compared with it.
    pub interventions: Interventions,
    /// How much is kept at most, in bytes.
    pub budget_bytes: usize,
    /// The places of a passage that stands in the text again, while somebody asks which heads look back from there.
    pub repeat: Option<Range<usize>>,
    /// What the flow is about; `None` where it is not on screen.
    pub flow: Option<FlowFocus>,
    /// Whether the text runs.
    pub playing: bool,
    /// Counts changes of the run.
    pub revision: u64,
}

impl Focus {
    /// The step on screen: its context's last node, and that one's place in the text.
    pub fn step(&self) -> Option<(NodeId, usize)> {
        let node = *self.columns.last()?;
        Some((node, self.place(node)?))
    }

    /// The place of a node in the text.
    pub fn place(&self, node: NodeId) -> Option<usize> {
        self.path.iter().position(|id| *id == node)
    }

    /// The tokens of the text up to a place, that one included.
    pub fn up_to(&self, place: usize) -> Vec<TokenId> {
        let end = self.tokens.len().min(place + 1);
        self.tokens[..end].to_vec()
    }
}
