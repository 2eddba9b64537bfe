//! Every strategy with a grammar in its chain: what it writes is what the grammar allows, and it comes to an end.

use std::sync::Arc;

use logitscope_core::beam::{BeamOptions, BeamRun, EarlyStopping, log_softmax};
use logitscope_core::chain::{Chain, Grammar, Sampler};
use logitscope_core::compare::{CompareOptions, Comparison, LaneOptions, Writing};
use logitscope_core::context::{ContextOptions, ContextRun, WhenFull};
use logitscope_core::explore::ExploreOptions;
use logitscope_core::explore::run::Exploration;
use logitscope_core::guided::{Early, GuidedOptions, GuidedRun, Rule as Guide, Sizes};
use logitscope_core::speculative::Rule;
use logitscope_core::speculative::experiment::Experiment;
use logitscope_core::speculative::run::{Drafter, SpeculateOptions, Speculation};
use logitscope_core::strategy::plain::{Choosing, Plain};
use logitscope_core::strategy::{Ask, Role, Sampling, Strategy};
use logitscope_core::{Timings, TokenId, Vocab};

const D_VOCAB: usize = 6;
const END: TokenId = 0;
const N_CTX: u32 = 48;
const LAYERS: u32 = 3;
/// What the grammar allows in turn: 1 or 2, then 3 or 4, then 1, then 5 or the end.
const TURNS: [&[TokenId]; 4] = [&[1, 2], &[3, 4], &[1], &[5, END]];

/// `None` for a text that the grammar does not allow.
fn allowed(generated: &[TokenId]) -> Option<&'static [TokenId]> {
    let mut all: &[TokenId] = TURNS[0];
    for (at, token) in generated.iter().enumerate() {
        if !all.contains(token) {
            return None;
        }
        all = match *token {
            END => &[],
            _ => TURNS[(at + 1) % TURNS.len()],
        };
    }
    Some(all)
}

fn logits(of: Role, text: &[TokenId], salt: u32) -> Vec<f32> {
    let seed = match of {
        Role::Draft => 3,
        _ => 7,
    };
    let mut state = text.iter().fold(seed + u64::from(salt), |h, t| {
        (h ^ u64::from(*t))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(17)
    });
    let mut next = || {
        state = state.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        (state >> 40) as f32 / 2e6
    };
    (0..D_VOCAB).map(|_| next()).collect()
}

fn answer(ask: &Ask) -> Vec<Vec<f32>> {
    match ask {
        Ask::Ends { of, texts } => texts.iter().map(|text| logits(*of, text, 0)).collect(),
        Ask::Along { of, tokens, from } => {
            let ends = *from..tokens.len();
            ends.map(|at| logits(*of, &tokens[..=at], 0)).collect()
        }
        Ask::Layers { tokens, layers } => {
            let row = |layer| logits(Role::Model, tokens, LAYERS - layer);
            layers.iter().map(|layer| row(*layer)).collect()
        }
        Ask::States { texts, from } => {
            let of = |text: &Vec<TokenId>| {
                let places = *from..text.len();
                places
                    .map(|at| logits(Role::Model, &text[..=at], 9))
                    .collect::<Vec<_>>()
            };
            texts.iter().flat_map(of).collect()
        }
        Ask::Masks { generated, .. } => {
            let row = |text: &Vec<TokenId>| {
                let allowed = allowed(text);
                assert!(allowed.is_some(), "asked behind {text:?}");
                let allowed = allowed.unwrap_or_default();
                let bit = |token| f32::from(u8::from(allowed.contains(&token)));
                (0..D_VOCAB as TokenId).map(bit).collect()
            };
            generated.iter().map(row).collect()
        }
    }
}

fn drive(strategy: &mut dyn Strategy) {
    let mut asks = 0;
    while let Some(ask) = strategy.ask() {
        let rows = answer(&ask);
        strategy
            .accept(&rows, Timings::default())
            .expect("finite logits");
        asks += 1;
        assert!(asks < 2000, "it does not end: {ask:?}");
    }
}

fn sampling(seed: u32, t: f64, grammar: bool) -> Sampling {
    let mut stages = vec![Sampler::Temperature { t }];
    if grammar {
        let grammar = Grammar {
            text: "in turns".into(),
            ..Grammar::default()
        };
        stages.insert(0, Sampler::Grammar { grammar });
    }
    let chain = Chain::new(stages).expect("in range");
    Sampling::new(chain, seed, Arc::<Vocab>::default()).expect("remembers nothing")
}

/// The seeds, the tokens that end a text, and the temperatures.
fn cases() -> impl Iterator<Item = (u32, Vec<TokenId>, f64)> {
    (0..24).map(|seed| {
        let ends = if seed % 3 == 0 { vec![] } else { vec![END] };
        (seed, ends, [0.0, 0.7, 1.5][seed as usize % 3])
    })
}

fn prompt(seed: u32) -> Vec<TokenId> {
    // What came before is no part of it.
    vec![5, seed % 6, 4]
}

fn assert_allowed(what: &str, generated: &[TokenId]) {
    assert!(allowed(generated).is_some(), "{what} wrote {generated:?}");
}

#[test]
fn beams_keep_to_a_grammar_and_sum_what_the_model_says() {
    let early = [
        EarlyStopping::Always,
        EarlyStopping::Likely,
        EarlyStopping::Never,
    ];
    for (seed, end_tokens, t) in cases() {
        for (early_stopping, stochastic) in early.into_iter().flat_map(|e| [(e, false), (e, true)])
        {
            let options = BeamOptions {
                width: 1 + seed % 5,
                length_penalty: f64::from(seed % 4) - 1.0,
                early_stopping,
                max_tokens: 3 + seed % 11,
                end_tokens: end_tokens.clone(),
                prompt_len: 3,
                seed: (seed % 2 == 1).then_some(seed),
                stochastic,
                groups: 1,
                diversity: 0.0,
            };
            let t = if t == 0.0 { 1.0 } else { t };
            let run = BeamRun::new(prompt(seed), sampling(seed, t, true), options, N_CTX);
            let mut run = run.expect("in range");
            drive(&mut run);
            for text in run.search().finished() {
                assert_allowed("a beam", &text.tokens);
                let mut so_far = prompt(seed);
                let mut sum = 0.0;
                for token in &text.tokens {
                    sum +=
                        f64::from(log_softmax(&logits(Role::Model, &so_far, 0))[*token as usize]);
                    so_far.push(*token);
                }
                let alone = run.alone(&text.tokens).expect("finished here");
                assert!((alone - sum).abs() < 1e-5, "{alone}, {sum}");
                // Nothing is shared out anew among what the grammar leaves.
                if t == 1.0 && !stochastic {
                    assert!((text.sum - sum).abs() < 1e-5, "{}, {sum}", text.sum);
                }
            }
        }
    }
}

#[test]
fn drafted_texts_keep_to_a_grammar_and_greedy_is_plain_greedy() {
    for (seed, end_tokens, t) in cases() {
        let mut plain = Plain::new(
            prompt(seed),
            sampling(seed, t, true),
            12,
            end_tokens.clone(),
            N_CTX,
        )
        .expect("a short prompt");
        drive(&mut plain);
        for text in plain.texts() {
            assert_allowed("plain decoding", &text.tokens);
        }
        for drafter in [Drafter::Model, Drafter::Lookup(3)] {
            for rule in [Rule::Ratio, Rule::ExactMatch] {
                for drafted in [0, 1, 4] {
                    let options = SpeculateOptions {
                        drafter,
                        rule,
                        drafted,
                        adapts: seed % 2 == 0,
                        max_tokens: 12,
                        end_tokens: end_tokens.clone(),
                    };
                    let run =
                        Speculation::new(prompt(seed), sampling(seed, t, true), options, N_CTX);
                    let mut run = run.expect("a short prompt");
                    drive(&mut run);
                    let generated = &run.tokens()[3..];
                    assert_allowed("speculation", generated);
                    if t == 0.0 {
                        assert_eq!(generated, plain.texts()[0].tokens);
                    }
                    if rule == Rule::ExactMatch {
                        assert_eq!(generated, plain.texts()[1].tokens);
                    }
                }
            }
        }
        let experiment =
            Experiment::new(prompt(seed), sampling(seed, 1.0, true), Rule::Ratio, N_CTX);
        let mut experiment = experiment.expect("a short prompt");
        drive(&mut experiment);
        experiment.repeat(50);
        let outcomes = experiment.outcomes();
        assert!(!outcomes.is_empty() && outcomes.iter().all(|one| TURNS[0].contains(&one.token)));
    }
}

#[test]
fn explored_branches_keep_to_a_grammar_from_the_first_generated_token_on() {
    for (seed, ends, _) in cases() {
        let options = ExploreOptions {
            tokens: 3,
            depth: 5,
            budget: 40,
        };
        // Two tokens of the text were generated already.
        let own = sampling(seed, 1.0, true).generating_from(3);
        let start = [&prompt(seed)[..], &[2, 3]].concat();
        let mut run = Exploration::new(start, own, options, ends, N_CTX).expect("in range");
        drive(&mut run);
        let all = 0..run.tree().branches().len() as u32;
        assert!(!all.is_empty());
        for branch in all {
            let text = [&[2, 3][..], &run.tree().tokens(Some(branch))].concat();
            assert_allowed("an exploration", &text);
        }
    }
}

#[test]
fn guided_texts_keep_to_a_grammar() {
    for (seed, end_tokens, t) in cases() {
        let rules = [
            Guide::ContrastiveSearch { k: 3, alpha: 0.6 },
            Guide::ContrastiveDecoding {
                alpha: 0.1,
                beta: None,
            },
            Guide::Guidance {
                scale: 1.5,
                against: vec![2],
            },
            Guide::Dola {
                alpha: 0.1,
                early: Early::All,
            },
        ];
        for rule in rules {
            for choosing in [Choosing::Greedy, Choosing::Sampled] {
                let options = GuidedOptions {
                    rule: rule.clone(),
                    choosing,
                    max_tokens: 10,
                    end_tokens: end_tokens.clone(),
                };
                let sizes = Sizes {
                    n_ctx: N_CTX,
                    n_layers: LAYERS,
                };
                let run = GuidedRun::new(prompt(seed), sampling(seed, t, true), options, sizes);
                let mut run = run.expect("in range");
                drive(&mut run);
                assert!(!run.tokens().is_empty());
                assert_allowed("guided decoding", run.tokens());
            }
        }
    }
}

#[test]
fn compared_lanes_each_have_their_own_grammar_or_none() {
    let mut free = false;
    for (seed, end_tokens, t) in cases() {
        let lane = |of, writing, grammar| LaneOptions {
            of,
            prompt: prompt(seed),
            sampling: sampling(seed, t, grammar),
            writing,
        };
        let lanes = vec![
            lane(Role::Model, Writing::Sampled, true),
            lane(Role::Draft, Writing::Greedy, true),
            lane(Role::Model, Writing::Beams(3), true),
            lane(Role::Model, Writing::Sampled, false),
        ];
        let options = CompareOptions {
            max_tokens: 9,
            end_tokens,
            n_ctx: N_CTX,
        };
        let mut run = Comparison::new(lanes, options).expect("in range");
        drive(&mut run);
        for lane in 0..3 {
            assert!(!run.tokens(lane).is_empty());
            assert_allowed("a lane", run.tokens(lane));
        }
        free |= allowed(run.tokens(3)).is_none();
        assert!(run.scores().is_some());
    }
    assert!(
        free,
        "the lane without a grammar never leaves it: it shows nothing"
    );
}

#[test]
fn a_sliding_context_keeps_to_a_grammar_that_began_outside_of_it() {
    for (seed, end_tokens, t) in cases() {
        let options = ContextOptions {
            n_ctx: 6,
            when_full: WhenFull::Slide,
            drop: 2,
            max_tokens: 20,
            end_tokens,
        };
        let run = ContextRun::new(prompt(seed), sampling(seed, t, true), options, N_CTX);
        let mut run = run.expect("in range");
        drive(&mut run);
        assert!(run.text().len() > 3);
        assert_allowed("a sliding context", &run.text()[3..]);
    }
}
