//! Stages that remove candidates by their probabilities or logits.

use super::{Cut, LazyCandidates, Mirostat, Note, Terms};
use crate::math;

pub(super) fn top_k(c: &mut LazyCandidates, k: u32) -> Note {
    if k == 0 {
        return Note::default();
    }
    c.truncate(k as usize);
    Note::cut(Cut::Rank(k))
}

pub(super) fn top_p(c: &mut LazyCandidates, p: f64) -> Note {
    if p >= 1.0 {
        return Note::default();
    }
    let mut mass = 0.0;
    // The one that crosses p stays.
    c.keep_while(|x| {
        let before = mass;
        mass += x.prob;
        before < p
    });
    Note::cut(Cut::Mass(p))
}

pub(super) fn min_p(c: &mut LazyCandidates, share: f64) -> Note {
    if share == 0.0 {
        return Note::default();
    }
    let least = c.top() + math::ln(share);
    keep_logits(c, least);
    Note::cut(Cut::Logit(least))
}

pub(super) fn top_a(c: &mut LazyCandidates, a: f64) -> Note {
    let largest = c.top_prob();
    let least = a * largest * largest;
    Note {
        terms: Terms::TopA { largest, least },
        ..keep_probs(c, least)
    }
}

pub(super) fn epsilon(c: &mut LazyCandidates, epsilon: f64) -> Note {
    keep_probs(c, epsilon)
}

pub(super) fn eta(c: &mut LazyCandidates, epsilon: f64) -> Note {
    let nats = c.entropy_bits() * core::f64::consts::LN_2;
    let relative = epsilon.sqrt() * math::exp(-nats);
    let least = epsilon.min(relative);
    Note {
        terms: Terms::Eta {
            nats,
            relative,
            least,
        },
        ..keep_probs(c, least)
    }
}

pub(super) fn top_n_sigma(c: &mut LazyCandidates, n: f64) -> Note {
    if n == 0.0 {
        return Note::default();
    }
    let (largest, deviation) = (c.top(), c.deviation());
    let least = largest - n * deviation;
    keep_logits(c, least);
    Note {
        terms: Terms::TopNSigma {
            largest,
            deviation,
            least,
        },
        ..Note::cut(Cut::Logit(least))
    }
}

pub(super) fn top_h(c: &mut LazyCandidates, h: f64) -> Note {
    if h >= 1.0 {
        return Note::default();
    }
    let part = |p: f64| if p > 0.0 { -p * math::ln(p) } else { 0.0 };
    let nats: f64 = c.probs().iter().map(|&p| part(p)).sum();
    let most = h * nats;
    let mut sum = 0.0;
    let kept = c.keep_while(|x| {
        sum += part(x.prob);
        sum <= most
    });
    Note {
        terms: Terms::TopH { nats, most },
        ..Note::cut(Cut::Rank(kept.max(1) as u32))
    }
}

pub(super) fn typical(c: &mut LazyCandidates, p: f64) -> Note {
    if p >= 1.0 {
        return Note::default();
    }
    // At least one stays.
    let p = p.max(f64::MIN_POSITIVE);
    let entropy = c.entropy_bits();
    let probs = c.probs();
    let distance = |rank: usize| (math::surprisal_bits(probs[rank]) - entropy).abs();
    // The list is in the order of the surprisal: from the entropy on, the distance grows to both sides.
    let middle = probs.partition_point(|&p| math::surprisal_bits(p) < entropy);
    let (mut from, mut to, mut mass) = (middle, middle, 0.0);
    // Of equals at the lower edge the first ones stay.
    let mut equals = middle..middle;
    while mass < p && (from > 0 || to < probs.len()) {
        // Ties by rank, which is by probability and then by id.
        if from > 0 && (to == probs.len() || distance(from - 1) <= distance(to)) {
            let end = from;
            while from > 0 && probs[from - 1] == probs[end - 1] {
                from -= 1;
            }
            let crossing = probs[from..end].iter().position(|x| {
                mass += x;
                mass >= p
            });
            equals = from..crossing.map_or(end, |at| from + at + 1);
            if crossing.is_some() {
                from = end;
            }
        } else {
            mass += probs[to];
            to += 1;
        }
    }
    Note {
        cut: Some(Cut::Mass(p)),
        rescued: c.keep_places(equals.start..equals.end.min(from), from..to),
        terms: Terms::Typical {
            nats: entropy * core::f64::consts::LN_2,
        },
        ..Note::default()
    }
}

pub(super) fn tail_free(c: &mut LazyCandidates, z: f64) -> Note {
    // Two probabilities have no second difference.
    if z >= 1.0 || c.len() <= 2 {
        return Note::default();
    }
    let probs = c.probs();
    let bend = |w: &[f64]| ((w[0] - w[1]) - (w[1] - w[2])).abs();
    let mut bends = probs.windows(3).map(bend);
    let total: f64 = bends.clone().sum();
    if total == 0.0 {
        return Note::default();
    }
    let mut sum = 0.0;
    let passed = bends.position(|bend| {
        sum += bend / total;
        sum > z
    });
    let kept = passed.unwrap_or(probs.len() - 2) + 1;
    c.truncate(kept);
    Note::cut(Cut::Rank(kept as u32))
}

pub(super) fn xtc(c: &mut LazyCandidates, probability: f64, threshold: f64, u: f64) -> Note {
    if u >= probability {
        return Note::default();
    }
    let top = c.partition_point(|x| x.prob >= threshold && x.logit > f64::NEG_INFINITY);
    if top >= 2 {
        c.drop_first(top - 1);
    }
    Note::cut(Cut::Prob(threshold))
}

pub(super) fn mirostat(c: &mut LazyCandidates, memory: Option<Mirostat>, tau: f64) -> Note {
    let mu = memory.unwrap_or(Mirostat::start(tau)).mu;
    let kept = c.partition_point(|x| math::surprisal_bits(x.prob) <= mu);
    c.truncate(kept);
    Note {
        cut: Some(Cut::Surprisal(mu)),
        rescued: kept == 0,
        terms: Terms::Mirostat {
            mu,
            least: math::pow(2.0, -mu),
        },
        ..Note::default()
    }
}

/// Keeps candidates with at least the probability `least`; they are in its order.
fn keep_probs(c: &mut LazyCandidates, least: f64) -> Note {
    let kept = c.partition_point(|x| x.prob >= least);
    c.truncate(kept);
    Note {
        rescued: kept == 0,
        cut: Some(Cut::Prob(least)),
        ..Note::default()
    }
}

/// Keeps candidates with at least the logit `least`.
fn keep_logits(c: &mut LazyCandidates, least: f64) {
    let kept = c.partition_point(|x| x.logit >= least);
    c.truncate(kept);
}
