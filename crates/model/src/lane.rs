//! A lane: one model with its key-value cache, walking paths of tokens.
//!
//! What was computed for a path is kept in slots, one a token, shared by all paths with the same
//! beginning. Prefill, decoding, branching and coming back to an old path are one call.

mod cache;
mod speed;

use std::collections::HashMap;
use std::sync::Arc;

use logitscope_core::inspection::{KernelTime, Slot};
use logitscope_core::trace::{BackendInfo, ModelInfo};
use logitscope_core::{Interventions, NodeId, Part, Precision, Timings, TokenId, TokenTree};
use web_time::Instant;

use crate::backend::pad4;
use crate::batch::Row;
use crate::language_model::LanguageModel;
use crate::taps::{Tap, Taps};
use crate::transformer::Output;
use crate::{Config, ModelError};

/// What is kept of one token of one path.
#[derive(Debug, Clone, Copy)]
struct Place {
    slot: Slot,
    last_used: u64,
}

/// A node as the model computes it, or as it does with interventions.
type Key = (bool, NodeId);

/// A model and its key-value cache.
pub struct Lane {
    model: Box<dyn LanguageModel>,
    name: String,
    precision: Precision,
    /// Every path seen so far.
    tree: TokenTree,
    /// The nodes whose keys and values are in the cache.
    places: HashMap<Key, Place>,
    free: Vec<Slot>,
    clock: u64,
    /// The last interventions; what was computed under them is in the cache, too.
    interventions: Interventions,
    /// Whether they act now.
    altered: bool,
}

impl Lane {
    /// A lane for `model`, shown as `name`, whose weights were loaded with `precision`.
    pub fn new(model: Box<dyn LanguageModel>, name: String, precision: Precision) -> Self {
        let free = (0..model.capacity().n_slots).rev().collect();
        Lane {
            model,
            name,
            precision,
            tree: TokenTree::default(),
            places: HashMap::new(),
            free,
            clock: 0,
            interventions: Interventions::default(),
            altered: false,
        }
    }

    /// Computes everything from now on with parts of the model switched off or scaled; `Interventions::default()` is the model itself.
    /// Keys and values of both are kept, side by side, those of other interventions are dropped.
    pub fn intervene(&mut self, interventions: &Interventions) -> Result<(), ModelError> {
        let altered = !interventions.is_empty();
        let others = altered && *interventions != self.interventions;
        if altered != self.altered || others {
            self.model.intervene(interventions)?;
        }
        if others {
            self.drop_altered();
            self.interventions = interventions.clone();
        }
        self.altered = altered;
        Ok(())
    }

    /// By what a part is multiplied now; 1 where nothing is switched off or scaled.
    pub(crate) fn factor(&self, part: Part) -> f32 {
        match self.altered {
            true => self.interventions.factor(part),
            false => 1.0,
        }
    }

    fn drop_altered(&mut self) {
        let Lane { places, free, .. } = self;
        places.retain(|(altered, _), place| {
            if *altered {
                free.push(place.slot);
            }
            !*altered
        });
    }

    /// The model.
    pub(crate) fn model(&mut self) -> &mut dyn LanguageModel {
        self.model.as_mut()
    }

    /// The model's sizes.
    pub fn config(&self) -> &Config {
        self.model.config()
    }

    /// What computes.
    pub fn backend_info(&self) -> BackendInfo {
        self.model.backend_info()
    }

    /// Bytes of weights, as kept.
    pub fn weight_bytes(&self) -> u64 {
        self.model.weight_bytes()
    }

    /// Bytes of one weight of a matrix where it is read: the CPU keeps all as f32.
    pub fn bytes_per_weight(&self) -> u64 {
        match self.precision {
            Precision::F16 if self.backend_info().kind != "cpu" => 2,
            _ => 4,
        }
    }

    /// Bytes of keys and values, as allocated.
    pub fn kv_bytes(&self) -> u64 {
        u64::from(self.model.capacity().n_slots) * self.slot_bytes()
    }

    /// Bytes of keys and values of one token: f32, in rows padded to four, in every layer.
    fn slot_bytes(&self) -> u64 {
        let c = self.model.config();
        8 * u64::from(pad4(c.d_kv())) * u64::from(c.n_layers)
    }

    /// The model by name and sizes.
    pub fn model_info(&self) -> ModelInfo {
        let c = self.model.config();
        ModelInfo {
            name: self.name.clone(),
            family: c.family.name().into(),
            n_layers: c.n_layers,
            n_heads: c.n_heads,
            n_kv_heads: (c.n_kv_heads != c.n_heads).then_some(c.n_kv_heads),
            d_model: c.d_model,
            d_head: c.d_head,
            d_mlp: c.d_mlp,
            d_vocab: c.d_vocab,
            n_ctx: c.n_ctx,
            n_params: c.n_params(),
            weights: if self.precision == Precision::F16 {
                "f16"
            } else {
                "f32"
            }
            .into(),
        }
    }

    /// Computes what is missing along `tokens` (the whole path, from its first token) and gives the
    /// logits after its last token, `[d_vocab]`.
    pub async fn evaluate(
        &mut self,
        tokens: &[TokenId],
    ) -> Result<(Vec<f32>, Timings), ModelError> {
        let start = Instant::now();
        let (path, rows) = self.prepare(tokens)?;
        let logits = if rows.is_empty() {
            // Keys and values are there; so is the last residual stream.
            let last = self.rows_of(tokens, &path, path.len() - 1..path.len());
            let n_layers = self.model.config().n_layers;
            self.model.readout(&last, n_layers).await?.pop()
        } else {
            let last = [rows.len() - 1];
            let result = self.model.forward(&rows, &last, &Taps::none()).await;
            self.computed(&path, rows.len(), result)?.logits.pop()
        };
        let logits = logits.ok_or_else(|| ModelError::Row("no logits came back".into()))?;
        let forward_ms = start.elapsed().as_secs_f64() * 1e3;
        Ok((
            logits,
            Timings {
                forward_ms,
                rows: rows.len() as u32,
            },
        ))
    }

    /// The logits after each token of `tokens`, one vector `[d_vocab]` at a time, through `each`.
    pub async fn logits_along(
        &mut self,
        tokens: &[TokenId],
        each: impl FnMut(usize, Vec<f32>),
    ) -> Result<(), ModelError> {
        let n_layers = self.model.config().n_layers;
        self.logits_at(tokens, 0..tokens.len(), n_layers, each)
            .await
    }

    /// The logits after the tokens at `positions` of `tokens` if the model ended after `depth` of its blocks, 0..=`n_layers`: the
    /// logit lens. One vector `[d_vocab]` at a time, with its position, through `each`.
    pub async fn logits_at(
        &mut self,
        tokens: &[TokenId],
        positions: std::ops::Range<usize>,
        depth: u32,
        mut each: impl FnMut(usize, Vec<f32>),
    ) -> Result<(), ModelError> {
        let path = self.ensure(tokens).await?;
        let step = self.model.capacity().max_logit_rows as usize;
        let end = positions.end.min(path.len());
        for first in (positions.start..end).step_by(step) {
            let rows = self.rows_of(tokens, &path, first..end.min(first + step));
            let found = self.model.readout(&rows, depth).await?;
            for (i, logits) in found.into_iter().enumerate() {
                each(first + i, logits);
            }
        }
        Ok(())
    }

    /// Intermediates of the tokens of `tokens` from position `from` on, recomputed by the unfused plan
    /// from what was kept. A tap's `row` is its position.
    pub async fn inspect(
        &mut self,
        tokens: &[TokenId],
        from: usize,
        taps: &Taps,
    ) -> Result<Vec<Tap>, ModelError> {
        let path = self.ensure(tokens).await?;
        let rows = self.rows_of(tokens, &path, from..path.len());
        let taps = self.model.inspect(&rows, taps).await?;
        Ok(taps
            .into_iter()
            .map(|tap| Tap {
                row: tap.row + from,
                ..tap
            })
            .collect())
    }

    /// Times the kernels that decode one token; see [`crate::backend::Measure::profile`].
    pub async fn profile(&mut self) -> Result<Vec<KernelTime>, ModelError> {
        self.model.profile().await
    }

    /// Computes what is missing along `tokens`; the nodes of the path.
    async fn ensure(&mut self, tokens: &[TokenId]) -> Result<Vec<NodeId>, ModelError> {
        let (path, rows) = self.prepare(tokens)?;
        if !rows.is_empty() {
            let result = self.model.forward(&rows, &[], &Taps::none()).await;
            self.computed(&path, rows.len(), result)?;
        }
        Ok(path)
    }

    /// Gives every token of the path a slot; the rows that are still to be computed.
    fn prepare(&mut self, tokens: &[TokenId]) -> Result<(Vec<NodeId>, Vec<Row>), ModelError> {
        let n_ctx = self.model.config().n_ctx;
        if tokens.is_empty() {
            return Err(logitscope_core::CoreError::EmptyPrompt.into());
        }
        if tokens.len() > n_ctx as usize {
            return Err(logitscope_core::CoreError::PromptTooLong {
                tokens: tokens.len(),
                n_ctx,
            }
            .into());
        }
        let last = self.tree.extend(None, tokens)?;
        let path = last.map(|id| self.tree.path(id)).unwrap_or_default();
        self.clock += 1;
        for id in &path {
            if let Some(place) = self.places.get_mut(&(self.altered, *id)) {
                place.last_used = self.clock;
            }
        }
        // A dropped slot in the middle of a path is computed again with all that follows.
        let known = path
            .iter()
            .take_while(|id| self.places.contains_key(&(self.altered, **id)))
            .count();
        for id in &path[known..] {
            self.release((self.altered, *id));
        }
        for &node in &path[known..] {
            let slot = self.free_slot(path.len())?;
            self.places.insert(
                (self.altered, node),
                Place {
                    slot,
                    last_used: self.clock,
                },
            );
        }
        let rows = self.rows_of(tokens, &path, known..path.len());
        Ok((path, rows))
    }

    /// Passes a forward pass on; if it failed, the slots of its last `n` nodes hold nothing.
    fn computed(
        &mut self,
        path: &[NodeId],
        n: usize,
        result: Result<Output, ModelError>,
    ) -> Result<Output, ModelError> {
        if result.is_err() {
            for id in &path[path.len() - n..] {
                self.release((self.altered, *id));
            }
        }
        result
    }

    fn release(&mut self, key: Key) {
        if let Some(place) = self.places.remove(&key) {
            self.free.push(place.slot);
        }
    }

    /// A free slot; if there is none, that of the least recently used leaf off the current path.
    fn free_slot(&mut self, needed: usize) -> Result<Slot, ModelError> {
        if let Some(slot) = self.free.pop() {
            return Ok(slot);
        }
        let depth = |key: &Key| self.tree.get(key.1).map_or(0, |node| node.position);
        let stale = self
            .places
            .iter()
            .filter(|(_, place)| place.last_used < self.clock);
        let oldest = stale.min_by_key(|(key, place)| (place.last_used, u32::MAX - depth(key)));
        let oldest = oldest.map(|(key, _)| *key);
        if let Some(key) = oldest {
            self.release(key);
        }
        let n_slots = self.model.capacity().n_slots as usize;
        self.free
            .pop()
            .ok_or(ModelError::CacheFull { needed, n_slots })
    }

    /// The rows of the positions `range` of a path whose nodes all have slots.
    fn rows_of(
        &self,
        tokens: &[TokenId],
        path: &[NodeId],
        range: std::ops::Range<usize>,
    ) -> Vec<Row> {
        let slots = path
            .iter()
            .filter_map(|id| self.places.get(&(self.altered, *id)))
            .map(|place| place.slot);
        let slots: Arc<[Slot]> = slots.collect();
        range
            .map(|i| Row {
                token: tokens[i],
                position: i as u32,
                path: Arc::clone(&slots),
                len: i as u32 + 1,
            })
            .collect()
    }
}
