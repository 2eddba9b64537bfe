//! Lanes: a model as it is, and with parts switched off or scaled, walking paths of tokens side by side.
//!
//! A lane is a pair (model, interventions). What it computed for a path is kept in slots, one a token, shared by all of its paths
//! with the same beginning whose positions turn alike. The lanes of a model share its slots.

mod cache;
mod evaluate;
mod pool;
mod speed;

use std::collections::BTreeMap;

use logitscope_core::trace::{BackendInfo, ModelInfo};
use logitscope_core::{Interventions, ModelOutput, Precision, TokenTree};

use crate::backend::pad4;
use crate::checkpoint::weight_spec::{Role, WeightSpec};
use crate::language_model::LanguageModel;
use crate::{Config, ModelError};
use pool::Pool;

pub use evaluate::Lane;

/// The number of the lane that is the model as it is.
pub const PLAIN: u32 = 0;

/// A model with its lanes and their key-value cache.
pub struct Lanes {
    model: Box<dyn LanguageModel>,
    name: String,
    precision: Precision,
    /// Every path seen so far.
    tree: TokenTree,
    /// The slots of its nodes.
    pool: Pool,
    /// The interventions of every open lane, by its number.
    open: BTreeMap<u32, Interventions>,
    /// The highest number so far: none is given twice.
    last: u32,
    /// The lane whose interventions act in the model; `None` after they could not be set.
    acting: Option<u32>,
}

impl Lanes {
    /// The lanes of `model`, shown as `name`, whose weights were loaded with `precision`. Its plain lane is open.
    pub fn new(model: Box<dyn LanguageModel>, name: String, precision: Precision) -> Self {
        Lanes {
            pool: Pool::new(model.capacity().n_slots),
            model,
            name,
            precision,
            tree: TokenTree::default(),
            open: BTreeMap::from([(PLAIN, Interventions::default())]),
            last: PLAIN,
            acting: Some(PLAIN),
        }
    }

    /// Opens a lane for the model with `interventions`; its number. Parts that the model does not have are an error.
    pub fn open(&mut self, interventions: Interventions) -> Result<u32, ModelError> {
        self.act(None, &interventions)?;
        self.last += 1;
        self.open.insert(self.last, interventions);
        self.acting = Some(self.last);
        Ok(self.last)
    }

    /// Closes a lane and frees its slots.
    pub fn close(&mut self, number: u32) -> Result<(), ModelError> {
        if number == PLAIN {
            return Err(ModelError::PlainLane(number));
        }
        self.open
            .remove(&number)
            .ok_or(ModelError::NoLane(number))?;
        self.pool.release_lane(number);
        Ok(())
    }

    /// An open lane. What is computed meanwhile is computed with its interventions.
    pub fn lane(&mut self, number: u32) -> Result<Lane<'_>, ModelError> {
        let interventions = self.open.get(&number).ok_or(ModelError::NoLane(number))?;
        if self.acting != Some(number) {
            let interventions = interventions.clone();
            self.act(Some(number), &interventions)?;
        }
        Ok(Lane {
            lanes: self,
            number,
        })
    }

    /// The lane of the model as it is.
    pub fn plain(&mut self) -> Result<Lane<'_>, ModelError> {
        self.lane(PLAIN)
    }

    fn act(&mut self, number: Option<u32>, own: &Interventions) -> Result<(), ModelError> {
        self.acting = None;
        self.model.intervene(own)?;
        self.acting = number;
        Ok(())
    }

    /// The open lanes by their numbers, with their interventions and how many slots each holds.
    pub fn all(&self) -> impl Iterator<Item = (u32, &Interventions, u32)> {
        let open = self.open.iter();
        open.map(|(number, own)| (*number, own, self.pool.held_by(*number)))
    }

    /// The model's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The model's sizes.
    pub fn config(&self) -> &Config {
        self.model.config()
    }

    /// What computes.
    pub fn backend_info(&self) -> BackendInfo {
        self.model.backend_info()
    }

    /// Has everything ready for looking inside; see `Gpt2::prepare_inside`.
    pub async fn prepare_inside(&mut self) -> Result<(), ModelError> {
        self.model.prepare_inside().await
    }

    /// Bytes of weights, as kept.
    pub fn weight_bytes(&self) -> u64 {
        self.model.weight_bytes()
    }

    /// Bytes of weights that decoding one token reads: all but the other rows of tables that are only looked up.
    pub fn bytes_read(&self) -> u64 {
        let weights = self.config().weights();
        let tables = weights.iter().filter(|weight| weight.role == Role::Lookup);
        let unread = |table: &WeightSpec| {
            let format = table.format(self.precision);
            format.bytes(table.n_params() - table.n_read())
        };
        let unread: u64 = tables.map(unread).sum();
        self.weight_bytes().saturating_sub(unread)
    }

    /// Bytes of keys and values, as allocated.
    pub fn kv_bytes(&self) -> u64 {
        u64::from(self.n_slots()) * self.slot_bytes()
    }

    /// Bytes of all that is neither weights nor keys and values: the residual stream kept at every slot, what one forward pass
    /// computes in, its inputs and what comes back.
    pub fn workspace_bytes(&self) -> u64 {
        let others = self.weight_bytes() + self.kv_bytes();
        self.model.allocated_bytes().saturating_sub(others)
    }

    /// How many tokens of all lanes together the cache has room for.
    pub fn n_slots(&self) -> u32 {
        self.pool.n_slots()
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
            blocks: c.blocks,
            n_layers: c.n_layers,
            n_heads: c.n_heads,
            n_kv_heads: (c.n_kv_heads != c.n_heads).then_some(c.n_kv_heads),
            d_model: c.d_model,
            d_head: c.d_head,
            d_mlp: c.d_mlp,
            d_vocab: c.d_vocab,
            n_ctx: c.n_ctx,
            n_positions: (c.longest() > c.n_ctx).then_some(c.longest()),
            unturned: c.unturned_blocks(),
            n_params: c.n_params(),
            weights: self.precision.name().into(),
            output: ModelOutput::Logits,
        }
    }
}
