//! What lies in the key-value cache.

use logitscope_core::TokenId;

use super::{Key, Lane, Place};
use crate::ModelError;
use logitscope_core::inspection::{CacheMap, Cached};

impl Lane {
    /// What the cache holds now.
    pub fn cache(&self) -> CacheMap {
        let cached = |(&(altered, id), place): (&Key, &Place)| {
            let node = self.tree.get(id).ok()?;
            let parent = node.parent.and_then(|id| self.places.get(&(altered, id)));
            Some(Cached {
                slot: place.slot,
                token: node.token,
                position: node.position,
                parent: parent.map(|place| place.slot),
                altered,
            })
        };
        let mut cached: Vec<Cached> = self.places.iter().filter_map(cached).collect();
        cached.sort_by_key(|c| (c.position, c.slot));
        CacheMap {
            n_slots: self.model.capacity().n_slots,
            slot_bytes: self.slot_bytes(),
            cached,
        }
    }

    /// Drops the keys and values of a path, so that the next evaluation computes all of it again: what a model without a cache does at
    /// every token.
    pub fn forget(&mut self, tokens: &[TokenId]) -> Result<(), ModelError> {
        let last = self.tree.extend(None, tokens)?;
        for id in last.map(|id| self.tree.path(id)).unwrap_or_default() {
            self.release((self.altered, id));
        }
        Ok(())
    }
}
