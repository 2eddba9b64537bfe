//! Stages that remove candidates by their probabilities or logits.

use super::{Candidates, Cut, Mirostat, Note};
use crate::math;

/// A note with a line.
fn line(cut: Cut) -> Note {
    Note {
        cut: Some(cut),
        ..Note::default()
    }
}

pub(super) fn top_k(c: &mut Candidates, k: u32) -> Note {
    if k == 0 {
        return Note::default();
    }
    c.truncate(k as usize);
    line(Cut::Rank(k))
}

pub(super) fn top_p(c: &mut Candidates, p: f64) -> Note {
    if p >= 1.0 {
        return Note::default();
    }
    c.normalise();
    let mut mass = 0.0;
    let crossing = c.list().iter().position(|candidate| {
        mass += candidate.prob;
        mass >= p
    });
    c.truncate(crossing.map_or(c.len(), |at| at + 1));
    line(Cut::Mass(p))
}

pub(super) fn min_p(c: &mut Candidates, p: f64) -> Note {
    if p == 0.0 {
        return Note::default();
    }
    let least = c.top() + math::ln(p);
    keep_logits(c, least);
    line(Cut::Logit(least))
}

pub(super) fn top_a(c: &mut Candidates, a: f64) -> Note {
    c.normalise();
    let top = c.list()[0].prob;
    keep_probs(c, a * top * top)
}

pub(super) fn epsilon(c: &mut Candidates, epsilon: f64) -> Note {
    c.normalise();
    keep_probs(c, epsilon)
}

pub(super) fn eta(c: &mut Candidates, epsilon: f64) -> Note {
    c.normalise();
    let nats = c.entropy_bits() * core::f64::consts::LN_2;
    keep_probs(c, epsilon.min(epsilon.sqrt() * math::exp(-nats)))
}

pub(super) fn top_n_sigma(c: &mut Candidates, n: f64) -> Note {
    if n == 0.0 {
        return Note::default();
    }
    let finite = || c.list().iter().map(|x| x.logit).filter(|z| z.is_finite());
    let count = finite().count() as f64;
    let mean = finite().sum::<f64>() / count;
    let variance = finite().map(|z| (z - mean) * (z - mean)).sum::<f64>() / count;
    let least = c.top() - n * variance.sqrt();
    keep_logits(c, least);
    line(Cut::Logit(least))
}

pub(super) fn top_h(c: &mut Candidates, h: f64) -> Note {
    if h >= 1.0 {
        return Note::default();
    }
    c.normalise();
    let part = |p: f64| if p > 0.0 { -p * math::ln(p) } else { 0.0 };
    let most = h * c.list().iter().map(|x| part(x.prob)).sum::<f64>();
    let mut sum = 0.0;
    let beyond = c.list().iter().position(|candidate| {
        sum += part(candidate.prob);
        sum > most
    });
    let kept = beyond.unwrap_or(c.len()).max(1);
    c.truncate(kept);
    line(Cut::Rank(kept as u32))
}

pub(super) fn typical(c: &mut Candidates, p: f64) -> Note {
    if p >= 1.0 {
        return Note::default();
    }
    c.normalise();
    // At least one stays.
    let p = p.max(f64::MIN_POSITIVE);
    let entropy = c.entropy_bits();
    let list = c.list();
    let distance = |rank: usize| (math::surprisal_bits(list[rank].prob) - entropy).abs();
    // The list is in the order of the surprisal: from the entropy on, the distance grows to both sides.
    let middle = list.partition_point(|x| math::surprisal_bits(x.prob) < entropy);
    let (mut from, mut to, mut mass) = (middle, middle, 0.0);
    // Of equals at the lower edge the first ones stay.
    let mut equals = middle..middle;
    while mass < p && (from > 0 || to < list.len()) {
        // Ties by rank, which is by probability and then by id.
        if from > 0 && (to == list.len() || distance(from - 1) <= distance(to)) {
            let end = from;
            while from > 0 && list[from - 1].prob == list[end - 1].prob {
                from -= 1;
            }
            let crossing = list[from..end].iter().position(|x| {
                mass += x.prob;
                mass >= p
            });
            equals = from..crossing.map_or(end, |at| from + at + 1);
            if crossing.is_some() {
                from = end;
            }
        } else {
            mass += list[to].prob;
            to += 1;
        }
    }
    let mut rank = 0..;
    let rescued = c.retain(|_| {
        let rank = rank.next().unwrap_or(usize::MAX);
        (from..to).contains(&rank) || equals.contains(&rank)
    });
    Note {
        cut: Some(Cut::Mass(p)),
        rescued,
        ..Note::default()
    }
}

pub(super) fn tail_free(c: &mut Candidates, z: f64) -> Note {
    // Two probabilities have no second difference.
    if z >= 1.0 || c.len() <= 2 {
        return Note::default();
    }
    c.normalise();
    let probs: Vec<f64> = c.list().iter().map(|x| x.prob).collect();
    let bends: Vec<f64> = probs
        .windows(3)
        .map(|w| ((w[0] - w[1]) - (w[1] - w[2])).abs())
        .collect();
    let total: f64 = bends.iter().sum();
    if total == 0.0 {
        return Note::default();
    }
    let mut sum = 0.0;
    let passed = bends.iter().position(|bend| {
        sum += bend / total;
        sum > z
    });
    let kept = passed.unwrap_or(bends.len()) + 1;
    c.truncate(kept);
    line(Cut::Rank(kept as u32))
}

pub(super) fn xtc(c: &mut Candidates, probability: f64, threshold: f64, u: f64) -> Note {
    if u >= probability {
        return Note::default();
    }
    c.normalise();
    let top = c.list().partition_point(|x| x.prob >= threshold);
    if top >= 2 {
        let mut rank = 0;
        c.retain(|_| {
            rank += 1;
            rank >= top
        });
    }
    line(Cut::Prob(threshold))
}

pub(super) fn mirostat(c: &mut Candidates, memory: Option<Mirostat>, tau: f64) -> Note {
    c.normalise();
    let mu = memory.unwrap_or(Mirostat::start(tau)).mu;
    let kept = c
        .list()
        .partition_point(|x| math::surprisal_bits(x.prob) <= mu);
    let rescued = kept == 0;
    c.truncate(kept);
    Note {
        cut: Some(Cut::Surprisal(mu)),
        rescued,
        ..Note::default()
    }
}

/// Keeps candidates with at least the probability `least`; the list is in their order.
fn keep_probs(c: &mut Candidates, least: f64) -> Note {
    let kept = c.list().partition_point(|x| x.prob >= least);
    let rescued = kept == 0;
    c.truncate(kept);
    Note {
        cut: Some(Cut::Prob(least)),
        rescued,
        ..Note::default()
    }
}

/// Keeps candidates with at least the logit `least`.
fn keep_logits(c: &mut Candidates, least: f64) {
    let kept = c.list().partition_point(|x| x.logit >= least);
    c.truncate(kept);
}
