//! What a model would take, asked before it is downloaded.

use logitscope_core::{MemoryPlan, Precision};
use serde::{Deserialize, Serialize};

use crate::{BackendChoice, Sizes};

/// What a plan is asked for.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PlanFor {
    /// What is known of the model's sizes.
    pub sizes: Sizes,
    /// Which backend is to compute.
    pub backend: BackendChoice,
    /// How the weights are to be kept.
    pub precision: Precision,
    /// [`crate::Loaded::measured`] of an earlier load.
    pub measured: Option<String>,
}

/// What a model would take here.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// How its weights would be kept.
    pub precision: Precision,
    /// Its memory; the weights alone where no more than their number is known.
    pub memory: MemoryPlan,
    /// Milliseconds a step, by what was measured of this device; `None` where nothing was.
    pub step_ms: Option<f64>,
    /// Why it does not fit; `None` if it does, or if nobody can tell.
    pub misfit: Option<Misfit>,
}

/// Why a model does not fit, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Misfit {
    /// The CPU backend's memory is too small.
    Memory {
        /// What loading it takes.
        needed: u64,
        /// What is left beside the models that are loaded.
        most: u64,
        /// The most exact precision that would fit, and the memory of the model then.
        fits: Option<(Precision, u64)>,
    },
    /// A piece of its memory is larger than the GPU takes at once.
    Piece {
        /// That piece.
        bytes: u64,
        /// The largest that the GPU takes.
        most: u64,
        /// The most exact precision with which it would fit on the CPU, and the memory of the model there.
        on_cpu: Option<(Precision, u64)>,
    },
}

impl Plan {
    /// Tokens a second, by what was measured of this device.
    pub fn tokens_per_s(&self) -> Option<f64> {
        self.step_ms.filter(|ms| *ms > 0.0).map(|ms| 1e3 / ms)
    }
}
