//! Stages that look at the text so far, or at a list of tokens, and change or remove single candidates.

use std::collections::BTreeMap;

use super::{ChainContext, LazyCandidates, Mask, Note, Sampler};
use crate::{TokenId, Vocab, math};

pub(super) fn repetition(c: &mut LazyCandidates, theta: f64, past: &[TokenId]) -> Note {
    if theta != 1.0 {
        let thetas = past.iter().map(|&token| (token, theta)).collect();
        c.change(
            &thetas,
            |z, theta| {
                if z > 0.0 { z / theta } else { z * theta }
            },
        );
    }
    Note::default()
}

/// What a stage subtracts from the logits of single tokens; `None` if it is none that does.
pub(super) fn shifts(sampler: &Sampler, context: &ChainContext) -> Option<BTreeMap<TokenId, f64>> {
    let mut sums: BTreeMap<TokenId, f64> = BTreeMap::new();
    match sampler {
        Sampler::PresencePenalty { alpha, last_n } if *alpha != 0.0 => {
            let past = context.last(*last_n).iter();
            sums = past.map(|&token| (token, *alpha)).collect();
        }
        Sampler::FrequencyPenalty { alpha, last_n } if *alpha != 0.0 => {
            let counts = counts(context.last(*last_n).iter().copied()).into_iter();
            sums = counts
                .map(|(token, n)| (token, alpha * f64::from(n)))
                .collect();
        }
        Sampler::PresencePenalty { .. } | Sampler::FrequencyPenalty { .. } => {}
        Sampler::LogitBias { bias } => {
            // A token that is named twice gets both.
            for (token, bias) in bias {
                *sums.entry(*token).or_default() -= bias;
            }
        }
        Sampler::Dry { last_n, .. } => {
            let dry = Dry::of(sampler)?;
            if dry.multiplier > 0.0 {
                sums = dry.penalties(context.last(*last_n), context.vocab);
            }
        }
        _ => return None,
    }
    Some(sums)
}

/// The tokens that a stage removes by themselves; `None` if it is none that does.
pub(super) fn bans(sampler: &Sampler, context: &ChainContext) -> Option<Vec<TokenId>> {
    match sampler {
        Sampler::Grammar { grammar } => {
            let mask = context.mask(grammar).into_iter();
            Some(mask.flat_map(Mask::forbidden).collect())
        }
        Sampler::Banned { tokens } => Some(tokens.clone()),
        Sampler::NoRepeatNgram { n } => Some(completions(*n as usize, context.tokens).collect()),
        _ => None,
    }
}

/// z − shift for each token named.
pub(super) fn shift(c: &mut LazyCandidates, sampler: &Sampler, context: &ChainContext) -> Note {
    if let Some(shifts) = shifts(sampler, context) {
        c.change(&shifts, |z, shift| z - shift);
    }
    Note::default()
}

/// Removes the tokens.
pub(super) fn remove(c: &mut LazyCandidates, sampler: &Sampler, context: &ChainContext) -> Note {
    let tokens = bans(sampler, context);
    Note::rescued(tokens.is_some_and(|tokens| c.remove(tokens)))
}

/// The tokens that would complete a group of `n` tokens of the text, as often as it has that group.
pub(super) fn completions(n: usize, past: &[TokenId]) -> impl Iterator<Item = TokenId> {
    let n = if n > past.len() { 0 } else { n };
    let start = &past[past.len() - n.saturating_sub(1)..];
    // No group has no tokens.
    let groups = past.windows(n.max(1)).filter(move |_| n > 0);
    groups
        .filter(move |group| group[..n - 1] == *start)
        .map(move |group| group[n - 1])
}

/// How often each token comes.
pub(super) fn counts(tokens: impl Iterator<Item = TokenId>) -> BTreeMap<TokenId, u32> {
    let mut counts = BTreeMap::new();
    for token in tokens {
        *counts.entry(token).or_default() += 1;
    }
    counts
}

/// The parameters of DRY; see [`super::Sampler::Dry`].
pub(super) struct Dry<'a> {
    pub multiplier: f64,
    pub base: f64,
    pub allowed_length: usize,
    pub breakers: &'a [String],
}

impl<'a> Dry<'a> {
    /// Those of `sampler`, if it is one.
    pub(super) fn of(sampler: &'a Sampler) -> Option<Self> {
        match sampler {
            Sampler::Dry {
                multiplier,
                base,
                allowed_length,
                breakers,
                ..
            } => Some(Dry {
                multiplier: *multiplier,
                base: *base,
                allowed_length: *allowed_length as usize,
                breakers,
            }),
            _ => None,
        }
    }

    /// What it subtracts from the logits.
    fn penalties(&self, past: &[TokenId], vocab: Option<&Vocab>) -> BTreeMap<TokenId, f64> {
        let repeats = self.repeats(past, vocab).into_iter();
        let penalties = repeats.map(|(token, n)| {
            let beyond = (n - self.allowed_length) as f64;
            (token, self.multiplier * math::pow(self.base, beyond))
        });
        penalties.collect()
    }

    /// For each token that would continue a repetition, how many tokens that repetition has so far, if they are enough.
    pub(super) fn repeats(
        &self,
        past: &[TokenId],
        vocab: Option<&Vocab>,
    ) -> BTreeMap<TokenId, usize> {
        let breaks = |token: TokenId| {
            vocab.is_some_and(|vocab| {
                let text = vocab.bytes(token);
                let holds = |breaker: &String| {
                    let bytes = breaker.as_bytes();
                    !bytes.is_empty() && text.windows(bytes.len()).any(|part| part == bytes)
                };
                self.breakers.iter().any(holds)
            })
        };
        // The end of the text, back to the last breaker.
        let end: Vec<TokenId> = past
            .iter()
            .rev()
            .copied()
            .take_while(|&t| !breaks(t))
            .collect();
        let mut longest = BTreeMap::new();
        for next in 1..past.len() {
            let earlier = past[..next].iter().rev();
            let n = earlier.zip(&end).take_while(|(a, b)| a == b).count();
            if n >= self.allowed_length && !breaks(past[next]) {
                let known = longest.entry(past[next]).or_insert(n);
                *known = n.max(*known);
            }
        }
        longest
    }
}
