//! What of the model's inside is on screen, and what is kept of it.
//!
//! Nothing of it exists until a view is open: then the engine recomputes what the view shows, the visible first.

use logitscope_core::sorted;
use std::ops::Range;
use std::sync::Arc;

use leptos::prelude::*;
use logitscope_core::processed::WATCHED;
use logitscope_core::{Interventions, NodeId, Timings, TokenId};
use logitscope_protocol::{Loaded, REMOTE};

use super::{AblatedRun, Activity, App, Level, Phase};
use crate::choices::{Drawn, InsideView, PagePart, Station};
use crate::inspect::decode_time::Measured;
use crate::inspect::flow::FlowFocus;
use crate::inspect::vectors::Vectors;
use crate::inspect::{Cell, Focus, Record, Store, attention};
use crate::words::say;

/// The most positions that the lens shows side by side.
pub const LENS_COLUMNS: usize = 10;
/// The most tokens a second at which the flow still shows the layers of each.
const FASTEST_LAYERS: f64 = 4.0;
/// How many of the most probable tokens the flow follows through the layers.
const FOLLOWED_THROUGH: usize = WATCHED;
/// How many of the most probable tokens the lens follows if the visitor watches none.
const FOLLOWED: usize = 3;

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
    /// Whether the head on screen is still to be chosen: the most telling one, once its attention is there.
    pub(crate) head_awaits: RwSignal<bool>,
    /// What is drawn of a head.
    pub drawn: RwSignal<Drawn>,
    /// The cell whose terms are on screen.
    pub cell: RwSignal<Option<Cell>>,
    /// The parts that are switched off or scaled.
    pub interventions: RwSignal<Interventions>,
    /// Whether the views show the model under them, and not the model itself.
    pub under: RwSignal<bool>,
    /// The text as the model continues it under them.
    pub ablated_run: RwSignal<Option<AblatedRun>>,
    /// Whether steps are computed without the key-value cache.
    pub cache_off: RwSignal<bool>,
    /// The places of a passage that stands in the text again, while somebody asks which heads look back from there.
    pub(crate) repeat: RwSignal<Option<Range<usize>>>,
    /// How much is kept at most, in MiB.
    pub budget_mib: RwSignal<u32>,
    /// How much is kept, in bytes.
    pub kept_bytes: RwSignal<usize>,
    /// Counts what arrived from the engine.
    pub(crate) arrived: RwSignal<u64>,
    /// Counts changes of the system's colours.
    pub(crate) scheme: RwSignal<u64>,
    /// The step whose layers could not be looked into, so that they are not asked for again and again.
    pub(crate) flow_failed: RwSignal<Option<NodeId>>,
}

impl Inside {
    /// The budget in bytes.
    pub(crate) fn budget_bytes(self) -> usize {
        (self.budget_mib.get_untracked() as usize) << 20
    }

    /// Follows which view is open, on what.
    pub(crate) fn track_place(self) {
        self.view.track();
        self.layer.track();
        self.head.track();
        self.drawn.track();
        self.interventions.track();
        self.under.track();
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
    /// Opens a view of the inside, in its station; `None` closes it.
    pub fn look_inside(self, view: Option<InsideView>) {
        self.ask_first();
        let open = self.open.get_untracked();
        let was_view = self.inside.view.get_untracked().map(Station::of);
        self.inside.view.set(view);
        match view {
            Some(view) => self.open.set(Some(Station::of(view))),
            None if open == was_view => self.open.set(None),
            None => {}
        }
    }

    /// Opens a station in its place; `None` closes it.
    pub fn open_station(self, station: Option<Station>) {
        self.ask_first();
        let first = match station {
            Some(Station::Layers) => Some(InsideView::Attention),
            Some(Station::Embed) => Some(InsideView::Embeddings),
            _ => None,
        };
        let view = self.inside.view.get_untracked();
        if view.map(Station::of) != station || view.is_none() {
            self.inside.view.set(first);
            if first.is_some() {
                self.show_most_telling_head();
            }
        }
        self.open.set(station);
    }

    /// Has the driver see what is set next before the page draws it: so the engine works on what a view needs while the view is built.
    fn ask_first(self) {
        self.session().queue.wake();
    }

    /// Whether the views show the model with parts switched off or scaled.
    pub fn looks_under(self) -> bool {
        self.inside.under.get() && !self.inside.interventions.with(|all| all.is_empty())
    }

    /// Shows the model with parts switched off or scaled, or the model itself.
    pub fn look_under(self, under: bool) {
        self.inside.under.set(under);
    }

    /// What is switched off or scaled in the model that the views show; tracked.
    pub(crate) fn lane(self) -> Interventions {
        match self.looks_under() {
            true => self.inside.interventions.get(),
            false => Interventions::default(),
        }
    }

    /// Forgets what was kept of another model than the one that the views show. With nothing switched off that is the model itself.
    pub(crate) fn follow_lane(self) {
        let nothing = self
            .inside
            .interventions
            .with_untracked(|all| all.is_empty());
        if nothing && self.inside.under.get_untracked() {
            self.inside.under.set(false);
        }
        let (session, now) = (self.session(), untrack(|| self.lane()));
        if *session.kept.borrow().lane() != now {
            session.kept.borrow_mut().turn_to(now);
            self.inside.arrived.update(|n| *n += 1);
        }
    }

    /// Shows the terms of a cell, or of none.
    pub fn show_terms(self, cell: Option<Cell>) {
        self.inside.cell.set(cell);
    }

    /// Draws something else of the head on screen.
    pub fn draw_attention(self, drawn: Drawn) {
        self.inside.drawn.set(drawn);
    }

    /// Shows another head.
    pub fn show_head(self, layer: u32, head: u32) {
        self.inside.head_awaits.set(false);
        self.inside.layer.set(layer);
        self.inside.head.set(head);
    }

    /// Opens a view of the inside at a layer.
    pub fn open_layer(self, view: InsideView, layer: u32) {
        self.inside.layer.set(layer);
        self.look_inside(Some(view));
    }

    /// How many layers the model has, and heads a layer; `None` while there is none.
    pub fn layers_and_heads(self) -> Option<(u32, u32)> {
        let sizes = |m: &Arc<Loaded>| (m.model.n_layers, m.model.n_heads);
        let known = |sizes: &(u32, u32)| sizes.0 > 0;
        self.model.with(|m| m.as_ref().map(sizes).filter(known))
    }

    /// Whether the model runs elsewhere, so that its inside is not visible; tracked.
    pub fn runs_elsewhere(self) -> bool {
        let elsewhere = |m: &Arc<Loaded>| m.backend.kind == REMOTE;
        self.model.with(|m| m.as_ref().is_some_and(elsewhere))
    }

    /// Of how many layers the attention over the text fits into the page's memory.
    pub fn layers_that_fit(self) -> usize {
        let (_, n_heads) = self.layers_and_heads().unwrap_or_default();
        let budget = (self.inside.budget_mib.get() as usize) << 20;
        attention::layers_that_fit(n_heads, self.shown_text().len(), budget)
    }

    /// What `f` makes of the text on screen and of what is kept of the inside; tracked.
    pub fn read_inside<T>(self, f: impl FnOnce(&[(NodeId, TokenId)], &Store) -> T) -> T {
        let text = self.shown_text();
        self.read_kept(|store| f(&text, store))
    }

    /// What is kept under `key`, if it has arrived; tracked.
    pub fn kept<V: Record>(self, key: &V::Key) -> Option<Arc<V>> {
        self.read_kept(|store| store.get(key).cloned())
    }

    /// What is kept of the step on screen, if it has arrived; tracked. `key` is made of its context's last node.
    pub fn of_step<V: Record>(self, key: impl FnOnce(NodeId) -> V::Key) -> Option<Arc<V>> {
        let node = *self.lens_nodes().last()?;
        self.kept(&key(node))
    }

    /// The intermediates of the last layer, whose end the final norm takes.
    pub fn last_vectors(self) -> Option<Arc<Vectors>> {
        let (n_layers, _) = self.layers_and_heads()?;
        let last = n_layers.checked_sub(1)?;
        self.of_step(|node| (node, last))
    }

    /// Measures again what decoding costs.
    pub fn measure_speed(self) {
        let session = self.session();
        session.kept.borrow_mut().forget::<Measured>();
        self.inside.arrived.update(|n| *n += 1);
        session.queue.wake();
    }

    /// What the open view is about; tracked. `None` while there is nothing to ask the engine about it.
    pub(crate) fn focus(self) -> Option<Focus> {
        let flow = self.flow_focus();
        let view = self.inside.view.get();
        let looks = view.is_some() && !self.hidden(PagePart::Inside);
        let ready = self.phase.with(|phase| *phase == Phase::Ready);
        let repeat = self.inside.repeat.get();
        let asks = looks || flow.is_some() || repeat.is_some();
        if !ready || self.recorded.get() || !asks || self.runs_elsewhere() {
            return None;
        }
        let (path, tokens): (Vec<_>, Vec<_>) = self.shown_text().into_iter().unzip();
        Some(Focus {
            model: self.model.with(|m| Some(m.as_ref()?.model.clone()))?,
            near: self.near_token()?,
            columns: self.lens_nodes(),
            path,
            tokens,
            layer: self.inside.layer.get(),
            head: self.inside.head.get(),
            drawn: self.inside.drawn.get(),
            cell: self.inside.cell.get(),
            watch: self.lens_watch(),
            lane: self.lane(),
            interventions: self.inside.interventions.get(),
            budget_bytes: (self.inside.budget_mib.get() as usize) << 20,
            repeat,
            flow,
            playing: self.activity.get() == Activity::Playing,
            revision: self.revision.get(),
        })
    }

    /// What the flow asks of the inside; `None` while it is not on screen, or runs past too fast to be seen.
    fn flow_focus(self) -> Option<FlowFocus> {
        if !self.flow_visible.get() || self.hidden(PagePart::Pipeline) {
            return None;
        }
        if self.plays_faster_than(FASTEST_LAYERS) {
            return None;
        }
        let failed = self.inside.flow_failed.get();
        self.step.with(|step| {
            let step = step.as_ref()?;
            if failed == Some(step.context) {
                return None;
            }
            let distribution = &step.sampling.distribution;
            let top =
                (0..distribution.len().min(FOLLOWED_THROUGH)).map(|rank| distribution.token(rank));
            let own = [step.next, Some(step.sampling.choice.token)];
            let mut watch: Vec<TokenId> = top.chain(own.into_iter().flatten()).collect();
            sorted::sort(&mut watch);
            watch.dedup();
            let room = self.flow_room.get();
            Some(FlowFocus { watch, room })
        })
    }

    /// What the steps of the text cost: the place of each token with the forward pass that it was chosen from, and that of the next
    /// one, if it has been computed.
    pub fn step_costs(self) -> Vec<(u32, Timings)> {
        self.read(|run| {
            let steps = run.steps();
            let taken = steps.iter().map(|step| (step.position, step.timings));
            // The pass for the next one is behind us, too.
            let next = run.cursor().and_then(|cursor| {
                let timings = run.logits().get(cursor)?.timings;
                Some((run.tree().get(cursor).ok()?.position + 1, timings))
            });
            taken.chain(next).collect()
        })
        .unwrap_or_default()
    }

    /// The median time of the run's own passes over one token, in milliseconds; tracked.
    pub(crate) fn plain_ms(self) -> Option<f64> {
        let costs = self.step_costs().into_iter();
        let single = costs.filter(|(_, timings)| timings.rows == 1);
        let mut all: Vec<f64> = single.map(|(_, timings)| timings.forward_ms).collect();
        sorted::sort_by(&mut all, f64::total_cmp);
        all.get(all.len() / 2).copied()
    }

    /// Switches the key-value cache off for the steps to come, or on again.
    pub fn switch_cache(self, off: bool) {
        self.inside.cache_off.set(off);
    }

    /// Has the tokens near to one on screen; `None`: to the last one of the text.
    pub fn look_near(self, token: Option<TokenId>) {
        self.inside.near.set(token);
    }

    /// The last token of the text on screen, or the one that the visitor chose.
    pub fn near_token(self) -> Option<TokenId> {
        let node = *self.lens_nodes().last()?;
        let own = || self.read(|run| Some(run.tree().get(node).ok()?.token))?;
        self.inside.near.get().or_else(own)
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
            let text = say().parts_dropped(dropped.to_string());
            self.notify(Level::Warning, text.to_string());
        }
    }

    /// Forgets all of it: another model computes from now on, or another run is on screen.
    pub(crate) fn forget_inside(self) {
        self.forget_ablated_run();
        self.forget_kept();
    }

    fn forget_kept(self) {
        let lane = untrack(|| self.lane());
        *self.session().kept.borrow_mut() = Store::of(lane);
        self.inside.kept_bytes.set(0);
        self.inside.arrived.update(|n| *n += 1);
    }
}
