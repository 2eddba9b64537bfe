//! The browser's network and its store of files.

mod disk;
mod files;
mod memory;
mod network;

pub use files::Files;
pub use network::Fetch;
