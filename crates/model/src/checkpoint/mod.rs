//! A checkpoint's files: their bytes, their header, their numbers, and the way into a backend.

pub mod dtype;
pub mod loader;
pub mod safetensors;
pub mod stream;
