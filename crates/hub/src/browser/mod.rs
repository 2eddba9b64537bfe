//! The browser's network and its store of files.

mod files;
mod network;

pub use files::Files;
pub use network::Fetch;
