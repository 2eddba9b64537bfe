//! What the page can be asked to do, and the queue in which that waits.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use futures_channel::oneshot;
use logitscope_core::{NodeId, Precision, StepRecord, StopReason, TokenId, Trace};
use logitscope_protocol::{BackendChoice, EngineError, ModelSource};
use logitscope_recording::Recording;

use super::Failure;
use crate::choices::{Earlier, LinkToken, NextDraw};

/// Where what is loaded comes from.
#[derive(Debug, Clone)]
pub enum Files {
    /// A checkpoint.
    Checkpoint(ModelSource),
    /// A recorded run, at this absolute address.
    RecordingAt(String),
    /// A recorded run that was read.
    Recording(Rc<Recording>),
}

/// What to load, and for what.
#[derive(Debug, Clone)]
pub struct LoadSpec {
    /// The name that the page shows.
    pub name: String,
    /// Its files.
    pub files: Files,
    /// Which backend.
    pub backend: BackendChoice,
    /// Which precision.
    pub precision: Precision,
}

/// A text that can be had again as it came about.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Replay {
    /// The prompt; `None` goes on at the cursor.
    pub prompt: Option<String>,
    /// The tokens after it.
    pub tokens: Vec<LinkToken>,
    /// Under which settings the first of them were chosen; the others were under those of now.
    pub earlier: Vec<Earlier>,
    /// The dice of the step after them, where they are not the first.
    pub next: Option<NextDraw>,
}

/// Something to do.
#[derive(Debug)]
pub enum Job {
    /// Load a model and run the prompt with it.
    Load(LoadSpec),
    /// Load a model and go on with the text.
    ChangeModel(LoadSpec),
    /// Load the same model for another backend or precision; the run goes on.
    Reload(BackendChoice, Precision),
    /// Start a new run from a text.
    Prompt(String),
    /// Choose the next token.
    Step,
    /// Take steps: at most this many, at most this many a second (`None`: as the page says).
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
    /// Go to the text that begins with this node, whatever its prompt.
    GoToBranch(NodeId),
    /// Have the logits of a node.
    Show(NodeId),
    /// Have the logits of the node that is selected by then.
    ShowSelected,
    /// Show the step after the token at this place of the text.
    SelectAt(u32),
    /// Show the head that tells most about the step on screen by then.
    ShowTellingHead,
    /// Replace the run.
    Import(Box<Trace>),
    /// Record this run, with all that the engine was asked about it.
    Record(Box<Trace>),
    /// Have a text again.
    Replay(Replay),
    /// Compare the model with itself, its weights kept in another precision, on the text.
    Price(Precision),
    /// What a model would take that is not here: what is asked, as JSON.
    Plan(String),
}

impl Job {
    /// Whether it begins another text.
    pub(crate) fn begins_anew(&self) -> bool {
        match self {
            Job::Prompt(_) => true,
            Job::Replay(replay) => replay.prompt.is_some(),
            _ => false,
        }
    }

    /// Whether it ends playing.
    pub fn interrupts(&self) -> bool {
        !matches!(
            self,
            Job::Show(_)
                | Job::Record(_)
                | Job::ShowSelected
                | Job::ShowTellingHead
                | Job::SelectAt(_)
                | Job::RollAgain
                | Job::Reload(..)
                | Job::Plan(_)
        )
    }
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
    /// The file of a recording.
    Recorded(Rc<[u8]>),
    /// What a model would take, as JSON, or why it cannot be computed.
    Planned(Box<Result<String, EngineError>>),
}

/// How a job ends.
pub type Outcome = Result<Done, Failure>;

/// Where the outcome of a job goes.
pub(crate) type Reply = oneshot::Sender<Outcome>;

/// The jobs that wait, first come first served. Whoever takes them sleeps while there are none.
#[derive(Default)]
pub(crate) struct Queue {
    jobs: RefCell<VecDeque<(Job, Reply)>>,
    wake: RefCell<Option<oneshot::Sender<()>>>,
}

impl Queue {
    /// Puts `job` in; its outcome comes later.
    pub fn submit(&self, job: Job) -> oneshot::Receiver<Outcome> {
        let (reply, outcome) = oneshot::channel();
        let mut jobs = self.jobs.borrow_mut();
        if job.begins_anew() {
            // The latest text wins.
            let older = |(job, _): &(Job, Reply)| job.begins_anew();
            if let Some(at) = jobs.iter().position(older)
                && let Some((_, reply)) = jobs.remove(at)
            {
                let _ = reply.send(Err(Failure::Superseded));
            }
        }
        jobs.push_back((job, reply));
        drop(jobs);
        self.wake();
        outcome
    }

    /// Takes the next one out.
    pub fn take(&self) -> Option<(Job, Reply)> {
        self.jobs.borrow_mut().pop_front()
    }

    /// Whether another text waits to be begun, which makes going on with this one idle.
    pub fn begins_anew(&self) -> bool {
        self.jobs.borrow().iter().any(|(job, _)| job.begins_anew())
    }

    /// How many steps wait to be taken.
    pub fn waiting_steps(&self) -> usize {
        let jobs = self.jobs.borrow();
        jobs.iter()
            .filter(|(job, _)| matches!(job, Job::Step))
            .count()
    }

    /// Has whoever takes jobs look again for what there is to do.
    pub fn wake(&self) {
        if let Some(wake) = self.wake.borrow_mut().take() {
            let _ = wake.send(());
        }
    }

    /// Waits for [`Queue::wake`].
    pub async fn sleep_until_woken(&self) {
        let (wake, woken) = oneshot::channel();
        *self.wake.borrow_mut() = Some(wake);
        let _ = woken.await;
    }
}
