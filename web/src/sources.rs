//! Where steps come from. The driver asks a [`Source`] in the engine's messages and does not know which it is.

mod channel;
mod either;
mod engine;
mod grammar;
mod hub;
mod open_lanes;
mod recording;
mod writer;

use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;

use logitscope_core::chain::{Grammar, Mask};
use logitscope_core::error::GrammarError;
use logitscope_core::strategy::Role;
use logitscope_core::{Interventions, TokenId, Vocab};
use logitscope_protocol::{Answer, Command, Crash, EngineError, Load, Loaded, Progress};
use logitscope_recording::Recording;

pub use either::Either;
pub use engine::EngineClient;
pub use hub::HubClient;
pub use logitscope_recording::Lane;
pub use recording::{NoRecording, Replayed, fetch_recording, read_recording};
pub use writer::Writer;

/// A future on the page's thread.
pub type LocalFuture<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;

/// Hears how far a request is.
pub type OnProgress = Rc<dyn Fn(Progress)>;

/// Something that answers the engine's commands: the engine itself, or what stands in for it.
pub trait Source {
    /// Loads a model in the place of the one that had this role before, if there is one. If that fails, the one before is still there.
    fn load(
        &self,
        load: Load,
        of: Role,
        on_progress: OnProgress,
    ) -> LocalFuture<'_, Result<Box<Loaded>, EngineError>>;

    /// Answers from `recording` until another model is loaded for the run; gives the model that it was recorded with. `None` where that is
    /// not possible.
    fn replay(&self, _recording: Rc<Recording>) -> Option<Box<Loaded>> {
        None
    }

    /// Has `command` done in a lane, and waits for its answer.
    ///
    /// An error of kind `Crashed` or `DeviceLost` means that the source has forgotten its models; one of kind `Input`, that
    /// it cannot do this, and all else is as it was.
    fn call(
        &self,
        command: Command,
        lane: Lane,
        on_progress: OnProgress,
    ) -> LocalFuture<'_, Result<Answer, EngineError>>;

    /// The tokens of `vocab` that `grammar` allows after the generated tokens `generated`.
    fn mask(
        &self,
        grammar: Grammar,
        generated: Vec<TokenId>,
        vocab: Arc<Vocab>,
    ) -> LocalFuture<'_, Result<Mask, GrammarError>>;

    /// Gives back the room that calls of the run's model with these parts switched off or scaled have taken, if they have.
    fn forget(&self, _interventions: Interventions) -> LocalFuture<'_, Result<(), EngineError>> {
        Box::pin(async { Ok(()) })
    }

    /// Gives up the model that has this role, with its memory, if there is one.
    fn unload(&self, _of: Role) -> LocalFuture<'_, Result<(), EngineError>> {
        Box::pin(async { Ok(()) })
    }

    /// What a model would take here that is not loaded: question and answer as JSON.
    fn plan(&self, _asked: String) -> LocalFuture<'_, Result<String, EngineError>> {
        Box::pin(async { Err(EngineError::NothingLoaded) })
    }

    /// Which start of it runs; `None` if none does. A model is loaded only as long as the start that loaded it runs.
    fn running(&self) -> Option<u32>;

    /// Why it ended the last time.
    fn last_words(&self) -> EngineError;

    /// Ends it; calls that wait for it fail with this. The next call starts another.
    fn stop(&self, why: Crash);
}
