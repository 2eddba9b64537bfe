//! The settings of the sampler, what was pinned and what strategies were asked for, as they were, to go back to and forth again.

use logitscope_core::Settings;

use crate::choices::Asked;

/// The most steps back.
const MOST: usize = 200;
/// Changes of the same numbers that follow one another this closely are one, in milliseconds: a slider on its way.
const TOGETHER_MS: f64 = 1000.0;

/// The settings together with those that they are compared with and what the strategies are asked for: what a change changes.
#[derive(Debug, Clone, PartialEq)]
pub struct Setup {
    /// The sampler's settings.
    pub settings: Settings,
    /// Those that are pinned.
    pub pinned: Option<Settings>,
    /// What the strategies are asked for.
    pub asked: Asked,
}

/// What was before, and what was taken back.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct History {
    before: Vec<Setup>,
    after: Vec<Setup>,
    /// When the last change of numbers was.
    moved_at: Option<f64>,
}

impl History {
    /// Notes that `old` became `new` at `now`, in milliseconds.
    pub fn note(&mut self, old: &Setup, new: &Setup, now: f64) {
        let moves = same_stages(old, new);
        let goes_on = moves && self.moved_at.is_some_and(|at| now - at < TOGETHER_MS);
        self.moved_at = moves.then_some(now);
        self.after.clear();
        if goes_on && !self.before.is_empty() {
            return;
        }
        if self.before.len() == MOST {
            self.before.remove(0);
        }
        self.before.push(old.clone());
    }

    /// What was before `now`, if anything.
    pub fn back(&mut self, now: &Setup) -> Option<Setup> {
        let before = self.before.pop()?;
        self.after.push(now.clone());
        self.moved_at = None;
        Some(before)
    }

    /// What was taken back from before `now`, if anything.
    pub fn forth(&mut self, now: &Setup) -> Option<Setup> {
        let after = self.after.pop()?;
        self.before.push(now.clone());
        self.moved_at = None;
        Some(after)
    }

    /// Whether there is something to take back.
    pub fn can_go_back(&self) -> bool {
        !self.before.is_empty()
    }

    /// Whether something was taken back.
    pub fn can_go_forth(&self) -> bool {
        !self.after.is_empty()
    }
}

/// Whether only numbers differ: the same stages in the same order, on or off as before, and the same pinned.
fn same_stages(a: &Setup, b: &Setup) -> bool {
    let of = |s: &Setup| -> Vec<(&'static str, bool)> {
        let stages = s.settings.chain.stages().iter();
        stages.map(|s| (s.sampler.name(), s.on)).collect()
    };
    of(a) == of(b) && a.pinned == b.pinned
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(chain: &str) -> Setup {
        let settings = Settings {
            chain: chain.parse().expect("well spelled"),
            ..Settings::default()
        };
        Setup {
            settings,
            pinned: None,
            asked: Asked::default(),
        }
    }

    /// Walks through `chains`, a change every `ms`.
    fn walk(chains: &[&str], ms: f64) -> History {
        let mut history = History::default();
        for (i, pair) in chains.windows(2).enumerate() {
            history.note(&at(pair[0]), &at(pair[1]), i as f64 * ms);
        }
        history
    }

    #[test]
    fn every_change_is_taken_back_and_made_again() {
        let chains = ["top_k~5,top_p~0.9", "top_k~5", "", "temperature~1"];
        let mut history = walk(&chains, 1.0);
        let mut now = at(chains[3]);
        for want in [chains[2], chains[1], chains[0]] {
            now = history.back(&now).expect("there is more");
            assert_eq!(now, at(want));
        }
        assert_eq!((history.back(&now), history.can_go_back()), (None, false));
        for want in &chains[1..] {
            now = history.forth(&now).expect("there is more");
            assert_eq!(now, at(want));
        }
        assert!(!history.can_go_forth() && history.can_go_back());
    }

    #[test]
    fn a_slider_on_its_way_is_one_change_and_the_next_one_another() {
        let way = ["top_k~5", "top_k~6", "top_k~7", "top_k~8"];
        let mut quick = walk(&way, 100.0);
        assert_eq!(quick.back(&at(way[3])), Some(at(way[0])));
        let mut slow = walk(&way, 5000.0);
        assert_eq!(slow.back(&at(way[3])), Some(at(way[2])));
    }

    #[test]
    fn another_change_forgets_what_was_taken_back() {
        let mut history = walk(&["top_k~5", ""], 1.0);
        assert!(history.back(&at("")).is_some());
        history.note(&at("top_k~5"), &at("top_p~0.5"), 9.0);
        assert!(!history.can_go_forth());
    }
}
