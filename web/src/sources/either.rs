//! The engine, or a recording in its place.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use logitscope_core::chain::{Grammar, Mask};
use logitscope_core::error::GrammarError;
use logitscope_core::strategy::Role;
use logitscope_core::{Interventions, TokenId, Vocab};
use logitscope_protocol::{Answer, Command, Crash, EngineError, Load, Loaded};
use logitscope_recording::Recording;

use super::recording::Replayed;
use super::{Lane, LocalFuture, OnProgress, Source};

/// Where the page's steps come from: a recording from [`Source::replay`] on, the engine again as soon as it has a model for the run.
pub struct Either {
    engine: Rc<dyn Source>,
    replayed: RefCell<Option<Rc<Replayed>>>,
}

impl Either {
    /// The engine, until a recording is replayed.
    pub fn new(engine: Rc<dyn Source>) -> Self {
        Either {
            engine,
            replayed: RefCell::default(),
        }
    }

    fn replayed(&self) -> Option<Rc<Replayed>> {
        self.replayed.borrow().clone()
    }
}

impl Source for Either {
    fn load(
        &self,
        load: Load,
        of: Role,
        on_progress: OnProgress,
    ) -> LocalFuture<'_, Result<Box<Loaded>, EngineError>> {
        Box::pin(async move {
            // A draft belongs to the model of the run, so to whoever answers for that.
            if let Some(replayed) = self.replayed().filter(|_| of == Role::Draft) {
                return replayed.load(load, of, on_progress).await;
            }
            let loaded = self.engine.load(load, of, on_progress).await?;
            *self.replayed.borrow_mut() = None;
            Ok(loaded)
        })
    }

    fn replay(&self, recording: Rc<Recording>) -> Option<Box<Loaded>> {
        let replayed = Replayed::new(recording);
        let loaded = replayed.loaded(Role::Model);
        *self.replayed.borrow_mut() = Some(Rc::new(replayed));
        loaded
    }

    fn call(
        &self,
        command: Command,
        lane: Lane,
        on_progress: OnProgress,
    ) -> LocalFuture<'_, Result<Answer, EngineError>> {
        match self.replayed() {
            Some(replayed) => {
                Box::pin(async move { replayed.call(command, lane, on_progress).await })
            }
            None => self.engine.call(command, lane, on_progress),
        }
    }

    fn mask(
        &self,
        grammar: Grammar,
        generated: Vec<TokenId>,
        vocab: Arc<Vocab>,
    ) -> LocalFuture<'_, Result<Mask, GrammarError>> {
        match self.replayed() {
            Some(replayed) => {
                Box::pin(async move { replayed.mask(grammar, generated, vocab).await })
            }
            None => self.engine.mask(grammar, generated, vocab),
        }
    }

    fn forget(&self, interventions: Interventions) -> LocalFuture<'_, Result<(), EngineError>> {
        match self.replayed() {
            Some(_) => Box::pin(async { Ok(()) }),
            None => self.engine.forget(interventions),
        }
    }

    fn running(&self) -> Option<u32> {
        match self.replayed() {
            Some(replayed) => replayed.running(),
            None => self.engine.running(),
        }
    }

    fn last_words(&self) -> EngineError {
        self.engine.last_words()
    }

    fn stop(&self, why: Crash) {
        self.engine.stop(why);
    }
}
