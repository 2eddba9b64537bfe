//! The page: a Leptos app that drives an engine in a worker through plain messages.
//!
//! Two programs are made from it: `app` (`main.rs`) and `engine` (`bin/engine.rs`). Reading order:
//! [`protocol`], [`state`], [`driver`], [`app`].

pub mod address;
pub mod api;
pub mod app;
pub mod browser;
pub mod bundled;
pub mod components;
pub mod driver;
pub mod engine_client;
pub mod link;
pub mod recorded;
pub mod settings_store;
pub mod state;
