//! The glossary: what the terms of the field mean, where they stand, with a number of the step on screen.

pub mod explained;
pub mod list;
mod listen;
pub mod note;
mod now;
pub mod opening;
pub mod term;
