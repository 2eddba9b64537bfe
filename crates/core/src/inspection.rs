//! Plain records of what is looked at inside a model: they cross from the engine to the page.

use serde::{Deserialize, Serialize};

use crate::TokenId;

/// A place in the key-value cache.
pub type Slot = u32;

/// How long the dispatches of one kernel take in a plan, each kernel by itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct KernelTime {
    /// The kernel.
    pub kernel: String,
    /// How often the plan dispatches it.
    pub dispatches: u32,
    /// Milliseconds for all of them.
    pub ms: f64,
    /// Bytes of weights that they read.
    pub weight_bytes: u64,
}

/// How long one dispatch of a plan takes, by the adapter's own clock.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DispatchTime {
    /// The kernel.
    pub kernel: String,
    /// The block that it belongs to; `None` outside the blocks.
    pub layer: Option<u32>,
    /// Microseconds.
    pub us: f64,
    /// Bytes of weights that it reads.
    pub weight_bytes: u64,
}

/// The dispatches of a plan with their times.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Timeline {
    /// In the order in which they run; empty where the adapter has no clock for it.
    pub dispatches: Vec<DispatchTime>,
    /// How often each was repeated to be measured: more than once where the clock is coarse.
    pub repeats: u32,
}

/// What decoding one token costs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DecodeCost {
    /// Every dispatch with its time; empty on the CPU, and where the adapter has no clock.
    pub timeline: Timeline,
    /// Gigabytes a second of memory here, by measurement: on a GPU those that a copy reads and writes together, on the CPU those of the
    /// weights that a large product reads.
    pub bandwidth_gbps: f64,
    /// The forward pass of one token, from its start to the logits in memory.
    pub forward_ms: f64,
    /// Bytes of weights that it reads.
    pub weight_bytes: u64,
    /// Bytes of logits that come back.
    pub readback_bytes: u64,
}

/// What the key-value cache holds.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct CacheMap {
    /// How many tokens there is room for.
    pub n_slots: u32,
    /// Bytes of keys and values of one token, in all layers.
    pub slot_bytes: u64,
    /// The tokens that are in it, those at lower positions first.
    pub cached: Vec<Cached>,
}

/// A token in the cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cached {
    /// Where its keys and values lie.
    pub slot: Slot,
    /// The token.
    pub token: TokenId,
    /// Its place in the text.
    pub position: u32,
    /// The slot of the token before it; `None` for a first token, and where that one was dropped.
    pub parent: Option<Slot>,
    /// Whether it was computed with parts of the model switched off or scaled.
    pub altered: bool,
    /// Whether its position turns as in a text that is longer than those of the first training, where it turns in another way there.
    /// Recordings that do not say it are of models where nothing does.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub long: bool,
}

/// A token and a number that goes with it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Weighed {
    /// The token.
    pub token: TokenId,
    /// Logits added to it, or its cosine.
    pub value: f32,
}

/// A neuron of an MLP at one position.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Neuron {
    /// Its index, 0..`d_mlp`.
    pub neuron: u32,
    /// `mlp_post`: what comes out of its activation function.
    pub activation: f32,
    /// The tokens to whose logits it adds most here, the most first.
    pub promoted: Vec<Weighed>,
    /// Those from which it takes most, the most first.
    pub suppressed: Vec<Weighed>,
}

/// A matrix of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Matrix {
    /// W_Q, `[d_model, n_heads·d_head]`.
    Query,
    /// W_K, `[d_model, n_kv_heads·d_head]`.
    Key,
    /// W_V, `[d_model, n_kv_heads·d_head]`.
    Value,
    /// W_O, `[n_heads·d_head, d_model]`.
    AttentionOut,
    /// W_gate, `[d_model, d_mlp]`, where the MLP is gated.
    MlpGate,
    /// W_in, `[d_model, d_mlp]`.
    MlpIn,
    /// W_out, `[d_mlp, d_model]`.
    MlpOut,
}
