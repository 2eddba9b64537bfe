//! The chain that runs against its definition, on random and adversarial logits: every sampler, in random orders, with random
//! parameters and a random past.
//!
//! Which tokens survive each stage, their order, ranks of cuts and the token that a draw selects must be the same. The
//! probabilities may differ by rounding: the chain that runs divides what is left by its sum, and adds up what it has not looked
//! at by series ([`logitscope_core::chain`]); the definition computes the softmax anew.

use std::collections::BTreeSet;
use std::sync::Arc;

use logitscope_core::chain::{
    Candidate, Chain, ChainContext, Cut, Grammar, Kind, Mask, Mirostat, Parameter, Sampler, Stage,
    plain,
};
use logitscope_core::dice::Stream;
use logitscope_core::{Distribution, Draw, Known, TokenId, Vocab};

mod common;

use common::{distribution, distributions};

/// |p − p'| of every token behind the chain, and of the mass that a stage removes, for up to a few thousand candidates. Of more,
/// the definition's sums lose more: they add one after the other.
const PROB: f64 = 1e-12;
/// What each candidate beyond them adds.
const PROB_EACH: f64 = 1e-15;
/// |H − H'| in bits. The definition adds −p·log₂ p, the chain that runs takes one logarithm.
const BITS: f64 = 1e-10;
/// |line − line'| by the size of the line: σ is taken from distances to the largest logit.
const LINE: f64 = 1e-9;

/// Numbers that are the same on every machine.
struct Random {
    seed: u32,
    next: u32,
}

impl Random {
    fn new(seed: u32) -> Self {
        Random { seed, next: 0 }
    }

    /// 0..1.
    fn unit(&mut self) -> f64 {
        self.next += 1;
        Draw::new(self.seed, self.next, Stream::Token, 0).u
    }

    /// 0..n.
    fn below(&mut self, n: usize) -> usize {
        (self.unit() * n as f64) as usize
    }

    /// True once in `n` times.
    fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }
}

/// A value of a parameter: mostly where it makes a difference, sometimes at an end.
fn value(parameter: Parameter, d_vocab: usize, random: &mut Random) -> f64 {
    use Parameter::*;
    let whole = |x: f64| x.floor();
    match parameter {
        Temperature if random.once_in(8) => [0.0, 1.0, 1e-310][random.below(3)],
        Temperature | Middle => random.between(0.05, 3.0),
        Range => random.between(0.0, 2.0),
        Exponent => random.between(0.3, 3.0),
        Factor if random.once_in(5) => 0.0,
        Factor => random.between(0.0, 2.0),
        Curve => random.between(1.0, 3.0),
        Count => whole(random.between(0.0, 1.2 * d_vocab as f64)),
        Mass | Share | SquareShare | Bend | EntropyShare if random.once_in(8) => {
            [0.0, 1.0][random.below(2)]
        }
        Mass | Bend | EntropyShare => random.unit(),
        Share | SquareShare => random.unit() * random.unit(),
        Least => random.unit() * random.unit() / d_vocab as f64,
        Deviations if random.once_in(8) => 0.0,
        Deviations => random.between(0.0, 4.0),
        Chance => random.unit(),
        Threshold => random.unit() * random.unit() / 2.0,
        Theta => random.between(0.5, 2.0),
        Alpha => random.between(-2.0, 2.0),
        LastN => random.below(40) as f64,
        Multiplier if random.once_in(5) => 100.0,
        Multiplier => random.between(0.0, 3.0),
        Base => random.between(1.0, 3.0),
        AllowedLength => 1.0 + random.below(4) as f64,
        Tau => random.between(0.0, 12.0),
        Eta => random.unit(),
        GroupSize => random.below(5) as f64,
        Bias => random.between(-10.0, 10.0),
    }
}

/// What stands for grammars: only their masks count here.
const GRAMMARS: [&str; 3] = ["almost nothing", "half", "almost all"];

/// A random mask for each of them but the last, now and then: one that is not known removes nothing.
fn masks(d_vocab: usize, random: &mut Random) -> Vec<(Grammar, Arc<Mask>)> {
    let known = if random.once_in(4) { 2 } else { 3 };
    let mask = |(at, text): (usize, &&str)| {
        let mut word = || {
            (0..32).fold(0, |word, _| {
                word << 1 | u32::from(random.unit() < SHARES[at])
            })
        };
        let words = (0..d_vocab.div_ceil(32)).map(|_| word()).collect();
        let grammar = Grammar {
            text: (*text).into(),
            ..Grammar::default()
        };
        (grammar, Arc::new(Mask::new(words, d_vocab)))
    };
    GRAMMARS.iter().enumerate().take(known).map(mask).collect()
}

/// How much of the vocabulary each allows.
const SHARES: [f64; 3] = [0.02, 0.5, 0.98];

/// A sampler with random parameters.
fn sampler(kind: Kind, d_vocab: usize, random: &mut Random) -> Sampler {
    let mut sampler = kind.conventional();
    for p in sampler.params() {
        let value = value(p.parameter, d_vocab, random);
        sampler.set_param(p.name, value).expect("in range");
    }
    // Beyond the vocabulary, too: what a visitor lists may be anything.
    let mut token = || random.below(d_vocab + 2) as TokenId;
    match &mut sampler {
        Sampler::Banned { tokens } => *tokens = (0..5).map(|_| token()).collect(),
        Sampler::LogitBias { bias } => {
            let named: Vec<TokenId> = (0..5).map(|_| token()).collect();
            let with = |token| (token, value(Parameter::Bias, d_vocab, random));
            *bias = named.into_iter().map(with).collect();
        }
        Sampler::Grammar { grammar } => grammar.text = GRAMMARS[random.below(3)].into(),
        Sampler::Dry { breakers, .. } if random.once_in(2) => *breakers = vec!["7".into()],
        _ => {}
    }
    sampler
}

/// One to eight samplers, now and then all of them, in a random order; one in ten is switched off.
fn chain(d_vocab: usize, random: &mut Random) -> Chain {
    let mut kinds: Vec<Kind> = match random.once_in(20) {
        true => Kind::ALL.to_vec(),
        false => (0..=random.below(8))
            .map(|_| Kind::ALL[random.below(Kind::ALL.len())])
            .collect(),
    };
    for last in (1..kinds.len()).rev() {
        kinds.swap(last, random.below(last + 1));
    }
    let mut stages: Vec<Stage> = Vec::new();
    for kind in kinds {
        let mut sampler = sampler(kind, d_vocab, random);
        // It goes by the ratio of two entropies, of which the digits are few where the distribution is nearly certain; a power
        // below 1, or a temperature that may be 0, would make much of the missing ones.
        if let Sampler::DynamicTemperature { t, range, exponent } = &mut sampler {
            *range = range.min(0.9 * *t);
            *exponent = exponent.max(1.0);
        }
        let on = !random.once_in(10);
        stages.push(Stage { sampler, on });
    }
    Chain::new(stages).expect("in range")
}

/// A text that repeats itself now and then.
fn text(d_vocab: usize, random: &mut Random) -> Vec<TokenId> {
    let mut text: Vec<TokenId> = Vec::new();
    for _ in 0..random.below(60) {
        let repeated = text.len().checked_sub(3).filter(|_| random.once_in(2));
        let token = repeated.map(|at| text[at]);
        text.push(token.unwrap_or_else(|| random.below(d_vocab.min(30)) as TokenId));
    }
    text
}

/// Runs both and compares all that they say; gives the greatest difference of a probability.
fn compare(
    what: &str,
    logits: &[f32],
    distribution: &Distribution,
    chain: &Chain,
    past: &ChainContext,
    u: f64,
) -> f64 {
    let what = format!("{chain} on {what}, u_xtc {}", past.u_xtc);
    let prob = PROB.max(PROB_EACH * logits.len() as f64);
    let (all, _) = plain::run(logits, &Chain::default(), past);
    let (want, stages) = plain::run(logits, chain, past);
    let traced = chain.trace(distribution, past, &[]);
    let (left, records) = traced.expect("all are listed");
    let exact = |known: Known<f64>| known.exact().expect("all are listed");
    assert_eq!(records.len(), stages.len(), "{what}");
    let came_in = std::iter::once(&all).chain(stages.iter().map(|stage| &stage.left));
    for (at, ((record, stage), before)) in records.iter().zip(&stages).zip(came_in).enumerate() {
        let after = &stage.left;
        let (cut, rescued) = (stage.cut, stage.rescued);
        let what = format!("stage {at} of {what}: {record:?}, {cut:?}, {rescued}");
        let counts = (record.tokens_in as usize, record.tokens_out as usize);
        assert_eq!(counts, (before.len(), after.len()), "{what}");
        assert_eq!(record.rescued, rescued, "{what}");
        let mass = mass_without(before, after);
        close(exact(record.mass_removed), mass, prob, &what);
        close(exact(record.entropy_in), entropy(before), BITS, &what);
        close(exact(record.entropy_out), entropy(after), BITS, &what);
        match (record.cut, cut) {
            (Some(Cut::Rank(a)), Some(Cut::Rank(b))) => assert_eq!(a, b, "{what}"),
            (Some(Cut::Prob(a)), Some(Cut::Prob(b))) => close(a, b, prob, &what),
            (Some(Cut::Mass(a)), Some(Cut::Mass(b))) => close(a, b, prob, &what),
            (Some(Cut::Surprisal(a)), Some(Cut::Surprisal(b))) => close(a, b, BITS, &what),
            (Some(Cut::Logit(a)), Some(Cut::Logit(b))) => {
                close(a, b, LINE * a.abs().max(1.0), &what);
            }
            (a, b) => assert_eq!(a, b, "{what}"),
        }
    }
    let tokens = |list: &[Candidate]| -> Vec<TokenId> { list.iter().map(|c| c.token).collect() };
    assert_eq!(tokens(left.list()), tokens(&want), "{what}");
    assert_eq!(left, chain.run(distribution, past), "{what}");
    let mut worst = 0.0f64;
    for (got, want) in left.list().iter().zip(&want) {
        let at = format!("{what}: token {}", got.token);
        close(got.prob, want.prob, prob, &at);
        close(got.logit, want.logit, LINE * want.logit.abs().max(1.0), &at);
        worst = worst.max((got.prob - want.prob).abs());
    }
    let draw = Draw {
        u,
        ..Draw::new(0, 0, Stream::Token, 0)
    };
    let chosen = plain::choose(&want, &draw).map(|c| c.token);
    assert_eq!(
        left.choose(&draw).map(|c| c.0.token),
        chosen,
        "{what}, u {u}"
    );
    worst
}

/// The probability that those of `before` have together that are not in `after`.
fn mass_without(before: &[Candidate], after: &[Candidate]) -> f64 {
    let left: BTreeSet<TokenId> = after.iter().map(|c| c.token).collect();
    let gone = before.iter().filter(|c| !left.contains(&c.token));
    gone.map(|c| c.prob).sum()
}

/// −Σ p·log₂ p.
fn entropy(list: &[Candidate]) -> f64 {
    let possible = list.iter().map(|c| c.prob).filter(|p| *p > 0.0);
    -possible.map(|p| p * p.log2()).sum::<f64>()
}

fn close(got: f64, want: f64, tolerance: f64, what: &str) {
    let same = got == want || (got - want).abs() <= tolerance;
    assert!(same, "{what}: {got} here and {want} by definition");
}

/// Compares `chains` random ones on `logits`.
fn compare_chains(what: &str, logits: &[f32], chains: usize, random: &mut Random) -> f64 {
    let texts: Vec<String> = (0..logits.len()).map(|i| format!(" {i}")).collect();
    let vocab = Vocab::new(&texts, None);
    let distribution = distribution(logits);
    let mut worst = 0.0f64;
    for _ in 0..chains {
        let tokens = text(logits.len(), random);
        let chain = chain(logits.len(), random);
        let masks = masks(logits.len(), random);
        let past = ChainContext {
            masks: &masks,
            tokens: &tokens,
            vocab: (!random.once_in(3)).then_some(&vocab),
            u_xtc: random.unit(),
            mirostat: (!random.once_in(3)).then(|| Mirostat {
                mu: random.between(0.0, 20.0),
            }),
        };
        let off = compare(what, logits, &distribution, &chain, &past, random.unit());
        worst = worst.max(off);
    }
    worst
}

#[test]
fn the_chain_that_runs_does_what_the_definition_says() {
    let mut random = Random::new(11);
    for (name, logits) in distributions() {
        compare_chains(name, &logits, 300, &mut random);
    }
    // Sizes around the blocks of 64, and logits in which most ties are.
    for d_vocab in [3, 63, 64, 65, 129, 1000] {
        let wide: Vec<f32> = (0..d_vocab)
            .map(|_| (random.unit() * 30.0).ln() as f32 * 4.0)
            .collect();
        let ties: Vec<f32> = wide.iter().map(|z| (z / 3.0).round()).collect();
        compare_chains("random logits", &wide, 60, &mut random);
        compare_chains("random ties", &ties, 60, &mut random);
    }
}

#[test]
fn each_sampler_alone_does_what_the_definition_says() {
    let mut random = Random::new(12);
    for (name, logits) in distributions() {
        let distribution = distribution(&logits);
        for &kind in Kind::ALL {
            for _ in 0..10 {
                let tokens = text(logits.len(), &mut random);
                let chain = Chain::new([sampler(kind, logits.len(), &mut random)]);
                let masks = masks(logits.len(), &mut random);
                let past = ChainContext {
                    masks: &masks,
                    tokens: &tokens,
                    u_xtc: random.unit() / 2.0,
                    ..ChainContext::default()
                };
                let chain = chain.expect("in range");
                compare(name, &logits, &distribution, &chain, &past, random.unit());
            }
        }
    }
}

#[test]
fn a_whole_vocabulary_goes_the_same_way() {
    let mut random = Random::new(13);
    // Gumbel noise has the long tail of a model's logits.
    let noise: Vec<f32> = (0..50_257)
        .map(|_| (-1.5 * (-random.unit().max(1e-300).ln()).ln()) as f32)
        .collect();
    let mut impossible = noise.clone();
    let every = impossible.iter_mut().step_by(2);
    every.for_each(|z| *z = f32::NEG_INFINITY);
    let mut huge = noise.clone();
    huge[40_000] = 3e4;
    for (name, logits) in [
        ("noise", noise),
        ("noise with impossible tokens", impossible),
        ("noise and a huge one", huge),
        ("all equal", vec![0.25; 50_257]),
    ] {
        compare_chains(name, &logits, 12, &mut random);
    }
}
