//! The text that the step on screen belongs to: that of the run, or of another branch.

use leptos::prelude::*;
use logitscope_core::{NodeId, TokenId};

use super::inside::LENS_COLUMNS;
use super::{App, Phase};

impl App {
    /// What stands at position 0, 1, 2, … of the text that the inside is about: that of the run, or of another branch if one of
    /// its steps is on screen.
    pub fn shown_text(self) -> Vec<(NodeId, TokenId)> {
        self.read_shown(|run, path| {
            let tokens = run.tree().tokens(&path);
            path.into_iter().zip(tokens).collect()
        })
        .unwrap_or_default()
    }

    /// Whether there is a model, but no text for it: no prompt was typed yet.
    pub fn has_no_text(self) -> bool {
        let ready = self.phase.with(|phase| *phase == Phase::Ready);
        ready && self.prompt.with(String::is_empty) && self.shown_text().is_empty()
    }

    /// The nodes that the lens shows, in the order of the text; the last one is the step on screen.
    pub(crate) fn lens_nodes(self) -> Vec<NodeId> {
        let selected = self.selected.get();
        self.read_shown(|run, path| {
            let shown = selected.or(run.cursor());
            let end = path.iter().position(|id| Some(*id) == shown);
            let end = end.map_or(path.len(), |at| at + 1);
            path[end.saturating_sub(LENS_COLUMNS)..end].to_vec()
        })
        .unwrap_or_default()
    }

    /// The node before `node`: the context that its token was chosen from.
    pub fn context_of(self, node: NodeId) -> Option<NodeId> {
        let session = self.session();
        let run = session.run()?;
        run.tree().get(node).ok()?.parent
    }

    /// The surprisal of the token at `node`, in bits, once it is rated; tracked.
    pub fn surprisal_of(self, node: NodeId) -> Option<f64> {
        self.transcript.with(|entries| {
            let entry = entries.iter().find(|entry| entry.node == node)?;
            entry.surprisal_bits
        })
    }

    /// Shows the step after the token at `position` of the text on screen.
    pub fn select_at(self, position: usize) {
        let node = untrack(|| self.shown_text().get(position).map(|(node, _)| *node));
        if node.is_some() {
            self.select(node);
        }
    }
}
