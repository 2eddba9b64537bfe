//! The messages between the page and the engine, version 15: a task with an id, one answer with the same id, and progress events in
//! between. Nothing else knows where the engine runs.
//!
//! The engine keeps models and their lanes; every command names the lane that it is for. All of it is plain data. `bytes` fields
//! cross as `Uint8Array`.

mod answer;
mod backend_reason;
mod command;
mod error;
mod grammar;
mod hub;
mod id;
mod load;
mod memory;
mod plan;
mod progress;
mod repository;
mod secret;
mod server;
mod write;

use logitscope_core::Interventions;
use serde::{Deserialize, Serialize};

pub use answer::{Answer, Score, TOP, TapArray, TokenPiece};
pub use backend_reason::{BackendReason, Estimate};
pub use command::Command;
pub use error::{Asked, Crash, EngineError, ErrorKind, NoGpu, Refusal};
pub use grammar::{GrammarAnswer, GrammarRequest};
pub use hub::{
    Download, Found, FoundModel, HubTask, InBlocks, OfferedFile, Sizes, Stored, StoredModel,
};
pub use id::{LaneId, ModelId};
pub use load::{BackendChoice, Endpoint, Extras, Load, Loaded, ModelSource, is_gguf};
pub use memory::{LaneMemory, Memory, ModelMemory};
pub use plan::{Misfit, Plan, PlanFor};
pub use progress::{Doing, Progress};
pub use repository::{Repository, SCHEME};
pub use secret::Secret;
pub use server::{Kind, Lists, Meaning, REMOTE, Server};
pub use write::{Prepared, Prompt, PromptToken, Write};

/// The version of these messages; both sides refuse any other.
pub const VERSION: u32 = 15;

/// Something to be done by the engine.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Request {
    /// [`VERSION`].
    pub version: u32,
    /// Chosen by the page; the response carries it.
    pub id: u32,
    /// What to do.
    pub task: Task,
}

/// What to do.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// Loads a model; answered by [`Answer::Loaded`]. On an error every model that was loaded before stays usable.
    Load(Box<Load>),
    /// Gives up a model, with its lanes and its memory; answered by [`Answer::Done`].
    Unload {
        /// The model.
        model: ModelId,
    },
    /// Opens a lane beside the others of a model, with which it shares the cache; answered by [`Answer::Opened`]. Parts that the
    /// model does not have are an error.
    OpenLane {
        /// The model.
        model: ModelId,
        /// Parts of it that are switched off or scaled.
        interventions: Interventions,
    },
    /// Closes a lane and frees its part of the cache; answered by [`Answer::Done`]. The lane of the model as it is cannot be closed.
    CloseLane {
        /// The lane.
        lane: LaneId,
    },
    /// What is loaded, and the memory that it takes; answered by [`Answer::Memory`].
    Memory,
    /// Asks a server what a prompt becomes there; answered by [`Answer::Prepared`].
    Prepare {
        /// Where.
        endpoint: Endpoint,
        /// The prompt.
        prompt: Prompt,
    },
    /// Has a server write an answer; the data of its events come as [`Doing::Writing`], and [`Answer::Done`] at the end.
    Write(Box<Write>),
    /// Asks the store of models from the hub.
    Hub(HubTask),
    /// What a model would take that is not here: a [`PlanFor`] as JSON; answered by [`Answer::Plan`]. A model that cannot be computed is an error.
    Plan(String),
    /// Has a command done in a lane.
    Run {
        /// The lane.
        lane: LaneId,
        /// The command.
        command: Command,
    },
}

/// What the engine says.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Response {
    /// [`VERSION`].
    pub version: u32,
    /// The id of the request.
    pub id: u32,
    /// Progress, or the end of the request.
    pub body: Body,
}

/// The content of a [`Response`].
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Body {
    /// The request is being worked on.
    Progress(Progress),
    /// The request is done.
    Answer(Answer),
    /// The request failed.
    Error(EngineError),
}

/// Numbers of a message: f32, little endian.
pub fn floats(bytes: &[u8]) -> Vec<f32> {
    words(bytes).into_iter().map(f32::from_bits).collect()
}

/// Rows of numbers of a message: `bytes` holds `rows` of them, one after another, all of the same length.
pub fn rows(bytes: &[u8], rows: u32) -> Vec<Vec<f32>> {
    let values = floats(bytes);
    match values.len().checked_div(rows as usize) {
        None | Some(0) => Vec::new(),
        Some(len) => values.chunks_exact(len).map(<[f32]>::to_vec).collect(),
    }
}

/// Whole numbers of a message: u32, little endian.
pub fn words(bytes: &[u8]) -> Vec<u32> {
    let (words, _) = bytes.as_chunks::<4>();
    words.iter().map(|word| u32::from_le_bytes(*word)).collect()
}
