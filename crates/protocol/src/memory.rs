//! The memory that models take.

use logitscope_core::Interventions;
use logitscope_core::trace::BackendInfo;
use serde::{Deserialize, Serialize};

use crate::{LaneId, ModelId};

/// The memory of all loaded models.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Memory {
    /// The loaded models, the oldest first.
    pub models: Vec<ModelMemory>,
    /// Bytes of all their buffers on the GPU, counted where they are made and given back.
    pub gpu_bytes: u64,
}

/// The memory of one model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelMemory {
    /// The model.
    pub model: ModelId,
    /// Its name.
    pub name: String,
    /// Where it runs.
    pub backend: BackendInfo,
    /// Bytes of weights, as kept.
    pub weight_bytes: u64,
    /// Bytes of the key-value cache, as allocated.
    pub kv_bytes: u64,
    /// Bytes of all else: the residual stream kept at every slot, what one forward pass computes in, its inputs and what comes
    /// back.
    pub workspace_bytes: u64,
    /// How many tokens of all lanes together the cache has room for.
    pub n_slots: u32,
    /// Its lanes, the plain one first.
    pub lanes: Vec<LaneMemory>,
}

/// What one lane takes of its model's memory.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LaneMemory {
    /// The lane.
    pub lane: LaneId,
    /// Which parts are switched off or scaled in it.
    pub interventions: Interventions,
    /// Slots of the cache that it uses.
    pub slots: u32,
}
