//! What the unchanged beginning of a chain leaves at each step, so that a moved slider does not begin with the whole vocabulary.

use std::collections::HashMap;
use std::sync::{Arc, Weak};

use crate::chain::{Chain, ChainContext, LazyCandidates, LazyState, Sampler};
use crate::{Distribution, NodeId};

/// More candidates than these are not kept for a step: they would be computed again about as fast as copied, and take memory
/// (24 bytes each).
const MOST_KEPT: usize = 2048;

/// What the beginning that the last chain has in common with the one before it has left, by the node whose logits it is.
#[derive(Debug, Default)]
pub(crate) struct PrefixCache {
    /// The samplers that act, in order.
    samplers: Vec<Sampler>,
    /// How many of them are worth keeping something of.
    goal: usize,
    kept: HashMap<NodeId, Kept>,
}

/// What some first samplers of the chain left.
#[derive(Debug)]
struct Kept {
    /// Of which logits; they may be dropped or computed anew meanwhile.
    distribution: Weak<Distribution>,
    /// How many samplers were applied.
    applied: usize,
    /// Whether it was normalised after that, for one who reads the probabilities.
    normalised: bool,
    state: LazyState,
}

impl PrefixCache {
    /// From now on it is about this chain.
    pub(crate) fn turn_to(&mut self, chain: &Chain) {
        let samplers: Vec<Sampler> = chain.acting().cloned().collect();
        let both = self.samplers.iter().zip(&samplers);
        self.goal = both.take_while(|(a, b)| a == b && a.is_pure()).count();
        self.samplers = samplers;
        let goal = self.goal;
        self.kept
            .retain(|_, kept| kept.applied <= goal && kept.distribution.strong_count() > 0);
    }

    /// The same as [`Chain::run`] with the chain turned to, at the node `at` whose logits are `distribution`: normalised.
    pub(crate) fn run<'a>(
        &mut self,
        at: NodeId,
        distribution: &'a Arc<Distribution>,
        context: &ChainContext,
    ) -> LazyCandidates<'a> {
        let (begun, mut pool) = match self.resume(at, distribution, context) {
            Some((applied, state)) => (applied, LazyCandidates::resume(distribution, state)),
            None => (0, LazyCandidates::new(distribution)),
        };
        for place in begun..=self.samplers.len() {
            if place == self.goal && place > begun {
                self.keep(at, distribution, &mut pool, context);
            }
            if let Some(sampler) = self.samplers.get(place) {
                sampler.apply(&mut pool, context);
            }
        }
        pool.normalise();
        pool
    }

    /// Keeps what the samplers up to the goal left, unless it is too much.
    fn keep(
        &mut self,
        at: NodeId,
        distribution: &Arc<Distribution>,
        pool: &mut LazyCandidates,
        context: &ChainContext,
    ) {
        let normalised = self.reads_probs(self.goal, context);
        if normalised {
            pool.normalise();
        }
        if pool.state().written() > MOST_KEPT {
            self.kept.remove(&at);
            return;
        }
        let kept = Kept {
            distribution: Arc::downgrade(distribution),
            applied: self.goal,
            normalised,
            state: pool.state().clone(),
        };
        self.kept.insert(at, kept);
    }

    /// How many samplers are applied already, and what they left.
    fn resume(
        &self,
        at: NodeId,
        distribution: &Arc<Distribution>,
        context: &ChainContext,
    ) -> Option<(usize, LazyState)> {
        let kept = self.kept.get(&at)?;
        let same = kept.distribution.ptr_eq(&Arc::downgrade(distribution));
        let as_wanted = kept.normalised == self.reads_probs(kept.applied, context);
        (same && as_wanted).then(|| (kept.applied, kept.state.clone()))
    }

    /// Whether what the first `applied` samplers leave is normalised next: at the end of the chain it is.
    fn reads_probs(&self, applied: usize, context: &ChainContext) -> bool {
        let next = self.samplers.get(applied);
        next.is_none_or(|sampler| sampler.reads_probs(context))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_candidates_are_kept_and_many_are_not() {
        for (d_vocab, chain, kept) in [
            (100, "quadratic~0.1~1", 1),
            (3000, "quadratic~0.1~1", 0),
            // Not written out.
            (3000, "temperature~0.8", 1),
            (3000, "min_p~0.9", 1),
        ] {
            let logits: Vec<f32> = (0..d_vocab).map(|i| -(i as f32)).collect();
            let distribution = Arc::new(Distribution::new(&logits).expect("finite"));
            let mut prefix_cache = PrefixCache::default();
            for k in [7, 8] {
                let chain: Chain = format!("{chain},top_k~{k}").parse().expect("well spelled");
                prefix_cache.turn_to(&chain);
                let left = prefix_cache
                    .run(NodeId(3), &distribution, &ChainContext::default())
                    .finish();
                assert_eq!(
                    left,
                    chain.run(&distribution, &ChainContext::default()),
                    "{chain}"
                );
            }
            assert_eq!(prefix_cache.kept.len(), kept, "{chain} of {d_vocab}");
        }
        let all = (257..50_257).map(|i| i.to_string()).collect::<Vec<_>>();
        let chain = |t: f64| -> Chain {
            let spelled = format!("banned~{},temperature~{t}", all.join("~"));
            spelled.parse().expect("well spelled")
        };
        let distribution = Arc::new(Distribution::new(&[0.5; 50_257]).expect("finite"));
        let mut prefix_cache = PrefixCache::default();
        for t in [0.8, 0.9] {
            prefix_cache.turn_to(&chain(t));
            prefix_cache.run(NodeId(0), &distribution, &ChainContext::default());
        }
        assert!(
            prefix_cache.kept.is_empty(),
            "50,000 ranks to leave out are a lot, too"
        );
    }
}
