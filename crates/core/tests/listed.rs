//! The chain over the most probable tokens alone, against the same chain over all of them: what it says has to be true, and what it cannot
//! say it must not say.

use logitscope_core::chain::{Chain, ChainContext, Mirostat, Sampler, StageRecord};
use logitscope_core::dice::Stream;
use logitscope_core::{
    CoreError, Distribution, Draw, Known, Processed, TokenId, TopDistribution, math,
};

mod common;

use common::distribution;

/// Log-probabilities of a server are numbers of f32.
const SLACK: f64 = 1e-5;

/// Random numbers, 0..1.
struct Dice(u32, u32);

impl Dice {
    fn roll(&mut self) -> f64 {
        self.1 += 1;
        Draw::new(self.0, self.1, Stream::Token, 0).u
    }

    fn below(&mut self, n: usize) -> usize {
        (self.roll() * n as f64) as usize
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

/// Logits of 20 to 400 tokens, from almost even to almost sure.
fn logits(dice: &mut Dice) -> Vec<f32> {
    let (n, scale) = (20 + dice.below(380), 1.0 + 15.0 * dice.roll());
    let steep = 1.0 + 2.0 * dice.roll();
    let one = |_| (scale * math::pow(dice.roll(), steep)) as f32;
    (0..n).map(one).collect()
}

fn sampler(dice: &mut Dice, d_vocab: usize) -> Sampler {
    use Sampler::*;
    let last_n = dice.one(&[0, 3]);
    match dice.below(17) {
        0..=2 => Temperature {
            t: dice.one(&[0.0, 0.3, 0.7, 0.9, 1.0, 1.2, 2.0]),
        },
        3..=4 => TopK {
            k: dice.one(&[0, 1, 3, 8, 20, 1000]),
        },
        5..=6 => TopP {
            p: dice.one(&[0.0, 0.2, 0.5, 0.9, 0.99, 1.0]),
        },
        7..=8 => MinP {
            p: dice.one(&[0.0, 0.01, 0.05, 0.3, 1.0]),
        },
        9 => TopA { a: dice.roll() },
        10 => Epsilon {
            epsilon: dice.one(&[0.0, 1e-4, 1e-2, 0.2]),
        },
        11 => Xtc {
            probability: dice.one(&[0.0, 1.0]),
            threshold: dice.one(&[0.02, 0.1, 0.3]),
        },
        12 => PresencePenalty {
            alpha: dice.one(&[-0.5, 0.0, 0.5, 2.0]),
            last_n,
        },
        13 => FrequencyPenalty {
            alpha: dice.one(&[-0.2, 0.2, 1.5]),
            last_n,
        },
        14 => LogitBias {
            bias: (0..3)
                .map(|_| (dice.below(d_vocab) as TokenId, 6.0 * dice.roll() - 3.0))
                .collect(),
        },
        15 => Banned {
            tokens: (0..6).map(|_| dice.below(d_vocab) as TokenId).collect(),
        },
        _ => match dice.below(6) {
            0 => Mirostat {
                tau: 1.0 + 4.0 * dice.roll(),
                eta: 0.1,
            },
            1 => Typical {
                p: dice.one(&[0.5, 1.0]),
            },
            2 => Dry {
                multiplier: 0.8,
                base: 1.75,
                allowed_length: 1,
                last_n,
                breakers: Vec::new(),
            },
            3 => NoRepeatNgram { n: 2 },
            4 => TopNSigma {
                n: dice.one(&[0.0, 1.0]),
            },
            _ => Quadratic {
                factor: dice.one(&[0.0, 0.3]),
                curve: 1.0,
            },
        },
    }
}

/// The best `k`, as a server writes them.
fn top(full: &Distribution, k: usize) -> Distribution {
    let of = |rank| {
        let nats = -full.surprisal_bits(rank) * core::f64::consts::LN_2;
        (full.token(rank), f64::from(nats as f32))
    };
    let top = TopDistribution::new((0..k).map(of), full.d_vocab());
    Distribution::of_top(top.expect("the top of a distribution"))
}

fn holds(known: Known<f64>, value: f64) -> bool {
    let slack = SLACK * value.abs().max(0.1);
    match known {
        Known::Exact(said) => (said - value).abs() <= slack,
        Known::Between(low, high) => (low - slack..=high + slack).contains(&value),
        Known::Unknown => true,
    }
}

/// What was said of a stage, and what is true.
fn check_record(said: &StageRecord, is: &StageRecord, what: &str) {
    assert_eq!(
        (said.tokens_in, said.tokens_out),
        (is.tokens_in, is.tokens_out),
        "{what}"
    );
    for (said, is) in [
        (said.mass_removed, is.mass_removed),
        (said.mass_kept(), is.mass_kept()),
        (said.entropy_in, is.entropy_in),
        (said.entropy_out, is.entropy_out),
    ] {
        let is = is.exact().expect("all are listed");
        assert!(holds(said, is), "{what}: {said:?} of {is}");
    }
}

#[test]
fn what_the_top_says_of_ten_thousand_chains_is_true() {
    let mut dice = Dice(19, 0);
    let (mut exact, mut ranges, mut undecided, mut drawn, mut unsure) = (0, 0, 0, 0, 0);
    for round in 0..10_000 {
        let logits = logits(&mut dice);
        let full = distribution(&logits);
        let k = 1 + dice.below(full.len().min(60));
        let stages: Vec<Sampler> = (0..1 + dice.below(4))
            .map(|_| sampler(&mut dice, full.len()))
            .collect();
        let chain = Chain::new(stages).expect("in range");
        let tokens: Vec<TokenId> = (0..12)
            .map(|_| dice.below(full.len().min(30)) as TokenId)
            .collect();
        let past = ChainContext {
            tokens: &tokens,
            u_xtc: dice.roll(),
            mirostat: Some(Mirostat::start(dice.roll() * 4.0)),
            ..ChainContext::default()
        };
        let what = format!("round {round}: {k} of {}, {chain}", full.len());
        let whole = Processed::new(&full, &chain, &past).expect("all are listed");
        let listed = top(&full, k);
        let part = match Processed::new(&listed, &chain, &past) {
            Ok(part) => part,
            Err(CoreError::Undecided { .. }) => {
                undecided += 1;
                continue;
            }
            Err(other) => panic!("{what}: {other}"),
        };
        assert_eq!(part.len(), whole.len(), "{what}");
        for (said, is) in part.records().iter().zip(whole.records()) {
            check_record(said, is, &what);
        }
        for rank in 0..listed.len() {
            let token = listed.token(rank);
            let is = full.rank(token).expect("in the vocabulary");
            assert_eq!(
                part.place(rank).is_some(),
                whole.place(is).is_some(),
                "{what}"
            );
            let (said, is) = (part.prob(rank), whole.prob(is).exact().expect("listed"));
            assert!(holds(said, is), "{what}, rank {rank}: {said:?} of {is}");
        }
        match part.others() {
            Some(others) => {
                let lies = |rank: &usize| listed.rank(full.token(*rank)).is_none();
                let behind = (0..full.len()).filter(lies);
                let probs: Vec<f64> = behind.map(|rank| whole.prob(rank).middle()).collect();
                let mass: f64 = probs.iter().sum();
                assert!(
                    holds(Known::between(others.low, others.high), mass),
                    "{what}: {others:?} of {mass}"
                );
                let most = probs.iter().copied().fold(0.0, f64::max);
                assert!(
                    most <= others.most * (1.0 + SLACK) + 1e-12,
                    "{what}: {others:?} of {most}"
                );
                ranges += usize::from(!part.margin().is_none());
                exact += usize::from(part.margin().is_none());
            }
            None => {
                assert!(part.margin().is_none(), "{what}");
                exact += 1;
            }
        }
        for u in [0.0, dice.roll(), dice.roll(), 0.999] {
            let draw = Draw {
                u,
                ..Draw::new(0, 0, Stream::Token, 0)
            };
            let Ok(said) = part.choose(&listed, &draw) else {
                unsure += 1;
                continue;
            };
            let is = whole.choose(&full, &draw).expect("all are listed");
            // At an edge, the last bit of f32 decides.
            if (u - is.low).abs().min((u - is.high).abs()) < 1e-5 {
                continue;
            }
            drawn += 1;
            assert_eq!(said.token, is.token, "{what}, u {u}");
            assert!(holds(said.known_after(), is.prob_after), "{what}");
            for (said, is) in said.known_segment().into_iter().zip([is.low, is.high]) {
                assert!(holds(said, is), "{what}: {said:?} of {is}");
            }
        }
    }
    println!(
        "{exact} exact, {ranges} in ranges, {undecided} undecided; {drawn} draws, {unsure} unsure"
    );
    assert!(
        exact > 2_000 && ranges > 500 && undecided < 7_000,
        "{exact} {ranges} {undecided}"
    );
    assert!(drawn > 2 * unsure, "{drawn} {unsure}");
}
