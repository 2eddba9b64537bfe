//! What is said of a distribution of which only the top is known, against the same distribution when all of it is.

use logitscope_core::chain::{Chain, ChainContext, Sampler};
use logitscope_core::distribution::{Distribution, Known, TopDistribution};
use logitscope_core::{CoreError, Processed, TokenId};

mod common;

use common::{distribution, distributions};

/// What sums may be off in the last digits.
const SLACK: f64 = 1e-9;

/// The best `k` log-probabilities of a distribution.
fn top(full: &Distribution, k: usize) -> TopDistribution {
    let of = |rank| {
        let nats = -full.surprisal_bits(rank) * core::f64::consts::LN_2;
        (full.token(rank), nats)
    };
    TopDistribution::new((0..k).map(of), full.len()).expect("the top of a distribution")
}

/// Whether `known` may be said of what is `true_value`; what is exact has to be so.
fn holds(known: Known<f64>, true_value: f64, what: &str) {
    let close = |a: f64, b: f64| a == b || (a - b).abs() <= SLACK * b.abs().max(1.0);
    let said = match known {
        Known::Exact(value) => close(value, true_value),
        Known::Between(low, high) => {
            (low..=high).contains(&true_value) || close(low, true_value) || close(high, true_value)
        }
        Known::Unknown => false,
    };
    assert!(said, "{what}: {known:?} of {true_value}");
}

fn counts(known: Known<usize>, true_value: usize, what: &str) {
    let said = match known {
        Known::Exact(value) => value == true_value,
        Known::Between(low, high) => (low..=high).contains(&true_value),
        Known::Unknown => false,
    };
    assert!(said, "{what}: {known:?} of {true_value}");
}

/// Distributions of every shape, one with equal probabilities across the end of every list, and a real vocabulary.
fn shapes() -> Vec<(&'static str, Distribution)> {
    let steps: Vec<f32> = (0..211).map(|i| (i / 40) as f32).collect();
    let wide: Vec<f32> = (0..50_257)
        .map(|i| -((i * 31 % 50_257) as f32).ln_1p())
        .collect();
    let all = distributions().into_iter();
    let all = all.chain([("steps", steps), ("a whole vocabulary", wide)]);
    all.map(|(name, logits)| (name, distribution(&logits)))
        .collect()
}

#[test]
fn what_is_said_of_the_top_is_true_of_the_whole() {
    for (name, full) in shapes() {
        for k in [1, 2, 20, full.len() / 2, full.len() - 1, full.len()] {
            if !(1..=full.len()).contains(&k) {
                continue;
            }
            let top = top(&full, k);
            let what = format!("{k} of {name}");
            let part = Distribution::of_top(top.clone());
            assert_eq!((part.d_vocab(), part.len()), (full.len(), k));
            let entropy = full.entropy_bits().exact().expect("all are listed");
            holds(part.entropy_bits(), entropy, &what);
            let step = (full.len() / 50).max(1);
            for rank in (0..full.len())
                .step_by(step)
                .chain([k - 1, k.min(full.len() - 1)])
            {
                let token = full.token(rank);
                let what = format!("{what}, rank {rank}");
                holds(part.prob_of(token).expect("known"), full.prob(rank), &what);
                // A listed one has its log-probability in f32.
                let bits = part.surprisal_of(token).expect("known");
                let is = full.surprisal_bits(rank);
                match bits {
                    Known::Exact(said) => {
                        let beyond = is > f64::from(f32::MAX) && said == f64::INFINITY;
                        let near = said == is || beyond || (said - is).abs() < 1e-6 * is.max(10.0);
                        assert!(near, "{what}: {said} of {is}");
                    }
                    said => holds(said, is, &what),
                }
                counts(top.rank(token).expect("known"), rank, &what);
                assert_eq!(part.rank(token).is_some(), rank < k, "{what}");
            }
            assert_eq!(part.prob_of(full.len() as TokenId), None);
            assert_eq!(part.rank(full.len() as TokenId), None);
        }
    }
}

#[test]
fn bounds_are_reached() {
    // Two of 0.3 are listed; the other eight have 0.4: all in one and a third, or 0.05 each.
    let listed = [(0, 0.3f64.ln()), (1, 0.3f64.ln())];
    let top = TopDistribution::new(listed, 10).expect("a top");
    let mut concentrated = vec![f32::NEG_INFINITY; 10];
    let mut even = vec![0.05f32.ln(); 10];
    for logits in [&mut concentrated, &mut even] {
        logits[0] = 0.3f32.ln();
        logits[1] = 0.3f32.ln();
    }
    (concentrated[2], concentrated[3]) = (0.3f32.ln(), 0.1f32.ln());
    let [concentrated, even] = [concentrated, even].map(|logits| distribution(&logits));
    let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-6, "{a} {b}");
    let Known::Between(low, high) = top.entropy_bits() else {
        panic!("{:?}", top.entropy_bits());
    };
    let bits = |of: &Distribution| of.entropy_bits().exact().expect("all are listed");
    near(low, bits(&concentrated));
    near(high, bits(&even));
    // Token 2 may have 0.3 as well, and then come first.
    assert_eq!(top.rank(0), Some(Known::Between(0, 2)));
    assert_eq!(top.rank(2), Some(Known::Between(0, 9)));
    let one_left = TopDistribution::new([(0, 0.6f64.ln()), (2, 0.3f64.ln())], 3).expect("a top");
    let prob = one_left
        .prob(1)
        .and_then(Known::exact)
        .expect("all the rest");
    assert!((prob - 0.1).abs() < 1e-12, "{prob}");
}

#[test]
fn below_the_temperature_1_the_range_is_narrow_and_above_it_is_wide() {
    // The example of a real model: 50,257 tokens, 20 listed, 0.05 for the others, 0.207 and 0.002 at the ends.
    let mut probs = vec![0.207f64];
    let middle = (0.95 - 0.207 - 0.002) / 18.0;
    probs.extend([middle; 18]);
    probs.push(0.002);
    let top = TopDistribution::new((0..).zip(probs.iter().map(|p| p.ln())), 50_257).expect("a top");
    let distribution = Distribution::of_top(top);
    let width = |t: f64| {
        let chain = Chain::new([Sampler::Temperature { t }]).expect("in range");
        let processed = Processed::new(&distribution, &chain, &ChainContext::default());
        match processed.expect("a temperature is decided").prob(0) {
            Known::Between(low, high) => high - low,
            Known::Exact(_) => 0.0,
            Known::Unknown => f64::INFINITY,
        }
    };
    assert_eq!(width(1.0), 0.0);
    let (below, above) = (width(0.5), width(2.0));
    assert!(below < 0.002 && above > 0.05, "{below} {above}");
    assert!(below > 0.0);
}

#[test]
fn what_cannot_be_a_top_is_refused_by_name() {
    let half = 0.5f64.ln();
    assert_eq!(TopDistribution::new([], 3), Err(CoreError::NoLogProbs));
    assert_eq!(
        TopDistribution::new([(3, half)], 3),
        Err(CoreError::UnknownToken {
            token: 3,
            d_vocab: 3
        })
    );
    assert_eq!(
        TopDistribution::new([(1, half), (1, half)], 3),
        Err(CoreError::ListedTwice { token: 1 })
    );
    for bad in [f64::NAN, f64::INFINITY, 0.5] {
        assert!(matches!(
            TopDistribution::new([(1, half), (2, bad)], 3),
            Err(CoreError::BadLogProb { token: 2, .. })
        ));
    }
    assert!(matches!(
        TopDistribution::new([(0, half), (1, half), (2, -3.0)], 9),
        Err(CoreError::TooMuchMass { .. })
    ));
    // Half is left to one token, which then is more probable than the one that is listed last.
    assert!(matches!(
        TopDistribution::new([(0, half), (1, -3.0)], 3),
        Err(CoreError::NotTheTop { tokens: 1, .. })
    ));
    // A whole vocabulary that sums to less than 1, and one whose sum is off by the rounding of a server.
    assert!(matches!(
        TopDistribution::new([(0, half), (1, -3.0)], 2),
        Err(CoreError::NotTheTop { tokens: 0, .. })
    ));
    let off = [(0, half + 1e-5), (1, half + 1e-5)];
    let whole = TopDistribution::new(off, 2).expect("within rounding");
    assert_eq!((whole.rest().tokens, whole.rest().mass), (0, 0.0));
    let sum: f64 = whole.listed().iter().map(|(_, l)| l.exp()).sum();
    assert!((sum - 1.0).abs() < 1e-12, "{sum}");
    // −∞ is an impossible token.
    let sure = TopDistribution::new([(0, 0.0), (1, f64::NEG_INFINITY)], 5).expect("a top");
    assert_eq!(sure.prob(4), Some(Known::Exact(0.0)));
    assert_eq!(sure.entropy_bits(), Known::Exact(0.0));
}
