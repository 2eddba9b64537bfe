//! Speculative decoding: a small model drafts a few tokens, the model itself reads them in one pass and keeps those that it could have drawn.
//!
//! Nothing here is a model: [`verify`] holds drafted tokens against the distributions of both, after the whole chain, and says of each whether it
//! is kept, by which dice, and what is drawn in the place of the first that is not. The text that comes out is distributed as if the model had
//! drawn it alone; [`output`] is that distribution, exactly.
//!
//! Sources: Leviathan, Kalman & Matias 2023, arXiv:2211.17192; Chen et al. 2023, arXiv:2302.01318. A drafted token is accepted if u < p/q with
//! 0 ≤ u < 1, so that one that the model rules out never is.

pub mod experiment;
pub mod figures;
pub mod lookup;
pub mod run;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::TokenId;
use crate::chain::Candidate;
use crate::chain::candidates::choose;
use crate::dice::{Draw, Stream};

/// By which rule drafted tokens are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// With probability min(1, p/q); at the first rejection one token from the residual.
    #[default]
    Ratio,
    /// If it is the token that the model draws there by itself. The dice are those of the plain run, and so is the text.
    ExactMatch,
    /// Always. Broken on purpose: the text is the draft's.
    Everything,
}

/// A drafted token, held against the model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// The token.
    pub token: TokenId,
    /// Its probability under the model, after the chain, 0..=1.
    pub p: f64,
    /// Its probability under the draft, after the chain, above 0 to 1.
    pub q: f64,
    /// The dice that decide: for the ratio rule u of "u < p/q", for the exact match the model's own draw.
    pub draw: Draw,
    /// The token that the model draws there by itself, where the rule asks for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<TokenId>,
    /// Whether it is kept.
    pub accepted: bool,
}

/// Where the last token of a round comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// From max(0, p − q), scaled to 1: a drafted token was rejected.
    Residual,
    /// From the model alone: every drafted token was kept, this one comes on top.
    Bonus,
    /// From the model alone, in the place of a drafted token that is another one.
    Correction,
}

/// What a round comes to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Round {
    /// The drafted tokens up to the first that is rejected.
    pub verdicts: Vec<Verdict>,
    /// The token after them; `None` if the last kept token ends the text.
    pub last: Option<Last>,
}

/// The token that ends a round.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Last {
    /// The token.
    pub token: TokenId,
    /// What it was drawn from.
    pub from: Source,
    /// Its probability there, 0..=1.
    pub prob: f64,
    /// The dice.
    pub draw: Draw,
}

impl Round {
    /// How many drafted tokens were kept.
    pub fn accepted(&self) -> usize {
        self.verdicts.iter().filter(|v| v.accepted).count()
    }

    /// The tokens that the text gains.
    pub fn tokens(&self) -> Vec<TokenId> {
        let kept = self.verdicts.iter().filter(|v| v.accepted).map(|v| v.token);
        kept.chain(self.last.as_ref().map(|last| last.token))
            .collect()
    }
}

/// The dice of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dice {
    /// Their seed.
    pub seed: u32,
    /// The place of the first drafted token in the text.
    pub position: u32,
    /// How often they were rolled again.
    pub roll: u32,
}

impl Dice {
    fn draw(self, position: u32, stream: Stream) -> Draw {
        Draw::new(self.seed, position, stream, self.roll)
    }
}

/// Holds drafted tokens against the model.
///
/// `drafted` has each token with the distribution that it was drawn from; `target` the model's distributions at the same places, and one more.
/// All are the candidates that the chain left, in the order of the draw, with probabilities that sum to 1. The tokens stand at `position` and
/// after it. A kept token of `ends` ends the round: nothing is drawn after it.
pub fn verify(
    rule: Rule,
    drafted: &[(TokenId, Vec<Candidate>)],
    target: &[Vec<Candidate>],
    dice: Dice,
    ends: &[TokenId],
) -> Round {
    let mut verdicts = Vec::new();
    for ((at, (token, q)), p) in (dice.position..).zip(drafted).zip(target) {
        let own_draw = dice.draw(at, Stream::Token);
        let (p_token, q_token) = (prob(p, *token), prob(q, *token));
        let own = match rule {
            Rule::ExactMatch => choose(p.iter().copied(), &own_draw).map(|(c, ..)| c),
            _ => None,
        };
        let accept_draw = dice.draw(at, Stream::Accept);
        let accepted = match rule {
            Rule::Ratio => accept_draw.u * q_token < p_token,
            Rule::ExactMatch => own.is_some_and(|own| own.token == *token),
            Rule::Everything => true,
        };
        verdicts.push(Verdict {
            token: *token,
            p: p_token,
            q: q_token,
            draw: match rule {
                Rule::ExactMatch => own_draw,
                _ => accept_draw,
            },
            own: own.map(|own| own.token),
            accepted,
        });
        if accepted {
            if ends.contains(token) {
                let last = None;
                return Round { verdicts, last };
            }
            continue;
        }
        let last = match own {
            Some(own) => Some(Last {
                token: own.token,
                from: Source::Correction,
                prob: own.prob,
                draw: own_draw,
            }),
            None => drawn(&residual(p, q), Source::Residual, own_draw),
        };
        return Round { verdicts, last };
    }
    let draw = dice.draw(dice.position + drafted.len() as u32, Stream::Token);
    let bonus = target.get(drafted.len());
    let last = bonus.and_then(|p| drawn(p, Source::Bonus, draw));
    Round { verdicts, last }
}

fn drawn(list: &[Candidate], from: Source, draw: Draw) -> Option<Last> {
    let (chosen, ..) = choose(list.iter().copied(), &draw)?;
    Some(Last {
        token: chosen.token,
        from,
        prob: chosen.prob,
        draw,
    })
}

/// The probability of a token; 0 if the chain removed it.
fn prob(list: &[Candidate], token: TokenId) -> f64 {
    let found = list.iter().find(|c| c.token == token);
    found.map_or(0.0, |c| c.prob)
}

/// max(0, p − q) of every token, scaled so that it sums to 1, in the order of p. Where p and q are the same up to rounding, p.
pub fn residual(p: &[Candidate], q: &[Candidate]) -> Vec<Candidate> {
    let of_draft: BTreeMap<TokenId, f64> = q.iter().map(|c| (c.token, c.prob)).collect();
    let excess = |c: &Candidate| (c.prob - of_draft.get(&c.token).unwrap_or(&0.0)).max(0.0);
    let total: f64 = p.iter().map(excess).sum();
    if total <= 0.0 {
        return p.to_vec();
    }
    let scaled = p.iter().map(|c| Candidate {
        prob: excess(c) / total,
        ..*c
    });
    scaled.filter(|c| c.prob > 0.0).collect()
}

/// β = Σ min(p, q) = 1 − TV(p, q): how probable it is that the ratio rule keeps a token that the draft draws.
pub fn acceptance(p: &[Candidate], q: &[Candidate]) -> f64 {
    let of_draft: BTreeMap<TokenId, f64> = q.iter().map(|c| (c.token, c.prob)).collect();
    let both = |c: &Candidate| c.prob.min(*of_draft.get(&c.token).unwrap_or(&0.0));
    p.iter().map(both).sum()
}

/// Σ p·q: how probable it is that the exact match keeps a token that the draft draws.
pub fn exact_match(p: &[Candidate], q: &[Candidate]) -> f64 {
    q.iter().map(|c| c.prob * prob(p, c.token)).sum()
}

/// The distribution of the token that comes out at one place, by token id: exactly p for the ratio rule and the exact match, q if everything is
/// kept.
pub fn output(rule: Rule, p: &[Candidate], q: &[Candidate]) -> BTreeMap<TokenId, f64> {
    let list = |all: &[Candidate]| all.iter().map(|c| (c.token, c.prob)).collect();
    match rule {
        Rule::ExactMatch => list(p),
        Rule::Everything => list(q),
        Rule::Ratio => {
            let rejected = 1.0 - acceptance(p, q);
            let mut all: BTreeMap<TokenId, f64> = BTreeMap::new();
            for c in q {
                *all.entry(c.token).or_default() += c.prob.min(prob(p, c.token));
            }
            for c in residual(p, q) {
                *all.entry(c.token).or_default() += rejected * c.prob;
            }
            all
        }
    }
}

#[cfg(test)]
mod tests;
