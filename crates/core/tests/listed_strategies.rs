//! Strategies on a model of which only the most probable tokens are known, against the same strategies on all of it: what comes out is the same or
//! holds, and what the list does not decide is refused.

use std::sync::Arc;

use logitscope_core::beam::{BeamOptions, BeamRun, EarlyStopping, log_softmax};
use logitscope_core::compare::{CompareOptions, Comparison, LaneOptions, Writing};
use logitscope_core::explore::ExploreOptions;
use logitscope_core::explore::run::Exploration;
use logitscope_core::guided::run::{GuidedRun, Sizes};
use logitscope_core::guided::{GuidedOptions, Rule as Guide};
use logitscope_core::speculative::Rule;
use logitscope_core::speculative::run::{Drafter, SpeculateOptions, Speculation};
use logitscope_core::strategy::plain::{Choosing, Plain};
use logitscope_core::strategy::{Ask, Role, Sampling, Strategy};
use logitscope_core::{CoreError, Distribution, Known, Timings, TokenId, TopDistribution, Vocab};

const N: usize = 60;
const N_CTX: u32 = 64;

/// Logits after a text, from its tokens: as uneven as a model's.
fn row(of: Role, text: &[TokenId]) -> Vec<f32> {
    let mut hash = match of {
        Role::Draft => 7,
        Role::Model | Role::Altered => 3_u64,
    };
    let mut next = |x: u64| {
        hash = (hash ^ x).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 29;
        (hash >> 40) as f32 / (1 << 24) as f32
    };
    text.iter()
        .for_each(|token| _ = next(u64::from(*token) + 1));
    (0..N as u64).map(|token| 9.0 * next(token)).collect()
}

/// The `listed` most probable tokens, as a server in f32 says them.
fn list(row: &[f32], listed: usize) -> Distribution {
    let mut all: Vec<(TokenId, f32)> = (0..).zip(log_softmax(row)).collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let all = all.into_iter().map(|(token, z)| (token, f64::from(z)));
    let top = TopDistribution::new(all.take(listed), N).expect("the top");
    Distribution::of_top(top)
}

/// Drives `work` to its end; the model's answers list so many tokens, a draft's all.
fn drive<S: Strategy>(mut work: S, listed: Option<usize>) -> Result<S, CoreError> {
    for _ in 0..500 {
        let (of, texts) = match work.ask() {
            None => return Ok(work),
            Some(Ask::Ends { of, texts }) => (of, texts),
            Some(Ask::Along { of, tokens, from }) => {
                let ends = from + 1..=tokens.len();
                (of, ends.map(|end| tokens[..end].to_vec()).collect())
            }
            // It needs more than the model's scores.
            Some(_) => break,
        };
        let rows: Vec<Vec<f32>> = texts.iter().map(|text| row(of, text)).collect();
        match listed.filter(|_| of == Role::Model) {
            Some(n) => {
                let lists: Vec<_> = rows.iter().map(|row| list(row, n)).collect();
                work.accept_listed(&lists, Timings::default())?;
            }
            None => work.accept(&rows, Timings::default())?,
        }
    }
    // It does not end, which no test takes for a result.
    Err(CoreError::NoCandidates)
}

fn sampling(chain: &str, seed: u32) -> Sampling {
    let words = (0..N).map(|token| format!(" {token}").into_bytes());
    let vocab = Arc::new(Vocab::new(words, None));
    Sampling::new(chain.parse().expect("a chain"), seed, vocab).expect("no memory")
}

fn beams(chain: &str, width: u32, seed: Option<u32>) -> BeamRun {
    let options = BeamOptions {
        width,
        max_tokens: 6,
        end_tokens: vec![5],
        length_penalty: 1.0,
        early_stopping: EarlyStopping::Likely,
        prompt_len: 0,
        seed,
        stochastic: false,
        groups: 1,
        diversity: 0.0,
    };
    BeamRun::new(vec![1, 2], sampling(chain, 1), options, N_CTX).expect("in range")
}

#[test]
fn a_search_finds_the_same_beams_among_twenty() {
    for (chain, width) in [("", 2), ("", 5), ("top_k~12", 6), ("temperature~0.7", 4)] {
        let whole = drive(beams(chain, width, None), None).expect("all is known");
        let some = drive(beams(chain, width, None), Some(20)).expect("twenty are enough");
        let texts = |run: &BeamRun| -> Vec<Vec<TokenId>> {
            let finished = run.search().finished().into_iter();
            finished.map(|text| text.tokens).collect()
        };
        assert_eq!(texts(&whole), texts(&some), "{chain} {width}");
        for (a, b) in whole
            .search()
            .finished()
            .iter()
            .zip(some.search().finished())
        {
            assert!((a.score - b.score).abs() < 1e-5, "{} {}", a.score, b.score);
            let alone = [&whole, &some].map(|run| run.alone(&a.tokens));
            let [Some(a), Some(b)] = alone else {
                panic!("it was finished")
            };
            assert!((a - b).abs() < 1e-5);
        }
    }
}

#[test]
fn a_search_is_refused_where_a_token_that_is_not_listed_may_be_among_its_candidates() {
    let short = |run: BeamRun| {
        matches!(
            run.ask().map(|_| drive(run, Some(5))),
            Some(Err(CoreError::ListTooShort {
                listed: 5,
                d_vocab: N
            }))
        )
    };
    // Three beams look at six candidates.
    assert!(short(beams("", 3, None)));
    assert!(!short(beams("", 2, None)));
    // One that draws looks at all, unless the chain leaves listed ones alone.
    assert!(short(beams("", 1, Some(3))));
    assert!(!short(beams("top_k~5", 1, Some(3))));
}

#[test]
fn the_same_tree_is_explored() {
    let options = ExploreOptions {
        tokens: 4,
        depth: 4,
        budget: 30,
    };
    let explore = |chain: &str, listed| {
        let sampling = sampling(chain, 1);
        let run = Exploration::new(vec![1], sampling, options, vec![5], N_CTX);
        drive(run.expect("in range"), listed)
    };
    for chain in ["", "top_k~8,temperature~0.6", "presence_penalty~1,top_k~5"] {
        let whole = explore(chain, None).expect("all is known");
        let some = explore(chain, Some(20)).expect("twenty are enough");
        let (whole, some) = (whole.tree().branches(), some.tree().branches());
        assert!(whole.len() == some.len() && whole.len() > 60, "{chain}");
        for (a, b) in whole.iter().zip(some) {
            assert_eq!((a.from, a.token, a.computed), (b.from, b.token, b.computed));
            assert!((a.mass - b.mass).abs() < 1e-5, "{chain}");
        }
    }
    // Behind a bias one that is not listed may be more probable.
    assert!(matches!(
        explore(&unlike_the_best(), Some(4)),
        Err(CoreError::ListTooShort { listed: 4, .. })
    ));
    // What a temperature alone makes of the listed ones is a range.
    assert!(matches!(
        explore("temperature~0.6", Some(20)),
        Err(CoreError::Undecided { listed: 20, .. })
    ));
}

#[test]
fn texts_beside_others_are_the_same_as_far_as_the_list_decides() {
    let plain = |chain: &str, listed| {
        let run = Plain::new(vec![1], sampling(chain, 4), 12, vec![5], N_CTX);
        drive(run.expect("room"), listed)
    };
    let some = plain("top_k~20,temperature~0.8", Some(20)).expect("twenty are enough");
    let whole = plain("top_k~20,temperature~0.8", None).expect("all is known");
    assert_eq!(whole.texts()[0].choosing, Choosing::Greedy);
    for (a, b) in whole.texts().iter().zip(some.texts()) {
        assert_eq!(a.tokens, b.tokens);
        assert!((a.log_prob - b.log_prob).abs() < 1e-5);
    }
    assert!(matches!(
        plain("", Some(1)),
        Err(CoreError::DrawUndecided { .. })
    ));
}

/// A bias against the most probable token after [1].
fn unlike_the_best() -> String {
    let row = row(Role::Model, &[1]);
    let best = (0..N).max_by(|a, b| row[*a].total_cmp(&row[*b]));
    format!("logit_bias~{}~-9", best.expect("tokens"))
}

#[test]
fn the_best_token_is_not_named_where_another_may_be_better() {
    // The one that is listed is made unlikely, so that any other may come before it.
    let chain = unlike_the_best();
    let run = Plain::new(vec![1], sampling(&chain, 4), 1, vec![], N_CTX);
    assert!(matches!(
        drive(run.expect("room"), Some(1)),
        Err(CoreError::ListTooShort { listed: 1, .. })
    ));
}

fn lane(of: Role, prompt: &[TokenId], chain: &str, writing: Writing) -> LaneOptions {
    LaneOptions {
        of,
        prompt: prompt.to_vec(),
        sampling: sampling(chain, 9),
        writing,
    }
}

fn compare(lanes: Vec<LaneOptions>, listed: Option<usize>) -> Result<Comparison, CoreError> {
    let options = CompareOptions {
        max_tokens: 8,
        end_tokens: vec![5],
        n_ctx: N_CTX,
    };
    drive(Comparison::new(lanes, options).expect("lanes"), listed)
}

fn holds(range: Known<f64>, value: Known<f64>) -> bool {
    let value = value.exact().expect("all is known");
    match range {
        Known::Exact(exact) => (exact - value).abs() < 1e-5,
        Known::Between(low, high) => low - 1e-5 <= value && value <= high + 1e-5,
        Known::Unknown => false,
    }
}

#[test]
fn lanes_part_at_the_same_place_and_their_distances_hold() {
    let lanes = || {
        vec![
            lane(
                Role::Model,
                &[1],
                "top_k~10,temperature~0.9",
                Writing::Sampled,
            ),
            lane(Role::Model, &[1, 2], "top_k~10", Writing::Sampled),
            lane(Role::Draft, &[1], "", Writing::Greedy),
            lane(Role::Model, &[1], "", Writing::Beams(3)),
        ]
    };
    let whole = compare(lanes(), None).expect("all is known");
    let some = compare(lanes(), Some(20)).expect("twenty are enough");
    let mut ranges = 0;
    for at in 0..4 {
        assert_eq!(whole.tokens(at), some.tokens(at));
    }
    for (a, b) in whole.steps().iter().zip(some.steps()) {
        for (a, b) in a.pairs.iter().zip(&b.pairs) {
            assert_eq!(a.lanes, b.lanes);
            assert!(holds(b.kl_bits, a.kl_bits) && holds(b.kl_back_bits, a.kl_back_bits));
            assert!(
                holds(b.js_bits, a.js_bits),
                "{:?} {:?}",
                b.js_bits,
                a.js_bits
            );
            assert!(holds(b.chain_js_bits, a.chain_js_bits));
            ranges += usize::from(b.js_bits.exact().is_none());
            // Both chains leave listed tokens alone.
            assert!(b.lanes != (0, 1) || b.chain_js_bits.exact().is_some());
        }
        for (a, b) in a.lanes.iter().zip(&b.lanes) {
            let entropies = a.as_ref().zip(b.as_ref());
            assert!(entropies.is_none_or(|(a, b)| holds(b.entropy_bits, a.entropy_bits)));
        }
        for row in &b.rows {
            let same = a.rows.iter().find(|own| own.token == row.token);
            let Some(same) = same else { continue };
            for (a, b) in same.lanes.iter().zip(&row.lanes) {
                let Some((a, b)) = a.as_ref().zip(b.as_ref()) else {
                    continue;
                };
                assert!(holds(b.model, a.model) && holds(b.chain, a.chain));
                assert!(b.rank.is_none() || b.rank == a.rank);
            }
        }
    }
    assert!(ranges > 10, "{ranges}");
    let (all, listed) = (whole.scores(), some.scores());
    let (all, listed) = (all.expect("read"), listed.expect("read"));
    let both = all.iter().flatten().zip(listed.iter().flatten());
    let mut read = 0;
    for (a, b) in both {
        if let (Some(a), Some(b)) = (a, b) {
            assert!((a - b).abs() < 1e-4);
            read += 1;
        }
    }
    assert!(read >= 4, "{read}");
}

#[test]
fn a_draft_and_a_model_that_lists_twenty_write_what_they_write_else() {
    let speculate = |chain: &str, listed| {
        let options = SpeculateOptions {
            drafter: Drafter::Model,
            rule: Rule::Ratio,
            drafted: 3,
            adapts: false,
            max_tokens: 20,
            end_tokens: vec![],
        };
        let run = Speculation::new(vec![1], sampling(chain, 2), options, N_CTX);
        drive(run.expect("room"), listed)
    };
    let whole = speculate("top_k~20", None).expect("all is known");
    let some = speculate("top_k~20", Some(20)).expect("twenty are enough");
    assert_eq!(whole.tokens(), some.tokens());
    for (a, b) in whole.rounds().iter().zip(some.rounds()) {
        for (a, b) in a.places.iter().zip(&b.places) {
            assert!((a.beta - b.beta).abs() < 1e-5);
        }
    }
    assert!(matches!(
        speculate("", Some(20)),
        Err(CoreError::ListTooShort { .. })
    ));
}

#[test]
fn scores_of_two_texts_need_all_tokens() {
    let options = GuidedOptions {
        rule: Guide::Guidance {
            scale: 1.5,
            against: vec![2],
        },
        choosing: Choosing::Greedy,
        max_tokens: 4,
        end_tokens: vec![],
    };
    let sizes = Sizes {
        n_ctx: N_CTX,
        n_layers: 1,
    };
    let run = GuidedRun::new(vec![1], sampling("", 1), options, sizes);
    assert!(matches!(
        drive(run.expect("in range"), Some(20)),
        Err(CoreError::NeedsAll {
            listed: 20,
            d_vocab: N
        })
    ));
}
