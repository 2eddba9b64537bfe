//! Rows are padded to four columns, so that a shader reads them as `vec4`s.

/// `n` rounded up to a multiple of four: the padded length of a row.
pub const fn pad4(n: u32) -> u32 {
    n.div_ceil(4) * 4
}
