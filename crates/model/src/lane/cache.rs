//! What lies in the key-value cache.

use logitscope_core::inspection::{CacheMap, Cached, Slot};
use logitscope_core::{NodeId, TokenId, sorted};

use super::pool::Owner;
use super::{Lane, Lanes};
use crate::ModelError;
use crate::config::Reach;

impl Lanes {
    /// What the cache holds now, of all lanes.
    pub fn cache(&self) -> CacheMap {
        let cached = |(owner, id, slot): (Owner, NodeId, Slot)| {
            let node = self.tree.get(id).ok()?;
            let parent = node.parent.and_then(|id| self.pool.slot(owner, id));
            Some(Cached {
                slot,
                token: node.token,
                position: node.position,
                parent,
                altered: self
                    .open
                    .get(&owner.lane)
                    .is_some_and(|own| !own.is_empty()),
                long: owner.reach != Reach::Within,
            })
        };
        let mut cached: Vec<Cached> = self.pool.nodes().filter_map(cached).collect();
        sorted::sort_by_key(&mut cached, |c| (c.position, c.slot));
        CacheMap {
            n_slots: self.pool.n_slots(),
            slot_bytes: self.slot_bytes(),
            cached,
        }
    }
}

impl Lane<'_> {
    /// What the cache holds now, of all lanes of the model.
    pub fn cache(&self) -> CacheMap {
        self.lanes.cache()
    }

    /// Drops the keys and values of a path, so that the next evaluation computes all of it again: what a model without a cache does at
    /// every token.
    pub fn forget(&mut self, tokens: &[TokenId]) -> Result<(), ModelError> {
        let last = self.lanes.tree.extend(None, tokens)?;
        let path = last.map(|id| self.lanes.tree.path(id)).unwrap_or_default();
        self.lanes.pool.release(self.owner(tokens.len()), &path);
        Ok(())
    }
}
