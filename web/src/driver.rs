//! Does the work of the page, one thing after another: jobs wait in a queue, and a single task takes
//! them. So no two of them ever touch the run at once, and no borrow of it lives across a wait.
//!
//! The run itself lives here; views see what [`publish`] makes of it.

mod error;
mod jobs;
mod load;
mod looks;
mod play;
mod prompt;
mod publish;
mod recover;
mod replay;
mod retell;
mod rewrite;

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, VecDeque};

use futures_channel::oneshot;
use leptos::prelude::*;
use logitscope_core::{NodeId, Run, StepRecord, StopReason, TokenId, Trace};

pub use error::Failure;
pub use load::LoadSpec;

use crate::api::Events;
use crate::browser;
use crate::engine_client::EngineClient;
use crate::link::LinkToken;
use crate::state::{App, Kept};
use logitscope_core::Precision;
use logitscope_protocol::{BackendChoice, ModelSource, Score};
use play::Play;

/// Bytes of logits that the page keeps before the oldest go: 320 MiB, 278 steps of GPT-2's 50,257 tokens.
pub const LOGITS_BUDGET_BYTES: usize = 320 << 20;

/// How long nothing must have been asked for before a prompt is rated, in milliseconds.
const REST_BEFORE_RATING_MS: f64 = 250.0;

/// Something to do.
pub enum Job {
    /// Load a model and run the prompt with it.
    Load(LoadSpec),
    /// Load the same model for another backend or precision; the run goes on.
    Reload(BackendChoice, Precision),
    /// Start a new run from a text.
    Prompt(String),
    /// Choose the next token.
    Step,
    /// Take steps: at most so many, at most so many a second (`None`: as the page says).
    Play(Option<u32>, Option<f64>),
    /// Take back tokens.
    Rewind(u32),
    /// Append this token.
    Force(TokenId),
    /// Append this token to that node.
    Branch(NodeId, TokenId),
    /// Move the cursor.
    GoTo(NodeId),
    /// Other dice at the cursor.
    RollAgain,
    /// Have the logits of a node.
    Show(NodeId),
    /// Have the logits of the node that is selected by then.
    ShowSelected,
    /// Show the step after the token at this place of the text.
    SelectAt(u32),
    /// Replace the run.
    Import(Box<Trace>),
    /// Take the steps that a link names.
    Replay(Vec<LinkToken>),
}

/// What came of a job.
#[derive(Debug, Clone)]
pub enum Done {
    /// Nothing to tell.
    Nothing,
    /// A step was taken.
    Step(Box<StepRecord>),
    /// Steps were taken, and why they ended, if a stop rule ended them.
    Steps(Vec<StepRecord>, Option<StopReason>),
}

/// How a job ends.
pub type Outcome = Result<Done, Failure>;

/// Where the outcome of a job goes.
pub(crate) type Reply = oneshot::Sender<Outcome>;

/// The queue, the run and the engine.
#[derive(Default)]
pub struct Driver {
    pub(crate) run: RefCell<Option<Run>>,
    /// How the model rates the tokens of prompts.
    pub(crate) scores: RefCell<HashMap<NodeId, Score>>,
    /// What was computed of the model's inside.
    pub(crate) kept: RefCell<Kept>,
    /// The run that continues the prompt with parts of the model off, while it goes on.
    fork: RefCell<Option<Run>>,
    /// Who listens.
    pub(crate) events: Events,
    /// Counts changes of the prompt box, so that the latest one wins.
    pub(crate) prompt_edits: Cell<u32>,
    /// The past under other settings.
    tellings: retell::Tellings,
    engine: EngineClient,
    /// What is loaded.
    spec: RefCell<Option<LoadSpec>>,
    /// The start of the engine that has it.
    loaded_in: Cell<Option<u32>>,
    /// When the engine failed, in milliseconds on the page's clock.
    failures: RefCell<Vec<f64>>,
    /// Set while a load is being given up.
    cancelled: Cell<bool>,
    queue: RefCell<VecDeque<(Job, Reply)>>,
    playing: RefCell<Option<Play>>,
    /// Evaluations under way.
    evaluating: Cell<u32>,
    /// The end of a prompt that waits to be rated.
    unrated: Cell<Option<NodeId>>,
    /// Counts notices, to name them.
    pub(crate) last_notice: Cell<u32>,
    /// Counts changes of the settings, so that only the last of many is remembered.
    pub(crate) setting_changes: Cell<u32>,
    /// Until then nothing is rated, on the page's clock.
    rest_until: Cell<f64>,
    wake: RefCell<Option<oneshot::Sender<()>>>,
}

impl Driver {
    /// Puts `job` into the queue; its outcome comes later.
    pub fn submit(&self, job: Job) -> oneshot::Receiver<Outcome> {
        let (reply, outcome) = oneshot::channel();
        let mut queue = self.queue.borrow_mut();
        if let Job::Prompt(_) = job {
            // The latest prompt wins.
            let older = |(job, _): &(Job, Reply)| matches!(job, Job::Prompt(_));
            if let Some(at) = queue.iter().position(older)
                && let Some((_, reply)) = queue.remove(at)
            {
                let _ = reply.send(Err(Failure::Superseded));
            }
        }
        queue.push_back((job, reply));
        drop(queue);
        self.wake();
        outcome
    }

    /// How many steps wait to be taken.
    pub(crate) fn waiting_steps(&self) -> usize {
        let queue = self.queue.borrow();
        queue
            .iter()
            .filter(|(job, _)| matches!(job, Job::Step))
            .count()
    }

    /// The loaded model's name and files.
    pub(crate) fn source(&self) -> Option<(String, ModelSource)> {
        self.spec
            .borrow()
            .as_ref()
            .map(|spec| (spec.name.clone(), spec.source.clone()))
    }

    /// What the loaded model was asked to run on.
    pub(crate) fn choices(&self) -> Option<(BackendChoice, Precision)> {
        self.spec
            .borrow()
            .as_ref()
            .map(|spec| (spec.backend, spec.precision))
    }

    /// Gives up a load that is going on.
    pub fn cancel_load(&self) {
        self.cancelled.set(true);
        self.engine.stop("loading was given up");
    }

    /// Has the driver look again for what there is to do.
    pub(crate) fn wake(&self) {
        if let Some(wake) = self.wake.borrow_mut().take() {
            let _ = wake.send(());
        }
    }

    async fn sleep_until_woken(&self) {
        let (wake, woken) = oneshot::channel();
        *self.wake.borrow_mut() = Some(wake);
        let _ = woken.await;
    }
}

/// Takes jobs for as long as the page lives; between them it plays, looks inside the model, and rates prompts.
pub async fn drive(app: App) {
    let driver = app.driver();
    loop {
        let next = driver.queue.borrow_mut().pop_front();
        if let Some((job, reply)) = next {
            if job.interrupts() {
                play::end(app, None);
            }
            jobs::start(app, job, reply).await;
            // A long prompt takes the engine a while to rate: not just when the visitor is busy.
            driver
                .rest_until
                .set(browser::now_ms() + REST_BEFORE_RATING_MS);
        } else if let Some(wait_ms) = play::due_in(app) {
            if wait_ms <= 0.0 {
                play::once(app).await;
                // Who looks inside while it plays sees it follow, one request a step.
                if let Some(look) = looks::next(app) {
                    looks::take(app, look).await;
                }
            } else if let Some(look) = looks::next(app) {
                looks::take(app, look).await;
            } else if rewrite::is_due(app) {
                rewrite::once(app).await;
            } else {
                browser::after(wait_ms, move || app.driver().wake());
                driver.sleep_until_woken().await;
            }
        } else if let Some(look) = looks::next(app) {
            looks::take(app, look).await;
        } else if rewrite::is_due(app) {
            rewrite::once(app).await;
        } else if let Some(prompt_end) = driver.unrated.get() {
            let wait_ms = driver.rest_until.get() - browser::now_ms();
            if wait_ms > 0.0 {
                browser::after(wait_ms, move || app.driver().wake());
                driver.sleep_until_woken().await;
            } else {
                driver.unrated.set(None);
                prompt::rate(app, prompt_end).await;
            }
        } else {
            driver.sleep_until_woken().await;
        }
    }
}

impl Job {
    /// Whether it ends playing.
    fn interrupts(&self) -> bool {
        !matches!(
            self,
            Job::Show(_) | Job::ShowSelected | Job::SelectAt(_) | Job::RollAgain | Job::Reload(..)
        )
    }
}

impl App {
    /// Who does the work.
    pub(crate) fn driver(self) -> std::rc::Rc<Driver> {
        self.driver.get_value()
    }
}
