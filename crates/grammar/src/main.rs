//! The parser's program: listens to the page in a worker of its own, which the page ends when a grammar takes too long.

use wasm_bindgen::prelude::*;

/// Takes a request and answers through `respond`.
#[wasm_bindgen]
pub fn handle(request: JsValue, respond: js_sys::Function) {
    logitscope_grammar::handle(request, &respond);
}

fn main() {
    logitscope_grammar::listen();
}
