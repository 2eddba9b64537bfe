//! What products take here, alone and shared: whether sharing one is worth it is learned from those before it, for it depends on the processor, and on
//! what else it does.

use std::cell::Cell;

/// How much of what is believed each new product changes.
const LEARNS: f64 = 1.0 / 16.0;
/// Products that are done alone, and then shared, before anything is believed.
const FIRST: u32 = 8;
/// Every how many products of those that are not worth it one is shared all the same: it may have become so.
const TRIAL: u32 = 512;

/// What is believed of products of one kind.
#[derive(Debug, Default)]
pub struct Costs {
    /// How many were done alone, and how many shared.
    done: [Cell<u32>; 2],
    /// Milliseconds of a multiplication, alone.
    each_ms: Cell<f64>,
    /// Milliseconds that sharing a product takes on top of the fewer multiplications.
    turn_ms: Cell<f64>,
}

impl Costs {
    /// Whether sharing so many multiplications among `threads` is worth it, or worth a trial.
    pub fn are_worth(&self, threads: usize, multiplications: usize) -> bool {
        let [alone, shared] = [self.done[0].get(), self.done[1].get()];
        if alone < FIRST {
            return false;
        }
        let saved = multiplications as f64 * self.each_ms.get() * (1.0 - 1.0 / threads as f64);
        shared < FIRST || saved > self.turn_ms.get() || alone.is_multiple_of(TRIAL)
    }

    /// Learns of one that was done alone.
    pub fn alone(&self, multiplications: usize, ms: f64) {
        let each = ms / multiplications.max(1) as f64;
        learn(&self.done[0], &self.each_ms, each);
    }

    /// Learns of one that was shared.
    pub fn together(&self, threads: usize, multiplications: usize, ms: f64) {
        let own = multiplications as f64 * self.each_ms.get() / threads as f64;
        learn(&self.done[1], &self.turn_ms, ms - own);
        // So that a trial is not the next one, too.
        self.done[0].set(self.done[0].get().wrapping_add(1).max(FIRST));
    }
}

/// Takes a measurement into a belief: the mean of the first ones, then what the last ones say.
fn learn(done: &Cell<u32>, belief: &Cell<f64>, measured: f64) {
    let n = done.get().saturating_add(1);
    done.set(n);
    let weight = (1.0 / f64::from(n)).max(LEARNS);
    belief.set(belief.get() + weight * (measured - belief.get()));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Products of a million, of which one alone takes a millisecond, and shared by two half of it and `turn_ms`; how many of 2,000 are shared.
    fn shared(costs: &Costs, turn_ms: f64) -> usize {
        let one = |_: &usize| {
            let worth = costs.are_worth(2, 1_000_000);
            match worth {
                true => costs.together(2, 1_000_000, 0.5 + turn_ms),
                false => costs.alone(1_000_000, 1.0),
            }
            worth
        };
        (0..2000).filter(one).count()
    }

    #[test]
    fn sharing_goes_on_only_where_it_is_worth_it_and_is_tried_again() {
        assert!(shared(&Costs::default(), 0.1) > 1900);
        let costs = Costs::default();
        let few = shared(&costs, 0.9);
        assert!((FIRST as usize..40).contains(&few), "{few}");
        // The processor is free again.
        assert!(shared(&costs, 0.1) > 0);
        assert!((0..9).any(|_| shared(&costs, 0.1) > 1900));
        // And is not.
        assert!(shared(&costs, 0.9) < 60);
    }
}
