//! The page: a Leptos app that drives an engine in a worker through plain messages.
//!
//! Two programs are made from it: `app` (`main.rs`) and `engine` (`bin/engine.rs`). Reading order:
//! [`protocol`], [`state`], [`driver`], [`app`].

pub mod engine;
pub mod protocol;
pub mod state;
