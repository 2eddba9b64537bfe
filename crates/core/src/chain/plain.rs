//! The chain as it is defined: sort, softmax, cut. Read this to know what a sampler does.
//!
//! [`Chain::run`] and [`Chain::trace`] do the same without writing out what no stage looks at; the tests hold them against this
//! file: the same tokens in the same order behind every stage, the same choice, and probabilities that differ by rounding only.
//!
//! Everything is written out at every step. A candidate is a token with its logit z and its probability p = softmax(z). A stage
//! changes logits, removes tokens by name, or draws a line and removes what lies beyond it; then the list is sorted and its
//! probabilities are computed anew. H is the entropy.

use std::collections::BTreeSet;

use super::sampler::Sampler::{self, *};
use super::{Candidate, Chain, ChainContext, Cut, Mirostat as Memory, penalty};
use crate::math::{self, sums};
use crate::{Draw, TokenId};

/// Candidates, most probable first, ties by id; at least one.
pub type List = Vec<Candidate>;

/// What one stage did.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The candidates that went on.
    pub left: List,
    /// The line it drew, if it drew one.
    pub cut: Option<Cut>,
    /// Whether it would have removed every candidate: the first one then stays.
    pub rescued: bool,
}

/// Runs `chain`, whose parameters are in range, over `logits`, `[d_vocab]`: finite or −∞, and at least one of them finite. Gives
/// the candidates that are left, and what each stage did.
pub fn run(logits: &[f32], chain: &Chain, context: &ChainContext) -> (List, Vec<Outcome>) {
    let candidate = |(token, z): (TokenId, &f32)| Candidate::new(token, f64::from(*z));
    let mut list = softmax((0..).zip(logits).map(candidate).collect());
    let mut outcomes = Vec::new();
    for stage in chain.stages() {
        let (first, tokens_in) = (list[0], list.len());
        let cut = stage.on.then(|| apply(&stage.sampler, &mut list, context));
        let rescued = list.len() < tokens_in && list.iter().all(|c| !c.logit.is_finite());
        list = softmax(if rescued { vec![first] } else { list });
        let (left, cut) = (list.clone(), cut.flatten());
        outcomes.push(Outcome { left, cut, rescued });
    }
    (list, outcomes)
}

/// The candidate whose segment of the cumulative bar holds `draw.u`.
pub fn choose(list: &[Candidate], draw: &Draw) -> Option<Candidate> {
    let holds = sums(probs(list)).position(|high| draw.u < high);
    // Rounding may leave the total a hair below 1: the last one with a probability takes that hair.
    let last = list.iter().rposition(|c| c.prob > 0.0);
    holds.or(last).map(|at| list[at])
}

/// Sorts by falling logit, ties by rising id; p = exp(z − z_max) / Σ. Where no candidate is possible, only the first one stays.
fn softmax(mut list: List) -> List {
    list.sort_by(Candidate::order);
    let z_max = list[0].logit;
    if z_max == f64::NEG_INFINITY {
        list.truncate(1);
    }
    // Behind `min` −∞ − −∞, which is no number, is 0.
    let power = |z: f64| math::exp((z - z_max).min(0.0));
    let total: f64 = list.iter().map(|c| power(c.logit)).sum();
    list.iter_mut()
        .for_each(|c| c.prob = power(c.logit) / total);
    list
}

/// The rule of each sampler, and the line that it draws, if it draws one.
fn apply(sampler: &Sampler, list: &mut List, context: &ChainContext) -> Option<Cut> {
    change(sampler, list, context);
    let line = line(sampler, list, context)?;
    match line {
        // XTC alone removes what is above its line, all but the last.
        Cut::Prob(least) if matches!(sampler, Xtc { .. }) => {
            let above = |c: &&Candidate| c.prob >= least && c.logit.is_finite();
            let above = list.iter().filter(above).count();
            list.drain(..above.saturating_sub(1));
        }
        Cut::Rank(k) => list.truncate(k as usize),
        // The one that reaches it stays.
        Cut::Mass(p) => list.truncate(sums(probs(list)).take_while(|mass| *mass < p).count() + 1),
        Cut::Logit(least) => list.retain(|c| c.logit >= least),
        Cut::Prob(least) => list.retain(|c| c.prob >= least),
        Cut::Surprisal(most) => list.retain(|c| math::surprisal_bits(c.prob) <= most),
    }
    Some(line)
}

/// Where a sampler draws its line; nowhere where its value keeps everything.
fn line(sampler: &Sampler, list: &[Candidate], context: &ChainContext) -> Option<Cut> {
    Some(match sampler {
        TopK { k } if *k > 0 => Cut::Rank(*k),
        TopP { p } | Typical { p } if *p < 1.0 => Cut::Mass(*p),
        MinP { p } if *p > 0.0 => Cut::Logit(list[0].logit + math::ln(*p)),
        TopA { a } => Cut::Prob(a * list[0].prob * list[0].prob),
        Epsilon { epsilon } => Cut::Prob(*epsilon),
        Eta { epsilon } => Cut::Prob(epsilon.min(epsilon.sqrt() * math::exp2(-entropy(list)))),
        TailFree { z } if *z < 1.0 && list.len() > 2 => {
            let bend = |w: &[Candidate]| ((w[0].prob - w[1].prob) - (w[1].prob - w[2].prob)).abs();
            let bends = || list.windows(3).map(bend);
            let total: f64 = bends().sum();
            let tail = sums(bends().map(|bend| bend / total)).take_while(|sum| sum <= z);
            return (total > 0.0).then(|| Cut::Rank(tail.count() as u32 + 1));
        }
        TopNSigma { n } if *n > 0.0 => {
            let logits = || list.iter().map(|c| c.logit).filter(|z| z.is_finite());
            let mean = logits().sum::<f64>() / logits().count() as f64;
            let squares: f64 = logits().map(|z| (z - mean) * (z - mean)).sum();
            Cut::Logit(list[0].logit - n * (squares / logits().count() as f64).sqrt())
        }
        TopH { h } if *h < 1.0 => {
            let part = |p: f64| if p > 0.0 { -p * math::ln(p) } else { 0.0 };
            let most = h * probs(list).map(part).sum::<f64>();
            let kept = sums(probs(list).map(part)).take_while(|sum| *sum <= most);
            Cut::Rank(kept.count().max(1) as u32)
        }
        Xtc { probability, .. } if context.u_xtc >= *probability => return None,
        Xtc { threshold, .. } => Cut::Prob(*threshold),
        Mirostat { tau, .. } => Cut::Surprisal(context.mirostat.unwrap_or(Memory::start(*tau)).mu),
        // With the value that keeps everything.
        TopK { .. } | TopP { .. } | MinP { .. } | Typical { .. } => return None,
        TailFree { .. } | TopNSigma { .. } | TopH { .. } => return None,
        // They draw none.
        Temperature { .. } | DynamicTemperature { .. } | Quadratic { .. } => return None,
        RepetitionPenalty { .. } | PresencePenalty { .. } | FrequencyPenalty { .. } => return None,
        Dry { .. } | LogitBias { .. } | NoRepeatNgram { .. } => return None,
        Banned { .. } | Grammar { .. } => return None,
    })
}

/// What a sampler does before there is a line: it changes logits, removes tokens by name, or puts them into an order of its own.
fn change(sampler: &Sampler, list: &mut List, context: &ChainContext) {
    let text = |last_n: &u32| context.last(*last_n).iter();
    let times = |c: &Candidate, last_n| text(last_n).filter(|t| **t == c.token).count() as f64;
    match sampler {
        Temperature { t } => divide(list, *t),
        DynamicTemperature { t, range, exponent } => {
            let (low, high) = ((t - range).max(0.0), t + range);
            // The entropy of one candidate is 0, whatever it is divided by.
            let share = entropy(list) / math::bits(math::ln(list.len().max(2) as f64));
            let t = low + (high - low) * math::pow(share.clamp(0.0, 1.0), *exponent);
            divide(list, t);
        }
        Quadratic { factor, curve } if *factor > 0.0 => {
            let (z_max, f) = (list[0].logit, factor / 2.0);
            set(list, |c| match c.logit - z_max {
                f64::NEG_INFINITY => f64::NEG_INFINITY,
                d => z_max - f * (3.0 - curve) * d * d + f * (curve - 1.0) * d * d * d,
            });
        }
        RepetitionPenalty { theta, last_n } => set(list, |c| match c.logit {
            z if times(c, last_n) == 0.0 => z,
            z if z > 0.0 => z / theta,
            z => z * theta,
        }),
        PresencePenalty { alpha, last_n } => {
            set(list, |c| c.logit - alpha * times(c, last_n).min(1.0));
        }
        FrequencyPenalty { alpha, last_n } => set(list, |c| c.logit - alpha * times(c, last_n)),
        Dry { last_n, .. } => {
            if let Some(dry) = penalty::Dry::of(sampler).filter(|dry| dry.multiplier > 0.0) {
                let repeats = dry.repeats(context.last(*last_n), context.vocab);
                let power = |n: &usize| math::pow(dry.base, (n - dry.allowed_length) as f64);
                let shift = |n: Option<&usize>| n.map_or(0.0, |n| dry.multiplier * power(n));
                set(list, |c| c.logit - shift(repeats.get(&c.token)));
            }
        }
        LogitBias { bias } => set(list, |c| {
            // A token that is named twice gets both.
            let own = bias.iter().filter(|(token, _)| *token == c.token);
            c.logit + own.map(|(_, bias)| bias).sum::<f64>()
        }),
        NoRepeatNgram { n } => {
            let complete: BTreeSet<_> = penalty::completions(*n as usize, context.tokens).collect();
            list.retain(|c| !complete.contains(&c.token));
        }
        Banned { tokens } => list.retain(|c| !tokens.contains(&c.token)),
        Grammar { grammar } => {
            list.retain(|c| context.mask(grammar).is_none_or(|m| m.allows(c.token)))
        }
        Typical { p } if *p < 1.0 => {
            let h = entropy(list);
            let distance = |c: &Candidate| (math::surprisal_bits(c.prob) - h).abs();
            list.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
        }
        // With the value that changes nothing.
        Quadratic { .. } | Typical { .. } => {}
        // They only draw a line.
        TopK { .. } | TopP { .. } | MinP { .. } | TopA { .. } | Epsilon { .. } | Eta { .. } => {}
        TailFree { .. } | TopNSigma { .. } | TopH { .. } | Xtc { .. } | Mirostat { .. } => {}
    }
}

/// z / T for every candidate. T = 0, or one so small that the largest quotient overflows, leaves only the first.
fn divide(list: &mut List, t: f64) {
    match t > 0.0 && (list[0].logit / t).is_finite() {
        true => set(list, |c| c.logit / t),
        false => list.truncate(1),
    }
}

fn set(list: &mut [Candidate], logit: impl Fn(&Candidate) -> f64) {
    list.iter_mut().for_each(|c| c.logit = logit(c));
}

fn probs(list: &[Candidate]) -> impl Iterator<Item = f64> {
    list.iter().map(|c| c.prob)
}

/// H in bits.
fn entropy(list: &[Candidate]) -> f64 {
    math::entropy_bits(probs(list))
}
