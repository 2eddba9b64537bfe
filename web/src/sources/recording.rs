//! A recorded run: the first distribution on the default prompt, recorded with the bundled model (`cargo xtask record`).
//! It knows its prompt and the logits after its tokens, and nothing else.

use std::collections::HashMap;
use std::sync::Arc;

use logitscope_core::chain::{Grammar, Mask};
use logitscope_core::error::GrammarError;
use logitscope_core::strategy::Role;
use logitscope_core::trace::TraceNode;
use logitscope_core::{Timings, TokenId, Trace, Vocab};
use logitscope_protocol::{
    Answer, Command, Crash, EngineError, LaneId, Load, Loaded, ModelId, TokenPiece,
};
use safetensors::SafeTensors;
use wasm_bindgen_futures::spawn_local;

use super::grammar::GrammarClient;
use super::{Lane, LocalFuture, OnProgress, Source};
use crate::browser;
use crate::later::bundled;

/// What reads a recording.
#[derive(Clone, Copy)]
struct Readers {
    trace: fn(&[u8]) -> Option<Box<Trace>>,
    arrays: fn(&Trace, &[u8]) -> Option<Recording>,
}

bundled!(data, readers, readers_part: Readers = Readers {
    trace: |json| {
        let trace = Trace::from_json(std::str::from_utf8(json).ok()?).ok()?;
        Some(Box::new(trace))
    },
    arrays: Recording::new,
});

/// A recording that was read.
pub struct Recording {
    loaded: Loaded,
    text: String,
    pieces: Vec<TokenPiece>,
    /// f32 logits, little endian, by the path that they follow.
    logits: HashMap<Vec<TokenId>, Vec<u8>>,
    grammars: GrammarClient,
}

impl Recording {
    /// Fetches the recording of a model in `folder`, relative to the page; `None` if there is none that can be used.
    pub async fn fetch(folder: &str) -> Option<Self> {
        // What reads it comes at the same time.
        spawn_local(async {
            let _ = readers().here().await;
        });
        let trace = browser::fetch(&format!("{folder}/recorded.json")).await?;
        let read = readers().here().await.ok()?;
        let trace = (read.trace)(&trace)?;
        let arrays = browser::fetch(&format!("{folder}/{}", trace.arrays.as_deref()?)).await?;
        (read.arrays)(&trace, &arrays)
    }

    /// Reads a trace and its arrays: logits by position, and the vocabulary.
    pub fn new(trace: &Trace, arrays: &[u8]) -> Option<Self> {
        let arrays = SafeTensors::deserialize(arrays).ok()?;
        let array = |name: &str| Some(arrays.tensor(name).ok()?.data().to_vec());
        // One text without branches.
        let follows = |(at, node): (usize, &TraceNode)| {
            node.parent.map(|parent| parent.0 as usize) == at.checked_sub(1)
        };
        if !trace.nodes.iter().enumerate().all(follows) {
            return None;
        }
        let tokens: Vec<TokenId> = trace.nodes.iter().map(|node| node.token).collect();
        let mut logits = HashMap::new();
        for end in 1..=tokens.len() {
            if let Some(bytes) = array(&format!("logits.{}", end - 1)) {
                logits.insert(tokens[..end].to_vec(), bytes);
            }
        }
        let mut at = 0;
        let mut piece = |node: &TraceNode| {
            let start = at;
            at += node.text.len() as u32;
            TokenPiece {
                token: node.token,
                start,
                end: at,
            }
        };
        let pieces = trace.nodes.iter().map(&mut piece).collect();
        let loaded = Loaded {
            id: ModelId(0),
            lane: LaneId {
                model: ModelId(0),
                number: 0,
            },
            model: trace.model.clone(),
            backend: trace.backend.clone(),
            software: false,
            why: None,
            measured: None,
            notices: Vec::new(),
            vocab_bytes: array("vocab.bytes")?,
            vocab_ends: array("vocab.ends")?,
            end_of_text: None,
            weight_bytes: 0,
            kv_bytes: 0,
            load_ms: 0.0,
        };
        Some(Recording {
            loaded,
            text: trace.text.clone(),
            pieces,
            logits,
            grammars: GrammarClient::default(),
        })
    }

    fn answer(&self, command: &Command, lane: &Lane) -> Option<Answer> {
        match command {
            Command::Tokenize { text } if *text == self.text => {
                Some(Answer::Tokens(self.pieces.clone()))
            }
            Command::Evaluate { tokens, .. } if lane.interventions.is_empty() => {
                let bytes = self.logits.get(tokens)?.clone();
                let timings = Timings::default();
                Some(Answer::Logits { bytes, timings })
            }
            _ => None,
        }
    }
}

impl Source for Recording {
    fn load(
        &self,
        _: Load,
        _: Role,
        _: OnProgress,
    ) -> LocalFuture<'_, Result<Box<Loaded>, EngineError>> {
        let loaded = Box::new(self.loaded.clone());
        Box::pin(async move { Ok(loaded) })
    }

    fn call(
        &self,
        command: Command,
        lane: Lane,
        _: OnProgress,
    ) -> LocalFuture<'_, Result<Answer, EngineError>> {
        let answer = self.answer(&command, &lane).ok_or(EngineError::NotRecorded);
        Box::pin(async move { answer })
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
        Some(1)
    }

    fn last_words(&self) -> EngineError {
        EngineError::NotRecorded
    }

    fn stop(&self, _: Crash) {}
}
