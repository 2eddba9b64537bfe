use super::*;
use crate::Timings;
use crate::chain::{Chain, Sampler};
use crate::strategy::{Ask, Role, Sampling, Strategy};

const N: usize = 6;
const LAYERS: u32 = 4;

/// Logits by who is asked, by the last token, and by how many blocks have acted.
fn row(of: Role, text: &[TokenId], layer: u32) -> Vec<f32> {
    let last = *text.last().expect("a prompt") as usize + text.len();
    let own = if of == Role::Draft { 5 } else { 3 };
    (0..N)
        .map(|i| 2.5 * ((i * 7 + last * own + layer as usize * 2) as f32).sin())
        .collect()
}

fn state(text: &[TokenId]) -> Vec<f32> {
    let last = *text.last().expect("a token") as f32;
    vec![last.sin(), last.cos(), 0.3 * text.len() as f32]
}

fn answer(ask: &Ask) -> Vec<Vec<f32>> {
    match ask {
        Ask::Ends { of, texts } => texts.iter().map(|text| row(*of, text, LAYERS)).collect(),
        Ask::Layers { tokens, layers } => {
            let rows = layers.iter().map(|layer| row(Role::Model, tokens, *layer));
            rows.collect()
        }
        Ask::States { texts, from } => {
            let of = |text: &Vec<TokenId>| {
                let places = *from..text.len();
                places.map(|end| state(&text[..=end])).collect::<Vec<_>>()
            };
            texts.iter().flat_map(of).collect()
        }
        _ => Vec::new(),
    }
}

fn sampling(t: f64) -> Sampling {
    let chain = Chain::new([Sampler::Temperature { t }]).expect("in range");
    Sampling::new(chain, 5, Default::default()).expect("one text")
}

fn begin(rule: Rule, choosing: Choosing) -> Result<GuidedRun, CoreError> {
    let options = GuidedOptions {
        rule,
        choosing,
        max_tokens: 8,
        end_tokens: Vec::new(),
    };
    let (n_ctx, n_layers) = (64, LAYERS);
    GuidedRun::new(
        vec![1, 2],
        sampling(0.9),
        options,
        Sizes { n_ctx, n_layers },
    )
}

fn run(rule: Rule, choosing: Choosing) -> GuidedRun {
    let mut run = begin(rule, choosing).expect("in range");
    while let Some(ask) = run.ask() {
        run.accept(&answer(&ask), Timings::default())
            .expect("finite");
    }
    assert_eq!(run.steps().len(), 8);
    run
}

/// Softmax in f64, worked out naively.
fn log_probs(row: &[f32]) -> Vec<f64> {
    let total: f64 = row.iter().map(|z| f64::from(*z).exp()).sum();
    row.iter().map(|z| f64::from(*z) - total.ln()).collect()
}

/// The texts of a rule whose best token is taken, by its formula: `score` of every token, −∞ for one that is out.
fn by_formula(score: impl Fn(&[TokenId], usize) -> f64) -> Vec<TokenId> {
    let mut text = vec![1, 2];
    for _ in 0..8 {
        let scores: Vec<f64> = (0..N).map(|token| score(&text, token)).collect();
        let best = (0..N).max_by(|a, b| scores[*a].total_cmp(&scores[*b]).then(b.cmp(a)));
        text.push(best.expect("tokens") as TokenId);
    }
    text[2..].to_vec()
}

fn model(text: &[TokenId]) -> Vec<f64> {
    log_probs(&row(Role::Model, text, LAYERS))
}

fn out_of_head(own: &[f64], token: usize, alpha: f64) -> bool {
    let top = own.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    own[token].exp() < alpha * top.exp() * (1.0 - 1e-12)
}

#[test]
fn contrastive_decoding_is_its_formula() {
    for beta in [None, Some(0.5), Some(0.0)] {
        let alpha = 0.1;
        let wanted = by_formula(|text, token| {
            let own = model(text);
            let other = log_probs(&row(Role::Draft, text, LAYERS));
            match (out_of_head(&own, token, alpha), beta) {
                (true, _) => f64::NEG_INFINITY,
                (_, None) => own[token] - other[token],
                (_, Some(b)) => (1.0 + b) * own[token] - b * other[token],
            }
        });
        let rule = Rule::ContrastiveDecoding { alpha, beta };
        let found = run(rule, Choosing::Greedy);
        assert_eq!(found.tokens(), wanted, "{beta:?}");
        if beta == Some(0.0) {
            assert!(
                found.steps().iter().all(|s| s.token == s.plain),
                "β = 0 is greedy"
            );
        }
    }
}

#[test]
fn guidance_is_its_formula_and_nothing_at_1() {
    for scale in [-1.0, 0.0, 1.0, 1.5, 3.0] {
        let wanted = by_formula(|text, token| {
            let other = [&[4], &text[2..]].concat();
            let (c, u) = (model(text)[token], model(&other)[token]);
            u + scale * (c - u)
        });
        let against = vec![4];
        let found = run(Rule::Guidance { scale, against }, Choosing::Greedy);
        assert_eq!(found.tokens(), wanted, "g = {scale}");
        if scale == 1.0 {
            assert!(found.steps().iter().all(|s| s.token == s.plain));
        }
    }
}

#[test]
fn dola_takes_the_layer_that_is_farthest_and_is_its_formula() {
    let alpha = 0.1;
    let early = |text: &[TokenId], layer| log_probs(&row(Role::Model, text, layer));
    let js = |p: &[f64], q: &[f64]| {
        let half = |a: &[f64]| -> f64 {
            let each = a.iter().zip(p.iter().zip(q));
            each.map(|(a, (p, q))| a.exp() * (a - ((p.exp() + q.exp()) / 2.0).ln()))
                .sum()
        };
        (half(p) + half(q)) / 2.0 / std::f64::consts::LN_2
    };
    let farthest = |text: &[TokenId]| {
        let all = (1..LAYERS).map(|layer| (js(&model(text), &early(text, layer)), layer));
        all.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)))
            .expect("layers")
    };
    let wanted = by_formula(|text, token| {
        let own = model(text);
        match out_of_head(&own, token, alpha) {
            true => f64::NEG_INFINITY,
            false => own[token] - early(text, farthest(text).1)[token],
        }
    });
    let rule = Rule::Dola {
        alpha,
        early: Early::All,
    };
    let found = run(rule, Choosing::Greedy);
    assert_eq!(found.tokens(), wanted);
    for (at, step) in found.steps().iter().enumerate() {
        let text = [&[1, 2], &found.tokens()[..at]].concat();
        let (bits, layer) = farthest(&text);
        assert_eq!((step.layer, step.distances.len()), (Some(layer), 3));
        let own = step.distances.iter().find(|d| d.layer == layer);
        assert!(own.is_some_and(|own| (own.jsd_bits - bits).abs() < 1e-9));
    }
}

#[test]
fn contrastive_search_is_its_formula_and_greedy_at_0() {
    let cosine = |a: &[f32], b: &[f32]| -> f64 {
        let dot =
            |a: &[f32], b: &[f32]| -> f64 { a.iter().zip(b).map(|(x, y)| f64::from(x * y)).sum() };
        dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
    };
    for (k, alpha) in [(4, 0.6), (2, 0.3), (4, 0.0), (1, 0.9)] {
        let wanted = by_formula(|text, token| {
            let own = model(text);
            let better = own.iter().enumerate();
            let better =
                better.filter(|(other, p)| **p > own[token] || **p == own[token] && *other < token);
            if better.count() >= k {
                return f64::NEG_INFINITY;
            }
            let next = state(&[text, &[token as TokenId]].concat());
            let near = (0..text.len()).map(|at| cosine(&next, &state(&text[..=at])));
            let similarity = near.fold(f64::NEG_INFINITY, f64::max);
            (1.0 - alpha) * own[token].exp() - alpha * similarity
        });
        let rule = Rule::ContrastiveSearch { k: k as u32, alpha };
        let found = run(rule, Choosing::Greedy);
        assert_eq!(found.tokens(), wanted, "k {k}, α {alpha}");
        let all = found.steps().iter();
        assert!(k > 1 && alpha > 0.0 || all.clone().all(|s| s.token == s.plain));
        assert!(all.clone().all(|s| s.candidates.len() == k));
    }
}

#[test]
fn where_tokens_are_drawn_the_dice_fall_behind_the_chain() {
    let against = vec![4];
    let found = run(
        Rule::Guidance {
            scale: 1.5,
            against,
        },
        Choosing::Sampled,
    );
    for (at, step) in found.steps().iter().enumerate() {
        let draw = step.draw.expect("it draws");
        assert_eq!(draw.position as usize, 2 + at);
        let mut low = 0.0;
        for candidate in &step.candidates {
            let prob = candidate.prob.expect("nothing is cut");
            if candidate.token == step.token {
                assert!((low..low + prob).contains(&draw.u), "step {at}");
            }
            low += prob;
        }
        assert!((low - 1.0).abs() < 1e-9);
    }
}

#[test]
fn what_is_out_of_range_is_refused() {
    let refused = |rule: Rule| begin(rule, Choosing::Greedy).map(|_| ()).expect_err("bad");
    for bad in [
        Rule::ContrastiveSearch { k: 0, alpha: 0.5 },
        Rule::ContrastiveSearch { k: 33, alpha: 0.5 },
        Rule::ContrastiveSearch { k: 4, alpha: 1.5 },
        Rule::ContrastiveDecoding {
            alpha: f64::NAN,
            beta: None,
        },
        Rule::ContrastiveDecoding {
            alpha: 0.1,
            beta: Some(-1.0),
        },
        Rule::Guidance {
            scale: 99.0,
            against: vec![1],
        },
        Rule::Dola {
            alpha: 0.1,
            early: Early::One(4),
        },
    ] {
        let why = refused(bad.clone());
        assert!(matches!(why, CoreError::Setting { .. }), "{bad:?}: {why}");
    }
    let against = Vec::new();
    let empty = refused(Rule::Guidance {
        scale: 1.0,
        against,
    });
    assert_eq!(empty, CoreError::EmptyPrompt);
    let rule = Rule::Dola {
        alpha: 0.1,
        early: Early::Low,
    };
    let options = GuidedOptions {
        rule,
        choosing: Choosing::Greedy,
        max_tokens: 1,
        end_tokens: vec![],
    };
    let (n_ctx, n_layers) = (64, 1);
    let few = GuidedRun::new(vec![1], sampling(1.0), options, Sizes { n_ctx, n_layers });
    assert_eq!(few.map(|_| ()), Err(CoreError::FewLayers { n_layers: 1 }));
}
