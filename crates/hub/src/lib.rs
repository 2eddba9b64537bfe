//! Models from the Hugging Face hub: what the hub is asked ([`listing`]), which of its files are a model ([`chosen`]), how a file comes whole over a connection that breaks ([`fetch`]), and what is
//! kept of a model ([`manifest`], [`kept`]).
//!
//! A [`Hub`] answers the page's messages with a [`Network`] and a [`Store`] that are given to it: in a worker of its own, the browser's. So large files are
//! written off the page's thread, and the page's own policy lets it connect to nobody. It answers what is kept while a download goes on.

mod beginning;
mod browser;
mod came;
mod chosen;
mod fetch;
mod gguf_header;
mod hash;
mod host;
mod in_memory;
mod kept;
mod listing;
mod look;
mod manifest;
mod network;
mod pace;
mod quantisation;
mod refusal;
mod store;

use std::rc::Rc;

use js_sys::Function;
use wasm_bindgen::JsValue;

pub use host::Hub;
pub use network::{Answer, Body, Get, Lost, Network};
pub use store::{Store, StoreFile};

use browser::{Fetch, Files};

thread_local! {
    /// The one of this program, with what it keeps in memory.
    static HUB: Rc<Hub<Fetch, Files>> = Rc::new(Hub::new(Fetch, Files::default()));
}

/// Takes a request (`protocol::Request`) and answers through `respond(response)`.
pub fn handle(request: JsValue, respond: Function) {
    logitscope_worker::handle_beside(HUB.with(Rc::clone), request, respond);
}

/// In a worker, listens to the page. Does nothing on a page.
pub fn listen() {
    logitscope_worker::listen_with(handle);
}
