//! The program that downloads models: listens to the page when it runs in a worker.

use wasm_bindgen::prelude::*;

/// Takes a request and answers through `respond`.
#[wasm_bindgen]
pub fn handle(request: JsValue, respond: js_sys::Function) {
    logitscope_hub::handle(request, respond);
}

fn main() {
    logitscope_hub::listen();
}
