//! What strategies leave behind, to keep and to send: JSON that the commands write, the page's scripts read, and traces carry. Format: `docs/strategies.md`.

mod beam;
mod compare;
mod context;
mod explore;
mod guide;
mod speculate;

use serde::{Deserialize, Serialize};

use crate::trace::ModelInfo;
use crate::{TokenId, Vocab};

pub use beam::{BeamRecord, Text};
pub use compare::{CompareRecord, LaneRecord};
pub use context::ContextRecord;
pub use explore::{ExploreRecord, Shown};
pub use guide::GuideRecord;
pub use speculate::{Figures, SpeculateRecord};

/// The models that computed a strategy.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Models {
    /// That of the run.
    pub model: ModelInfo,
    /// The one that drafts for it, or that it is weighed against; `None` if no other had a part in it.
    pub draft: Option<ModelInfo>,
}

/// Tokens that a strategy found, and their text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// What was generated.
    pub tokens: Vec<TokenId>,
    /// Its text.
    pub text: String,
}

impl Found {
    fn new(tokens: &[TokenId], vocab: &Vocab) -> Self {
        Found {
            tokens: tokens.to_vec(),
            text: vocab.text(tokens),
        }
    }
}
