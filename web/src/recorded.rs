//! The first picture: the first distribution on the default prompt, recorded with the bundled model
//! (`cargo xtask record`). It is on screen, with a badge, until the live run takes its place.

use std::sync::Arc;

use js_sys::Uint8Array;
use leptos::prelude::*;
use logitscope_core::{Run, Timings, Trace, Vocab};
use safetensors::SafeTensors;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;

use crate::address::DEFAULT_MODEL;
use crate::browser;
use crate::driver::LOGITS_BUDGET_BYTES;
use crate::state::App;

/// Shows the recording, unless the live run is faster. Without one the page merely stays empty a
/// little longer, so nothing is said.
pub async fn show(app: App) {
    if let Some(run) = read().await
        && app.driver().run.borrow().is_none()
    {
        app.vocab.set(Some(Arc::clone(run.vocab())));
        *app.driver().run.borrow_mut() = Some(run);
        app.recorded.set(true);
        app.publish();
    }
}

async fn read() -> Option<Run> {
    let trace = fetch("recorded.json").await?;
    let trace = Trace::from_json(std::str::from_utf8(&trace).ok()?).ok()?;
    let arrays = fetch(trace.arrays.as_deref()?).await?;
    let arrays = SafeTensors::deserialize(&arrays).ok()?;
    let ends = words(&arrays, "vocab.ends")?;
    let bytes = arrays.tensor("vocab.bytes").ok()?.data().to_vec();
    let vocab = Arc::new(Vocab::from_parts(bytes, ends, None).ok()?);
    let mut run = trace
        .to_run(vocab, trace.model.n_ctx, LOGITS_BUDGET_BYTES)
        .ok()?;
    for node in run.path() {
        let position = run.tree().get(node).ok()?.position;
        if let Some(logits) = words(&arrays, &format!("logits.{position}")) {
            let logits = logits.into_iter().map(f32::from_bits).collect();
            run.accept_logits(node, logits, Timings::default()).ok()?;
        }
    }
    run.cursor()
        .filter(|&node| run.logits().get(node).is_some())?;
    Some(run)
}

/// The 32-bit words of an array.
fn words(arrays: &SafeTensors<'_>, key: &str) -> Option<Vec<u32>> {
    let (words, _) = arrays.tensor(key).ok()?.data().as_chunks::<4>();
    Some(words.iter().map(|b| u32::from_le_bytes(*b)).collect())
}

/// A file of the bundled model.
async fn fetch(name: &str) -> Option<Vec<u8>> {
    let url = browser::absolute(&format!("models/{DEFAULT_MODEL}/{name}"))?;
    let response = JsFuture::from(browser::window()?.fetch_with_str(&url))
        .await
        .ok()?;
    let response: Response = response.dyn_into().ok()?;
    if !response.ok() {
        return None;
    }
    let buffer: JsValue = JsFuture::from(response.array_buffer().ok()?).await.ok()?;
    Some(Uint8Array::new(&buffer).to_vec())
}
