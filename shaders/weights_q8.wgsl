// Weights as whole numbers of 8 bits in blocks: four consecutive elements of a row are a word. A weight is scale · n without offset.
// Who reads weights names their shape, N4 where columns are summed, and leaves binding 1 to this file, binding 8 to scales_*.
// (Bytes become numbers where they lie, as multiples of powers of 256: a software adapter shifts each lane by itself, and unpacks in twice
// as many instructions.)
@group(0) @binding(1) var<storage, read> w: array<u32>;
const ZERO = 0.0;
// n = UNIT · raw − EVEN; in an odd row of a matrix n = ODD · UNIT · raw − BESIDE.
const UNIT = vec4f(1.0, 0x1p-8, 0x1p-16, 0x1p-24);
const EVEN = vec4f(128.0, 128.0, 128.0, 0.0);
const ODD = 1.0;
const BESIDE = EVEN;
const BYTES = vec4i(0xff, 0xff00, 0xff0000, -0x1000000);

/// What is kept of a word's four elements. The highest byte has the word's sign; the others get one.
fn raw_of(word: u32) -> vec4f {
    return vec4f(vec4i(bitcast<i32>(word ^ 0x808080u)) & BYTES);
}

/// Elements 4i .. 4i + 4 of a table, row by row, in multiples of the scale.
fn numbers4(i: u32) -> vec4f {
    return UNIT * raw_of(w[i]) - EVEN;
}

/// What is kept of elements 8i .. 8i + 8 of a table, row by row.
fn raw8(i: u32) -> mat2x4f {
    return mat2x4f(raw_of(w[2u * i]), raw_of(w[2u * i + 1u]));
}

/// What is kept of elements 4c .. 4c + 4 of rows 2p and 2p + 1 of a matrix.
fn raw_rows(p: u32, c: u32) -> mat2x4f {
    let at = 2u * p * N4 + c;
    return mat2x4f(raw_of(w[at]), raw_of(w[at + N4]));
}
