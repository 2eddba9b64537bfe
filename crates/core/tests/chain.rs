//! What must hold for every sampler and every chain, whatever the logits.

use logitscope_core::chain::{Chain, ChainContext, Mirostat, Sampler};
use logitscope_core::dice::Stream;
use logitscope_core::{CoreError, Draw, Known};

mod common;

use common::{PAST, distribution, distributions, past, samplers};

#[test]
fn the_mass_sums_to_one_the_order_holds_and_something_is_left() {
    for (name, logits) in distributions() {
        let distribution = distribution(&logits);
        for sampler in samplers() {
            let chain = Chain::new(vec![sampler.clone()]).expect("conventional parameters");
            let left = chain.run(&distribution, &past());
            let what = format!("{sampler:?} on {name}");
            let sum: f64 = left.list().iter().map(|c| c.prob).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{what}: {sum}");
            assert!(
                left.list().iter().all(|c| (0.0..=1.0).contains(&c.prob)),
                "{what}"
            );
            let falling = |w: &[logitscope_core::chain::Candidate]| {
                w[0].logit > w[1].logit || w[0].logit == w[1].logit && w[0].token < w[1].token
            };
            assert!(left.list().windows(2).all(falling), "{what}");
        }
    }
}

#[test]
fn a_record_says_what_the_stage_did() {
    for (name, logits) in distributions() {
        let distribution = distribution(&logits);
        let chain = Chain::new(samplers()).expect("conventional parameters");
        let watch = [0, 97, 3];
        let traced = chain.trace(&distribution, &past(), &watch);
        let (left, records) = traced.expect("all are listed");
        assert_eq!(left, chain.run(&distribution, &past()), "{name}");
        assert_eq!(records.len(), chain.stages().len());
        assert_eq!(records[0].tokens_in as usize, logits.len());
        for pair in records.windows(2) {
            assert_eq!(pair[0].tokens_out, pair[1].tokens_in, "{name}");
            assert_eq!(pair[0].watched_out, pair[1].watched_in, "{name}");
        }
        for record in &records {
            assert!(
                (0.0..=1.0).contains(&record.mass_removed.middle()),
                "{name}: {record:?}"
            );
            assert!(record.tokens_out <= record.tokens_in, "{name}: {record:?}");
            // What is removed may be too improbable for a number, but what stays has no mass to lose.
            let removed = record.tokens_out < record.tokens_in;
            assert!(
                removed || record.mass_removed == Known::Exact(0.0),
                "{name}: {record:?}"
            );
        }
    }
}

/// A sampler from the parameter that is tried.
type Make = fn(f64) -> Sampler;

/// The number of candidates left as one parameter goes up.
fn counts(logits: &[f32], sampler: impl Fn(f64) -> Sampler, values: &[f64]) -> Vec<usize> {
    let distribution = distribution(logits);
    let count = |&value: &f64| {
        let chain = Chain::new(vec![sampler(value)]).expect("in range");
        chain.run(&distribution, &past()).len()
    };
    values.iter().map(count).collect()
}

#[test]
fn every_cut_is_monotone_in_its_parameter() {
    let unit = [0.0, 1e-6, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 1.0];
    let more: [(&str, Make); 6] = [
        ("top_p", |p| Sampler::TopP { p }),
        ("typical", |p| Sampler::Typical { p }),
        ("tail free", |z| Sampler::TailFree { z }),
        ("top_h", |h| Sampler::TopH { h }),
        ("top_k", |k| Sampler::TopK {
            k: 1 + (k * 100.0) as u32,
        }),
        ("top_n_sigma", |n| Sampler::TopNSigma { n: n + 1e-9 }),
    ];
    let fewer: [(&str, Make); 4] = [
        ("min_p", |p| Sampler::MinP { p }),
        ("top_a", |a| Sampler::TopA { a }),
        ("epsilon", |epsilon| Sampler::Epsilon { epsilon }),
        ("eta", |epsilon| Sampler::Eta { epsilon }),
    ];
    for (name, logits) in distributions() {
        for (sampler, make) in more {
            let counts = counts(&logits, make, &unit);
            assert!(counts.is_sorted(), "{sampler} on {name}: {counts:?}");
        }
        for (sampler, make) in fewer {
            let counts = counts(&logits, make, &unit);
            assert!(
                counts.is_sorted_by(|a, b| a >= b),
                "{sampler} on {name}: {counts:?}"
            );
        }
    }
}

#[test]
fn what_changes_nothing_leaves_every_probability() {
    let idle = [
        Sampler::Temperature { t: 1.0 },
        Sampler::DynamicTemperature {
            t: 1.0,
            range: 0.0,
            exponent: 1.0,
        },
        Sampler::Quadratic {
            factor: 0.0,
            curve: 1.0,
        },
        Sampler::TopK { k: 0 },
        Sampler::TopP { p: 1.0 },
        Sampler::MinP { p: 0.0 },
        Sampler::TopA { a: 0.0 },
        Sampler::Typical { p: 1.0 },
        Sampler::TailFree { z: 1.0 },
        Sampler::Epsilon { epsilon: 0.0 },
        Sampler::Eta { epsilon: 0.0 },
        Sampler::TopNSigma { n: 0.0 },
        Sampler::TopH { h: 1.0 },
        Sampler::Xtc {
            probability: 0.0,
            threshold: 0.1,
        },
        Sampler::Xtc {
            probability: 1.0,
            threshold: 1.0,
        },
        Sampler::RepetitionPenalty {
            theta: 1.0,
            last_n: 0,
        },
        Sampler::PresencePenalty {
            alpha: 0.0,
            last_n: 0,
        },
        Sampler::FrequencyPenalty {
            alpha: 0.0,
            last_n: 0,
        },
        Sampler::NoRepeatNgram { n: 0 },
        Sampler::LogitBias { bias: vec![] },
        Sampler::Banned { tokens: vec![] },
    ];
    for (name, logits) in distributions() {
        let distribution = distribution(&logits);
        let own = Chain::default().run(&distribution, &past());
        for sampler in &idle {
            let left = Chain::new(vec![sampler.clone()])
                .expect("in range")
                .run(&distribution, &past());
            assert_eq!(left.len(), own.len(), "{sampler:?} on {name}");
            for (a, b) in left.list().iter().zip(own.list()) {
                assert!(
                    a.token == b.token && (a.prob - b.prob).abs() < 1e-12,
                    "{sampler:?} on {name}"
                );
            }
        }
    }
}

#[test]
fn stages_that_commute_do() {
    let pairs = [
        (Sampler::TopK { k: 20 }, Sampler::MinP { p: 0.05 }),
        (Sampler::Temperature { t: 0.7 }, Sampler::TopK { k: 20 }),
        (
            Sampler::Temperature { t: 0.7 },
            Sampler::Temperature { t: 1.9 },
        ),
        (
            Sampler::Temperature { t: 0.7 },
            Sampler::TopNSigma { n: 1.0 },
        ),
        (
            Sampler::Banned { tokens: vec![3, 5] },
            Sampler::Temperature { t: 2.0 },
        ),
    ];
    for (name, logits) in distributions() {
        let distribution = distribution(&logits);
        for (a, b) in &pairs {
            let run = |x: &Sampler, y: &Sampler| {
                Chain::new(vec![x.clone(), y.clone()])
                    .expect("in range")
                    .run(&distribution, &past())
            };
            let (one, other) = (run(a, b), run(b, a));
            let tokens = |c: &logitscope_core::chain::Candidates| -> Vec<_> {
                c.list().iter().map(|x| x.token).collect()
            };
            assert_eq!(tokens(&one), tokens(&other), "{a:?}, {b:?} on {name}");
            for (x, y) in one.list().iter().zip(other.list()) {
                assert!((x.prob - y.prob).abs() < 1e-9, "{a:?}, {b:?} on {name}");
            }
        }
    }
}

#[test]
fn order_matters_where_it_should() {
    let logits = &distributions()[1].1;
    let distribution = distribution(logits);
    let run = |stages| {
        Chain::new(stages)
            .expect("in range")
            .run(&distribution, &past())
            .len()
    };
    let (hot, cut) = (Sampler::Temperature { t: 2.0 }, Sampler::MinP { p: 0.05 });
    assert!(run(vec![hot.clone(), cut.clone()]) > run(vec![cut, hot]));
}

#[test]
fn xtc_removes_all_top_choices_but_the_least_likely() {
    let logits: Vec<f32> = [0.4f32, 0.3, 0.15, 0.1, 0.05]
        .iter()
        .map(|p| p.ln())
        .collect();
    let chain = Chain::new(vec![Sampler::Xtc {
        probability: 0.5,
        threshold: 0.12,
    }])
    .expect("in range");
    let left = |u_xtc| {
        let past = ChainContext { u_xtc, ..past() };
        let left = chain.run(&distribution(&logits), &past);
        left.list().iter().map(|c| c.token).collect::<Vec<_>>()
    };
    assert_eq!(left(0.49), [2, 3, 4]);
    assert_eq!(left(0.5), [0, 1, 2, 3, 4]);
}

#[test]
fn dry_penalises_what_would_continue_a_repetition() {
    // The text ends in 0 1 2; before, 0 1 2 was followed by 97 (three tokens repeated).
    let chain = Chain::new(vec![Sampler::Dry {
        multiplier: 0.8,
        base: 1.75,
        allowed_length: 2,
        last_n: 0,
        breakers: vec![],
    }])
    .expect("in range");
    let logits = vec![0.0; 211];
    let left = chain.run(&distribution(&logits), &past());
    let logit = |token| {
        left.list()
            .iter()
            .find(|c| c.token == token)
            .map(|c| c.logit)
    };
    // 97 followed "0 1 2" twice, once after "97 0 1 2": the longest repetition counts, "0 1 2" of length 3.
    assert_eq!(logit(97), Some(-0.8 * 1.75));
    assert_eq!(logit(5), Some(0.0));
    // A short window forgets.
    let short = ChainContext {
        tokens: &PAST[9..],
        ..ChainContext::default()
    };
    assert!(
        chain
            .run(&distribution(&logits), &short)
            .list()
            .iter()
            .all(|c| c.logit == 0.0)
    );
}

#[test]
fn mirostat_moves_mu_towards_the_surprisal_it_wants() {
    let memory = Mirostat::start(3.0);
    assert_eq!(memory.mu, 6.0);
    // p = 1/16 is 4 bits: one too many.
    assert_eq!(memory.next(1.0 / 16.0, 3.0, 0.1).mu, 6.0 - 0.1);
    let logits: Vec<f32> = [0.5f32, 0.25, 0.125, 0.125]
        .iter()
        .map(|p| p.ln())
        .collect();
    let chain = Chain::new(vec![Sampler::Mirostat { tau: 1.0, eta: 0.1 }]).expect("in range");
    let left = |mu| {
        let past = ChainContext {
            mirostat: Some(Mirostat { mu }),
            ..past()
        };
        chain.run(&distribution(&logits), &past).len()
    };
    assert_eq!((left(2.1), left(1.5), left(0.1)), (2, 1, 1));
}

#[test]
fn a_stage_that_would_remove_everything_leaves_the_top_token_and_says_so() {
    let logits = vec![1.0, 3.0, 2.0];
    let chain = Chain::new(vec![Sampler::Banned {
        tokens: vec![0, 1, 2],
    }])
    .expect("in range");
    let traced = |chain: &Chain| {
        let traced = chain.trace(&distribution(&logits), &past(), &[]);
        traced.expect("all are listed")
    };
    let (left, records) = traced(&chain);
    assert_eq!(left.list().iter().map(|c| c.token).collect::<Vec<_>>(), [1]);
    assert!(records[0].rescued);
    let some = Chain::new(vec![Sampler::Banned { tokens: vec![1] }]).expect("in range");
    assert!(!traced(&some).1[0].rescued);
}

#[test]
fn parameters_out_of_range_are_refused_by_name() {
    for sampler in [
        Sampler::Temperature { t: -1.0 },
        Sampler::Temperature { t: f64::NAN },
        Sampler::TopP { p: 1.5 },
        Sampler::MinP { p: f64::INFINITY },
        Sampler::RepetitionPenalty {
            theta: 0.0,
            last_n: 0,
        },
        Sampler::LogitBias {
            bias: vec![(1, f64::NAN)],
        },
        Sampler::Mirostat {
            tau: -1.0,
            eta: 0.1,
        },
        Sampler::Quadratic {
            factor: 1.0,
            curve: 4.0,
        },
    ] {
        let refused = Chain::new(vec![sampler.clone()]);
        assert!(
            matches!(refused, Err(CoreError::Setting { .. })),
            "{sampler:?}"
        );
    }
}

#[test]
fn a_chain_survives_json_and_an_unknown_sampler_is_named() {
    let chain = Chain::new(samplers()).expect("conventional parameters");
    let json = serde_json::to_string(&chain).expect("plain data");
    assert_eq!(
        serde_json::from_str::<Chain>(&json).expect("what was written"),
        chain
    );
    let error = serde_json::from_str::<Chain>(r#"[{"sampler": "top_q", "q": 1}]"#)
        .expect_err("there is none");
    assert!(error.to_string().contains("top_q"), "{error}");
}

#[test]
fn a_hundred_thousand_draws_follow_the_chain() {
    let distribution = distribution(&distributions()[1].1);
    let chain = Chain::new(vec![
        Sampler::RepetitionPenalty {
            theta: 1.3,
            last_n: 0,
        },
        Sampler::Temperature { t: 1.4 },
        Sampler::Typical { p: 0.6 },
        Sampler::TopK { k: 25 },
    ])
    .expect("in range");
    let left = chain.run(&distribution, &past());
    let n = 100_000;
    let mut counts = vec![0u32; 211];
    for position in 0..n {
        let draw = Draw::new(11, position, Stream::Token, 0);
        let (candidate, low, high) = left.choose(&draw).expect("all are listed");
        assert!(low < high);
        counts[candidate.token as usize] += 1;
    }
    let chi2: f64 = left
        .list()
        .iter()
        .map(|c| {
            let expected = c.prob * f64::from(n);
            (f64::from(counts[c.token as usize]) - expected).powi(2) / expected
        })
        .sum();
    // 24 degrees of freedom: 51.2 is passed once in a thousand.
    assert!(
        left.len() == 25 && chi2 < 51.2,
        "{chi2} with {} tokens",
        left.len()
    );
}

#[test]
fn a_record_has_the_coin_of_a_stage_that_throws_one_and_acts() {
    let chain: Chain = "xtc~0.5~0.1,top_k~3,-xtc~0.5~0.1"
        .parse()
        .expect("well spelled");
    let traced = chain.trace(&distribution(&[2.0, 1.0, 0.0]), &past(), &[]);
    let (_, records) = traced.expect("all are listed");
    let coins: Vec<_> = records.iter().map(|r| r.coin).collect();
    assert_eq!(coins, [Some(past().u_xtc), None, None]);
}
