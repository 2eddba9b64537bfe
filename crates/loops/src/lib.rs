//! The loops that take the CPU backend's time. The page compiles this crate for speed and what is around it for size, so nothing here
//! is generic to the outside: such a function would be compiled where it is called.

pub mod attention;
pub mod columns;
mod cores;
pub mod floats;
mod half_weight;
pub mod lanes;
pub mod planes;
pub mod quantize;
mod room;
pub mod transpose;

pub use columns::Columns;
pub use planes::Planes;
