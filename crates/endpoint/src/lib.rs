//! Servers that run a model elsewhere: what they are asked, what they answer, and what follows from that. There is no network here:
//! whoever has one gives it as a [`Transport`].
//!
//! A [`Client`] asks one server. Two kinds give steps whose every token is known by its id: llama.cpp's server ([`llama`]), and vLLM
//! ([`vllm`]).

mod address;
mod client;
mod listing;
pub mod llama;
mod probe;
mod refusal;
mod server;
pub mod vllm;
mod wire;

pub use address::Address;
pub use client::Client;
pub use listing::{Listed, Listing};
pub use probe::probe;
pub use server::{Asked, Kind, Meaning, REMOTE, Server};
pub use wire::{Body, MOST_BYTES, Request, Response, Transport};
