//! What a visitor can do with the run. Every method is safe to call at any time, returns at once,
//! and shows a notice if what it started fails.

use leptos::prelude::*;
use leptos::task::spawn_local;
use logitscope_core::{NodeId, TokenId};

use super::{App, Failure, Job, Level, Notice};
use crate::browser;

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

    /// Chooses the next token, appends it, and computes the distribution after it.
    pub fn step(self) {
        self.select(None);
        // A key held down must not leave steps behind.
        if self.session().queue.waiting_steps() < MOST_WAITING_STEPS {
            self.run_job(Job::Step);
        }
    }

    /// Takes steps, at most [`App::speed`] a second, until a stop rule, [`App::pause`] or an error.
    pub fn play(self) {
        self.select(None);
        self.run_job(Job::Play(None, None));
    }

    /// Takes back up to `n` tokens, never into the prompt. They stay in the tree.
    pub fn rewind(self, n: u32) {
        self.select(None);
        self.run_job(Job::Rewind(n));
    }

    /// Back to the end of the prompt.
    pub fn restart(self) {
        self.rewind(u32::MAX);
    }

    /// Appends `token` at the cursor, whatever the sampler would have chosen.
    pub fn force(self, token: TokenId) {
        self.select(None);
        self.run_job(Job::Force(token));
    }

    /// Goes to `node` and appends `token` there: another branch.
    pub fn branch_at(self, node: NodeId, token: TokenId) {
        self.select(None);
        self.run_job(Job::Branch(node, token));
    }

    /// Moves the cursor to `node`, which must continue the current prompt.
    pub fn go_to(self, node: NodeId) {
        self.select(None);
        self.run_job(Job::GoTo(node));
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
            Ok(()) => self.publish(),
            Err(Failure::NoModel) => {}
            Err(failure) => self.notify(Level::Error, failure.to_string()),
        }
    }

    /// Rolls the dice of the cursor again: same distribution, another draw.
    pub fn roll_again(self) {
        self.select(None);
        self.run_job(Job::RollAgain);
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
        let session = self.session();
        let id = session.last_notice.get() + 1;
        session.last_notice.set(id);
        self.notices.update(|notices| {
            // Said again, it moves to the end instead of filling the screen.
            notices.retain(|old| old.text != text);
            notices.push(Notice { id, level, text });
            let surplus = notices.len().saturating_sub(MOST_NOTICES);
            notices.drain(..surplus);
        });
    }

    /// Takes a message away.
    pub fn dismiss(self, notice: u32) {
        self.notices
            .update(|notices| notices.retain(|n| n.id != notice));
    }

    /// Does `job`, and shows a notice if it fails.
    pub(crate) fn run_job(self, job: Job) {
        // A prompt's failure stands beside the prompt box.
        let silent = matches!(job, Job::Prompt(_));
        let outcome = self.session().queue.submit(job);
        spawn_local(async move {
            match outcome.await {
                Ok(Err(Failure::Superseded)) | Err(_) => {}
                Ok(Err(failure)) if !silent => self.notify(Level::Error, failure.sentence()),
                _ => {}
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
