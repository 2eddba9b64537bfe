// Weights as whole numbers of 8 bits in blocks: four consecutive elements of a row are a word. Without offset, a weight is scale · (UNIT · raw − ZERO).
// Who reads weights names their shape, N4 where columns are summed, and leaves binding 1 to this file, binding 8 to scales_*.
// (A software adapter shifts each lane by itself, but unpacks all at once.)
@group(0) @binding(1) var<storage, read> w: array<u32>;
const UNIT = 127.0;
const ZERO = 0.0;

/// What is kept of elements 4i .. 4i + 4 of a table, row by row.
fn raw4(i: u32) -> vec4f {
    return unpack4x8snorm(w[i]);
}

/// What is kept of elements 4c .. 4c + 4 of row 2p of a matrix.
fn raw_even(p: u32, c: u32) -> vec4f {
    return unpack4x8snorm(w[2u * p * N4 + c]);
}

/// The same of row 2p + 1.
fn raw_odd(p: u32, c: u32) -> vec4f {
    return unpack4x8snorm(w[(2u * p + 1u) * N4 + c]);
}
