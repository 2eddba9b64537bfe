//! What the page keeps of the model's inside, within a budget.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use logitscope_core::Interventions;

/// Something of the inside that is kept, one shelf a type.
pub trait Record: Send + Sync + 'static {
    /// What it is found by.
    type Key: Eq + Hash + Send + Sync + 'static;
    /// Whether it goes when other parts of the shown model are switched off.
    const OF_SHOWN_MODEL: bool = true;

    /// How much room it takes, in bytes, roughly.
    fn bytes(&self) -> usize;
}

/// Records of one type.
struct Shelf<V: Record> {
    items: HashMap<V::Key, Arc<V>>,
    bytes: usize,
}

impl<V: Record> Default for Shelf<V> {
    fn default() -> Self {
        Shelf {
            items: HashMap::new(),
            bytes: 0,
        }
    }
}

impl<V: Record> Shelf<V> {
    fn put(&mut self, key: V::Key, value: V) {
        self.bytes += value.bytes();
        let old = self.items.insert(key, Arc::new(value));
        self.bytes -= old.map_or(0, |old| old.bytes());
    }
}

/// A shelf of any type.
trait AnyShelf: Any {
    fn bytes(&self) -> usize;
    fn of_shown_model(&self) -> bool;
}

impl<V: Record> AnyShelf for Shelf<V> {
    fn bytes(&self) -> usize {
        self.bytes
    }

    fn of_shown_model(&self) -> bool {
        V::OF_SHOWN_MODEL
    }
}

/// What was computed, by what it belongs to.
#[derive(Default)]
pub struct Store {
    /// What is switched off or scaled in the model that it is of.
    lane: Interventions,
    shelves: HashMap<TypeId, Box<dyn AnyShelf>>,
}

impl Store {
    /// Nothing yet, of the model with these parts switched off or scaled.
    pub fn of(lane: Interventions) -> Self {
        Store {
            lane,
            ..Store::default()
        }
    }

    /// What is switched off or scaled in the model that it is of.
    pub fn lane(&self) -> &Interventions {
        &self.lane
    }

    fn shelf<V: Record>(&self) -> Option<&Shelf<V>> {
        let shelf: &dyn Any = self.shelves.get(&TypeId::of::<V>())?.as_ref();
        shelf.downcast_ref()
    }

    /// What is kept under `key`.
    pub fn get<V: Record>(&self, key: &V::Key) -> Option<&Arc<V>> {
        self.shelf::<V>()?.items.get(key)
    }

    /// Whether something is.
    pub fn has<V: Record>(&self, key: &V::Key) -> bool {
        self.get::<V>(key).is_some()
    }

    /// Keeps all of an answer. If it does not fit beside what is there, that goes.
    pub fn keep<V: Record>(&mut self, all: Vec<(V::Key, V)>, budget_bytes: usize) {
        let bytes: usize = all.iter().map(|(_, value)| value.bytes()).sum();
        // Before anything of the answer is kept: what went in the middle of it would be asked for again.
        if self.bytes() + bytes > budget_bytes {
            self.shelves.clear();
        }
        let shelf = self.shelves.entry(TypeId::of::<V>());
        let shelf = shelf.or_insert_with(|| Box::<Shelf<V>>::default());
        let shelf: &mut dyn Any = shelf.as_mut();
        if let Some(shelf) = shelf.downcast_mut::<Shelf<V>>() {
            all.into_iter()
                .for_each(|(key, value)| shelf.put(key, value));
        }
    }

    /// Forgets all records of a type.
    pub fn forget<V: Record>(&mut self) {
        self.shelves.remove(&TypeId::of::<V>());
    }

    /// Forgets what depends on what is switched off, for that is something else now.
    pub fn turn_to(&mut self, lane: Interventions) {
        self.lane = lane;
        self.shelves.retain(|_, shelf| !shelf.of_shown_model());
    }

    /// All of it, in bytes.
    pub fn bytes(&self) -> usize {
        self.shelves.values().map(|shelf| shelf.bytes()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inspect::attention::{HeadRows, layers_that_fit};
    use logitscope_core::NodeId;
    use logitscope_core::inspection::Weighed;

    fn rows(node: u32, layer: u32, n: usize) -> ((NodeId, u32), HeadRows) {
        let rows = HeadRows {
            n_heads: 1,
            scores: Vec::new(),
            pattern: vec![0.0; n],
        };
        ((NodeId(node), layer), rows)
    }

    #[test]
    fn beyond_the_budget_all_go_but_the_newest() {
        let mut store = Store::default();
        store.keep(vec![rows(1, 0, 8), rows(2, 0, 8)], 400);
        store.keep(vec![rows(2, 0, 4)], 400);
        assert_eq!(store.bytes(), 4 * 12, "what is replaced counts once");
        // All of an answer, or nothing of it, goes.
        store.keep(vec![rows(1, 1, 8), rows(2, 1, 92)], 400);
        let has = |node: u32, layer: u32| store.has::<HeadRows>(&(NodeId(node), layer));
        assert_eq!((has(1, 0), has(1, 1), has(2, 1)), (false, true, true));
        assert_eq!(store.bytes(), 400);
        let fit = |n: usize| layers_that_fit(12, n, 96 << 20);
        assert_eq!((fit(1024), fit(2048)), (1, 0));
    }

    #[test]
    fn another_lane_forgets_what_it_would_change() {
        let mut store = Store::default();
        store.keep(vec![rows(1, 0, 8)], 4000);
        let near = vec![Weighed {
            token: 5,
            value: 0.5,
        }];
        store.keep(vec![(3, near)], 4000);
        let off: Interventions = "L0H0".parse().expect("well spelled");
        store.turn_to(off.clone());
        assert_eq!(*store.lane(), off);
        assert!(!store.has::<HeadRows>(&(NodeId(1), 0)));
        assert!(store.has::<Vec<Weighed>>(&3), "the embedding is the same");
    }
}
