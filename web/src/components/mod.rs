//! The parts of the page: one file, one noun. They read the signals of [`crate::state::App`], call
//! its methods, and format; nothing here computes what a model or a sampler would.

pub mod dice;
pub mod flow;
pub mod frame;
pub mod glossary;
pub mod inside;
pub mod kit;
pub mod lesson;
pub mod lessons;
pub mod picture;
pub mod sampler;
pub mod step;
pub mod strategies;
pub mod text;
