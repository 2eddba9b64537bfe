//! The samplers against Transformers' logits processors, on random and adversarial logits (`golden/make_samplers.py`).

use std::collections::BTreeSet;

use logitscope_core::Distribution;
use logitscope_core::chain::{Candidate, Chain, ChainContext, plain};
use safetensors::SafeTensors;
use serde::Deserialize;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

/// |p − p'| for every token, in f64 on both sides.
const TOLERANCE: f64 = 1e-6;

#[derive(Deserialize)]
struct Meta {
    past: Vec<u32>,
    cases: Vec<String>,
    chains: Vec<Chain>,
}

/// Logits with the same number are a tie: closer than the tolerance, or the same.
fn tie(logit: f32) -> i64 {
    if logit.abs() < 1e6 {
        (f64::from(logit) / TOLERANCE).round() as i64
    } else {
        i64::from(logit.to_bits()) << 24
    }
}

/// Of tokens with the same logit, Transformers keeps all or any, by sampler; we keep those with the smaller ids. So what is
/// kept may differ in the tokens of one logit a stage, and what both keep must stand in the same proportions. Gives the
/// number of tokens that one side alone keeps.
fn compare(what: &str, stages: usize, logits: &[f32], ours: &[f64], theirs: &[f64]) -> usize {
    let both = |i: &usize| ours[*i] > 0.0 && theirs[*i] > 0.0;
    let all = 0..ours.len();
    let shared_ours: f64 = all.clone().filter(both).map(|i| ours[i]).sum();
    let shared_theirs: f64 = all.clone().filter(both).map(|i| theirs[i]).sum();
    for i in all.clone().filter(both) {
        let (a, b) = (ours[i] / shared_ours, theirs[i] / shared_theirs);
        assert!(
            (a - b).abs() <= TOLERANCE,
            "{what}: token {i} has {a} here and {b} there"
        );
    }
    // A probability below the tolerance may be 0 on one side by rounding alone.
    let alone =
        |i: &usize| (ours[*i] > 0.0) != (theirs[*i] > 0.0) && ours[*i].max(theirs[*i]) > TOLERANCE;
    let alone: Vec<usize> = all.filter(alone).collect();
    let groups: BTreeSet<i64> = alone.iter().map(|&i| tie(logits[i])).collect();
    for group in &groups {
        let members = logits.iter().filter(|z| tie(**z) == *group).count();
        assert!(members > 1, "{what}: {alone:?} are kept by one side alone");
    }
    assert!(
        groups.len() <= stages,
        "{what}: {alone:?} are kept by one side alone"
    );
    alone.len()
}

#[wasm_bindgen_test::wasm_bindgen_test(unsupported = test)]
fn samplers_agree_with_transformers() {
    let meta: Meta = serde_json::from_str(include_str!("../golden/samplers.json"))
        .expect("what the script wrote");
    let file = SafeTensors::deserialize(include_bytes!("../golden/samplers.safetensors"))
        .expect("what the script wrote");
    let logits = file.tensor("logits").expect("it is there");
    let probs = file.tensor("probs").expect("it is there");
    let d_vocab = logits.shape()[1];
    let all_logits: Vec<f32> = bytemuck::allocation::pod_collect_to_vec(logits.data());
    let all_probs: Vec<f64> = bytemuck::allocation::pod_collect_to_vec(probs.data());
    let past = ChainContext {
        tokens: &meta.past,
        ..ChainContext::default()
    };
    let (mut compared, mut ties) = (0, 0);
    for (case, (name, logits)) in meta
        .cases
        .iter()
        .zip(all_logits.chunks(d_vocab))
        .enumerate()
    {
        let distribution = Distribution::new(logits).expect("no NaN");
        for (setting, chain) in meta.chains.iter().enumerate() {
            chain.check().expect("in range");
            let by_token = |list: &[Candidate]| {
                let mut probs = vec![0.0; d_vocab];
                list.iter().for_each(|c| probs[c.token as usize] = c.prob);
                probs
            };
            let start = (case * meta.chains.len() + setting) * d_vocab;
            let theirs = &all_probs[start..start + d_vocab];
            // The chain that runs, and its definition.
            let running = by_token(chain.run(&distribution, &past).list());
            let defined = by_token(&plain::run(logits, chain, &past).0);
            for (which, ours) in [("runs", running), ("is defined", defined)] {
                let what = format!("{:?} as it {which} on {name} logits", chain.stages());
                ties += compare(&what, chain.stages().len(), logits, &ours, theirs);
            }
            compared += 1;
        }
    }
    assert!(
        compared >= 300 && ties > 0,
        "{compared} distributions, {ties} ties"
    );
}
