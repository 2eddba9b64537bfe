//! What a visitor can do with the run. Every method is safe to call at any time, returns at once,
//! and shows a notice if what it started fails.

use leptos::prelude::*;
use leptos::task::spawn_local;
use logitscope_core::{NodeId, TokenId};
use logitscope_protocol::{Endpoint, EngineError};

use super::{App, Entry, Failure, Job, Level, Notice, Offer, Origin, Piece, Wanted};
use crate::browser;
use crate::choices::{LessonPlace, OWN_LESSON};
use crate::link::Link;
use crate::models::{self, BUNDLED, DEFAULT_MODEL};
use crate::words::say;

/// How long the prompt box must rest before its text is run, in milliseconds.
const PROMPT_REST_MS: f64 = 150.0;
/// Steps that may wait for the engine.
const MOST_WAITING_STEPS: usize = 2;
/// Notices on screen at once; beyond it the oldest go.
const MOST_NOTICES: usize = 8;

impl App {
    /// Puts `text` into the prompt box. After a moment without another change it is tokenized and
    /// starts a new run; the old one stays in the tree.
    pub fn set_prompt(self, text: String) {
        let edit = self.edit_prompt(text);
        browser::after(PROMPT_REST_MS, move || {
            if self.session().prompt_edits.get() == edit {
                self.run_job(Job::Prompt(self.prompt.get_untracked()));
            }
        });
    }

    /// Chooses the next token, appends it, and computes the distribution after it. A draft keeps the run before it as it is.
    pub fn step(self) {
        if self.draft.get_untracked() {
            return;
        }
        self.select(None);
        // A key held down must not leave steps behind.
        if self.session().queue.waiting_steps() < MOST_WAITING_STEPS {
            self.run_job(Job::Step);
        }
    }

    /// Takes steps, at most [`App::speed`] a second, until a stop rule, [`App::pause`] or an error.
    pub fn play(self) {
        self.go_on(Job::Play(None, None));
    }

    /// Starts with `text`, and plays.
    pub fn play_text(self, text: String) {
        self.select(None);
        self.edit_prompt(text.clone());
        self.run_job(Job::Prompt(text));
        self.run_job(Job::Play(None, None));
    }

    /// Takes back up to `n` tokens, never into the prompt. They stay in the tree. With a draft it is the draft that goes.
    pub fn rewind(self, n: u32) {
        self.select(None);
        if !self.drop_draft() {
            self.run_job(Job::Rewind(n));
        }
    }

    /// Back to the end of the prompt that runs.
    pub fn restart(self) {
        self.select(None);
        self.drop_draft();
        self.run_job(Job::Rewind(u32::MAX));
    }

    /// Goes back from a draft to the run on screen; whether there was one.
    fn drop_draft(self) -> bool {
        let draft = self.draft.get_untracked();
        if draft {
            self.forget_prompt_edits();
            self.prompt.set(self.ran.get_untracked());
            self.prompt_error.set(None);
            self.pieces.set(
                self.transcript
                    .with_untracked(|entries| self.prompt_pieces(entries)),
            );
        }
        draft
    }

    /// The tokens of the prompt that runs.
    fn prompt_pieces(self, entries: &[Entry]) -> Vec<Piece> {
        let mut at = 0;
        let piece = |entry: &Entry| {
            let start = at;
            at += untrack(|| self.token_bytes(entry.token)).len();
            Piece {
                token: entry.token,
                text: entry.text.clone(),
                range: start..at,
            }
        };
        let given = entries
            .iter()
            .filter(|entry| entry.origin == Origin::Prompt);
        given.map(piece).collect()
    }

    /// Appends `token` at the cursor, whatever the sampler would have chosen.
    pub fn force(self, token: TokenId) {
        self.go_on(Job::Force(token));
    }

    /// Goes to `node` and appends `token` there: another branch.
    pub fn branch_at(self, node: NodeId, token: TokenId) {
        self.go_on(Job::Branch(node, token));
    }

    /// Has the model write so many tokens as fast as it can.
    pub fn write_ahead(self, tokens: u32) {
        self.go_on(Job::Play(Some(tokens), Some(0.0)));
    }

    /// Begins a lesson that the visitor brought.
    pub fn open_lesson(self, text: String) {
        self.own_lesson.set(Some(text));
        // The one that is shown may have the same name.
        self.lesson.set(None);
        self.begin_lesson(OWN_LESSON, 1);
    }

    /// Begins a lesson at a step, 1 being the first; Back leads to where the page was.
    pub fn begin_lesson(self, name: &str, step: u32) {
        let lesson = LessonPlace {
            name: name.into(),
            step,
        };
        let link = Link {
            lesson: Some(lesson),
            ..Link::default()
        };
        self.wanted.set(Some(Wanted {
            state: Box::new(link),
            is_another: true,
        }));
    }

    /// Hides the text, or shows it again.
    pub fn mask_text(self, masked: bool) {
        if self.text_masked.get_untracked() != masked {
            self.text_masked.set(masked);
        }
    }

    /// Moves the cursor to `node`, which must continue the current prompt.
    pub fn go_to(self, node: NodeId) {
        self.go_on(Job::GoTo(node));
    }

    /// Goes to `node` and takes the step after it as the settings of now have it: another branch.
    pub fn step_from(self, node: NodeId) {
        self.go_to(node);
        self.step();
    }

    /// Goes to `node` and rolls the dice of the step after it again.
    pub fn roll_from(self, node: NodeId) {
        self.go_to(node);
        self.roll_again();
    }

    /// Sets the draw at the cursor by hand, 0 ≤ u < 1; `None` gives it back to the dice.
    pub fn set_u(self, u: Option<f64>) {
        self.select(None);
        let result = self.with_run(|run| Ok(run.set_u(u)?));
        match result {
            Ok(()) => {
                self.publish();
                // A server's list may be too short for it.
                self.session().queue.wake();
            }
            Err(Failure::NoModel) => {}
            Err(failure) => self.notify(Level::Error, failure.to_string()),
        }
    }

    /// The token of the text that the pointer is on.
    pub fn point_at(self, node: Option<NodeId>) {
        if self.pointed.get_untracked() != node {
            self.pointed.set(node);
        }
    }

    /// Rolls the dice of the cursor again: same distribution, another draw.
    pub fn roll_again(self) {
        self.go_on(Job::RollAgain);
    }

    /// Does `job` at the end of the run. While there is a draft the run before it stays as it is.
    fn go_on(self, job: Job) {
        if !self.draft.get_untracked() {
            self.select(None);
            self.run_job(job);
        }
    }

    /// Shows the distribution after `node`; `None` follows the cursor.
    pub fn select(self, node: Option<NodeId>) {
        let (node, missing) = {
            let session = self.session();
            let Some(run) = session.run() else { return };
            let node = node.filter(|id| Some(*id) != run.cursor() && run.tree().get(*id).is_ok());
            (node, node.filter(|id| run.logits().get(*id).is_none()))
        };
        if self.selected.get_untracked() != node {
            self.selected.set(node);
        }
        if missing.is_some() {
            self.run_job(Job::ShowSelected);
        }
    }

    /// Shows the step before the one on screen.
    pub fn select_previous(self) {
        self.select_neighbour(|at| at.checked_sub(1));
    }

    /// Shows the step after the one on screen; after the last one, follows the cursor.
    pub fn select_next(self) {
        self.select_neighbour(|at| at.checked_add(1));
    }

    fn select_neighbour(self, neighbour: impl FnOnce(usize) -> Option<usize>) {
        let selected = self.selected.get_untracked();
        let target = self.transcript.with_untracked(|entries| {
            let last = entries.len().checked_sub(1)?;
            let at = entries
                .iter()
                .position(|e| Some(e.node) == selected)
                .unwrap_or(last);
            let at = neighbour(at).filter(|at| *at <= last)?;
            entries.get(at).map(|entry| entry.node)
        });
        if target.is_some() {
            self.select(target);
        }
    }

    /// Shows a message until it is dismissed.
    pub fn notify(self, level: Level, text: String) {
        self.notify_with(level, text, None);
    }

    /// Shows a message for so many milliseconds.
    pub fn notify_for(self, ms: f64, text: String) {
        self.notify(Level::Info, text);
        let id = self.session().last_notice.get();
        browser::after(ms, move || self.dismiss(id));
    }

    /// Shows a message that offers to do something.
    pub fn notify_with(self, level: Level, text: String, offer: Option<Offer>) {
        let session = self.session();
        let id = session.last_notice.get() + 1;
        session.last_notice.set(id);
        self.notices.update(|notices| {
            // Said again, it moves to the end instead of filling the screen.
            notices.retain(|old| old.text != text);
            notices.push(Notice {
                id,
                level,
                text,
                offer,
            });
            let surplus = notices.len().saturating_sub(MOST_NOTICES);
            notices.drain(..surplus);
        });
    }

    /// Does what a message offers, and takes it away.
    pub fn take_offer(self, notice: u32) {
        let offer = self.notices.with_untracked(|notices| {
            let found = notices.iter().find(|n| n.id == notice)?;
            found.offer.clone()
        });
        self.dismiss(notice);
        match offer {
            Some(Offer::StartAfresh(prompt)) => self.set_prompt(prompt),
            Some(Offer::NewVersion) => browser::take_new_version(),
            Some(Offer::GoOnLive(model)) => {
                let (name, source) = models::bundled(model);
                self.load_model(name, source);
            }
            Some(Offer::Connect(address)) => spawn_local(async move {
                let endpoint = Endpoint {
                    address,
                    key: None,
                    model: None,
                };
                if let Err(why) = self.connect(endpoint).await {
                    self.notify(Level::Error, why);
                }
            }),
            Some(Offer::Download(repository)) => self.download(repository, None),
            None => {}
        }
    }

    /// Takes away what failed before, as something new begins.
    pub(super) fn forget_failures(self) {
        self.notices
            .update(|notices| notices.retain(|notice| notice.level != Level::Error));
    }

    /// Takes a message away.
    pub fn dismiss(self, notice: u32) {
        self.notices
            .update(|notices| notices.retain(|n| n.id != notice));
    }

    /// Does `job`, and shows a notice if it fails.
    pub(crate) fn run_job(self, job: Job) {
        // A prompt's failure stands beside the prompt box.
        let prompts = matches!(&job, Job::Replay(replay) if replay.prompt.is_some());
        let silent = matches!(job, Job::Prompt(_));
        let silent = move |failure: &Failure| silent || prompts && failure.is_about_the_prompt();
        let outcome = self.session().queue.submit(job);
        spawn_local(async move {
            match outcome.await {
                Ok(Err(Failure::Superseded)) | Err(_) => {}
                Ok(Err(Failure::Engine(EngineError::NotRecorded))) => self.offer_to_go_on_live(),
                Ok(Err(failure)) if !silent(&failure) => {
                    self.notify_with(Level::Error, failure.sentence(), failure.offer())
                }
                _ => {}
            }
        });
    }

    /// Says that a recorded run ends here, and offers the model that it was recorded with, or the page's own.
    fn offer_to_go_on_live(self) {
        let recorded = self
            .model
            .with_untracked(|model| model.as_ref().map(|model| model.model.name.clone()));
        let own = BUNDLED
            .iter()
            .find(|own| Some(own.name) == recorded.as_deref());
        let live = own.map_or(DEFAULT_MODEL, |own| own.name);
        let offer = Offer::GoOnLive(live);
        self.notify_with(Level::Info, say().recorded_ends().to_string(), Some(offer));
    }

    /// Whether another text is being begun, or waits to be; tracked.
    pub fn begins_anew(self) -> bool {
        let wanted = self.wanted.with(Option::is_some);
        wanted || self.beginning.get() || self.session().queue.begins_anew()
    }

    /// Gives up the recording that is being made.
    pub fn give_up_recording(self) {
        self.saving.update(|saving| {
            if let Some(saving) = saving {
                saving.given_up = true;
            }
        });
    }

    /// Changes the text of the prompt box and stops playing; the number of this change.
    pub(crate) fn edit_prompt(self, text: String) -> u32 {
        self.pause();
        self.prompt.set(text);
        self.forget_prompt_edits()
    }

    /// Makes any prompt that waits to be run too old; the number of this change.
    pub(crate) fn forget_prompt_edits(self) -> u32 {
        let session = self.session();
        let edit = session.prompt_edits.get().wrapping_add(1);
        session.prompt_edits.set(edit);
        edit
    }
}
