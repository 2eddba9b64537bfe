//! Servers that run a model elsewhere: what they are asked, what they answer, and what follows from that.
//!
//! A [`Client`] asks one server, over a network that is given to it as a [`Transport`]. Two kinds give steps whose every token is known by its id:
//! llama.cpp's server ([`llama`]), and vLLM ([`vllm`]). A [`Host`] answers the page's messages with such clients, in a worker of its own: so
//! large answers are read off the page's thread, and the page's own policy lets it connect to nobody.

mod address;
mod browser;
mod client;
mod events;
mod host;
mod listing;
pub mod llama;
mod probe;
mod refusal;
pub mod vllm;
mod wire;
mod write;

use js_sys::Function;
use wasm_bindgen::JsValue;

pub use address::Address;
pub use client::Client;
pub use events::Events;
pub use host::{Host, Network};
pub use listing::{Listed, Listing};
pub use probe::probe;
pub use wire::{Body, MOST_BYTES, Request, Response, Transport};
pub use write::{prompt_tokens, write};

use browser::Browser;

/// Takes a request (`protocol::Request`) and answers through `respond(response)`.
pub fn handle(request: JsValue, respond: Function) {
    logitscope_worker::handle(|| Host::new(Browser), request, respond);
}

/// In a worker, listens to the page. Does nothing on a page.
pub fn listen() {
    logitscope_worker::listen(|| Host::new(Browser));
}
