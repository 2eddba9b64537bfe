//! The page kept by the browser: without a network after the first visit. `web/offline` does it.

use js_sys::Promise;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(module = "/offline/page.js")]
extern "C" {
    #[wasm_bindgen(js_name = keepOffline)]
    fn keep(on_new_version: &Closure<dyn FnMut()>) -> Promise;
    #[wasm_bindgen(js_name = takeNewVersion)]
    fn take() -> Promise;
}

/// Has the browser keep the page, if it lets it; calls `on_new_version` when another version is ready. To be called when the page rests.
pub fn keep_offline(on_new_version: impl FnMut() + 'static) {
    if !cfg!(target_arch = "wasm32") {
        return;
    }
    let heard = Closure::new(on_new_version);
    // It settles by itself, and has nothing to say.
    let _ = keep(&heard);
    // As long as the page lives.
    heard.forget();
}

/// Loads the page again as the version that is ready.
pub fn take_new_version() {
    if cfg!(target_arch = "wasm32") {
        let _ = take();
    }
}
