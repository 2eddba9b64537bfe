//! The slots of a model's key-value cache, shared by all of its lanes.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use logitscope_core::NodeId;
use logitscope_core::inspection::Slot;

use crate::ModelError;
use crate::config::Reach;

/// Who computes a node: a lane, for texts that reach so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Owner {
    pub lane: u32,
    pub reach: Reach,
}

/// A node as its owner computes it.
type Key = (Owner, NodeId);

/// What is kept of one token of one path.
#[derive(Debug, Clone, Copy)]
struct Place {
    slot: Slot,
    /// In the text.
    position: u32,
    /// The walk that used it last.
    last_used: u64,
}

/// Which nodes of which owners have slots.
#[derive(Debug)]
pub(super) struct Pool {
    n_slots: u32,
    places: HashMap<Key, Place>,
    free: Vec<Slot>,
    /// Counts walks.
    clock: u64,
    /// The latest walk of each lane: what that did not use lies off the lane's path.
    latest: HashMap<u32, u64>,
}

impl Pool {
    /// A pool of `n_slots` free slots.
    pub fn new(n_slots: u32) -> Self {
        Pool {
            n_slots,
            places: HashMap::new(),
            free: (0..n_slots).rev().collect(),
            clock: 0,
            latest: HashMap::new(),
        }
    }

    /// How many slots there are.
    pub fn n_slots(&self) -> u32 {
        self.n_slots
    }

    /// Gives every node of `path`, which begins at a first token, a slot of `owner`. Returns how many nodes from the first on
    /// had theirs already; the others are to be computed. A path longer than the pool is an error, and takes nothing.
    pub fn walk(&mut self, owner: Owner, path: &[NodeId]) -> Result<usize, ModelError> {
        let known = self.walk_all(&[(owner, path)])?;
        Ok(known.into_iter().next().unwrap_or_default())
    }

    /// The same for several paths at once: none of them loses a slot to another. What a path shares with one of the same owner before it counts
    /// as known.
    pub fn walk_all(&mut self, paths: &[(Owner, &[NodeId])]) -> Result<Vec<usize>, ModelError> {
        self.clock += 1;
        for (owner, path) in paths {
            self.latest.insert(owner.lane, self.clock);
            for node in *path {
                if let Some(place) = self.places.get_mut(&(*owner, *node)) {
                    place.last_used = self.clock;
                }
            }
        }
        self.make_room(paths);
        let mut all_known: Vec<usize> = Vec::with_capacity(paths.len());
        for &(owner, path) in paths {
            let has_slot = |node: &&NodeId| self.places.contains_key(&(owner, **node));
            let known = path.iter().take_while(has_slot).count();
            all_known.push(known);
            // A dropped slot in the middle of a path is computed again with all that follows.
            self.release(owner, &path[known..]);
            for (position, &node) in (0..).zip(path).skip(known) {
                let Some(slot) = self.free_slot() else {
                    for ((owner, path), known) in paths.iter().zip(&all_known) {
                        self.release(*owner, &path[*known..]);
                    }
                    return Err(ModelError::CacheFull {
                        needed: distinct(paths),
                        n_slots: self.n_slots as usize,
                    });
                };
                let place = Place {
                    slot,
                    position,
                    last_used: self.clock,
                };
                self.places.insert((owner, node), place);
            }
        }
        Ok(all_known)
    }

    /// The slot of a node of `owner`.
    pub fn slot(&self, owner: Owner, node: NodeId) -> Option<Slot> {
        self.places.get(&(owner, node)).map(|place| place.slot)
    }

    /// Every node that has a slot, with its owner.
    pub fn nodes(&self) -> impl Iterator<Item = (Owner, NodeId, Slot)> + '_ {
        let one = |(&(owner, node), place): (&Key, &Place)| (owner, node, place.slot);
        self.places.iter().map(one)
    }

    /// How many slots `lane` has.
    pub fn held_by(&self, lane: u32) -> u32 {
        let owners = self.places.keys().map(|(owner, _)| owner.lane);
        owners.filter(|own| *own == lane).count() as u32
    }

    /// The lane of the latest walk.
    pub fn latest_lane(&self) -> Option<u32> {
        let own = self.latest.iter().find(|(_, walk)| **walk == self.clock);
        own.map(|(lane, _)| *lane)
    }

    /// Frees the slots of `nodes` of `owner`.
    pub fn release(&mut self, owner: Owner, nodes: &[NodeId]) {
        for node in nodes {
            if let Some(place) = self.places.remove(&(owner, *node)) {
                self.free.push(place.slot);
            }
        }
    }

    /// Frees all slots of `lane`.
    pub fn release_lane(&mut self, lane: u32) {
        let Pool { places, free, .. } = self;
        places.retain(|(owner, _), place| {
            if owner.lane == lane {
                free.push(place.slot);
            }
            owner.lane != lane
        });
        self.latest.remove(&lane);
    }

    /// Where the free slots are too few, frees those that texts of a single length alone can use: at each of its tokens such a text needs all of its
    /// slots anew.
    fn make_room(&mut self, paths: &[(Owner, &[NodeId])]) {
        let missing = |(owner, path): &(Owner, &[NodeId])| {
            let has_none = |node: &&NodeId| !self.places.contains_key(&(*owner, **node));
            path.iter().filter(has_none).count()
        };
        if paths.iter().map(missing).sum::<usize>() <= self.free.len() {
            return;
        }
        let Pool {
            places,
            free,
            clock,
            ..
        } = self;
        places.retain(|(owner, _), place| {
            let stale = matches!(owner.reach, Reach::To(_)) && place.last_used < *clock;
            if stale {
                free.push(place.slot);
            }
            !stale
        });
    }

    /// A free slot; if there is none, the one that is needed least. `None` if the path at hand uses all of them.
    fn free_slot(&mut self) -> Option<Slot> {
        if self.free.is_empty()
            && let Some(place) = self.least_needed().and_then(|key| self.places.remove(&key))
        {
            self.free.push(place.slot);
        }
        self.free.pop()
    }

    /// The leaf to give up for the path at hand: one that lies off every lane's path before one that does not, of the lane
    /// that holds the most slots, the least recently used, the deepest.
    ///
    /// It is a leaf, because a node was last used no earlier than those that follow it.
    fn least_needed(&self) -> Option<Key> {
        let mut held: HashMap<u32, u32> = HashMap::new();
        for (owner, _) in self.places.keys() {
            *held.entry(owner.lane).or_default() += 1;
        }
        let not_at_hand = |(_, place): &(&Key, &Place)| place.last_used < self.clock;
        let need = |(key, place): &(&Key, &Place)| {
            let on_path = self.latest.get(&key.0.lane) == Some(&place.last_used);
            let of_lane = held.get(&key.0.lane).copied();
            (
                on_path,
                Reverse(of_lane),
                place.last_used,
                Reverse(place.position),
            )
        };
        let stale = self.places.iter().filter(not_at_hand);
        stale.min_by_key(need).map(|(key, _)| *key)
    }
}

/// How many nodes there are in all of the paths.
fn distinct(paths: &[(Owner, &[NodeId])]) -> usize {
    let nodes = |(owner, path): &(Owner, &[NodeId])| {
        let owner = *owner;
        let keys = path.iter().map(move |node| (owner, *node));
        keys.collect::<Vec<Key>>()
    };
    let all: HashSet<Key> = paths.iter().flat_map(nodes).collect();
    all.len()
}

#[cfg(test)]
mod tests {
    use logitscope_core::TokenTree;

    use super::*;

    /// Paths of `len` tokens that share nothing.
    fn paths(lens: &[u32]) -> Vec<Vec<NodeId>> {
        let mut tree = TokenTree::default();
        let mut path = |(first, len): (usize, &u32)| {
            let tokens: Vec<u32> = std::iter::once(first as u32).chain(1..*len).collect();
            let last = tree.extend(None, &tokens).expect("a short path");
            tree.path(last.expect("at least one token"))
        };
        lens.iter().enumerate().map(&mut path).collect()
    }

    fn of(lane: u32) -> Owner {
        Owner {
            lane,
            reach: Reach::Within,
        }
    }

    fn held(pool: &Pool, lane: u32, path: &[NodeId]) -> usize {
        let has = |node: &&NodeId| pool.slot(of(lane), **node).is_some();
        path.iter().filter(has).count()
    }

    #[test]
    fn lanes_have_slots_of_their_own_for_the_same_path() {
        let mut pool = Pool::new(12);
        let path = &paths(&[4])[0];
        for lane in [0, 1, 2] {
            assert_eq!(pool.walk(of(lane), path).expect("room"), 0, "lane {lane}");
            assert_eq!(pool.walk(of(lane), path).expect("room"), 4, "lane {lane}");
        }
        let mut slots: Vec<Slot> = pool.nodes().map(|(_, _, slot)| slot).collect();
        slots.sort_unstable();
        assert_eq!(slots, (0..12).collect::<Vec<_>>());
        pool.release_lane(1);
        assert_eq!([0, 1, 2].map(|lane| pool.held_by(lane)), [4, 0, 4]);
    }

    #[test]
    fn branches_that_are_walked_together_take_nothing_from_each_other() {
        let mut pool = Pool::new(8);
        let mut tree = TokenTree::default();
        let mut path = |tokens: &[u32]| {
            let last = tree.extend(None, tokens).expect("a short path");
            tree.path(last.expect("at least one token"))
        };
        let (old, a, b) = (path(&[9, 9, 9]), path(&[1, 2, 3, 4]), path(&[1, 2, 5, 6]));
        pool.walk(of(0), &old).expect("room");
        let known = pool
            .walk_all(&[(of(0), &a), (of(0), &b)])
            .expect("room for six");
        assert_eq!(known, [0, 2], "what they share is computed once");
        assert_eq!((held(&pool, 0, &a), held(&pool, 0, &b)), (4, 4));
        assert_eq!(held(&pool, 0, &old), 2, "one slot was missing");
        assert_eq!(
            pool.walk_all(&[(of(0), &b), (of(0), &a)]).expect("there"),
            [4, 4]
        );
        // Nine nodes in eight slots: an error, and nothing is held for them.
        let (c, d) = (path(&[7, 1, 2, 3, 4]), path(&[7, 5, 6, 7, 8]));
        let error = pool
            .walk_all(&[(of(0), &c), (of(0), &d)])
            .expect_err("too many");
        assert!(
            matches!(
                error,
                ModelError::CacheFull {
                    needed: 9,
                    n_slots: 8
                }
            ),
            "{error:?}"
        );
        assert_eq!((held(&pool, 0, &c), held(&pool, 0, &d)), (0, 0));
    }

    #[test]
    fn what_lies_off_every_path_goes_before_the_paths_of_other_lanes() {
        let mut pool = Pool::new(12);
        let all = paths(&[4, 4, 4, 3]);
        pool.walk(of(0), &all[0]).expect("room");
        // Two of lane 1, of which the later is its path.
        pool.walk(of(1), &all[1]).expect("room");
        pool.walk(of(1), &all[2]).expect("room");
        // Lane 0's path is the least recently used, but nothing else is known of that lane.
        pool.walk(of(2), &all[3]).expect("room");
        assert_eq!(held(&pool, 0, &all[0]), 4);
        assert_eq!(
            (held(&pool, 1, &all[1]), held(&pool, 1, &all[2])),
            (1, 4),
            "its old path, from its end"
        );
        assert!(pool.slot(of(1), all[1][0]).is_some());
    }

    #[test]
    fn lanes_give_up_their_paths_in_equal_parts() {
        let mut pool = Pool::new(18);
        let all = paths(&[9, 9, 8]);
        pool.walk(of(0), &all[0]).expect("room");
        pool.walk(of(1), &all[1]).expect("room");
        pool.walk(of(2), &all[2]).expect("room");
        assert_eq!([0, 1, 2].map(|lane| pool.held_by(lane)), [5, 5, 8]);
        assert!(pool.slot(of(0), all[0][4]).is_some() && pool.slot(of(1), all[1][4]).is_some());
    }

    #[test]
    fn one_lane_drops_the_least_recently_used_from_its_end() {
        let mut pool = Pool::new(10);
        let all = paths(&[4, 4, 5]);
        pool.walk(of(0), &all[0]).expect("room");
        pool.walk(of(0), &all[1]).expect("room");
        pool.walk(of(0), &all[0]).expect("room");
        pool.walk(of(0), &all[2]).expect("room");
        assert_eq!(
            all.iter().map(|p| held(&pool, 0, p)).collect::<Vec<_>>(),
            [4, 1, 5]
        );
        assert_eq!(pool.walk(of(0), &all[1]).expect("room"), 1);
    }

    #[test]
    fn a_path_longer_than_the_pool_takes_nothing() {
        let mut pool = Pool::new(4);
        let all = paths(&[3, 5]);
        pool.walk(of(0), &all[0]).expect("room");
        let error = pool.walk(of(1), &all[1]).expect_err("too long").to_string();
        assert!(
            error.contains("5 positions are needed and it has 4"),
            "{error}"
        );
        assert_eq!(
            (pool.held_by(1), pool.free.len()),
            (0, 4 - pool.held_by(0) as usize)
        );
    }
}
