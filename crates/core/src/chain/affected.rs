//! Which tokens a stage means by themselves: those that it has seen in the text, or that are named to it.

use crate::sorted;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::penalty;
use super::{Candidates, ChainContext, Mask, Sampler};
use crate::TokenId;

/// The most tokens that a record names.
const MOST: usize = 8;

/// The candidates that a stage changes or removes by themselves.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Affected {
    /// How many they are.
    pub tokens: u32,
    /// The most probable of them, at most eight, with how often: how many times a token was seen, how many tokens the repetition
    /// has that it would go on with (`dry`), or how often it is named.
    pub first: Vec<(TokenId, u32)>,
}

impl Affected {
    /// Those of `sampler` among the candidates that come in.
    pub(super) fn of(sampler: &Sampler, context: &ChainContext, candidates: &Candidates) -> Self {
        let all = meant(sampler, context);
        if all.is_empty() {
            return Affected::default();
        }
        let tokens: Vec<TokenId> = all.keys().copied().collect();
        let mut here = candidates.standings(&tokens);
        here.retain(|standing| standing.rank.is_some());
        sorted::sort_by_key(&mut here, |standing| standing.rank);
        Affected {
            tokens: here.len() as u32,
            first: here
                .iter()
                .take(MOST)
                .map(|s| (s.token, all[&s.token]))
                .collect(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.tokens == 0
    }
}

/// The tokens that a stage means, with how often; none if it is idle.
fn meant(sampler: &Sampler, context: &ChainContext) -> BTreeMap<TokenId, u32> {
    use Sampler::*;
    let seen = |last_n: u32| penalty::counts(context.last(last_n).iter().copied());
    match sampler {
        RepetitionPenalty { theta, last_n } if *theta != 1.0 => seen(*last_n),
        PresencePenalty { alpha, last_n } | FrequencyPenalty { alpha, last_n } if *alpha != 0.0 => {
            seen(*last_n)
        }
        Dry {
            multiplier, last_n, ..
        } if *multiplier > 0.0 => {
            let dry = penalty::Dry::of(sampler).into_iter();
            let repeats = dry.flat_map(|dry| dry.repeats(context.last(*last_n), context.vocab));
            repeats.map(|(token, n)| (token, n as u32)).collect()
        }
        NoRepeatNgram { n } => penalty::counts(penalty::completions(*n as usize, context.tokens)),
        LogitBias { bias } => penalty::counts(bias.iter().map(|(token, _)| *token)),
        Grammar { grammar } => {
            let mask = context.mask(grammar).into_iter();
            penalty::counts(mask.flat_map(Mask::forbidden))
        }
        Banned { tokens } => penalty::counts(tokens.iter().copied()),
        _ => BTreeMap::new(),
    }
}

#[cfg(test)]
mod tests {
    use crate::Distribution;
    use crate::chain::{Chain, ChainContext};

    /// The tokens that the stages of `chain` mean, behind the text 1 2 1 2 1 and over logits that fall with the id.
    fn affected(chain: &str) -> Vec<(u32, Vec<(u32, u32)>)> {
        let chain: Chain = chain.parse().expect("well spelled");
        let logits: Vec<f32> = (0..6).map(|id| -(id as f32)).collect();
        let distribution = Distribution::new(&logits).expect("finite");
        let context = ChainContext {
            tokens: &[1, 2, 1, 2, 1],
            ..ChainContext::default()
        };
        let traced = chain.trace(&distribution, &context, &[]);
        let (_, records) = traced.expect("all are listed");
        let affected = records.into_iter().map(|r| r.affected);
        affected.map(|t| (t.tokens, t.first)).collect()
    }

    #[test]
    fn penalties_name_what_they_saw_and_lists_what_is_in_them() {
        assert_eq!(
            affected("repetition_penalty~1.1~0,frequency_penalty~0.5~2,presence_penalty~1~1"),
            [
                (2, vec![(1, 3), (2, 2)]),
                (2, vec![(1, 1), (2, 1)]),
                (1, vec![(1, 1)])
            ]
        );
        // 1 2 1 comes twice, so that 2 would go on with a repetition of three.
        assert_eq!(affected("dry~1~2~2~0"), [(1, vec![(2, 3)])]);
        // 2 1 was followed by 2.
        assert_eq!(affected("no_repeat_ngram~3"), [(1, vec![(2, 1)])]);
        assert_eq!(
            affected("banned~5~9,logit_bias~5~1~4~1~4~1"),
            [(1, vec![(5, 1)]), (1, vec![(4, 2)])],
            "what is gone, or never was, is not there to be touched"
        );
    }

    #[test]
    fn what_does_nothing_touches_nothing() {
        for idle in [
            "repetition_penalty~1~0",
            "presence_penalty~0~0",
            "frequency_penalty~0~0",
            "dry~0",
            "no_repeat_ngram~0",
            "no_repeat_ngram~9",
            "-banned~1",
            "temperature~0.5",
        ] {
            assert_eq!(affected(idle), [(0, vec![])], "{idle}");
        }
    }
}
