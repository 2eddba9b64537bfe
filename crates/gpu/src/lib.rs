//! The wgpu backend: the verbs of `logitscope_model::Backend` as WGSL kernels, native and browser.
//!
//! Reading order: [`context`], [`device`], [`kernels`], [`family`], [`memory`], [`gpu`], [`backend`], `record`, `submit`, [`tune`]. The
//! shaders lie in `shaders/`, one operation a file; each names its CPU twin.

pub mod backend;
mod clock;
pub mod context;
pub mod device;
pub mod family;
pub mod gpu;
pub mod kernels;
pub mod memory;
#[cfg(target_arch = "wasm32")]
mod nudge;
mod packed;
mod plan;
mod profile;
mod quantise;
mod readback;
mod record;
mod submit;
mod timeline;
pub mod tune;
pub mod tuning;
mod turn;
mod wgsl;

pub use context::{Context, GpuOptions};
pub use device::Device;
pub use family::{Families, Family};
pub use gpu::Gpu;
pub use tuning::Tuning;
