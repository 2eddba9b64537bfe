// What every product declares, and the rows that some of them take four at a time.
// Prelude: prelude, weights_*, four_rows, and an operation that declares step, x and `finish`; then product_*.
override K4: u32;      // rows of w in this part / 4
override N4: u32;      // columns of w / 4
override X4: u32;      // pad4(d_in) / 4, the length of a row of x
override FIRST4: u32;  // the first row of w in this part / 4

/// Rows r .. r+4 of x from its k-th group of columns on, as columns of a matrix. Rows beyond the last
/// repeat it; their sums are dropped.
fn four_of_x(r: u32, k: u32) -> mat4x4f {
    let last = step.n_rows - 1u;
    let at = FIRST4 + k;
    return mat4x4f(x[min(r, last) * X4 + at], x[min(r + 1u, last) * X4 + at],
        x[min(r + 2u, last) * X4 + at], x[min(r + 3u, last) * X4 + at]);
}
