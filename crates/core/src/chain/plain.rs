//! The chain as it is defined: sort, softmax, cut. Read this to know what a sampler does.
//!
//! [`Chain::run`] and [`Chain::trace`] do the same without writing out what no stage looks at; the tests hold them against this
//! file: the same tokens in the same order behind every stage, the same choice, and probabilities that differ by rounding only.
//!
//! Everything is written out at every step. A candidate is a token with its logit z and its probability p = softmax(z). A stage
//! changes logits or removes candidates; then the list is sorted and its probabilities are computed anew. H is the entropy.

use std::collections::{BTreeMap, BTreeSet};

use super::{Candidate, Chain, ChainContext, Cut, Mirostat, Sampler, penalty};
use crate::{Draw, TokenId, math};

/// What one stage did; the fields are those of [`super::StageRecord`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outcome {
    /// Candidates that came in.
    pub tokens_in: usize,
    /// Candidates that went on, at least 1.
    pub tokens_out: usize,
    /// Probability, under what came in, of the candidates removed, 0..=1.
    pub mass_removed: f64,
    /// Entropy of what came in, in bits.
    pub entropy_in: f64,
    /// Entropy of what went on, in bits.
    pub entropy_out: f64,
    /// The line it drew, if it drew one.
    pub cut: Option<Cut>,
    /// Whether it would have removed every candidate: the first one then stays.
    pub rescued: bool,
}

/// Runs `chain`, whose parameters are in range, over `logits`, `[d_vocab]`: finite or −∞, and at least one of them finite. Gives
/// the candidates that are left, most probable first, and what each stage did.
pub fn run(
    logits: &[f32],
    chain: &Chain,
    context: &ChainContext,
) -> (Vec<Candidate>, Vec<Outcome>) {
    let candidate = |(token, z): (TokenId, &f32)| Candidate {
        token,
        logit: f64::from(*z),
        prob: 0.0,
    };
    let mut list: Vec<Candidate> = (0..).zip(logits).map(candidate).collect();
    softmax(&mut list);
    let mut stages = Vec::new();
    for stage in chain.stages() {
        let before = list.clone();
        let cut = stage.on.then(|| apply(&stage.sampler, &mut list, context));
        let removed = list.len() < before.len();
        let rescued = removed && list.iter().all(|c| c.logit == f64::NEG_INFINITY);
        if rescued {
            list = vec![before[0]];
        }
        softmax(&mut list);
        let left: BTreeSet<TokenId> = list.iter().map(|c| c.token).collect();
        let gone = before.iter().filter(|c| !left.contains(&c.token));
        stages.push(Outcome {
            tokens_in: before.len(),
            tokens_out: list.len(),
            mass_removed: gone.map(|c| c.prob).sum(),
            entropy_in: entropy_bits(&before),
            entropy_out: entropy_bits(&list),
            cut: cut.flatten(),
            rescued,
        });
    }
    (list, stages)
}

/// The candidate whose segment of the cumulative bar holds `draw.u`.
pub fn choose(list: &[Candidate], draw: &Draw) -> Option<Candidate> {
    let mut high = 0.0;
    let holds = |c: &&Candidate| {
        high += c.prob;
        draw.u < high
    };
    // Rounding may leave the total a hair below 1: the last one with a probability takes that hair.
    let last = list.iter().rfind(|c| c.prob > 0.0);
    list.iter().find(holds).or(last).copied()
}

/// Sorts by falling logit, ties by rising id; p = exp(z − z_max) / Σ. Where no candidate is possible, only the first one stays.
fn softmax(list: &mut Vec<Candidate>) {
    list.sort_by(Candidate::order);
    let top = list[0].logit;
    if top == f64::NEG_INFINITY {
        list.truncate(1);
        list[0].prob = 1.0;
        return;
    }
    let total: f64 = list.iter().map(|c| math::exp(c.logit - top)).sum();
    for c in list {
        c.prob = math::exp(c.logit - top) / total;
    }
}

fn entropy_bits(list: &[Candidate]) -> f64 {
    math::entropy_bits(list.iter().map(|c| c.prob))
}

/// The rule of each sampler, on candidates in order, and the line that it draws.
fn apply(sampler: &Sampler, list: &mut Vec<Candidate>, context: &ChainContext) -> Option<Cut> {
    use Sampler::*;
    let (z_max, p_max) = (list[0].logit, list[0].prob);
    let nats = || entropy_bits(list) * core::f64::consts::LN_2;
    let seen = |last_n: u32| penalty::counts(context.last(last_n).iter().copied());
    match sampler {
        Temperature { t } => divide(list, *t),
        DynamicTemperature { t, range, exponent } => {
            let (low, high) = ((t - range).max(0.0), t + range);
            let most = math::ln(list.len() as f64);
            let sure = list.len() == 1;
            let part = if sure {
                0.0
            } else {
                (nats() / most).clamp(0.0, 1.0)
            };
            divide(list, low + (high - low) * math::pow(part, *exponent));
        }
        Quadratic { factor, curve } if *factor > 0.0 => {
            let (f, k, s) = (factor, (3.0 - curve) / 2.0, (curve - 1.0) / 2.0);
            change(list, |_, z| match z - z_max {
                f64::NEG_INFINITY => f64::NEG_INFINITY,
                d => z_max - k * f * d * d + s * f * d * d * d,
            });
        }
        TopK { k } if *k > 0 => {
            list.truncate(*k as usize);
            return Some(Cut::Rank(*k));
        }
        TopP { p } if *p < 1.0 => {
            let crossing = sums(list.iter().map(|c| c.prob)).position(|mass| mass >= *p);
            list.truncate(crossing.map_or(list.len(), |at| at + 1));
            return Some(Cut::Mass(*p));
        }
        MinP { p } if *p > 0.0 => {
            let least = z_max + math::ln(*p);
            list.retain(|c| c.logit >= least);
            return Some(Cut::Logit(least));
        }
        TopA { a } => return least_prob(list, a * p_max * p_max),
        Epsilon { epsilon } => return least_prob(list, *epsilon),
        Eta { epsilon } => {
            let relative = epsilon.sqrt() * math::exp(-nats());
            return least_prob(list, epsilon.min(relative));
        }
        Typical { p } if *p < 1.0 => {
            let entropy = entropy_bits(list);
            let distance = |c: &Candidate| (math::surprisal_bits(c.prob) - entropy).abs();
            list.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
            let crossing = sums(list.iter().map(|c| c.prob)).position(|mass| mass >= *p);
            list.truncate(crossing.map_or(list.len(), |at| at + 1));
            return Some(Cut::Mass(*p));
        }
        TailFree { z } if *z < 1.0 && list.len() > 2 => {
            let bend = |w: &[Candidate]| ((w[0].prob - w[1].prob) - (w[1].prob - w[2].prob)).abs();
            let bends: Vec<f64> = list.windows(3).map(bend).collect();
            let total: f64 = bends.iter().sum();
            if total > 0.0 {
                let passes = sums(bends.iter().map(|bend| bend / total)).position(|sum| sum > *z);
                let kept = passes.unwrap_or(bends.len()) + 1;
                list.truncate(kept);
                return Some(Cut::Rank(kept as u32));
            }
        }
        TopNSigma { n } if *n > 0.0 => {
            let logits = list.iter().map(|c| c.logit);
            let finite: Vec<f64> = logits.filter(|z| z.is_finite()).collect();
            let mean = finite.iter().sum::<f64>() / finite.len() as f64;
            let squares: f64 = finite.iter().map(|z| (z - mean) * (z - mean)).sum();
            let least = z_max - n * (squares / finite.len() as f64).sqrt();
            list.retain(|c| c.logit >= least);
            return Some(Cut::Logit(least));
        }
        TopH { h } if *h < 1.0 => {
            let part = |p: f64| if p > 0.0 { -p * math::ln(p) } else { 0.0 };
            let parts: Vec<f64> = list.iter().map(|c| part(c.prob)).collect();
            let most = h * parts.iter().sum::<f64>();
            let kept = sums(parts.iter().copied()).take_while(|sum| *sum <= most);
            let kept = kept.count().max(1);
            list.truncate(kept);
            return Some(Cut::Rank(kept as u32));
        }
        Xtc {
            probability,
            threshold,
        } if context.u_xtc < *probability => {
            let possible = |c: &&Candidate| c.logit > f64::NEG_INFINITY;
            let top = list.iter().take_while(possible);
            let top = top.take_while(|c| c.prob >= *threshold).count();
            list.drain(..top.saturating_sub(1));
            return Some(Cut::Prob(*threshold));
        }
        Mirostat { tau, .. } => {
            let mu = context.mirostat.unwrap_or(self::Mirostat::start(*tau)).mu;
            list.retain(|c| math::surprisal_bits(c.prob) <= mu);
            return Some(Cut::Surprisal(mu));
        }
        RepetitionPenalty { theta, last_n } => {
            let seen = seen(*last_n);
            change(list, |token, z| match seen.contains_key(&token) {
                true if z > 0.0 => z / theta,
                true => z * theta,
                false => z,
            });
        }
        PresencePenalty { alpha, last_n } => {
            subtract(list, seen(*last_n).into_keys().map(|token| (token, *alpha)));
        }
        FrequencyPenalty { alpha, last_n } => {
            let times = seen(*last_n).into_iter();
            subtract(list, times.map(|(token, n)| (token, alpha * f64::from(n))));
        }
        Dry {
            multiplier,
            base,
            allowed_length,
            last_n,
            ..
        } if *multiplier > 0.0 => {
            let dry = penalty::Dry::of(sampler).into_iter();
            let repeats = dry.flat_map(|dry| dry.repeats(context.last(*last_n), context.vocab));
            let beyond = |n: usize| (n - *allowed_length as usize) as f64;
            subtract(
                list,
                repeats.map(|(token, n)| (token, multiplier * math::pow(*base, beyond(n)))),
            );
        }
        LogitBias { bias } => subtract(list, bias.iter().map(|(token, b)| (*token, -b))),
        NoRepeatNgram { n } => {
            let complete: BTreeSet<_> = penalty::completions(*n as usize, context.tokens).collect();
            list.retain(|c| !complete.contains(&c.token));
        }
        Banned { tokens } => list.retain(|c| !tokens.contains(&c.token)),
        Grammar { grammar } => {
            if let Some(mask) = context.mask(grammar) {
                list.retain(|c| mask.allows(c.token));
            }
        }
        // With these values a sampler keeps everything.
        Quadratic { .. } | TopK { .. } | TopP { .. } | MinP { .. } | Typical { .. } => {}
        TailFree { .. } | TopNSigma { .. } | TopH { .. } | Xtc { .. } | Dry { .. } => {}
    }
    None
}

/// z / T for every candidate. T = 0, or one so small that the largest quotient overflows, leaves only the first.
fn divide(list: &mut Vec<Candidate>, t: f64) {
    match t > 0.0 && (list[0].logit / t).is_finite() {
        true => change(list, |_, z| z / t),
        false => list.truncate(1),
    }
}

fn change(list: &mut [Candidate], logit: impl Fn(TokenId, f64) -> f64) {
    list.iter_mut()
        .for_each(|c| c.logit = logit(c.token, c.logit));
}

/// z − penalty for each token named; a token that is named twice gets both.
fn subtract(list: &mut [Candidate], penalties: impl Iterator<Item = (TokenId, f64)>) {
    let mut sums: BTreeMap<TokenId, f64> = BTreeMap::new();
    penalties.for_each(|(token, penalty)| *sums.entry(token).or_default() += penalty);
    change(list, |token, z| sums.get(&token).map_or(z, |sum| z - sum));
}

fn least_prob(list: &mut Vec<Candidate>, least: f64) -> Option<Cut> {
    list.retain(|c| c.prob >= least);
    Some(Cut::Prob(least))
}

/// x₁, x₁ + x₂, x₁ + x₂ + x₃, …
fn sums(x: impl Iterator<Item = f64>) -> impl Iterator<Item = f64> {
    x.scan(0.0, |sum, x| {
        *sum += x;
        Some(*sum)
    })
}
