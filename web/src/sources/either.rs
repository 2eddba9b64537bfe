//! The engine, or in its place a model on a server, or a recording.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use logitscope_core::chain::{Grammar, Mask};
use logitscope_core::error::GrammarError;
use logitscope_core::strategy::Role;
use logitscope_core::{Interventions, TokenId, Vocab};
use logitscope_protocol::{Answer, Command, Crash, EngineError, Load, Loaded, ModelSource};
use logitscope_recording::Recording;

use super::hub::HubClient;
use super::recording::Replayed;
use super::{Lane, LocalFuture, OnProgress, Source};

/// Where the page's steps come from: a recording from [`Source::replay`] on, a server or the engine as soon as one of them has a model for the
/// run. The engine alone has the models beside that of the run.
pub struct Either {
    engine: Rc<dyn Source>,
    elsewhere: Rc<dyn Source>,
    kept: Rc<HubClient>,
    /// Whether the model of the run is on a server.
    is_elsewhere: Cell<bool>,
    /// Whether that was asked for last.
    asks_elsewhere: Cell<bool>,
    replayed: RefCell<Option<Rc<Replayed>>>,
}

impl Either {
    /// The engine, until something else is loaded.
    pub fn new(engine: Rc<dyn Source>, elsewhere: Rc<dyn Source>, kept: Rc<HubClient>) -> Self {
        Either {
            engine,
            elsewhere,
            kept,
            is_elsewhere: Cell::default(),
            asks_elsewhere: Cell::default(),
            replayed: RefCell::default(),
        }
    }

    fn replayed(&self) -> Option<Rc<Replayed>> {
        self.replayed.borrow().clone()
    }

    fn live(&self, elsewhere: bool) -> &dyn Source {
        match elsewhere {
            true => &*self.elsewhere,
            false => &*self.engine,
        }
    }

    /// The same with the files of a model that the browser keeps.
    async fn with_files(&self, load: Load) -> Result<Load, EngineError> {
        let source = match load.source {
            ModelSource::Hub(repository) => self.kept.open(repository).await?,
            source => source,
        };
        Ok(Load { source, ..load })
    }

    async fn load_model(
        &self,
        load: Load,
        on_progress: OnProgress,
    ) -> Result<Box<Loaded>, EngineError> {
        let elsewhere = matches!(load.source, ModelSource::Server(_));
        self.asks_elsewhere.set(elsewhere);
        let loading = self.live(elsewhere).load(load, Role::Model, on_progress);
        let loaded = loading.await;
        if loaded.is_ok() {
            *self.replayed.borrow_mut() = None;
            self.is_elsewhere.set(elsewhere);
        }
        self.asks_elsewhere.set(self.is_elsewhere.get());
        loaded
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
            let load = self.with_files(load).await?;
            // A draft belongs to a recorded run, too.
            match (of, self.replayed()) {
                (Role::Model, _) => self.load_model(load, on_progress).await,
                (Role::Draft, Some(replayed)) => replayed.load(load, of, on_progress).await,
                (of, _) => self.engine.load(load, of, on_progress).await,
            }
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
            None => {
                let elsewhere = self.is_elsewhere.get() && lane.of != Role::Draft;
                self.live(elsewhere).call(command, lane, on_progress)
            }
        }
    }

    fn plan(&self, asked: String) -> LocalFuture<'_, Result<String, EngineError>> {
        // A model of the hub runs on the engine, whatever answers now.
        self.engine.plan(asked)
    }

    fn unload(&self, of: Role) -> LocalFuture<'_, Result<(), EngineError>> {
        self.engine.unload(of)
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
            None => self.live(self.is_elsewhere.get()).forget(interventions),
        }
    }

    fn running(&self) -> Option<u32> {
        match self.replayed() {
            Some(replayed) => replayed.running(),
            None => self.live(self.is_elsewhere.get()).running(),
        }
    }

    fn last_words(&self) -> EngineError {
        self.live(self.is_elsewhere.get()).last_words()
    }

    fn stop(&self, why: Crash) {
        self.live(self.asks_elsewhere.get()).stop(why);
    }
}
