//! The program that talks to servers: listens to the page when it runs in a worker.

use wasm_bindgen::prelude::*;

/// Takes a request and answers through `respond`.
#[wasm_bindgen]
pub fn handle(request: JsValue, respond: js_sys::Function) {
    logitscope_endpoint::handle(request, respond);
}

fn main() {
    logitscope_endpoint::listen();
}
