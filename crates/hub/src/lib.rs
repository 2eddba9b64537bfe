//! Models from the Hugging Face hub: what the hub is asked ([`listing`]), which of its files are a model ([`chosen`]), how a file comes whole over a connection that breaks ([`fetch`]), and what is
//! kept of a model ([`manifest`], [`kept`]).
//!
//! A [`Hub`] answers the page's messages with a [`Network`] and a [`Store`] that are given to it: in a worker of its own, the browser's. So large files are
//! written off the page's thread, the page's own policy lets it connect to nobody, and giving up a download ends that worker.

mod browser;
mod chosen;
mod fetch;
mod hash;
mod host;
mod in_memory;
mod kept;
mod listing;
mod look;
mod manifest;
mod network;
mod quantisation;
mod refusal;
mod store;

use js_sys::Function;
use wasm_bindgen::JsValue;

pub use host::Hub;
pub use network::{Answer, Body, Get, Lost, Network};
pub use store::{Store, StoreFile};

use browser::{Fetch, Files};

/// Takes a request (`protocol::Request`) and answers through `respond(response)`.
pub fn handle(request: JsValue, respond: Function) {
    logitscope_worker::handle(|| Hub::new(Fetch, Files), request, respond);
}

/// In a worker, listens to the page. Does nothing on a page.
pub fn listen() {
    logitscope_worker::listen(|| Hub::new(Fetch, Files));
}
