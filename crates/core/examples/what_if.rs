//! How long it takes to re-evaluate a text under other settings: 256 steps over a vocabulary of 50,257 tokens; and what one step
//! would take if everything were written out, as [the definition](logitscope_core::chain::plain) does.
//!
//! `cargo run --release -p logitscope-core --example what_if`

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use logitscope_core::chain::{ChainContext, plain};
use logitscope_core::dice::Stream;
use logitscope_core::what_if::WhatIf;
use logitscope_core::{Draw, NodeId, Run, Settings, Timings, Vocab};

const STEPS: u32 = 256;
const D_VOCAB: u32 = 50_257;
const CHAINS: [&str; 6] = [
    "temperature~0.8,top_k~40,top_p~0.95",
    "temperature~0.8,top_p~0.9",
    "repetition_penalty~1.1~64,min_p~0.05,temperature~0.8",
    "repetition_penalty~1.1~0,dry,top_n_sigma~1,top_k~40,typical~0.9,top_p~0.95,min_p~0.05,xtc,temperature~0.8",
    "typical~0.9,tail_free~0.9,temperature~1.2",
    "mirostat~5~0.1",
];

fn main() -> Result<(), Box<dyn Error>> {
    let run = run()?;
    println!("{STEPS} steps of {D_VOCAB} tokens, in milliseconds");
    println!("  whole text   last slider moved   step on screen   the same, plain   chain");
    for chain in CHAINS {
        let settings = settings(chain)?;
        let mut what_if = WhatIf::new(&run, settings.clone())?;
        let whole = tell(&mut what_if, &run);
        // A slider at the end, where it is first, where it is next, and where it is timed.
        let mut moved = Duration::ZERO;
        for p in [0.01, 0.02, 0.03] {
            what_if = what_if.again(&run, self::settings(&format!("{chain},min_p~{p}"))?)?;
            moved = tell(&mut what_if, &run);
        }
        let context = run.path()[run.path().len() - 2];
        let begun = Instant::now();
        run.sampling_under(context, &settings)?;
        let step = begun.elapsed();
        let plain = plain_step(&run, context, &settings)?;
        let times = [whole, moved, step, plain].map(|t| 1e3 * t.as_secs_f64());
        let [whole, moved, step, plain] = times;
        println!("  {whole:10.0}   {moved:17.0}   {step:14.1}   {plain:15.1}   {chain}");
    }
    Ok(())
}

fn settings(chain: &str) -> Result<Settings, Box<dyn Error>> {
    let chain = chain.parse()?;
    Ok(Settings { chain, seed: 1 })
}

/// The step behind `context` as it is defined.
fn plain_step(run: &Run, context: NodeId, settings: &Settings) -> Result<Duration, Box<dyn Error>> {
    let logits = &run.logits().get(context).ok_or("no logits")?.logits;
    let tokens = run.tree().tokens(&run.tree().path(context));
    let past = ChainContext {
        tokens: &tokens,
        vocab: Some(run.vocab()),
        ..ChainContext::default()
    };
    let begun = Instant::now();
    plain::run(logits, &settings.chain, &past);
    Ok(begun.elapsed())
}

fn tell(what_if: &mut WhatIf, run: &Run) -> Duration {
    let begun = Instant::now();
    while what_if.advance(run).is_some() {}
    begun.elapsed()
}

/// A run over random logits with the long tail of a real model's.
fn run() -> Result<Run, Box<dyn Error>> {
    let texts: Vec<String> = (0..D_VOCAB).map(|i| format!("token {i}")).collect();
    let vocab = Vocab::new(texts.iter().map(String::as_bytes), None);
    let mut run = Run::new(Arc::new(vocab), 2 * STEPS, 1 << 30);
    run.set_prompt(&[1, 2, 3, 4])?;
    for step in 0..STEPS {
        let logit = |token| {
            let u = Draw::new(token, step, Stream::Token, 0)
                .u
                .max(f64::MIN_POSITIVE);
            // Gumbel noise: a few large values, many small ones.
            (-1.5 * (-u.ln()).ln()) as f32
        };
        let logits: Arc<[f32]> = (0..D_VOCAB).map(logit).collect();
        let node = run.cursor().ok_or("a run without a prompt")?;
        run.accept_logits(node, logits, Timings::default())?;
        run.step()?;
    }
    Ok(run)
}
