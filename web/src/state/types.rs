//! The plain data that the views read.

use std::ops::Range;
use std::sync::Arc;

use logitscope_core::run::Sampling;
use logitscope_core::{CoreError, NodeId, Settings, StepRecord, StopReason, Timings, TokenId};
use logitscope_protocol::{ErrorKind, Progress};
use serde::Serialize;

use super::{Failure, Offer};
use crate::link::Link;

/// Whether there is a model to run.
#[derive(Debug, Clone, PartialEq)]
pub enum Phase {
    /// The engine is being started.
    Starting,
    /// A model is being loaded. One that was loaded before stays on screen meanwhile.
    Loading(Progress),
    /// A model is loaded.
    Ready,
    /// There is no model: the first load failed, or the engine cannot be kept alive.
    Failed {
        /// Why.
        failure: Failure,
        /// What kind of failure that is for the page.
        kind: ErrorKind,
    },
}

/// What the engine is doing for the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Activity {
    /// Nothing.
    #[default]
    Idle,
    /// One evaluation (a prompt, a step, a node whose logits had been dropped).
    Evaluating,
    /// One step after another, until something stops it.
    Playing,
}

/// One token of the prompt box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The token.
    pub token: TokenId,
    /// Its text; bytes that are no whole character as `⟨E6⟩`.
    pub text: String,
    /// Its place in the prompt, in bytes of UTF-8.
    pub range: Range<usize>,
}

/// Where a token of the transcript comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The visitor wrote it.
    Prompt,
    /// The sampler chose it.
    Sampled,
    /// The visitor chose it.
    Forced,
}

/// One token of the text, from the first of the prompt to the cursor.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Entry {
    /// Its node.
    pub node: NodeId,
    /// The node whose distribution it was chosen from: what [`super::App::select`] takes to show
    /// that choice. `None` for the first token.
    pub context: Option<NodeId>,
    /// Its place in the text, 0 being the first.
    pub position: u32,
    /// The token.
    pub token: TokenId,
    /// Its text; bytes that are no whole character as `⟨E6⟩`.
    pub text: String,
    /// Where it comes from.
    pub origin: Origin,
    /// Surprisal under the model, in bits; `None` for the first token and until it is computed.
    pub surprisal_bits: Option<f64>,
    /// Its probability under the model, 0..=1; `None` like the surprisal.
    pub prob: Option<f64>,
    /// Its probability after the chain of then, 0..=1; `None` for tokens of the prompt.
    pub prob_after: Option<f64>,
    /// Its rank under the model, 0 being the most probable; `None` like the surprisal.
    pub rank: Option<u32>,
    /// Entropy of the distribution that it came from, in bits; `None` like the surprisal.
    pub entropy_bits: Option<f64>,
    /// Entropy of what the chain of then left, in bits; `None` for tokens of the prompt.
    pub entropy_after_bits: Option<f64>,
    /// Probability of the [`logitscope_protocol::TOP`] most probable tokens of that distribution, 0..=1; `None` like the surprisal, and
    /// where the step's logits are no longer kept.
    pub top_mass: Option<f64>,
    /// ln of the probability under the model of all rated tokens up to and with this one, at most 0; `None` like the surprisal.
    pub log_prob: Option<f64>,
    /// What the chain of then left to the model's [`logitscope_protocol::TOP`] most probable tokens, 0..=1; `None` for tokens of the
    /// prompt.
    pub top_mass_after: Option<f64>,
    /// ln of the probability after the chain of all generated tokens up to and with this one, at most 0; `None` for tokens of the
    /// prompt.
    pub log_prob_after: Option<f64>,
    /// Set if the run stopped after it.
    pub stop: Option<StopReason>,
}

/// The step on screen: one distribution, what the current settings make of it, and what was chosen.
#[derive(Debug, Clone, PartialEq)]
pub struct StepView {
    /// The node whose distribution this is: the last token of the context.
    pub context: NodeId,
    /// The place of the token that is being chosen; also the number of tokens in the context.
    pub position: u32,
    /// `[d_vocab]`, f32, by token id, unbounded: the model's answer.
    pub logits: Arc<[f32]>,
    /// What the sampler makes of it under the *current* settings.
    pub sampling: Sampling,
    /// What the sampler makes of it under the pinned settings, if there are any.
    pub pinned: Option<Sampling>,
    /// The step that was taken from here on the current path, if one was.
    pub record: Option<StepRecord>,
    /// The token that follows on the current path, if there is one. In the prompt there is a next
    /// token, but no record.
    pub next: Option<TokenId>,
    /// Whether this is the cursor: nothing has been chosen yet.
    pub pending: bool,
    /// Whether the current settings and dice would choose another token than the one recorded.
    pub would_differ: bool,
    /// Whether the logits were computed again and stand in for those that the record was chosen
    /// from: same choice, other rounding.
    pub recomputed: bool,
    /// The forward pass that computed the logits.
    pub timings: Timings,
    /// Why nothing can be chosen: a grammar that the text has left, or that it has fulfilled, or tokens of a server that do not decide it. Then it
    /// is shown without the grammar, or with the `remedy`.
    pub blocked: Option<CoreError>,
    /// Settings under which the tokens that a server lists decide the step, if those of now do not: with a top-k.
    pub remedy: Option<Settings>,
}

/// How serious a notice is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Good to know.
    Info,
    /// Something is not as asked for.
    Warning,
    /// Something failed.
    Error,
}

/// A message that stays until it is dismissed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// Names it, for [`super::App::dismiss`].
    pub id: u32,
    /// How serious it is.
    pub level: Level,
    /// Whole sentences for the visitor.
    pub text: String,
    /// What it offers to do.
    pub offer: Option<Offer>,
}

/// How far a recording of the run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Saving {
    /// How many questions are answered.
    pub done: usize,
    /// Of how many.
    pub of: usize,
    /// Whether the visitor gave it up.
    pub given_up: bool,
}

/// Who gave the sampler its chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChainBy {
    /// Nobody: it is that of the model's generation config, or the page's where there is none.
    Default,
    /// A state that is being opened. It stays for the model that comes with it; whether somebody chose it is seen then.
    Opening,
    /// The visitor, a script, a link, a lesson or a recording.
    Somebody,
}

impl ChainBy {
    /// By whether the chain `is_default`.
    pub fn of(is_default: bool) -> Self {
        match is_default {
            true => ChainBy::Default,
            false => ChainBy::Somebody,
        }
    }
}

/// Measurements of the running model.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Meters {
    /// The last forward pass, in milliseconds of wall-clock time.
    pub forward_ms: Option<f64>,
    /// How many positions that pass computed.
    pub rows: u32,
    /// From asking the engine to logits in the page, in milliseconds: the pass and the messages.
    pub round_trip_ms: Option<f64>,
    /// From asking for the prompt's logits to having them, in milliseconds, and how many positions that pass computed.
    pub first_token: Option<(f64, u32)>,
    /// Tokens a second over the last run of at least two steps, waiting for `speed` left out.
    pub tokens_per_second: Option<f64>,
    /// Bytes of logits kept in the page.
    pub logits_bytes: usize,
    /// The most bytes of logits that are kept before the oldest go.
    pub logits_budget_bytes: usize,
}

/// A state that the page is asked to go to.
#[derive(Debug, Clone, PartialEq)]
pub struct Wanted {
    /// The state.
    pub state: Box<Link>,
    /// Whether Back leads to the one before; else it takes its place.
    pub is_another: bool,
}
