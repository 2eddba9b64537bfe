// Weights as whole numbers n of 4 bits, 0 .. 15, in blocks: eight elements are a word, four in the low halves of its bytes and four in the
// high ones. In a table the eight are neighbours in a row; in a matrix the low ones are of a row, the high ones of the next.
// A weight is scale · (n − ZERO) without offset.
// Who reads weights names their shape, N4 where columns are summed, and leaves binding 1 to this file, binding 8 to scales_*.
// (Halves of bytes become numbers where they lie, as multiples of powers of 2: a software adapter shifts each lane by itself, and
// unpacks in twice as many instructions.)
@group(0) @binding(1) var<storage, read> w: array<u32>;
const ZERO = 8.0;
// n = UNIT · raw − EVEN of a low half, n = ODD · UNIT · raw − BESIDE of a high one.
const UNIT = vec4f(1.0, 0x1p-8, 0x1p-16, 0x1p-24);
const EVEN = vec4f();
const ODD = 0x1p-4;
const BESIDE = vec4f(0.0, 0.0, 0.0, -8.0);
const LOW = vec4i(0xf, 0xf00, 0xf0000, 0xf000000);
const HIGH = vec4i(0xf0, 0xf000, 0xf00000, -0x10000000);

/// What is kept of the elements in the low halves of a word's bytes.
fn raw_low(word: u32) -> vec4f {
    return vec4f(vec4i(bitcast<i32>(word)) & LOW);
}

/// The same of those in the high halves, of which the highest has the word's sign.
fn raw_high(word: u32) -> vec4f {
    return vec4f(vec4i(bitcast<i32>(word ^ 0x80000000u)) & HIGH);
}

/// Elements 4i .. 4i + 4 of a table, row by row, in multiples of the scale.
fn numbers4(i: u32) -> vec4f {
    let word = w[i / 2u];
    return select(UNIT * raw_low(word) - EVEN, ODD * UNIT * raw_high(word) - BESIDE, i % 2u == 1u);
}

/// What is kept of elements 8i .. 8i + 8 of a table, row by row.
fn raw8(i: u32) -> mat2x4f {
    let word = w[i];
    return mat2x4f(raw_low(word), raw_high(word));
}

/// What is kept of elements 4c .. 4c + 4 of rows 2p and 2p + 1 of a matrix.
fn raw_rows(p: u32, c: u32) -> mat2x4f {
    return raw8(p * N4 + c);
}
