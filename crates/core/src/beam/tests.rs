use std::sync::Arc;

use super::run::BeamRun;
use super::*;
use crate::chain::{Sampler, Stage};
use crate::strategy::{Ask, Sampling, Strategy};
use crate::{Timings, Vocab};

pub(super) fn options(width: u32, max_tokens: u32) -> BeamOptions {
    BeamOptions {
        width,
        length_penalty: 0.0,
        early_stopping: EarlyStopping::Never,
        max_tokens,
        end_tokens: vec![0],
        prompt_len: 1,
        seed: None,
        stochastic: false,
        groups: 1,
        diversity: 0.0,
    }
}

/// Log-probabilities that depend on the text, of four tokens.
pub(super) fn row(text: &[TokenId]) -> Vec<(TokenId, f64)> {
    let mut state = text.iter().fold(7_u64, |h, t| {
        (h ^ u64::from(*t))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(17)
    });
    let logits = [0.0; 4].map(|_: f64| {
        state = state.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        (state >> 40) as f32 / 4e6
    });
    (0..)
        .zip(log_softmax(&logits).into_iter().map(f64::from))
        .collect()
}

pub(super) fn run(options: BeamOptions) -> (BeamSearch, Vec<BeamStep>) {
    let mut search = BeamSearch::new(options);
    let mut steps = Vec::new();
    while search.stop().is_none() {
        let rows: Vec<_> = search.beams().iter().map(|b| row(&b.tokens)).collect();
        steps.extend(search.step(&rows));
    }
    (search, steps)
}

/// All texts of at most `left` more tokens, with their sums.
pub(super) fn all(
    text: &mut Vec<TokenId>,
    sum: f64,
    left: u32,
    found: &mut Vec<(Vec<TokenId>, f64)>,
) {
    for (token, score) in row(text) {
        text.push(token);
        match token == 0 || left == 1 {
            true => found.push((text.clone(), sum + score)),
            false => all(text, sum + score, left - 1, found),
        }
        text.pop();
    }
}

#[test]
fn wide_enough_it_finds_the_most_probable_text_of_all() {
    let mut found = Vec::new();
    all(&mut Vec::new(), 0.0, 4, &mut found);
    found.sort_by(|a, b| b.1.total_cmp(&a.1));
    let (search, _) = run(options(64, 4));
    for (ours, (tokens, sum)) in search.finished().iter().zip(&found).take(10) {
        assert_eq!(&ours.tokens, tokens);
        assert!((ours.sum - sum).abs() < 1e-12);
    }
    // A narrow one may miss it, and then finds a worse one.
    let (narrow, _) = run(options(1, 4));
    assert!(narrow.finished()[0].sum <= found[0].1 + 1e-12);
}

#[test]
fn every_candidate_says_what_becomes_of_it() {
    let (_, steps) = run(options(3, 5));
    let mut fates = [0; 5];
    for (generated, step) in (1..).zip(&steps) {
        let mut stay = Vec::new();
        for (place, c) in step.candidates.iter().enumerate() {
            assert!((c.before + c.log_prob - c.sum).abs() < 1e-12);
            let ends = c.token == 0 || generated == 5;
            assert_eq!(c.fate == Fate::FinishesTooLow, ends && place >= 3);
            fates[match c.fate {
                Fate::Stays { beam } => {
                    assert!(!ends);
                    stay.push(beam);
                    0
                }
                Fate::Finishes { .. } => 1,
                Fate::FinishesUnranked { .. } => 2,
                Fate::FinishesTooLow => 3,
                Fate::Falls => 4,
            }] += 1;
        }
        assert!(stay.len() <= 3 && stay.iter().copied().eq(0..stay.len() as u32));
    }
    assert!(fates.iter().all(|n| *n > 0), "{fates:?}");
}

#[test]
fn beam_sampling_draws_without_replacement_as_often_as_the_sums_say() {
    // Two of three: P(a, then b) = p_a · p_b / (1 − p_a).
    let p = [0.5, 0.3, 0.2];
    let mut counts = [[0_u32; 3]; 3];
    let n = 20_000;
    for position in 0..n {
        let candidate = |(token, p): (u32, &f64)| Candidate {
            beam: 0,
            token,
            before: 0.0,
            log_prob: p.ln(),
            sum: p.ln(),
            perturbed: None,
            fate: Fate::Falls,
        };
        let all = (0..).zip(&p).map(candidate).collect();
        let drawn = draws::without_replacement(all, 2, 5, position);
        counts[drawn[0].token as usize][drawn[1].token as usize] += 1;
    }
    let mut chi2 = 0.0;
    for a in 0..3 {
        assert_eq!(counts[a][a], 0, "drawn twice");
        for b in (0..3).filter(|b| *b != a) {
            let expected = f64::from(n) * p[a] * p[b] / (1.0 - p[a]);
            chi2 += (f64::from(counts[a][b]) - expected).powi(2) / expected;
        }
    }
    assert!(
        chi2 < 20.5,
        "chi-square {chi2} with 5 degrees of freedom: p < 0.001"
    );
    let again = |seed| {
        run(BeamOptions {
            seed: Some(seed),
            ..options(3, 6)
        })
        .1
    };
    assert_eq!(again(1), again(1));
    assert_ne!(again(1), again(2));
}

#[test]
fn a_chain_acts_on_log_probabilities_and_leaves_them_as_they_are() {
    let logits = [2.0, 1.0, 0.0, -1.0];
    let chain =
        Chain::new([Sampler::Temperature { t: 2.0 }, Sampler::TopK { k: 2 }]).expect("in range");
    let scores = scores(&logits, &chain, &ChainContext::default()).expect("finite");
    let log_probs = log_softmax(&logits);
    let half = |at: usize| (at as u32, f64::from(log_probs[at]) / 2.0);
    assert_eq!(scores, [half(0), half(1)]);
}

#[test]
fn what_no_search_can_be_made_of_is_refused() {
    let of = |change: fn(&mut BeamOptions)| {
        let mut options = options(3, 5);
        change(&mut options);
        options.check()
    };
    assert!(of(|_| ()).is_ok());
    assert!(of(|o| o.width = 0).is_err());
    assert!(of(|o| o.width = 65).is_err());
    assert!(of(|o| o.length_penalty = f64::NAN).is_err());
    assert!(of(|o| o.max_tokens = 0).is_err());
}

/// Every early stop, penalty and way to grow: such a search ends with beams that stay, with none, and at the last token.
#[test]
fn every_search_runs_to_its_end_and_knows_what_the_model_alone_gives() {
    let mut ended = std::collections::BTreeMap::new();
    let early = [
        EarlyStopping::Always,
        EarlyStopping::Likely,
        EarlyStopping::Never,
    ];
    let ways = [
        (1, None, false),
        (2, None, false),
        (1, Some(3), false),
        (1, Some(3), true),
    ];
    for (width, max_tokens) in [(1, 2), (1, 40), (2, 9), (4, 3), (4, 40)] {
        for early_stopping in early {
            for length_penalty in [-2.0, 0.0, 1.0, 5.0] {
                for (groups, seed, stochastic) in ways {
                    if width % groups != 0 {
                        continue;
                    }
                    let options = BeamOptions {
                        early_stopping,
                        length_penalty,
                        groups,
                        seed,
                        stochastic,
                        ..options(width, max_tokens)
                    };
                    let chain = Chain::new::<Stage>([]).expect("nothing in it");
                    let sampling = Sampling::new(chain, 1, Arc::<Vocab>::default());
                    let sampling = sampling.expect("remembers nothing");
                    let run = BeamRun::new(vec![1], sampling, options, 64);
                    let mut run = run.expect("in range");
                    while let Some(Ask::Ends { texts, .. }) = run.ask() {
                        let logits = |text: &Vec<TokenId>| {
                            row(&text[1..]).iter().map(|(_, z)| *z as f32).collect()
                        };
                        let rows: Vec<Vec<f32>> = texts.iter().map(logits).collect();
                        run.accept(&rows, Timings::default()).expect("finite");
                    }
                    let stop = run.search().stop().expect("no more to ask");
                    *ended.entry(format!("{stop:?}")).or_insert(0) += 1;
                    for text in run.search().finished() {
                        let alone = run.alone(&text.tokens).expect("finished here");
                        assert!((alone - text.sum).abs() < 1e-5, "{alone}, {}", text.sum);
                    }
                }
            }
        }
    }
    assert!(ended.len() >= 3, "not all ways to end: {ended:?}");
}
