//! What the tests of the chain are tried on.
#![allow(
    dead_code,
    reason = "every test program compiles this file and uses a part of it"
)]

use logitscope_core::chain::{ChainContext, Sampler};
use logitscope_core::dice::Stream;
use logitscope_core::{Distribution, Draw, TokenId};

/// Distributions of every shape: random ones of three temperatures, ties, one-hot, flat, huge, tiny, with impossible tokens.
pub fn distributions() -> Vec<(&'static str, Vec<f32>)> {
    let random = |seed: u32, scale: f64| -> Vec<f32> {
        let logit = |i| {
            let u = Draw::new(seed, i, Stream::Token, 0).u;
            ((u + Draw::new(seed, i, Stream::Token, 1).u - 1.0) * scale) as f32
        };
        (0..211).map(logit).collect()
    };
    let mut one_hot = vec![-40.0; 211];
    one_hot[97] = 40.0;
    let mut impossible = random(5, 8.0);
    impossible
        .iter_mut()
        .step_by(3)
        .for_each(|z| *z = f32::NEG_INFINITY);
    vec![
        ("cold", random(1, 40.0)),
        ("warm", random(2, 8.0)),
        ("hot", random(3, 0.5)),
        ("ties", random(4, 4.0).iter().map(|z| z.round()).collect()),
        ("flat", vec![1.25; 211]),
        ("one-hot", one_hot),
        ("huge", random(6, 3e38)),
        ("tiny", random(7, 1e-30)),
        ("impossible tokens", impossible),
        ("a single token", vec![-3.0]),
        ("two tokens", vec![0.0, -1.0]),
    ]
}

/// A text that repeats itself.
pub const PAST: [TokenId; 12] = [0, 1, 2, 97, 0, 1, 2, 97, 5, 0, 1, 2];

/// The past that is [`PAST`].
pub fn past() -> ChainContext<'static> {
    ChainContext {
        tokens: &PAST,
        ..ChainContext::default()
    }
}

/// Logits, ranked.
pub fn distribution(logits: &[f32]) -> Distribution {
    Distribution::new(logits).expect("no NaN")
}

/// Every sampler with its conventional parameters, and with something to do.
pub fn samplers() -> Vec<Sampler> {
    let busy = |sampler| match sampler {
        Sampler::LogitBias { .. } => Sampler::LogitBias {
            bias: vec![(3, 5.0), (97, -100.0), (0, 1.0)],
        },
        Sampler::Banned { .. } => Sampler::Banned {
            tokens: vec![97, 0, 210],
        },
        sampler => sampler,
    };
    Sampler::all().into_iter().map(busy).collect()
}
