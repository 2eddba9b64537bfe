//! What a quantised tensor is made of.

/// What of a tensor's elements is decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plane {
    /// What they stand for.
    Values,
    /// Their whole numbers.
    Numbers,
    /// The scales of their blocks.
    Scales,
    /// The offsets of their blocks, 0 where they have none.
    Offsets,
}
