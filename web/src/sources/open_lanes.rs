//! The lanes that the page has open in the engine, by what is switched off in them.

use std::collections::VecDeque;

use logitscope_core::Interventions;
use logitscope_protocol::{LaneId, ModelId};

/// Most lanes beside the plain one: what is switched off now, in the text that is continued without it, and the head on screen. Those of every
/// choice that the visitor has tried would push each other out of the cache.
const MOST: usize = 3;

/// The lanes of the loaded model.
#[derive(Debug)]
pub(super) struct OpenLanes {
    /// The model as it is.
    plain: LaneId,
    /// The others, the least recently used first.
    altered: VecDeque<(Interventions, LaneId)>,
}

impl OpenLanes {
    /// Those of a model that was just loaded.
    pub fn new(plain: LaneId) -> Self {
        OpenLanes {
            plain,
            altered: VecDeque::new(),
        }
    }

    /// The model.
    pub fn model(&self) -> ModelId {
        self.plain.model
    }

    /// The lane with these interventions, if it is open.
    pub fn find(&mut self, interventions: &Interventions) -> Option<LaneId> {
        if interventions.is_empty() {
            return Some(self.plain);
        }
        let at = self
            .altered
            .iter()
            .position(|(own, _)| own == interventions);
        let found = self.altered.remove(at?)?;
        let lane = found.1;
        self.altered.push_back(found);
        Some(lane)
    }

    /// The lane with these interventions, which is to be closed; the plain one stays.
    pub fn remove(&mut self, interventions: &Interventions) -> Option<LaneId> {
        let own = |(own, _): &(Interventions, LaneId)| own == interventions;
        let at = self.altered.iter().position(own)?;
        self.altered.remove(at).map(|(_, lane)| lane)
    }

    /// Takes up a lane that was just opened; one that is to be closed for it, if there are too many.
    pub fn add(&mut self, interventions: Interventions, lane: LaneId) -> Option<LaneId> {
        self.altered.push_back((interventions, lane));
        let too_many = self.altered.len() > MOST;
        too_many
            .then(|| self.altered.pop_front())
            .flatten()
            .map(|(_, lane)| lane)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lane(number: u32) -> LaneId {
        LaneId {
            model: ModelId(3),
            number,
        }
    }

    #[test]
    fn lanes_are_found_by_their_parts_and_the_least_recently_used_is_closed() {
        let off = |text: &str| text.parse::<Interventions>().expect("parts");
        let mut lanes = OpenLanes::new(lane(0));
        assert_eq!(lanes.find(&off("")), Some(lane(0)));
        assert_eq!(lanes.find(&off("L0H0")), None);
        assert_eq!(lanes.add(off("L0H0"), lane(1)), None);
        assert_eq!(lanes.add(off("L1M"), lane(2)), None);
        assert_eq!(lanes.add(off("L1H1"), lane(4)), None);
        assert_eq!(lanes.find(&off("L0H0")), Some(lane(1)));
        assert_eq!(lanes.add(off("L1M~0.5"), lane(3)), Some(lane(2)));
        assert_eq!(lanes.find(&off("L1M")), None);
        assert_eq!(lanes.find(&off("L1M~0.5")), Some(lane(3)));
        assert_eq!(lanes.remove(&off("L1M~0.5")), Some(lane(3)));
        assert_eq!(lanes.remove(&off("L1M~0.5")), None);
        assert_eq!(lanes.remove(&off("")), None, "the plain one stays");
        assert_eq!(lanes.find(&off("")), Some(lane(0)));
    }
}
