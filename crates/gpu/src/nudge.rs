//! Waiting for a device in a browser that rarely looks for finished work.
//!
//! Firefox does so every 100 ms (<https://bugzilla.mozilla.org/show_bug.cgi?id=1870699>), and whenever something is submitted: so
//! nothing is submitted, again and again, until the answer is there.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::Poll;

use futures_channel::oneshot::{Canceled, Receiver};
use js_sys::{Function, Promise, Reflect, global};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

/// Milliseconds between two looks. Browsers make four of them where timers follow timers.
const EVERY_MS: f64 = 1.0;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(call: &Function, ms: f64) -> JsValue;
}

/// Whether this browser is one of them.
pub(crate) fn looks_rarely() -> bool {
    let get = |of: &JsValue, name: &str| Reflect::get(of, &name.into());
    let agent = get(&global(), "navigator").and_then(|it| get(&it, "userAgent"));
    let agent = agent.ok().and_then(|agent| agent.as_string());
    agent.is_some_and(|agent| agent.contains("Firefox/"))
}

/// What comes of `answer`, which work on `queue` sends once it is done.
pub(crate) async fn nudged<T>(queue: &wgpu::Queue, mut answer: Receiver<T>) -> Result<T, Canceled> {
    loop {
        queue.submit([]);
        let mut pause = JsFuture::from(Promise::new(&mut |resolve, _| {
            set_timeout(&resolve, EVERY_MS);
        }));
        let first = poll_fn(|context| {
            if let Poll::Ready(came) = Pin::new(&mut answer).poll(context) {
                return Poll::Ready(Some(came));
            }
            Pin::new(&mut pause).poll(context).map(|_| None)
        });
        if let Some(came) = first.await {
            return came;
        }
    }
}
