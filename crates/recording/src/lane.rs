//! Who is asked.

use logitscope_core::Interventions;
use logitscope_core::strategy::Role;
use serde::{Deserialize, Serialize};

/// Who is asked: a model, and what of it is switched off or scaled.
///
/// By default it is the model of the run as it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Lane {
    /// Which model.
    pub of: Role,
    /// What is switched off or scaled in it.
    pub interventions: Interventions,
}

impl Default for Lane {
    fn default() -> Self {
        Lane::from(Interventions::default())
    }
}

impl From<Interventions> for Lane {
    fn from(interventions: Interventions) -> Self {
        Lane {
            of: Role::Model,
            interventions,
        }
    }
}
