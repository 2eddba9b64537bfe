//! Traces.

use std::sync::Arc;

use logitscope_core::trace::{BackendInfo, ModelInfo};
use logitscope_core::{Run, Timings, Trace, Vocab};

use super::Target;
use crate::parts::{is_a_line, text};

pub const TRACE: Target = Target {
    name: "trace",
    read,
    seeds: || vec![small().to_json().expect("plain data").into_bytes()],
    sources: &["crates/core/src"],
    heap_mib: 256,
};

/// Most tokens of a vocabulary that is made for a case.
const MOST_TOKENS: u32 = 1 << 12;

fn read(data: &[u8]) {
    let trace = match Trace::from_json(&text(data)) {
        Ok(trace) => trace,
        Err(error) => return is_a_line(&error),
    };
    // What was read can be written, and is read again.
    let written = trace.to_json().expect("what was read can be written");
    if let Err(error) = Trace::from_json(&written) {
        panic!("{error}: {written}");
    }
    let (d_vocab, n_ctx) = (trace.model.d_vocab.min(MOST_TOKENS), trace.model.n_ctx);
    let vocab = Arc::new(Vocab::new((0..d_vocab).map(|id| format!("t{id} ")), None));
    match trace.to_run(vocab, n_ctx, 1 << 20) {
        Ok(run) => {
            let _ = Trace::new(&run, trace.model, BackendInfo::default());
        }
        Err(error) => is_a_line(&error),
    }
}

/// A model of six tokens.
pub fn model() -> ModelInfo {
    ModelInfo {
        name: "test".into(),
        family: "gpt2".into(),
        n_layers: 2,
        n_heads: 2,
        d_model: 4,
        d_head: 2,
        d_mlp: 8,
        d_vocab: 6,
        n_ctx: 16,
        ..ModelInfo::default()
    }
}

/// Its vocabulary.
pub fn vocab() -> Vocab {
    Vocab::new(["a", " b", "c", "\n", "d", "<end>"], Some(5))
}

/// The trace of a few steps, one of them in a branch.
pub fn small() -> Trace {
    let mut run = Run::new(Arc::new(vocab()), 16, 1 << 20);
    run.set_prompt(&[0, 1]).expect("a prompt");
    for z in [0.5, 2.0, 1.5] {
        let node = run.cursor().expect("a prompt");
        run.accept_logits(
            node,
            Arc::from([z, 1.0, 0.1, 0.2, -1.0, -5.0]),
            Timings::default(),
        )
        .expect("finite");
        run.step().expect("logits are there");
    }
    run.rewind(1);
    Trace::new(&run, model(), BackendInfo::default()).expect("it has a prompt")
}
