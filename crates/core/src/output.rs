//! What a model gives after a text.

use serde::{Deserialize, Serialize};

use crate::CoreError;
use crate::chain::{Chain, Kind};

/// What the numbers are from which a softmax makes probabilities.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ModelOutput {
    /// Logits, as the model computes them.
    #[default]
    Logits,
    /// ln p, as a server gives them: logits up to a constant, the same for all tokens of a step.
    LogProbs,
}

impl ModelOutput {
    /// Whether they are logits.
    pub fn are_logits(&self) -> bool {
        *self == ModelOutput::Logits
    }

    /// That `chain` gives with these scores what it gives with logits. All of its samplers do but the repetition penalty (Keskar et al. 2019,
    /// CTRL), which divides a positive logit and multiplies a negative one: without the constant the sign is unknown.
    pub fn check(&self, chain: &Chain) -> Result<(), CoreError> {
        let asks = |kind| kind == Kind::RepetitionPenalty;
        let asks = chain
            .stages()
            .iter()
            .any(|stage| stage.on && asks(stage.sampler.kind()));
        match asks && !self.are_logits() {
            true => Err(CoreError::NeedsLogits),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_repetition_penalty_that_acts_needs_logits() {
        let check = |chain: &str| ModelOutput::LogProbs.check(&chain.parse().expect("a chain"));
        assert_eq!(check("repetition_penalty~1.2"), Err(CoreError::NeedsLogits));
        assert_eq!(
            check("temperature~0.5,top_k~3,typical~0.9,presence_penalty~1"),
            Ok(())
        );
        let mut chain: Chain = "repetition_penalty~1.2".parse().expect("a chain");
        assert_eq!(ModelOutput::Logits.check(&chain), Ok(()));
        chain.stages_mut()[0].on = false;
        assert_eq!(ModelOutput::LogProbs.check(&chain), Ok(()));
    }
}
