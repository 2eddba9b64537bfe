//! The page: a Leptos app that drives an engine in a worker through plain messages.
//!
//! Reading order: [`start`], [`state`], [`driver`], [`app`]. `docs/architecture.md` names the floors; a test keeps them.

pub mod address;
pub mod api;
pub mod app;
pub mod browser;
pub mod choices;
pub mod components;
pub mod driver;
pub mod inspect;
pub mod later;
pub mod lessons;
pub mod link;
pub mod models;
pub mod pictures;
pub mod remembered;
pub mod share;
pub mod sources;
pub mod spelling;
pub mod start;
pub mod state;
pub mod strategies;
pub mod words;
