//! Stages that look at the text so far, or at a list of tokens, and change or remove single candidates.

use std::collections::BTreeMap;

use super::{LazyCandidates, Mask, Note, Sampler};
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

pub(super) fn presence(c: &mut LazyCandidates, alpha: f64, past: &[TokenId]) -> Note {
    if alpha != 0.0 {
        let alphas = past.iter().map(|&token| (token, alpha)).collect();
        c.change(&alphas, |z, alpha| z - alpha);
    }
    Note::default()
}

pub(super) fn frequency(c: &mut LazyCandidates, alpha: f64, past: &[TokenId]) -> Note {
    if alpha != 0.0 {
        let counts = counts(past.iter().copied()).into_iter();
        subtract(c, counts.map(|(token, n)| (token, alpha * f64::from(n))));
    }
    Note::default()
}

pub(super) fn logit_bias(c: &mut LazyCandidates, bias: &[(TokenId, f64)]) -> Note {
    subtract(c, bias.iter().map(|&(token, bias)| (token, -bias)));
    Note::default()
}

pub(super) fn grammar(c: &mut LazyCandidates, mask: Option<&Mask>) -> Note {
    mask.map(|mask| remove(c, mask.forbidden()))
        .unwrap_or_default()
}

pub(super) fn banned(c: &mut LazyCandidates, tokens: &[TokenId]) -> Note {
    remove(c, tokens.iter().copied())
}

pub(super) fn no_repeat_ngram(c: &mut LazyCandidates, n: usize, past: &[TokenId]) -> Note {
    remove(c, completions(n, past))
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

    pub(super) fn apply(
        &self,
        c: &mut LazyCandidates,
        past: &[TokenId],
        vocab: Option<&Vocab>,
    ) -> Note {
        if self.multiplier > 0.0 {
            let penalties = self.repeats(past, vocab).into_iter().map(|(token, n)| {
                let beyond = (n - self.allowed_length) as f64;
                (token, self.multiplier * math::pow(self.base, beyond))
            });
            subtract(c, penalties);
        }
        Note::default()
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

/// z − penalty for each token named; a token that is named twice gets both.
fn subtract(c: &mut LazyCandidates, penalties: impl Iterator<Item = (TokenId, f64)>) {
    let mut sums: BTreeMap<TokenId, f64> = BTreeMap::new();
    for (token, penalty) in penalties {
        *sums.entry(token).or_default() += penalty;
    }
    c.change(&sums, |z, penalty| z - penalty);
}

fn remove(c: &mut LazyCandidates, tokens: impl Iterator<Item = TokenId>) -> Note {
    Note {
        rescued: c.remove(tokens),
        ..Note::default()
    }
}
