//! The text that the step on screen belongs to: that of the run, or of another branch.

use std::sync::Arc;

use leptos::prelude::*;
use logitscope_core::{NodeId, Run, TokenId};

use super::inside::LENS_COLUMNS;
use super::kept::LensColumn;
use super::{App, Phase};

/// A position of the lens.
#[derive(Debug, Clone, PartialEq)]
pub struct LensPlace {
    /// Its node.
    pub node: NodeId,
    /// Its place in the text, 0 being the first.
    pub position: u32,
    /// Its token.
    pub token: TokenId,
    /// What has arrived of it.
    pub column: Option<Arc<LensColumn>>,
}

impl App {
    /// The nodes of the text that the inside is about: that of the run, or of another branch if one of its steps is on screen.
    pub(crate) fn shown_path(self, run: &Run) -> Vec<NodeId> {
        let path = run.path();
        match self.selected.get_untracked() {
            Some(node) if !path.contains(&node) => run.tree().path(node),
            _ => path,
        }
    }

    /// The same with the tokens: what stands at position 0, 1, 2, …
    pub fn shown_text(self) -> Vec<(NodeId, TokenId)> {
        self.revision.track();
        self.selected.track();
        let driver = self.driver();
        let run = driver.run.try_borrow();
        let Some(run) = run.as_ref().ok().and_then(|run| run.as_ref()) else {
            return Vec::new();
        };
        let path = self.shown_path(run);
        let tokens = run.tree().tokens(&path);
        path.into_iter().zip(tokens).collect()
    }

    /// Whether there is a model, but no text for it: no prompt was typed yet.
    pub fn has_no_text(self) -> bool {
        let ready = self.phase.with(|phase| *phase == Phase::Ready);
        ready && self.prompt.with(String::is_empty) && self.shown_text().is_empty()
    }

    /// The nodes that the lens shows, in the order of the text; the last one is the step on screen.
    pub(crate) fn lens_nodes(self) -> Vec<NodeId> {
        let driver = self.driver();
        let run = driver.run.try_borrow();
        let Some(run) = run.as_ref().ok().and_then(|run| run.as_ref()) else {
            return Vec::new();
        };
        let path = self.shown_path(run);
        let shown = self.selected.get_untracked().or(run.cursor());
        let end = path.iter().position(|id| Some(*id) == shown);
        let end = end.map_or(path.len(), |at| at + 1);
        path[end.saturating_sub(LENS_COLUMNS)..end].to_vec()
    }

    /// The lens at the positions beside each other that end with the step on screen.
    pub fn lens(self) -> Vec<LensPlace> {
        self.inside.arrived.track();
        let text = self.shown_text();
        let nodes = self.lens_nodes();
        let driver = self.driver();
        let kept = driver.kept.borrow();
        let place = |(at, (node, token)): (usize, (NodeId, TokenId))| LensPlace {
            node,
            position: at as u32,
            token,
            column: kept.lens.get(&node).cloned(),
        };
        let shown = |(_, (node, _)): &(usize, (NodeId, TokenId))| nodes.contains(node);
        let text = text.into_iter().enumerate();
        text.filter(shown).map(place).collect()
    }

    /// Shows the step after the token at `position` of the text on screen.
    pub fn select_at(self, position: usize) {
        let node = untrack(|| self.shown_text().get(position).map(|(node, _)| *node));
        if node.is_some() {
            self.select(node);
        }
    }
}
