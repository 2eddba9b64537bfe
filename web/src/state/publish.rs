//! What the views see of the run.

use leptos::prelude::*;

use super::{App, Entry, entries};

impl App {
    /// Brings the signals up to date with the run: the transcript, the stop, the meters, the step.
    pub(crate) fn publish(self) {
        let session = self.session();
        let (entries, stopped, on_path, used, budget) = {
            let Some(run) = session.run() else { return };
            let entries = entries(&run, &session.scores.borrow());
            let selected = self.selected.get_untracked();
            let on_path = selected.is_none_or(|id| run.tree().get(id).is_ok());
            let logits = run.logits();
            (
                entries,
                run.stopped().cloned(),
                on_path,
                logits.used_bytes(),
                logits.budget_bytes(),
            )
        };
        if !on_path {
            self.selected.set(None);
        }
        self.show_entries(entries);
        self.meters.update(|meters| {
            meters.logits_bytes = used;
            meters.logits_budget_bytes = budget;
        });
        if self.stopped.with_untracked(|old| *old != stopped) {
            self.stopped.set(stopped);
        }
        self.revision.update(|n| *n += 1);
    }

    fn show_entries(self, entries: Vec<Entry>) {
        if self.transcript.with_untracked(|old| *old != entries) {
            self.transcript.set(entries);
        }
    }
}
