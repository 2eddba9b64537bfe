// product: sum[r, c] = Σ_k x[r, k] · w[k, c], handed to the operation's `finish`.
// One thread for four columns of eight rows, so that a weight is read once for eight rows: prefill
// without barriers, for software adapters. (Eight columns are a tenth faster and take four times as
// long to compile.)
// Prelude: prelude, weights_*, four_rows, and an operation that declares step, x and `finish`.
override K4: u32;      // rows of w in this part / 4
override N4: u32;      // columns of w / 4
override X4: u32;      // pad4(d_in) / 4, the length of a row of x
override FIRST4: u32;  // the first row of w in this part / 4

/// Rows r .. r+4 of x from its k-th group of columns on, as columns of a matrix. Rows beyond the last
/// repeat it; their sums are dropped.
fn four_rows(r: u32, k: u32) -> mat4x4f {
    let last = step.n_rows - 1u;
    let at = FIRST4 + k;
    return mat4x4f(x[min(r, last) * X4 + at], x[min(r + 1u, last) * X4 + at],
        x[min(r + 2u, last) * X4 + at], x[min(r + 3u, last) * X4 + at]);
}

fn finish_four(r: u32, c: u32, sums: mat4x4f) {
    let n = step.n_rows;
    if r < n { finish(r, c, sums[0]); }
    if r + 1u < n { finish(r + 1u, c, sums[1]); }
    if r + 2u < n { finish(r + 2u, c, sums[2]); }
    if r + 3u < n { finish(r + 3u, c, sums[3]); }
}

@compute @workgroup_size(WG)
fn product(@builtin(global_invocation_id) id: vec3u) {
    let c = id.x;
    let r = id.y * 8u;
    if c >= N4 || r >= step.n_rows { return; }
    var s = mat4x4f();
    var t = mat4x4f();
    for (var k = 0u; k < K4; k++) {
        let at = k;
        let weights = rows4(at, c);
        s = s + weights * four_rows(r, at);
        t = t + weights * four_rows(r + 4u, at);
    }
    finish_four(r, c, s);
    finish_four(r + 4u, c, t);
}
