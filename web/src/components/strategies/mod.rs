//! Other ways to write on than token by token: each takes the place of the picture while it is open.

mod beams;
mod card;
mod context;
mod draft;
mod guided;
mod lanes;
mod menu;
pub mod setup;
mod slider;
mod speculative;
mod transport;
mod tree;

pub use card::{StrategyCard, is_open};
pub use menu::Strategies;
