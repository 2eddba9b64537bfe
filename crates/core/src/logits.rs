//! The logits of the nodes computed so far, up to a budget.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use crate::moments::Moments;
use crate::{CoreError, Distribution, NodeId, Timings, TopDistribution};

/// One node's distribution and what it cost.
#[derive(Debug, Clone, PartialEq)]
pub struct NodeLogits {
    /// `[d_vocab]`, f32, by token id; empty if a server has listed the most probable tokens only.
    pub logits: Arc<[f32]>,
    /// The same, ranked.
    pub distribution: Arc<Distribution>,
    /// The forward pass that computed them.
    pub timings: Timings,
    /// False where they stand in for logits of a recorded run: same choice, other rounding.
    pub original: bool,
}

/// Logits by node. Beyond the budget the oldest are dropped; whoever asks for them then gets `None`
/// and has them computed again.
#[derive(Debug, Default)]
pub struct LogitsStore {
    by_node: HashMap<NodeId, NodeLogits>,
    oldest_first: VecDeque<NodeId>,
    budget_bytes: usize,
    used_bytes: usize,
}

impl LogitsStore {
    /// An empty store that holds at most `budget_bytes` (but always the newest entry).
    pub fn new(budget_bytes: usize) -> Self {
        LogitsStore {
            budget_bytes,
            ..LogitsStore::default()
        }
    }

    /// Bytes in use: logits, ids, ranks and probabilities.
    pub fn used_bytes(&self) -> usize {
        self.used_bytes
    }

    /// The most bytes in use before the oldest entry goes.
    pub fn budget_bytes(&self) -> usize {
        self.budget_bytes
    }

    /// The logits of `node`, if they are here.
    pub fn get(&self, node: NodeId) -> Option<&NodeLogits> {
        self.by_node.get(&node)
    }

    /// Ranks and keeps the logits of `node`, `[d_vocab]`. Broken logits (NaN, +∞) are refused.
    pub fn insert(
        &mut self,
        node: NodeId,
        logits: Arc<[f32]>,
        timings: Timings,
        original: bool,
    ) -> Result<(), CoreError> {
        let distribution = Arc::new(Distribution::new(&logits)?);
        self.keep(
            node,
            NodeLogits {
                logits,
                distribution,
                timings,
                original,
            },
        );
        Ok(())
    }

    /// Keeps what a server has listed for `node`: its most probable tokens, or all of them.
    pub fn insert_top(
        &mut self,
        node: NodeId,
        top: TopDistribution,
        timings: Timings,
        original: bool,
    ) {
        let entry = NodeLogits {
            logits: Arc::from([]),
            distribution: Arc::new(Distribution::of_top(top)),
            timings,
            original,
        };
        self.keep(node, entry);
    }

    fn keep(&mut self, node: NodeId, entry: NodeLogits) {
        self.used_bytes += entry.bytes();
        match self.by_node.insert(node, entry) {
            Some(before) => self.used_bytes -= before.bytes(),
            None => self.oldest_first.push_back(node),
        }
        while self.used_bytes > self.budget_bytes && self.oldest_first.len() > 1 {
            if let Some(old) = self
                .oldest_first
                .pop_front()
                .and_then(|n| self.by_node.remove(&n))
            {
                self.used_bytes -= old.bytes();
            }
        }
    }

    /// Forgets everything (another model was loaded).
    pub fn clear(&mut self) {
        *self = LogitsStore::new(self.budget_bytes);
    }
}

impl NodeLogits {
    /// `[d_vocab]`, by token id; `None` if only the most probable tokens are listed.
    pub fn all(&self) -> Option<&Arc<[f32]>> {
        Some(&self.logits).filter(|logits| !logits.is_empty())
    }

    fn bytes(&self) -> usize {
        entry_bytes(self.distribution.d_vocab())
    }
}

/// Two f32 arrays, two u32 arrays and one f64 array of `d_vocab`, and the moments of the ranking; a shorter list takes less.
fn entry_bytes(d_vocab: usize) -> usize {
    d_vocab * (4 + 4 + 4 + 4 + 8 + Moments::BYTES_A_TOKEN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beyond_the_budget_the_oldest_goes_and_the_newest_stays() {
        let mut store = LogitsStore::new(2 * entry_bytes(3));
        for node in 0..4 {
            let logits = Arc::from([0.0, 1.0, node as f32]);
            store
                .insert(NodeId(node), logits, Timings::default(), true)
                .expect("finite");
        }
        let here: Vec<_> = (0..4).map(|n| store.get(NodeId(n)).is_some()).collect();
        assert_eq!(here, [false, false, true, true]);
        assert_eq!(store.used_bytes(), 2 * entry_bytes(3));
        let mut tiny = LogitsStore::new(0);
        tiny.insert(NodeId(0), Arc::from([1.0]), Timings::default(), true)
            .expect("finite");
        assert!(tiny.get(NodeId(0)).is_some());
    }
}
