//! What of the model's inside is on screen, and what is kept of it.
//!
//! Nothing of it exists until a view is open: then the engine recomputes what the view shows, the visible first.

use std::sync::Arc;

use leptos::prelude::*;
use logitscope_core::inspection::{CacheMap, DecodeCost};
use logitscope_core::inspection::{Neuron, Weighed};
use logitscope_core::{Interventions, NodeId, Timings, TokenId};
use serde::{Deserialize, Serialize};

use logitscope_protocol::Loaded;

use super::columns::Cell;
use super::kept::{Embedded, Kept, LayerRows, Shares, Vectors};
use super::knock_out::Rewritten;
use super::{App, Level};

/// How much of the inside the page keeps unless the visitor says otherwise, in MiB. Beyond it all goes, and what is on screen is
/// computed again.
pub const BUDGET_MIB: u32 = 96;
/// The budgets that can be chosen, in MiB.
pub const BUDGETS_MIB: [u32; 4] = [16, BUDGET_MIB, 256, 1024];
/// The most positions that the lens shows side by side.
pub const LENS_COLUMNS: usize = 10;
/// How many of the most probable tokens the lens follows if the visitor watches none.
const FOLLOWED: usize = 3;

/// A view of the inside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InsideView {
    /// What each head attends to.
    Attention,
    /// What the model would say after each block.
    Lens,
    /// What each part adds to a token's logit.
    Shares,
    /// The most active neurons of one layer.
    Neurons,
    /// Tokens as vectors.
    Embeddings,
    /// Every intermediate of one layer.
    Vectors,
    /// Parts of the model switched off.
    KnockOut,
    /// The key-value cache, and what a step costs with it and without.
    Cache,
    /// Where the time of a step goes.
    Speed,
}

impl InsideView {
    /// Whether it shows one layer.
    pub fn shows_a_layer(self) -> bool {
        use InsideView::*;
        matches!(self, Attention | Neurons | Vectors)
    }

    /// Whether it shows one head of that.
    pub fn shows_a_head(self) -> bool {
        self == InsideView::Attention
    }
}

/// What is drawn of a head's attention.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Drawn {
    /// The scaled dot products, of later keys, too.
    Scores,
    /// The same with what is masked.
    Masked,
    /// Their softmax.
    #[default]
    Pattern,
    /// The softmax without the first token.
    WithoutFirst,
}

impl Drawn {
    /// Whether values are scores, unbounded, rather than shares of 1.
    pub fn is_scores(self) -> bool {
        matches!(self, Drawn::Scores | Drawn::Masked)
    }
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
    /// The token whose near ones are on screen; `None`: the last one of the text on screen.
    pub near: RwSignal<Option<TokenId>>,
    /// What is drawn of a head.
    pub drawn: RwSignal<Drawn>,
    /// The cell whose terms are on screen.
    pub cell: RwSignal<Option<Cell>>,
    /// The parts that are switched off or scaled.
    pub interventions: RwSignal<Interventions>,
    /// Whether the views show the model under them, and not the model itself.
    pub under: RwSignal<bool>,
    /// The text as the model continues it under them.
    pub rewritten: RwSignal<Option<Rewritten>>,
    /// Whether steps are computed without the key-value cache.
    pub cache_off: RwSignal<bool>,
    /// How much is kept at most, in MiB.
    pub budget_mib: RwSignal<u32>,
    /// How much is kept, in bytes.
    pub kept_bytes: RwSignal<usize>,
    /// Counts what arrived from the engine.
    pub(crate) arrived: RwSignal<u64>,
    /// Counts changes of the system's colours.
    pub(crate) scheme: RwSignal<u64>,
}

impl Inside {
    /// The budget in bytes.
    pub(crate) fn budget_bytes(self) -> usize {
        (self.budget_mib.get_untracked() as usize) << 20
    }

    /// Leaves a layer or head that the model does not have; the parts that were switched off and are not there.
    pub(crate) fn keep_within(self, n_layers: u32, n_heads: u32) -> Interventions {
        for (shown, n) in [(self.layer, n_layers), (self.head, n_heads)] {
            let last = n.saturating_sub(1);
            if shown.get_untracked() > last {
                shown.set(last);
            }
        }
        let all = self.interventions.get_untracked();
        let own = all.within(n_layers, n_heads);
        let dropped = all.without(&own);
        if !dropped.is_empty() {
            self.interventions.set(own);
        }
        dropped
    }
}

impl App {
    /// Opens a view of the inside; `None` closes it.
    pub fn look_inside(self, view: Option<InsideView>) {
        self.inside.view.set(view);
    }

    /// Whether the views show the model with parts switched off or scaled.
    pub fn looks_under(self) -> bool {
        self.inside.under.get() && !self.inside.interventions.with(|all| all.is_empty())
    }

    /// Shows the model with parts switched off or scaled, or the model itself.
    pub fn look_under(self, under: bool) {
        self.inside.under.set(under);
    }

    /// What is switched off or scaled in the model that the views show.
    pub(crate) fn lane(self) -> Interventions {
        match untrack(|| self.looks_under()) {
            true => self.inside.interventions.get_untracked(),
            false => Interventions::default(),
        }
    }

    /// Forgets what was kept of another model than the one that the views show. With nothing switched off that is the model itself.
    pub(super) fn follow_lane(self) {
        let nothing = self
            .inside
            .interventions
            .with_untracked(|all| all.is_empty());
        if nothing && self.inside.under.get_untracked() {
            self.inside.under.set(false);
        }
        let (driver, now) = (self.driver(), self.lane());
        if driver.kept.borrow().lane != now {
            driver.kept.borrow_mut().turn_to(now);
            self.inside.arrived.update(|n| *n += 1);
        }
    }

    /// Draws something else of the head on screen.
    pub fn draw_attention(self, drawn: Drawn) {
        self.inside.drawn.set(drawn);
    }

    /// Shows another head.
    pub fn show_head(self, layer: u32, head: u32) {
        self.inside.layer.set(layer);
        self.inside.head.set(head);
    }

    /// How many layers the model has, and heads a layer; `None` while there is none.
    pub fn layers_and_heads(self) -> Option<(u32, u32)> {
        let sizes = |m: &Arc<Loaded>| (m.model.n_layers, m.model.n_heads);
        self.model.with(|m| m.as_ref().map(sizes))
    }

    /// Of how many layers the attention over the text fits into the page's memory.
    pub fn layers_that_fit(self) -> usize {
        let (_, n_heads) = self.layers_and_heads().unwrap_or_default();
        let budget = (self.inside.budget_mib.get() as usize) << 20;
        Kept::layers_that_fit(n_heads, self.shown_text().len(), budget)
    }

    /// Attention of a layer over the text, as far as it has arrived.
    pub fn attention(self, layer: u32) -> LayerRows {
        self.inside.arrived.track();
        self.revision.track();
        self.selected.track();
        let unmasked = self.inside.drawn.get() == Drawn::Scores;
        let driver = self.driver();
        let mut found = LayerRows {
            tokens: Vec::new(),
            rows: Vec::new(),
            projected: Vec::new(),
        };
        let run = driver.run.try_borrow();
        if let Some(run) = run.as_ref().ok().and_then(|run| run.as_ref()) {
            let kept = driver.kept.borrow();
            for node in self.shown_path(run) {
                let rows = kept.attention.get(&(node, layer));
                let token = run.tree().get(node).map(|n| n.token);
                let (Some(rows), Ok(token)) = (rows, token) else {
                    break;
                };
                found.tokens.push(token);
                found.rows.push(Arc::clone(rows));
                let projected = kept.projected.get(&(node, layer)).cloned();
                found.projected.extend(projected.filter(|_| unmasked));
            }
        }
        found
    }

    /// What is kept of the step on screen, if it has arrived.
    pub(super) fn of_step<V>(
        self,
        find: impl Fn(&Kept, NodeId) -> Option<Arc<V>>,
    ) -> Option<Arc<V>> {
        self.inside.arrived.track();
        self.revision.track();
        self.selected.track();
        let node = *self.lens_nodes().last()?;
        find(&self.driver().kept.borrow(), node)
    }

    /// The intermediates of the step on screen in a layer.
    pub fn vectors(self, layer: u32) -> Option<Arc<Vectors>> {
        self.of_step(|kept, node| kept.vectors.get(&(node, layer)).cloned())
    }

    /// Those of the last layer, whose end the final norm takes.
    pub fn last_vectors(self) -> Option<Arc<Vectors>> {
        let (n_layers, _) = self.layers_and_heads()?;
        self.vectors(n_layers.checked_sub(1)?)
    }

    /// What the parts of the model add to the logits of the watched tokens, at the step on screen.
    pub fn shares(self) -> Option<Arc<Shares>> {
        self.of_step(|kept, node| kept.shares.get(&node).cloned())
    }

    /// The most active neurons of a layer, at the step on screen.
    pub fn neurons(self, layer: u32) -> Option<Arc<Vec<Neuron>>> {
        self.of_step(|kept, node| kept.neurons.get(&(node, layer)).cloned())
    }

    /// What the key-value cache held when it was last asked for.
    pub fn cache_map(self) -> Option<Arc<CacheMap>> {
        self.inside.arrived.track();
        let driver = self.driver();
        let kept = driver.kept.borrow();
        kept.cache.as_ref().map(|(_, map)| Arc::clone(map))
    }

    /// What decoding a token cost when it was measured, and at how many tokens of text.
    pub fn measured_speed(self) -> Option<(usize, Arc<Speed>)> {
        self.inside.arrived.track();
        self.driver().kept.borrow().speed.clone()
    }

    /// Measures again.
    pub fn measure_speed(self) {
        self.driver().kept.borrow_mut().speed = None;
        self.inside.arrived.update(|n| *n += 1);
        self.driver().wake();
    }

    /// What the steps of the text cost: the place of each token with the forward pass that it was chosen from.
    pub fn step_costs(self) -> Vec<(u32, Timings)> {
        self.revision.track();
        let driver = self.driver();
        let run = driver.run.try_borrow();
        let Some(run) = run.as_ref().ok().and_then(|run| run.as_ref()) else {
            return Vec::new();
        };
        let steps = run.steps();
        steps
            .iter()
            .map(|step| (step.position, step.timings))
            .collect()
    }

    /// Switches the key-value cache off for the steps to come, or on again.
    pub fn switch_cache(self, off: bool) {
        self.inside.cache_off.set(off);
    }

    /// The tokens nearest to one.
    pub fn nearest(self, token: TokenId) -> Option<Arc<Vec<Weighed>>> {
        self.inside.arrived.track();
        self.driver().kept.borrow().nearest.get(&token).cloned()
    }

    /// Has the tokens near to one on screen; `None`: to the last one of the text.
    pub fn look_near(self, token: Option<TokenId>) {
        self.inside.near.set(token);
    }

    /// The last token of the text on screen, or the one that the visitor chose.
    pub fn near_token(self) -> Option<TokenId> {
        self.revision.track();
        self.selected.track();
        let node = *self.lens_nodes().last()?;
        let driver = self.driver();
        let run = driver.run.try_borrow();
        let own = || Some(run.as_ref().ok()?.as_ref()?.tree().get(node).ok()?.token);
        self.inside.near.get().or_else(own)
    }

    /// Where the tokens of the text begin their way, as far as that has arrived.
    pub fn places(self) -> Vec<(TokenId, Arc<Embedded>)> {
        self.inside.arrived.track();
        self.revision.track();
        self.selected.track();
        let driver = self.driver();
        let run = driver.run.try_borrow();
        let Some(run) = run.as_ref().ok().and_then(|run| run.as_ref()) else {
            return Vec::new();
        };
        let kept = driver.kept.borrow();
        let place = |node: NodeId| {
            let token = run.tree().get(node).ok()?.token;
            Some((token, Arc::clone(kept.places.get(&node)?)))
        };
        self.shown_path(run).into_iter().map_while(place).collect()
    }

    /// Chooses how much of the inside is kept, in MiB; what is kept goes.
    pub fn set_budget(self, mib: u32) {
        self.inside.budget_mib.set(mib);
        self.remember();
        self.forget_kept();
    }

    /// The tokens that the lens follows: those that the visitor watches, else the most probable ones of the step on screen.
    pub fn lens_watch(self) -> Vec<TokenId> {
        let watched = self.watched.get();
        if !watched.is_empty() {
            return watched;
        }
        self.step.with(|step| {
            step.as_ref().map_or_else(Vec::new, |step| {
                let distribution = &step.sampling.distribution;
                let top = 0..distribution.len().min(FOLLOWED);
                top.map(|rank| distribution.token(rank)).collect()
            })
        })
    }

    /// Leaves what the loaded model does not have; says so of parts that were to be switched off.
    pub(crate) fn keep_inside_within(self) {
        let Some((n_layers, n_heads)) = untrack(|| self.layers_and_heads()) else {
            return;
        };
        let dropped = self.inside.keep_within(n_layers, n_heads);
        if !dropped.is_empty() {
            let text = format!("This model has no {dropped}: nothing of that is switched off.");
            self.notify(Level::Warning, text);
        }
    }

    /// Forgets all of it: another model computes from now on, or another run is on screen.
    pub(crate) fn forget_inside(self) {
        self.forget_rewritten();
        self.forget_kept();
    }

    fn forget_kept(self) {
        *self.driver().kept.borrow_mut() = Kept {
            lane: self.lane(),
            ..Kept::default()
        };
        self.inside.kept_bytes.set(0);
        self.inside.arrived.update(|n| *n += 1);
    }
}
