//! What a comparison is asked for: the other lanes, each by what is other in it.

use logitscope_core::chain::{Chain, Sampler};
use logitscope_core::compare::LANES;
use logitscope_core::compare::spelling::LaneSpec;

use super::strategies::MOST_TOKENS;

/// A comparison of the text on screen with up to three others.
#[derive(Debug, Clone, PartialEq)]
pub struct CompareChoices {
    /// The other lanes, one to three.
    pub lanes: Vec<LaneSpec>,
    /// The most tokens.
    pub max_tokens: u32,
}

impl Default for CompareChoices {
    /// The same at a higher temperature: the dice are the same, the slices are not.
    fn default() -> Self {
        let hotter = LaneSpec {
            chain: Chain::new([Sampler::Temperature { t: 1.5 }]).ok(),
            ..LaneSpec::default()
        };
        CompareChoices {
            lanes: vec![hotter],
            max_tokens: 24,
        }
    }
}

impl CompareChoices {
    /// The most other lanes.
    pub const MOST: usize = *LANES.end() - 1;

    /// Reads the most tokens; `None` if that is no number of them.
    pub fn read_most(text: &str) -> Option<u32> {
        let within = |n: &u32| (1..=MOST_TOKENS).contains(n);
        text.parse().ok().filter(within)
    }
}
