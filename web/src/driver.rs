//! Does the work of the page, one thing after another: jobs wait in the session's queue, and a single task takes
//! them. So no two of them ever touch the run at once, and no borrow of it lives across a wait.

mod ablated_run;
mod adopt_model;
mod carry;
mod default_chain;
mod draft;
mod evaluate;
mod first_picture;
mod inspect;
mod jobs;
mod lists;
mod load;
mod masks;
mod play;
mod price;
mod prompt;
mod record;
mod recover;
mod replay;
mod step;
mod strategies;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
mod what_if;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use logitscope_core::{Interventions, NodeId};
use logitscope_protocol::Command;
use logitscope_recording::Recording;

use crate::browser;
use crate::sources::Source;
use crate::state::{App, Session};
use what_if::Reevaluations;

/// How long nothing must have been asked for before a prompt is rated, in milliseconds.
const REST_BEFORE_RATING_MS: f64 = 250.0;

/// Who works: the page's state, where steps come from, and what is under way.
pub struct Driver {
    app: App,
    session: Rc<Session>,
    source: Rc<dyn Source>,
    /// The start of the source that has the model.
    loaded_in: Cell<Option<u32>>,
    /// The recording that answers, if one does.
    replays: RefCell<Option<Rc<Recording>>>,
    /// What an open view asked of it in vain.
    lacking: RefCell<Vec<(Interventions, Command)>>,
    /// The start of the source that has the draft, with its backend and precision.
    draft_in: Cell<Option<draft::LoadedIn>>,
    /// When a strategy that plays takes its next step, on the page's clock.
    next_at: Cell<f64>,
    /// When the source failed, in milliseconds on the page's clock.
    failures: RefCell<Vec<f64>>,
    /// Set while a load is being given up.
    cancelled: Rc<Cell<bool>>,
    /// The end of a prompt that waits to be rated.
    unrated: Cell<Option<NodeId>>,
    /// Until then nothing is rated, on the page's clock.
    rest_until: Cell<f64>,
    /// What asks for the open view.
    views: inspect::Views,
    /// The past under other settings.
    reevaluations: Reevaluations,
}

impl Driver {
    /// A driver of `app` that takes its steps from `source`.
    pub fn new(app: App, source: Rc<dyn Source>) -> Rc<Self> {
        Rc::new(Driver {
            app,
            session: app.session(),
            source,
            loaded_in: Cell::default(),
            replays: RefCell::default(),
            lacking: RefCell::default(),
            draft_in: Cell::default(),
            next_at: Cell::default(),
            failures: RefCell::default(),
            cancelled: Rc::default(),
            unrated: Cell::default(),
            rest_until: Cell::default(),
            views: inspect::Views::default(),
            reevaluations: Reevaluations::default(),
        })
    }

    /// Takes jobs for as long as the page lives; between them it plays, looks inside the model, and rates prompts.
    pub async fn drive(self: Rc<Self>) {
        inspect::prepare(&self);
        loop {
            self.once().await;
        }
    }

    /// Does the most urgent thing there is, or waits for one.
    async fn once(&self) {
        let queue = &self.session.queue;
        if let Some((job, reply)) = queue.take() {
            if job.interrupts() {
                self.app.end_play(None);
            }
            jobs::start(self, job, reply).await;
            // A long prompt takes the engine a while to rate: not just when the visitor is busy.
            self.rest_until
                .set(browser::now_ms() + REST_BEFORE_RATING_MS);
        } else if let Some(wait_ms) = play::due_in(self) {
            if wait_ms <= 0.0 {
                play::once(self).await;
                // Who looks inside while it plays sees it follow, one request a step.
                if let Some(look) = inspect::next(self) {
                    inspect::take(self, look).await;
                }
            } else if let Some(look) = inspect::next(self) {
                inspect::take(self, look).await;
            } else if ablated_run::is_due(self) {
                ablated_run::once(self).await;
            } else {
                self.sleep(wait_ms).await;
            }
        } else if let Some(node) = masks::next(self) {
            masks::take(self, node).await;
        } else if let Some(node) = lists::next(self) {
            lists::take(self, node).await;
        } else if let Some(prompt) = strategies::next_prompt(self) {
            strategies::tokenize(self, prompt).await;
        } else if let Some((kind, due)) = strategies::next(self) {
            strategies::once(self, kind, due).await;
        } else if let Some(look) = inspect::next(self) {
            inspect::take(self, look).await;
        } else if ablated_run::is_due(self) {
            ablated_run::once(self).await;
        } else if let Some(prompt_end) = self.unrated.get() {
            let wait_ms = self.rest_until.get() - browser::now_ms();
            if wait_ms > 0.0 {
                self.sleep(wait_ms).await;
            } else {
                self.unrated.set(None);
                prompt::rate(self, prompt_end).await;
            }
        } else {
            queue.sleep_until_woken().await;
        }
    }

    /// Waits that long, or until there is something to do.
    async fn sleep(&self, ms: f64) {
        let session = Rc::clone(&self.session);
        browser::after(ms, move || session.queue.wake());
        self.session.queue.sleep_until_woken().await;
    }

    /// Whether the start of the source that was given the model is still the one that runs.
    fn still_loaded(&self) -> bool {
        self.loaded_in.get().is_some() && self.loaded_in.get() == self.source.running()
    }
}
