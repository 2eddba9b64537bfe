//! Beam search against Transformers' own, on random next-token tables (`golden/make_beams.py`).

use std::sync::Arc;

use logitscope_core::TokenId;
use logitscope_core::beam::{BeamOptions, BeamSearch, EarlyStopping, scores};
use logitscope_core::chain::{Chain, ChainContext, Grammar, Mask};
use safetensors::SafeTensors;
use serde::Deserialize;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

/// |score − score'| / (1 + |score'|): theirs are sums in f32.
const TOLERANCE: f64 = 1e-5;
/// Sums that are closer may be in another order in f32.
const GAP: f64 = 1e-5;

#[derive(Deserialize)]
struct Meta {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    table: usize,
    prompt: Vec<TokenId>,
    chain: Chain,
    width: u32,
    length_penalty: f64,
    early_stopping: EarlyStopping,
    max_tokens: u32,
    end_tokens: Vec<TokenId>,
    steps: usize,
    texts: Vec<Vec<TokenId>>,
    scores: Option<Vec<f64>>,
}

impl Case {
    /// What the script's grammar allows after so many tokens, for a chain that has it: those of three kinds in turn, and the ends.
    fn masks(&self, generated: usize, d_vocab: usize) -> Vec<(Grammar, Arc<Mask>)> {
        let mut words = vec![0_u32; d_vocab.div_ceil(32)];
        for token in (0..d_vocab).filter(|t| t % 3 == generated % 3 || [4, 11].contains(t)) {
            words[token / 32] |= 1 << (token % 32);
        }
        let mask = Arc::new(Mask::new(words, d_vocab));
        let one = |grammar: &Grammar| (grammar.clone(), Arc::clone(&mask));
        self.chain.grammars().map(one).collect()
    }
}

/// Tables of logits, `[table][last or the one before][token][next]`.
struct Tables {
    values: Vec<f32>,
    d_vocab: usize,
}

impl Tables {
    fn logits(&self, table: usize, text: &[TokenId]) -> Vec<f32> {
        let row = |which: usize, token: TokenId| {
            let at = ((table * 2 + which) * self.d_vocab + token as usize) * self.d_vocab;
            &self.values[at..at + self.d_vocab]
        };
        let last = text[text.len() - 1];
        // The token before the first one is the last one: their table is rolled.
        let before = text[(text.len() + text.len() - 2) % text.len()];
        let pairs = row(0, last).iter().zip(row(1, before));
        pairs.map(|(a, b)| a + b).collect()
    }
}

/// What a search of ours finds, in how many steps, and the least distance of two candidates at a place that decides something.
fn search(case: &Case, tables: &Tables) -> (BeamSearch, usize, f64) {
    let options = BeamOptions {
        width: case.width,
        length_penalty: case.length_penalty,
        early_stopping: case.early_stopping,
        max_tokens: case.max_tokens,
        end_tokens: case.end_tokens.clone(),
        prompt_len: case.prompt.len() as u32,
        seed: None,
        stochastic: false,
        groups: 1,
        diversity: 0.0,
    };
    options.check().expect("in range");
    let (width, kept) = (options.width as usize, options.candidates());
    let mut search = BeamSearch::new(options);
    let (mut steps, mut least) = (0, f64::INFINITY);
    let mut last = f64::INFINITY;
    while search.stop().is_none() {
        let rows: Vec<_> = search
            .beams()
            .iter()
            .map(|beam| {
                let text = [&case.prompt[..], &beam.tokens].concat();
                let masks = case.masks(beam.tokens.len(), tables.d_vocab);
                let context = ChainContext {
                    tokens: &text,
                    masks: &masks,
                    ..ChainContext::default()
                };
                scores(&tables.logits(case.table, &text), &case.chain, &context)
                    .expect("finite logits")
            })
            .collect();
        let beams = search.beams().iter().zip(&rows);
        let mut sums: Vec<f64> = beams
            .flat_map(|(beam, row)| row.iter().map(|(_, score)| beam.sum + score))
            .collect();
        sums.sort_by(|a, b| b.total_cmp(a));
        for place in [width, kept] {
            if let Some(pair) = sums.get(place - 1..=place) {
                least = least.min(pair[0] - pair[1]);
            }
        }
        // In the end all finish, and each place in the pool is decided.
        let pairs = sums.windows(2).take(width);
        last = pairs
            .map(|pair| pair[0] - pair[1])
            .fold(f64::INFINITY, f64::min);
        search.step(&rows).expect("it has not ended");
        steps += 1;
    }
    least = least.min(last);
    (search, steps, least)
}

#[wasm_bindgen_test::wasm_bindgen_test(unsupported = test)]
fn beam_search_agrees_with_transformers() {
    let meta: Meta =
        serde_json::from_str(include_str!("../golden/beams.json")).expect("what the script wrote");
    let file = SafeTensors::deserialize(include_bytes!("../golden/beams.safetensors"))
        .expect("what the script wrote");
    let tensor = file.tensor("tables").expect("it is there");
    let tables = Tables {
        values: bytemuck::allocation::pod_collect_to_vec(tensor.data()),
        d_vocab: tensor.shape()[3],
    };
    let (mut compared, mut close) = (0, 0);
    for (number, case) in meta.cases.iter().enumerate() {
        let (search, steps, least) = search(case, &tables);
        if least < GAP {
            close += 1;
            continue;
        }
        compared += 1;
        let what = format!(
            "search {number}: {} beams, λ {}, {:?}, ends {:?}, {} tokens",
            case.width, case.length_penalty, case.early_stopping, case.end_tokens, case.max_tokens
        );
        let found = search.finished();
        let texts: Vec<_> = found.iter().map(|text| text.tokens.clone()).collect();
        assert_eq!(texts, case.texts, "{what}");
        assert_eq!(steps, case.steps, "{what}: steps");
        for (ours, theirs) in found.iter().zip(case.scores.iter().flatten()) {
            let distance = (ours.score - theirs).abs() / (1.0 + theirs.abs());
            assert!(
                distance <= TOLERANCE,
                "{what}: {} is {theirs} there",
                ours.score
            );
        }
    }
    assert!(
        compared > 20 * close,
        "{compared} compared, {close} too close"
    );
}
