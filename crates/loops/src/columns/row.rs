//! A row of x in a product.

#[cfg(any(test, target_arch = "wasm32"))]
use super::whole::Digits;

/// As many numbers as the matrix has rows.
#[derive(Debug)]
pub(super) struct Row<'a> {
    /// The numbers.
    pub x: &'a [f32],
    /// The same in whole numbers, for matrices that want them.
    #[cfg(any(test, target_arch = "wasm32"))]
    pub whole: Digits,
}

impl<'a> Row<'a> {
    /// With floats only.
    pub fn new(x: &'a [f32]) -> Self {
        Row {
            x,
            #[cfg(any(test, target_arch = "wasm32"))]
            whole: Digits::default(),
        }
    }
}
