//! What of the model's inside is on screen, and what is kept of it.
//!
//! Nothing of it exists until a view is open: then the engine recomputes what the view shows, the visible first.

use std::collections::HashMap;
use std::sync::Arc;

use leptos::prelude::*;
use logitscope_core::heads::{self, HeadMeasures};
use logitscope_core::lens::{LensCell, Standing};
use logitscope_core::{NodeId, TokenId};

use super::App;

/// The most bytes of intermediates that the page keeps: 96 MiB. Beyond it all go, and what is on screen is computed again.
const BUDGET_BYTES: usize = 96 << 20;
/// The most positions that the lens shows side by side.
pub const LENS_COLUMNS: usize = 10;
/// How many of the most probable tokens the lens follows if the visitor watches none.
const FOLLOWED: usize = 3;

/// A view of the inside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InsideView {
    /// What each head attends to.
    Attention,
    /// What the model would say after each block.
    Lens,
    /// Every intermediate of one layer.
    Vectors,
}

/// The signals of the inside.
#[derive(Clone, Copy)]
pub struct Inside {
    /// The view that is open.
    pub view: RwSignal<Option<InsideView>>,
    /// The layer on screen, 0 being the first.
    pub layer: RwSignal<u32>,
    /// The head on screen.
    pub head: RwSignal<u32>,
    /// Counts what arrived from the engine.
    pub(crate) arrived: RwSignal<u64>,
    /// Counts changes of the system's colours.
    pub(crate) scheme: RwSignal<u64>,
}

impl Inside {
    /// Leaves a layer or head that the model does not have.
    pub(crate) fn keep_within(self, n_layers: u32, n_heads: u32) {
        for (shown, n) in [(self.layer, n_layers), (self.head, n_heads)] {
            let last = n.saturating_sub(1);
            if shown.get_untracked() > last {
                shown.set(last);
            }
        }
    }
}

/// Attention of one query in one layer, all heads.
#[derive(Debug, PartialEq)]
pub struct HeadRows {
    /// How many heads.
    pub n_heads: u32,
    /// `[n_heads, position + 1]`: scaled dot products of the query with the keys up to its own.
    pub scores: Vec<f32>,
    /// `[n_heads, position + 1]`: their softmax.
    pub pattern: Vec<f32>,
}

impl HeadRows {
    fn bytes(&self) -> usize {
        4 * (self.scores.len() + self.pattern.len())
    }

    /// The scores of one head, `[position + 1]`.
    pub fn scores(&self, head: u32) -> &[f32] {
        part(&self.scores, self.n_heads, head)
    }

    /// The pattern of one head, `[position + 1]`.
    pub fn pattern(&self, head: u32) -> &[f32] {
        part(&self.pattern, self.n_heads, head)
    }
}

fn part(values: &[f32], n_heads: u32, head: u32) -> &[f32] {
    let len = values.len() / n_heads.max(1) as usize;
    values
        .get(head as usize * len..(head as usize + 1) * len)
        .unwrap_or_default()
}

/// Attention of one layer over the text.
#[derive(Debug, Clone)]
pub struct LayerRows {
    /// The tokens of the text, as far as there are rows.
    pub tokens: Vec<TokenId>,
    /// One entry a query.
    pub rows: Vec<Arc<HeadRows>>,
}

impl PartialEq for LayerRows {
    fn eq(&self, other: &Self) -> bool {
        self.tokens == other.tokens
            && self.rows.len() == other.rows.len()
            && self
                .rows
                .iter()
                .zip(&other.rows)
                .all(|(a, b)| Arc::ptr_eq(a, b))
    }
}

impl LayerRows {
    fn pattern(&self, head: u32) -> Vec<&[f32]> {
        self.rows.iter().map(|row| row.pattern(head)).collect()
    }

    /// What one head does with the text.
    pub fn measures(&self, head: u32) -> HeadMeasures {
        HeadMeasures::of(&self.tokens, &self.pattern(head))
    }

    /// Mean entropy of one head's pattern, in bits; `None` for a text of one token.
    pub fn entropy_bits(&self, head: u32) -> Option<f64> {
        heads::entropy_bits(&self.pattern(head))
    }
}

/// What the model would say at one position, after each of its blocks.
#[derive(Debug, Clone, PartialEq)]
pub struct LensColumn {
    /// The tokens whose place each cell tells.
    pub watch: Vec<TokenId>,
    /// From depth 0 to the output.
    pub cells: Vec<LensCell>,
}

impl LensColumn {
    fn bytes(&self) -> usize {
        let watched = self.watch.len() * std::mem::size_of::<Standing>();
        self.cells.len() * (std::mem::size_of::<LensCell>() + watched)
    }
}

/// One intermediate of one token.
#[derive(Debug, Clone, PartialEq)]
pub struct Vector {
    /// Its name, as in TransformerLens.
    pub name: String,
    /// Its layer; `None` outside the blocks.
    pub layer: Option<u32>,
    /// `[d]`, or `[n_heads, d]`.
    pub shape: Vec<u32>,
    /// The values, row-major.
    pub values: Vec<f32>,
}

/// All intermediates of one token in one layer, and those outside the blocks.
#[derive(Debug, Clone, PartialEq)]
pub struct Vectors {
    /// The place of the token in the text.
    pub position: u32,
    /// In the order in which they are computed.
    pub all: Vec<Vector>,
}

impl Vectors {
    fn bytes(&self) -> usize {
        self.all.iter().map(|v| 4 * v.values.len()).sum()
    }
}

/// What was computed, by the node it belongs to.
#[derive(Default)]
pub(crate) struct Kept {
    attention: HashMap<(NodeId, u32), Arc<HeadRows>>,
    lens: HashMap<NodeId, Arc<LensColumn>>,
    vectors: HashMap<(NodeId, u32), Arc<Vectors>>,
    bytes: usize,
}

impl Kept {
    /// Of how many layers the attention over `n` tokens fits.
    pub fn layers_that_fit(n_heads: u32, n: usize) -> usize {
        let bytes = 8 * n_heads as usize * n * (n + 1) / 2;
        BUDGET_BYTES / bytes.max(1)
    }

    /// Whether the attention of a node in a layer is here.
    pub fn has_attention(&self, node: NodeId, layer: u32) -> bool {
        self.attention.contains_key(&(node, layer))
    }

    /// Keeps the attention of some nodes in a layer.
    pub fn keep_attention(&mut self, layer: u32, rows: Vec<(NodeId, HeadRows)>) {
        self.make_room(rows.iter().map(|(_, rows)| rows.bytes()).sum());
        for (node, rows) in rows {
            let new = rows.bytes();
            let old = self.attention.insert((node, layer), Arc::new(rows));
            self.count(new, old.map(|old| old.bytes()));
        }
    }

    /// The lens at a node.
    pub fn lens(&self, node: NodeId) -> Option<&Arc<LensColumn>> {
        self.lens.get(&node)
    }

    /// Keeps the lens at a node.
    pub fn keep_lens(&mut self, node: NodeId, column: LensColumn) {
        self.make_room(column.bytes());
        let new = column.bytes();
        let old = self.lens.insert(node, Arc::new(column));
        self.count(new, old.map(|old| old.bytes()));
    }

    /// Whether the intermediates of a node in a layer are here.
    pub fn has_vectors(&self, node: NodeId, layer: u32) -> bool {
        self.vectors.contains_key(&(node, layer))
    }

    /// Keeps the intermediates of a node in a layer.
    pub fn keep_vectors(&mut self, node: NodeId, layer: u32, vectors: Vectors) {
        self.make_room(vectors.bytes());
        let new = vectors.bytes();
        let old = self.vectors.insert((node, layer), Arc::new(vectors));
        self.count(new, old.map(|old| old.bytes()));
    }

    /// Before anything of an answer is kept: what went in the middle of it would be asked for again.
    fn make_room(&mut self, bytes: usize) {
        if self.bytes + bytes > BUDGET_BYTES {
            *self = Kept::default();
        }
    }

    fn count(&mut self, new: usize, old: Option<usize>) {
        self.bytes = self.bytes + new - old.unwrap_or(0);
    }
}

impl App {
    /// Opens a view of the inside; `None` closes it.
    pub fn look_inside(self, view: Option<InsideView>) {
        self.inside.view.set(view);
    }

    /// Shows another head.
    pub fn show_head(self, layer: u32, head: u32) {
        self.inside.layer.set(layer);
        self.inside.head.set(head);
    }

    /// Of how many layers the attention over the text fits into the page's memory.
    pub fn layers_that_fit(self) -> usize {
        let n_heads = self
            .model
            .with(|m| m.as_ref().map_or(0, |m| m.model.n_heads));
        Kept::layers_that_fit(n_heads, self.transcript.with(Vec::len))
    }

    /// Attention of a layer over the text, as far as it has arrived.
    pub fn attention(self, layer: u32) -> LayerRows {
        self.inside.arrived.track();
        self.revision.track();
        let driver = self.driver();
        let mut found = LayerRows {
            tokens: Vec::new(),
            rows: Vec::new(),
        };
        let run = driver.run.try_borrow();
        if let Some(run) = run.as_ref().ok().and_then(|run| run.as_ref()) {
            let kept = driver.kept.borrow();
            for node in run.path() {
                let rows = kept.attention.get(&(node, layer));
                let token = run.tree().get(node).map(|n| n.token);
                let (Some(rows), Ok(token)) = (rows, token) else {
                    break;
                };
                found.tokens.push(token);
                found.rows.push(Arc::clone(rows));
            }
        }
        found
    }

    /// The lens at the positions beside each other that end with the step on screen: each node with what has arrived of it.
    pub fn lens(self) -> Vec<(NodeId, Option<Arc<LensColumn>>)> {
        self.inside.arrived.track();
        self.revision.track();
        self.selected.track();
        let driver = self.driver();
        let nodes = self.lens_nodes();
        let kept = driver.kept.borrow();
        nodes
            .into_iter()
            .map(|node| (node, kept.lens(node).cloned()))
            .collect()
    }

    /// The intermediates of the step on screen in a layer, if they have arrived.
    pub fn vectors(self, layer: u32) -> Option<Arc<Vectors>> {
        self.inside.arrived.track();
        self.revision.track();
        self.selected.track();
        let node = *self.lens_nodes().last()?;
        let driver = self.driver();
        let kept = driver.kept.borrow();
        kept.vectors.get(&(node, layer)).cloned()
    }

    /// The nodes that the lens shows, in the order of the text; the last one is the step on screen.
    pub(crate) fn lens_nodes(self) -> Vec<NodeId> {
        let driver = self.driver();
        let run = driver.run.try_borrow();
        let Some(run) = run.as_ref().ok().and_then(|run| run.as_ref()) else {
            return Vec::new();
        };
        let path = run.path();
        let shown = self.selected.get_untracked().or(run.cursor());
        let end = path.iter().position(|id| Some(*id) == shown);
        let end = end.map_or(path.len(), |at| at + 1);
        path[end.saturating_sub(LENS_COLUMNS)..end].to_vec()
    }

    /// The tokens that the lens follows: those that the visitor watches, else the most probable ones of the step on screen.
    pub fn lens_watch(self) -> Vec<TokenId> {
        let watched = self.watched.get();
        if !watched.is_empty() {
            return watched;
        }
        self.step.with(|step| {
            step.as_ref().map_or_else(Vec::new, |step| {
                let ranked = &step.outlook.ranked;
                let top = 0..ranked.len().min(FOLLOWED);
                top.map(|rank| ranked.token(rank)).collect()
            })
        })
    }

    /// Forgets all of it: another model computes from now on, or another run is on screen.
    pub(crate) fn forget_inside(self) {
        *self.driver().kept.borrow_mut() = Kept::default();
        self.inside.arrived.update(|n| *n += 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_head_has_its_part_of_a_row() {
        let rows = HeadRows {
            n_heads: 2,
            scores: vec![1.0, 2.0, 3.0, 4.0],
            pattern: vec![0.25, 0.75, 1.0, 0.0],
        };
        assert_eq!(
            (rows.scores(1), rows.pattern(0)),
            (&[3.0, 4.0][..], &[0.25, 0.75][..])
        );
        assert_eq!(rows.pattern(2), [0.0; 0]);
    }

    #[test]
    fn beyond_the_budget_all_go_but_the_newest() {
        let rows = |node: u32, n: usize| {
            let rows = HeadRows {
                n_heads: 1,
                scores: Vec::new(),
                pattern: vec![0.0; n],
            };
            (NodeId(node), rows)
        };
        let mut kept = Kept::default();
        kept.keep_attention(0, vec![rows(1, 8), rows(2, 8)]);
        kept.keep_attention(0, vec![rows(2, 4)]);
        assert_eq!(kept.bytes, 4 * 12, "what is replaced counts once");
        // All of an answer, or nothing of it, goes.
        kept.keep_attention(1, vec![rows(1, 8), rows(2, BUDGET_BYTES / 4 - 8)]);
        assert!(!kept.has_attention(NodeId(1), 0));
        assert!(kept.has_attention(NodeId(1), 1) && kept.has_attention(NodeId(2), 1));
        assert_eq!(kept.bytes, BUDGET_BYTES);
        assert_eq!(
            (
                Kept::layers_that_fit(12, 1024),
                Kept::layers_that_fit(12, 2048)
            ),
            (1, 0)
        );
    }
}
