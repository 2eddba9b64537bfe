//! The engine's program: listens to the page when it runs in a worker; on a page, `handle` is called.

use wasm_bindgen::prelude::*;

/// Takes a request and answers through `respond`. Exported here and not in the library: an export of
/// the library would pull the engine into the page's program too.
#[wasm_bindgen]
pub fn handle(request: JsValue, respond: js_sys::Function) {
    logitscope_web::engine::handle(request, respond);
}

fn main() {
    logitscope_web::engine::listen();
}
