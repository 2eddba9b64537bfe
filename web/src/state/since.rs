//! Which texts were written since a step of a lesson was opened.

use leptos::prelude::*;
use logitscope_core::{NodeId, Run};

use super::App;

/// The ends of these texts, none of which goes on from another.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Since {
    /// The end of the text that was on screen before, until that is left: it is no text of the step.
    opened_at: Option<NodeId>,
    ends: Vec<NodeId>,
}

impl Since {
    /// Nothing was written since `run` is where it is.
    pub fn opened(run: &Run) -> Self {
        Since {
            opened_at: run.cursor(),
            ends: Vec::new(),
        }
    }

    /// Notes the text on screen, if anything of it was generated.
    pub fn note(&mut self, run: &Run) {
        let (tree, path) = (run.tree(), run.path());
        let Some(at) = path.last().copied() else {
            return;
        };
        let generated = path.len() > run.prompt_len();
        let is_before = |end: NodeId| tree.path(end).contains(&at);
        if generated && self.opened_at.is_some_and(is_before) {
            // One only goes back in it.
            return;
        }
        self.opened_at = None;
        if generated && !self.ends.iter().copied().any(is_before) {
            self.ends.retain(|end| !path.contains(end));
            self.ends.push(at);
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.ends.len()
    }
}

impl App {
    /// A step of a lesson is opened: texts count from now on.
    pub fn count_texts_anew(self) {
        let opened = untrack(|| self.read(Since::opened));
        self.texts_since.set(opened.unwrap_or_default());
    }

    /// Counts the text on screen, if it was written since; tracked.
    pub fn count_text(self) {
        let mut since = self.texts_since.get_untracked();
        self.read(|run| since.note(run));
        if self.texts_since.with_untracked(|before| *before != since) {
            self.texts_since.set(since);
        }
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use std::sync::Arc;

    use logitscope_core::{Settings, Timings, TokenId, Vocab};

    use super::*;

    /// A run of four tokens behind the prompt 0.
    fn run() -> Run {
        let vocab = Arc::new(Vocab::new(["a", "b", "c", "d"], None));
        let mut run = Run::new(vocab, 16, 1 << 20);
        run.set_settings(Settings::basic(1.0, 0, 1.0, 1))
            .expect("in range");
        run.set_prompt(&[0]).expect("a prompt");
        run
    }

    /// Writes a token, and notes where that leads.
    fn write(run: &mut Run, since: &mut Since, token: TokenId) {
        let node = run.cursor().expect("a text");
        run.accept_logits(node, vec![0.0; 4].into(), Timings::default())
            .expect("logits");
        run.force(token).expect("a token");
        since.note(run);
    }

    #[test]
    fn texts_that_part_count_and_a_longer_one_is_the_same() {
        let mut run = run();
        let mut since = Since::opened(&run);
        since.note(&run);
        assert_eq!(since.count(), 0, "the prompt alone is no text");
        for token in [1, 2, 3] {
            write(&mut run, &mut since, token);
        }
        assert_eq!(since.count(), 1);
        run.rewind(2);
        since.note(&run);
        assert_eq!(since.count(), 1, "one goes back in it");
        write(&mut run, &mut since, 3);
        assert_eq!(since.count(), 2);
    }

    #[test]
    fn what_was_written_before_counts_once_it_is_written_again() {
        let mut run = run();
        let mut earlier = Since::default();
        write(&mut run, &mut earlier, 1);
        write(&mut run, &mut earlier, 2);
        let mut since = Since::opened(&run);
        since.note(&run);
        run.rewind(1);
        since.note(&run);
        assert_eq!(since.count(), 0, "it was there");
        run.rewind(1);
        since.note(&run);
        write(&mut run, &mut since, 1);
        assert_eq!(since.count(), 1, "it has other texts behind it");
        run.rewind(1);
        since.note(&run);
        write(&mut run, &mut since, 3);
        assert_eq!(since.count(), 2);
    }
}
