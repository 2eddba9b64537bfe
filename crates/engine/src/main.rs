//! The engine's program: listens to the page when it runs in a worker; on a page, `handle` is called.

use wasm_bindgen::prelude::*;

/// Takes a request and answers through `respond`.
#[wasm_bindgen]
pub fn handle(request: JsValue, respond: js_sys::Function) {
    logitscope_engine::handle(request, respond);
}

fn main() {
    logitscope_engine::listen();
}
