//! The wgpu backend: the verbs of `logitscope_model::Backend` as WGSL kernels, native and browser.
//!
//! Reading order: [`context`], [`kernels`], [`memory`], [`backend`]. The shaders lie in `shaders/`, one
//! operation a file; each names its CPU twin.

pub mod backend;
pub mod context;
pub mod kernels;
pub mod memory;
mod readback;

pub use backend::Gpu;
pub use context::{Context, GpuOptions, Variant};
