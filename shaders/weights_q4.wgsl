// Weights as whole numbers of 4 bits, 0 .. 15, in blocks: eight elements are a word, four in the low halves of its bytes and four in the
// high ones. In a table the eight are neighbours in a row; in a matrix the low ones are of a row, the high ones of the next.
// Without offset, a weight is scale · (UNIT · raw − ZERO).
// Who reads weights names their shape, N4 where columns are summed, and leaves binding 1 to this file, binding 8 to scales_*.
// (A software adapter shifts each lane by itself, but unpacks all at once.)
@group(0) @binding(1) var<storage, read> w: array<u32>;
const UNIT = 255.0;
const ZERO = 8.0;
const HALVES = 0x0f0f0f0fu;

/// What is kept of elements 4i .. 4i + 4 of a table, row by row.
fn raw4(i: u32) -> vec4f {
    let word = w[i / 2u];
    return unpack4x8unorm(select(word, word >> 4u, i % 2u == 1u) & HALVES);
}

/// What is kept of elements 4c .. 4c + 4 of row 2p of a matrix.
fn raw_even(p: u32, c: u32) -> vec4f {
    return unpack4x8unorm(w[p * N4 + c] & HALVES);
}

/// The same of row 2p + 1.
fn raw_odd(p: u32, c: u32) -> vec4f {
    return unpack4x8unorm((w[p * N4 + c] >> 4u) & HALVES);
}
