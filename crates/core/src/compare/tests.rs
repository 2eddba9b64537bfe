use super::*;
use crate::chain::{Chain, Sampler};
use crate::strategy::{Ask, Strategy};
use crate::{CoreError, Timings, math};

const N: usize = 5;

/// A model whose next token depends on the last one and on who it is.
fn row(of: Role, text: &[TokenId]) -> Vec<f32> {
    let last = *text.last().expect("a prompt") as usize;
    let own = match of {
        Role::Model => 1,
        Role::Draft => 2,
        Role::Altered => 3,
    };
    (0..N)
        .map(|i| ((i * 7 + last * own * 3) % 11) as f32 * 0.3)
        .collect()
}

fn answer(ask: &Ask) -> Vec<Vec<f32>> {
    match ask {
        Ask::Ends { of, texts } => texts.iter().map(|text| row(*of, text)).collect(),
        Ask::Along { of, tokens, from } => {
            let ends = *from..tokens.len();
            ends.map(|end| row(*of, &tokens[..=end])).collect()
        }
        _ => Vec::new(),
    }
}

fn sampling(t: f64) -> Sampling {
    let chain = Chain::new([Sampler::Temperature { t }]).expect("in range");
    Sampling::new(chain, 5, Default::default()).expect("no memory")
}

fn lane(of: Role, prompt: &[TokenId], t: f64, writing: Writing) -> LaneOptions {
    LaneOptions {
        of,
        prompt: prompt.to_vec(),
        sampling: sampling(t),
        writing,
    }
}

fn options(max_tokens: u32) -> CompareOptions {
    CompareOptions {
        max_tokens,
        end_tokens: Vec::new(),
        n_ctx: 64,
    }
}

fn run(lanes: Vec<LaneOptions>, max_tokens: u32) -> Comparison {
    let mut all = Comparison::new(lanes, options(max_tokens)).expect("in range");
    while let Some(ask) = all.ask() {
        all.accept(&answer(&ask), Timings::default())
            .expect("finite");
    }
    all
}

fn log_softmax(row: &[f32]) -> Vec<f64> {
    let total: f64 = row.iter().map(|z| math::exp(f64::from(*z))).sum();
    row.iter()
        .map(|z| f64::from(*z) - math::ln(total))
        .collect()
}

/// Σ ln p of `text` after `prompt`, worked out by hand.
fn scored(of: Role, prompt: &[TokenId], text: &[TokenId]) -> f64 {
    let mut all = prompt.to_vec();
    let mut sum = 0.0;
    for token in text {
        sum += log_softmax(&row(of, &all))[*token as usize];
        all.push(*token);
    }
    sum
}

#[test]
fn two_lanes_that_are_the_same_never_part() {
    let same = || lane(Role::Model, &[1, 2], 1.0, Writing::Sampled);
    let all = run(vec![same(), same()], 12);
    assert_eq!((all.tokens(0).len(), all.parted(0, 1)), (12, None));
    for step in all.steps() {
        let pair = step.pairs[0];
        let apart = [pair.kl_bits, pair.js_bits, pair.chain_js_bits];
        assert_eq!((apart, pair.together), ([Known::Exact(0.0); 3], true));
        assert_eq!(step.lanes[0], step.lanes[1]);
    }
    let own = Some(all.log_prob(0));
    assert_eq!(all.scores(), Some(&vec![vec![own, own]; 2]));
}

#[test]
fn the_dice_are_the_same_and_each_reads_the_text_of_the_others() {
    let lanes = vec![
        lane(Role::Model, &[1, 2], 1.0, Writing::Sampled),
        lane(Role::Draft, &[1, 2], 1.0, Writing::Sampled),
        lane(Role::Model, &[3], 0.5, Writing::Greedy),
        lane(Role::Altered, &[1, 2], 2.0, Writing::Sampled),
    ];
    let all = run(lanes, 9);
    let who = [
        (Role::Model, vec![1, 2]),
        (Role::Draft, vec![1, 2]),
        (Role::Model, vec![3]),
        (Role::Altered, vec![1, 2]),
    ];
    for (at, step) in all.steps().iter().enumerate() {
        let draws: Vec<_> = step.lanes.iter().flatten().map(|l| l.draw).collect();
        assert_eq!((draws[0], draws[0]), (draws[1], draws[3]));
        assert_eq!(draws[0].map(|d| d.position), Some(2 + at as u32));
        for lane in step.lanes.iter().flatten() {
            let Some((draw, (low, high))) = lane.draw.zip(lane.segment) else {
                continue;
            };
            assert!((low..high).contains(&draw.u));
            let before = lane.left.iter().take_while(|s| s.token != lane.token);
            assert!((before.map(|s| s.prob).sum::<f64>() - low).abs() < 1e-12);
        }
        assert_eq!(step.pairs.len(), 6);
    }
    // The greedy one, by hand.
    let mut text = vec![3];
    for token in all.tokens(2) {
        let row = row(Role::Model, &text);
        let best = (0..N).max_by(|a, b| row[*a].total_cmp(&row[*b]).then(b.cmp(a)));
        assert_eq!(Some(*token as usize), best);
        text.push(*token);
    }
    let scores = all.scores().expect("all is read");
    for (reader, (of, prompt)) in who.iter().enumerate() {
        for (writer, score) in scores[reader].iter().enumerate() {
            let wanted = scored(*of, prompt, all.tokens(writer));
            let score = score.expect("it fits");
            assert!((score - wanted).abs() < 1e-9, "{reader} reads {writer}");
        }
    }
    assert!(all.parted(0, 1).is_some());
}

#[test]
fn divergences_and_standings_are_those_of_the_distributions() {
    let lanes = vec![
        lane(Role::Model, &[1], 0.7, Writing::Sampled),
        lane(Role::Draft, &[1], 0.7, Writing::Sampled),
    ];
    let all = run(lanes, 1);
    let step = &all.steps()[0];
    let [p, q] = [Role::Model, Role::Draft].map(|of| log_softmax(&row(of, &[1])));
    let kl: f64 = p.iter().zip(&q).map(|(p, q)| math::exp(*p) * (p - q)).sum();
    let pair = step.pairs[0];
    let bits = |known: Known<f64>| known.exact().expect("all are listed");
    assert!((bits(pair.kl_bits) - math::bits(kl)).abs() < 1e-9);
    let (js, chain_js) = (bits(pair.js_bits), bits(pair.chain_js_bits));
    assert!(bits(pair.kl_back_bits) > 0.0 && js > 0.0 && chain_js > js);
    assert_eq!(step.rows.len(), N);
    for row in &step.rows {
        let [a, b] = [0, 1].map(|lane: usize| bits(row.lanes[lane].expect("open").model));
        assert!((a - math::exp(p[row.token as usize])).abs() < 1e-9);
        assert!((b - math::exp(q[row.token as usize])).abs() < 1e-9);
    }
}

#[test]
fn a_search_writes_its_best_text_and_a_given_text_is_followed() {
    let lanes = vec![
        lane(Role::Model, &[1], 1.0, Writing::Beams(3)),
        lane(Role::Model, &[1], 1.0, Writing::Given(vec![4, 0])),
    ];
    let all = run(lanes, 3);
    assert_eq!((all.tokens(0).len(), all.tokens(1)), (3, &[4, 0][..]));
    // Width 3 of 5 tokens over 3 steps: the best of all 125 here.
    let every = (0..125_u32).map(|n| [n / 25, n / 5 % 5, n % 5]);
    let best = every
        .map(|text| scored(Role::Model, &[1], &text))
        .fold(f64::NEG_INFINITY, f64::max);
    assert!((all.log_prob(0) - best).abs() < 1e-6);
    assert_eq!(all.steps()[2].lanes[1], None, "it has ended");
    assert_eq!(all.parted(0, 1), Some(0).filter(|_| all.tokens(0)[0] != 4));
}

#[test]
fn an_end_token_ends_one_lane_and_too_few_or_too_many_are_refused() {
    let same = || lane(Role::Model, &[1], 1.0, Writing::Greedy);
    let first = run(vec![same(), same()], 1).tokens(0)[0];
    let mut options = options(5);
    options.end_tokens = vec![first];
    let mut all = Comparison::new(vec![same(), same()], options.clone()).expect("two");
    while let Some(ask) = all.ask() {
        all.accept(&answer(&ask), Timings::default())
            .expect("finite");
    }
    assert_eq!(all.tokens(1), [first]);
    for n in [0, 1, 5] {
        let none = Comparison::new(vec![same(); n], options.clone()).map(|_| ());
        assert_eq!(none, Err(CoreError::Lanes { lanes: n }));
    }
    options.n_ctx = 1;
    let none = Comparison::new(vec![same(), same()], options).map(|_| ());
    let (tokens, n_ctx) = (1, 1);
    assert_eq!(none, Err(CoreError::PromptTooLong { tokens, n_ctx }));
}
