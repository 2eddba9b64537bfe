//! The engine: models and their lanes behind plain messages. It runs in a worker, or on the page's
//! own thread where workers are forbidden; nothing in here knows which.
//!
//! Reading order: [`platform`], [`host`], `load`, `plan`, `run`. Only `browser` and this file know that the place is a browser.

mod browser;
mod choose_backend;
mod files;
pub mod host;
mod load;
mod plan;
pub mod platform;
mod run;

use browser::Browser;
pub use host::Host;
pub use load::describe;
pub use platform::Platform;
pub use run::run;

use js_sys::Function;
use wasm_bindgen::JsValue;

/// Takes a request (`protocol::Request`) and answers through `respond(response)`, possibly after
/// progress.
pub fn handle(request: JsValue, respond: Function) {
    logitscope_worker::handle(|| Host::new(Browser), request, respond);
}

/// In a worker, listens to the page, or, if that is a helper's, to the engine. Does nothing on a page.
pub fn listen() {
    if browser::helps() {
        return;
    }
    logitscope_worker::listen(|| Host::new(Browser));
}
