//! A recorded run as a source: it answers what it knows, and nothing else.

use std::rc::Rc;
use std::sync::Arc;

use logitscope_core::chain::{Grammar, Mask};
use logitscope_core::error::{GrammarError, RecordingFault};
use logitscope_core::strategy::Role;
use logitscope_core::{TokenId, Vocab};
use logitscope_protocol::{Answer, Command, Crash, EngineError, Load, Loaded};
use logitscope_recording::Recording;
use wasm_bindgen_futures::spawn_local;

use super::grammar::GrammarClient;
use super::{Lane, LocalFuture, OnProgress, Source};
use crate::browser;
use crate::later::{Lost, bundled};

/// What reads a recording, and what finds an answer in it.
#[derive(Clone, Copy)]
struct Reader {
    read: fn(&[u8]) -> Result<Recording, RecordingFault>,
    answer: fn(&Recording, &Lane, &Command) -> Option<Answer>,
}

bundled!(recording, reader, reader_part: Reader = Reader {
    read: Recording::read,
    answer: Recording::answer,
});

/// Why there is no recording.
#[derive(Debug, Clone, PartialEq)]
pub enum NoRecording {
    /// What reads it did not come.
    Lost,
    /// It did not come.
    NotFetched,
    /// It cannot be used.
    Fault(RecordingFault),
}

impl From<Lost> for NoRecording {
    fn from(_: Lost) -> Self {
        NoRecording::Lost
    }
}

/// Fetches the recording at `address`.
pub async fn fetch_recording(address: &str) -> Result<Rc<Recording>, NoRecording> {
    // What reads it comes at the same time.
    spawn_local(async {
        let _ = reader().here().await;
    });
    let bytes = browser::fetch(address).await;
    read_recording(&bytes.ok_or(NoRecording::NotFetched)?).await
}

/// Reads the file of a recording.
pub async fn read_recording(bytes: &[u8]) -> Result<Rc<Recording>, NoRecording> {
    let read = (reader().here().await?.read)(bytes);
    read.map(Rc::new).map_err(NoRecording::Fault)
}

/// A recording that answers.
pub struct Replayed {
    recording: Rc<Recording>,
    grammars: GrammarClient,
}

impl Replayed {
    /// Answers from `recording`.
    pub fn new(recording: Rc<Recording>) -> Self {
        Replayed {
            recording,
            grammars: GrammarClient::default(),
        }
    }

    /// The model that had this role when it was recorded.
    pub fn loaded(&self, of: Role) -> Option<Box<Loaded>> {
        self.recording.loaded(of).cloned().map(Box::new)
    }
}

impl Source for Replayed {
    fn load(
        &self,
        _: Load,
        of: Role,
        _: OnProgress,
    ) -> LocalFuture<'_, Result<Box<Loaded>, EngineError>> {
        let loaded = self.loaded(of).ok_or(EngineError::NotRecorded);
        Box::pin(async move { loaded })
    }

    fn call(
        &self,
        command: Command,
        lane: Lane,
        _: OnProgress,
    ) -> LocalFuture<'_, Result<Answer, EngineError>> {
        Box::pin(async move {
            let reader = reader()
                .here()
                .await
                .map_err(|Lost| EngineError::NotRecorded)?;
            let answer = (reader.answer)(&self.recording, &lane, &command);
            answer.ok_or(EngineError::NotRecorded)
        })
    }

    fn mask(
        &self,
        grammar: Grammar,
        generated: Vec<TokenId>,
        vocab: Arc<Vocab>,
    ) -> LocalFuture<'_, Result<Mask, GrammarError>> {
        Box::pin(self.grammars.mask(grammar, generated, vocab))
    }

    fn running(&self) -> Option<u32> {
        // No start of the engine has this number.
        Some(u32::MAX)
    }

    fn last_words(&self) -> EngineError {
        EngineError::NotRecorded
    }

    fn stop(&self, _: Crash) {}
}
