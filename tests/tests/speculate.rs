//! Speculative decoding with models: greedy texts and exact matches are the plain run's, token by token, whoever drafts.

use logitscope_core::chain::{Chain, Sampler};
use logitscope_core::dice::Stream;
use logitscope_core::speculative::Rule;
use logitscope_core::speculative::run::{Drafter, SpeculateOptions, Speculation};
use logitscope_core::strategy::Sampling;
use logitscope_core::{Distribution, Draw, Precision, TokenId};
use logitscope_model::{Cpu, Lane, Lanes, Measure, strategy};
use logitscope_tests::{Golden, async_test, f32_model, gpu};

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

const TOKENS: u32 = 14;

async fn lanes<B: Measure>(backend: B) -> Lanes {
    let model = Box::new(f32_model(backend, &Golden::load("odd-f32.safetensors")).await);
    Lanes::new(model, "test".into(), Precision::F32)
}

fn prompt() -> Vec<TokenId> {
    Golden::load("odd-f32.safetensors").main[..4].to_vec()
}

fn chain(t: f64) -> Chain {
    Chain::new([Sampler::Temperature { t }]).expect("in range")
}

/// The text as the model writes it alone.
async fn plain(lanes: &mut Lanes, t: f64, seed: u32) -> Vec<TokenId> {
    let mut text = prompt();
    for _ in 0..TOKENS {
        let mut lane = lanes.plain().expect("always open");
        let (logits, _) = lane.evaluate(&text).await.expect("a short text");
        let distribution = Distribution::new(&logits).expect("finite");
        let draw = Draw::new(seed, text.len() as u32, Stream::Token, 0);
        let left = chain(t).run(&distribution, &Default::default());
        let (chosen, ..) = left.choose(&draw).expect("all are listed");
        text.push(chosen.token);
    }
    text
}

fn options(drafter: Drafter, rule: Rule, drafted: u32) -> SpeculateOptions {
    SpeculateOptions {
        drafter,
        rule,
        drafted,
        adapts: drafted == 3,
        max_tokens: TOKENS,
        end_tokens: Vec::new(),
    }
}

/// The text with a draft; how many of its tokens were kept.
async fn drafted(
    target: &mut Lanes,
    mut draft: Option<&mut Lane<'_>>,
    (t, seed): (f64, u32),
    options: SpeculateOptions,
) -> (Vec<TokenId>, u64) {
    let n_ctx = target.config().n_ctx;
    let sampling = Sampling::new(chain(t), seed, Default::default()).expect("no memory");
    let mut run = Speculation::new(prompt(), sampling, options, n_ctx).expect("a short prompt");
    let mut lane = target.plain().expect("always open");
    while strategy::advance(&mut run, &mut lane, draft.as_deref_mut())
        .await
        .expect("a short text")
    {
        let gained = run
            .rounds()
            .iter()
            .map(|record| record.round.tokens().len());
        assert_eq!(run.tokens().len(), prompt().len() + gained.sum::<usize>());
    }
    let counts = run.counts();
    assert_eq!(counts.tokens, u64::from(TOKENS));
    assert!(counts.accepted <= counts.judged && counts.judged <= counts.drafted);
    (run.tokens().to_vec(), counts.accepted)
}

async fn check(mut target: Lanes, mut alone: Lanes, mut other: Lanes) {
    // Another model with the same tokens: this one with a head off.
    let off = "L0H0,L1M~0.5".parse().expect("parts");
    let off = other.open(off).expect("parts of this model");
    let mut kept = 0;
    for (t, rules) in [
        (0.0, &[Rule::Ratio, Rule::ExactMatch][..]),
        (1.0, &[Rule::ExactMatch]),
    ] {
        for seed in [1, 2] {
            let want = plain(&mut alone, t, seed).await;
            for rule in rules {
                for gamma in [0, 1, 3, 6] {
                    let what = format!("{rule:?}, T {t}, seed {seed}, {gamma} drafted");
                    let options = |drafter| options(drafter, *rule, gamma);
                    let mut draft = other.lane(off).expect("it is open");
                    let own = options(Drafter::Model);
                    let by_model = drafted(&mut target, Some(&mut draft), (t, seed), own).await;
                    assert_eq!(by_model.0, want, "{what}");
                    kept += by_model.1;
                    let own = options(Drafter::Lookup(2));
                    let by_text = drafted(&mut target, None, (t, seed), own).await;
                    assert_eq!(by_text.0, want, "{what}, looked up");
                }
            }
        }
    }
    assert!(
        kept > 0,
        "no drafted token was ever kept: nothing was tested"
    );
}

async_test! {
    async fn greedy_texts_and_exact_matches_are_the_plain_run_s() {
        check(lanes(Cpu::new()).await, lanes(Cpu::new()).await, lanes(Cpu::new()).await).await;
        if let Some(gpu) = gpu(logitscope_gpu::Family::Columns, None).await {
            let other = lanes(Cpu::new()).await;
            let alone = lanes(Cpu::new()).await;
            check(lanes(gpu).await, alone, other).await;
        }
    }
}
