//! The short cuts of the chain against the long way.
//!
//! What a stage leaves keeps its probabilities up to a factor, so they are divided and not computed anew; the entropy takes one
//! logarithm; typical sampling walks outwards from the entropy and sorts nothing.

use logitscope_core::chain::{Candidate, Chain, Sampler};
use logitscope_core::math;

mod common;

use common::{distribution, distributions, past, samplers};

/// Softmax of the logits left, from nothing.
fn softmax(list: &[Candidate]) -> Vec<f64> {
    let weights: Vec<f64> = list
        .iter()
        .map(|c| math::exp(c.logit - list[0].logit))
        .collect();
    let total: f64 = weights.iter().sum();
    weights.iter().map(|w| w / total).collect()
}

#[test]
fn what_is_left_has_the_softmax_of_its_logits() {
    for (name, logits) in distributions() {
        let distribution = distribution(&logits);
        // Every pair of samplers: the second may begin with what the first has not normalised.
        for first in samplers() {
            for second in samplers() {
                let chain = Chain::new([first.clone(), second.clone()]).expect("in range");
                let left = chain.run(&distribution, &past());
                let want = softmax(left.list());
                for (candidate, want) in left.list().iter().zip(&want) {
                    let off = (candidate.prob - want).abs();
                    assert!(
                        off <= 1e-12 * want + 1e-200,
                        "{first:?}, {second:?} on {name}: {candidate:?}, {want}"
                    );
                }
                let bits = math::entropy_bits(want);
                assert!(
                    (left.entropy_bits().middle() - bits).abs() < 1e-9,
                    "{first:?}, {second:?} on {name}: {} {bits}",
                    left.entropy_bits().middle()
                );
            }
        }
    }
}

#[test]
fn a_bias_brings_back_what_had_underflowed() {
    let mut logits = vec![0.0; 8];
    logits[5] = -800.0;
    let bias = Sampler::LogitBias {
        bias: vec![(5, 100.0)],
    };
    let others = (0..8).filter(|t| *t != 5).collect();
    for chain in [
        vec![bias.clone(), Sampler::Banned { tokens: others }],
        vec![bias.clone(); 8],
    ] {
        let left = Chain::new(chain.clone())
            .expect("in range")
            .run(&distribution(&logits), &past());
        let want = softmax(left.list());
        let place = left.list().iter().position(|c| c.token == 5);
        let place = place.expect("it is not banned");
        assert!(
            (left.list()[place].prob - want[place]).abs() < 1e-12 && want[place] > 0.1,
            "{chain:?}: {:?}",
            left.list()
        );
    }
}

#[test]
fn typical_keeps_what_sorting_by_the_distance_keeps() {
    for (name, logits) in distributions() {
        let distribution = distribution(&logits);
        let all = Chain::default().run(&distribution, &past());
        let entropy = all.entropy_bits().middle();
        let distance = |c: &Candidate| (math::surprisal_bits(c.prob) - entropy).abs();
        let mut sorted = all.list().to_vec();
        sorted.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
        for p in [0.05, 0.2, 0.5, 0.9, 0.95, 0.999] {
            let mut mass = 0.0;
            let crossing = sorted.iter().position(|c| {
                mass += c.prob;
                mass >= p
            });
            let mut want: Vec<_> = sorted[..crossing.map_or(sorted.len(), |at| at + 1)]
                .iter()
                .map(|c| c.token)
                .collect();
            want.sort_by_key(|&token| distribution.rank(token));
            let chain = Chain::new([Sampler::Typical { p }]).expect("in range");
            let left = chain.run(&distribution, &past());
            let got: Vec<_> = left.list().iter().map(|c| c.token).collect();
            assert_eq!(got, want, "p = {p} on {name}");
        }
    }
}
