//! Talks to the engine: one call, one answer. Nothing else knows where the engine runs, and by what names it knows the model and
//! its lanes.

use std::cell::{Cell, RefCell, RefMut};
use std::collections::HashMap;
use std::rc::{Rc, Weak};
use std::sync::Arc;

use futures_channel::oneshot;
use logitscope_core::chain::{Grammar, Mask};
use logitscope_core::error::GrammarError;
use logitscope_core::strategy::Role;
use logitscope_core::{Interventions, TokenId, Vocab};
use logitscope_protocol::{
    Answer, Asked, Body, Command, Crash, EngineError, LaneId, Load, Loaded, Request, Response,
    Task, VERSION,
};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;

use super::channel::Channel;
use super::grammar::GrammarClient;
use super::open_lanes::OpenLanes;
use super::{Lane, LocalFuture, OnProgress, Source};
use crate::browser;
use crate::later::{Lost, bundled};
use crate::words::say;

/// What the page's index.html calls the engine, what talks to servers, and what downloads models: all speak the engine's messages.
const ENGINE: &str = "logitscope-engine";
const ENDPOINT: &str = "logitscope-endpoint";
const HUB: &str = "logitscope-hub";

/// The engine, started when it is first called and again after it was stopped or crashed.
pub struct EngineClient {
    /// Its name in index.html, and the worker's for those who debug.
    name: &'static str,
    inner: Rc<Inner>,
    grammars: GrammarClient,
}

#[derive(Default)]
struct Inner {
    channel: RefCell<Option<Rc<Channel>>>,
    /// While it starts: who waits for it.
    starting: RefCell<Option<Vec<oneshot::Sender<()>>>>,
    /// By the id of the request.
    pending: RefCell<HashMap<u32, Pending>>,
    last_id: Cell<u32>,
    /// The models and their lanes, in the engine that runs, by the model's role.
    lanes: RefCell<[Option<OpenLanes>; 2]>,
    /// How often the engine was started.
    starts: Cell<u32>,
    /// Why it ended the last time.
    last_words: RefCell<Crash>,
    /// How often it was ended, whether it ran or not, and why the last time.
    ended: RefCell<(u32, Crash)>,
}

/// Has the engine of this name do `task`, and waits for its answer.
type Sends = fn(Rc<Inner>, &'static str, Task, OnProgress) -> Sending;
type Sending = LocalFuture<'static, Result<Answer, EngineError>>;

// All that spells messages and reads them: the first picture is drawn without.
bundled!(driver, sender, sender_part: Sends = |inner, name, task, on_progress| {
    Box::pin(async move { Inner::send(&inner, name, task, on_progress).await })
});

struct Pending {
    on_progress: OnProgress,
    answer: oneshot::Sender<Result<Answer, EngineError>>,
}

impl EngineClient {
    /// The engine that computes here.
    pub fn here() -> Self {
        Self::of(ENGINE)
    }

    /// What has servers compute.
    pub fn elsewhere() -> Self {
        Self::of(ENDPOINT)
    }

    /// What downloads models and keeps them.
    pub(super) fn hub() -> Self {
        Self::of(HUB)
    }

    fn of(name: &'static str) -> Self {
        EngineClient {
            name,
            inner: Rc::default(),
            grammars: GrammarClient::default(),
        }
    }

    /// Loads a model in the place of the one that had its role before, if there is one.
    async fn replace_model(
        &self,
        load: Load,
        of: Role,
        on_progress: OnProgress,
    ) -> Result<Box<Loaded>, EngineError> {
        let replaces = self.inner.lanes.borrow()[of as usize]
            .as_ref()
            .map(OpenLanes::model);
        let load = Box::new(Load { replaces, ..load });
        match self.send(Task::Load(load), on_progress).await? {
            Answer::Loaded(loaded) => {
                self.inner.lanes.borrow_mut()[of as usize] = Some(OpenLanes::new(loaded.lane));
                Ok(loaded)
            }
            _ => Err(EngineError::WrongAnswer(Asked::Load)),
        }
    }

    async fn ask(
        &self,
        command: Command,
        lane: Lane,
        on_progress: OnProgress,
    ) -> Result<Answer, EngineError> {
        let lane = self.lane(lane).await?;
        self.send(Task::Run { lane, command }, on_progress).await
    }

    /// The engine's name for a lane, which is opened where there is need.
    async fn lane(&self, Lane { of, interventions }: Lane) -> Result<LaneId, EngineError> {
        let lanes = || RefMut::map(self.inner.lanes.borrow_mut(), |all| &mut all[of as usize]);
        let (model, known) = match lanes().as_mut() {
            Some(lanes) => (lanes.model(), lanes.find(&interventions)),
            None => return Err(EngineError::NothingLoaded),
        };
        if let Some(lane) = known {
            return Ok(lane);
        }
        let open = Task::OpenLane {
            model,
            interventions: interventions.clone(),
        };
        let Answer::Opened(lane) = self.send(open, Rc::new(|_| {})).await? else {
            return Err(EngineError::WrongAnswer(Asked::OpenLane));
        };
        let stale = lanes()
            .as_mut()
            .filter(|lanes| lanes.model() == model)
            .and_then(|lanes| lanes.add(interventions, lane));
        if let Some(lane) = stale {
            self.send(Task::CloseLane { lane }, Rc::new(|_| {})).await?;
        }
        Ok(lane)
    }

    /// Closes the lane of the run's model with these interventions, if it is open and not the plain one.
    async fn close(&self, interventions: Interventions) -> Result<(), EngineError> {
        let lane = self.inner.lanes.borrow_mut()[Role::Model as usize]
            .as_mut()
            .and_then(|lanes| lanes.remove(&interventions));
        if let Some(lane) = lane {
            self.send(Task::CloseLane { lane }, Rc::new(|_| {})).await?;
        }
        Ok(())
    }

    async fn give_up(&self, of: Role) -> Result<(), EngineError> {
        let lanes = self.inner.lanes.borrow_mut()[of as usize].take();
        if let Some(lanes) = lanes {
            let model = lanes.model();
            self.send(Task::Unload { model }, Rc::new(|_| {})).await?;
        }
        Ok(())
    }

    /// Sends `task` and waits for its answer.
    pub(super) async fn send(
        &self,
        task: Task,
        on_progress: OnProgress,
    ) -> Result<Answer, EngineError> {
        let ended = || self.inner.ended.borrow().clone();
        let (before, _) = ended();
        let send = sender().here().await.map_err(|Lost| {
            let why = say().part_lost().to_string();
            EngineError::NotSent { why }
        })?;
        match ended() {
            (now, _) if now == before => {
                send(Rc::clone(&self.inner), self.name, task, on_progress).await
            }
            (_, why) => Err(EngineError::Crashed(why)),
        }
    }
}

impl Source for EngineClient {
    fn load(
        &self,
        load: Load,
        of: Role,
        on_progress: OnProgress,
    ) -> LocalFuture<'_, Result<Box<Loaded>, EngineError>> {
        Box::pin(self.replace_model(load, of, on_progress))
    }

    fn call(
        &self,
        command: Command,
        lane: Lane,
        on_progress: OnProgress,
    ) -> LocalFuture<'_, Result<Answer, EngineError>> {
        Box::pin(self.ask(command, lane, on_progress))
    }

    fn forget(&self, interventions: Interventions) -> LocalFuture<'_, Result<(), EngineError>> {
        Box::pin(self.close(interventions))
    }

    fn unload(&self, of: Role) -> LocalFuture<'_, Result<(), EngineError>> {
        Box::pin(self.give_up(of))
    }

    fn mask(
        &self,
        grammar: Grammar,
        generated: Vec<TokenId>,
        vocab: Arc<Vocab>,
    ) -> LocalFuture<'_, Result<Mask, GrammarError>> {
        Box::pin(self.grammars.mask(grammar, generated, vocab))
    }

    fn plan(&self, asked: String) -> LocalFuture<'_, Result<String, EngineError>> {
        Box::pin(async move {
            match self.send(Task::Plan(asked), Rc::new(|_| {})).await? {
                Answer::Plan(plan) => Ok(plan),
                _ => Err(EngineError::WrongAnswer(Asked::Load)),
            }
        })
    }

    fn running(&self) -> Option<u32> {
        let channel = self.inner.channel.borrow();
        channel.as_ref().map(|_| self.inner.starts.get())
    }

    fn last_words(&self) -> EngineError {
        EngineError::Crashed(self.inner.last_words.borrow().clone())
    }

    fn stop(&self, why: Crash) {
        self.inner.stop(why);
    }
}

impl Inner {
    async fn send(
        this: &Rc<Self>,
        name: &'static str,
        task: Task,
        on_progress: OnProgress,
    ) -> Result<Answer, EngineError> {
        let channel = Self::channel(this, name).await?;
        let id = this.last_id.get().wrapping_add(1);
        this.last_id.set(id);
        // Whole numbers as JavaScript numbers, bytes as Uint8Array.
        let serializer = Serializer::new().serialize_large_number_types_as_bigints(false);
        let request = Request {
            version: VERSION,
            id,
            task,
        };
        let unfit = |e: serde_wasm_bindgen::Error| EngineError::NotSent { why: e.to_string() };
        let request = request.serialize(&serializer).map_err(unfit)?;
        let (answer, wait) = oneshot::channel();
        let pending = Pending {
            on_progress,
            answer,
        };
        this.pending.borrow_mut().insert(id, pending);
        if let Err(error) = channel.send(&request) {
            this.stop(Crash::Said(browser::words(&error)));
        }
        wait.await
            .unwrap_or(Err(EngineError::Crashed(Crash::Stopped)))
    }

    async fn channel(this: &Rc<Self>, name: &'static str) -> Result<Rc<Channel>, EngineError> {
        while let Some(started) = this.starts_already() {
            // Whether it started is seen by its channel.
            let _ = started.await;
        }
        if let Some(channel) = this.channel.borrow().clone() {
            return Ok(channel);
        }
        *this.starting.borrow_mut() = Some(Vec::new());
        let opened = Self::open(this, name).await;
        // Who waits hears of it when this is dropped.
        this.starting.take();
        opened
    }

    /// Tells when it has started, or has failed to; `None` if it does not start just now.
    fn starts_already(&self) -> Option<oneshot::Receiver<()>> {
        let mut starting = self.starting.borrow_mut();
        let (started, wait) = oneshot::channel();
        starting.as_mut()?.push(started);
        Some(wait)
    }

    async fn open(this: &Rc<Self>, name: &'static str) -> Result<Rc<Channel>, EngineError> {
        let url = browser::meta(name)
            .and_then(|url| browser::absolute(&url))
            .ok_or(EngineError::Crashed(Crash::NoPlace))?;
        let start = this.starts.get() + 1;
        this.starts.set(start);
        let on_message = Self::hook(this, start, Self::receive);
        let on_error = Self::hook(this, start, |inner, why: Crash| inner.stop(why));
        let said = |e: JsValue| EngineError::Crashed(Crash::Said(browser::words(&e)));
        let opened = Channel::open(name, &url, start, on_message, on_error).await;
        let channel = Rc::new(opened.map_err(said)?);
        *this.channel.borrow_mut() = Some(Rc::clone(&channel));
        Ok(channel)
    }

    /// Calls `f` only while the engine of start number `start` is the current one.
    fn hook<T: 'static>(
        this: &Rc<Self>,
        start: u32,
        f: impl Fn(&Self, T) + 'static,
    ) -> Rc<dyn Fn(T)> {
        let weak: Weak<Self> = Rc::downgrade(this);
        Rc::new(move |value| {
            if let Some(inner) = weak.upgrade().filter(|inner| inner.starts.get() == start) {
                f(&inner, value);
            }
        })
    }

    fn receive(&self, message: JsValue) {
        let response: Response = match serde_wasm_bindgen::from_value(message) {
            Ok(response) => response,
            Err(error) => {
                let why = error.to_string();
                return self.stop(Crash::Unreadable { why });
            }
        };
        if response.version != VERSION {
            return self.stop(Crash::OtherVersion);
        }
        let answer = match response.body {
            Body::Progress(progress) => {
                let pending = self.pending.borrow();
                let heard = pending.get(&response.id).map(|p| Rc::clone(&p.on_progress));
                drop(pending);
                if let Some(on_progress) = heard {
                    on_progress(progress);
                }
                return;
            }
            Body::Answer(answer) => Ok(answer),
            Body::Error(error) => Err(error),
        };
        let pending = self.pending.borrow_mut().remove(&response.id);
        if let Some(pending) = pending {
            // Who asked may have gone.
            let _ = pending.answer.send(answer);
        }
    }

    fn stop(&self, why: Crash) {
        *self.lanes.borrow_mut() = [None, None];
        self.ended
            .replace_with(|(times, _)| (*times + 1, why.clone()));
        if self.channel.borrow_mut().take().is_some() {
            *self.last_words.borrow_mut() = why.clone();
        }
        let waiting: Vec<_> = self.pending.borrow_mut().drain().collect();
        for (_, pending) in waiting {
            let _ = pending.answer.send(Err(EngineError::Crashed(why.clone())));
        }
    }
}
