// product: sum[r, c] = Σ_k x[r, k] · w[k, c], handed to the operation's `finish`.
// One thread for four columns of eight rows, so that a weight is read once for eight rows: prefill
// without barriers, for software adapters. (Eight columns are a tenth faster and take four times as
// long to compile.)
// Prelude: prelude, weights_*, four_rows, an operation that declares step, x and `finish`, product.

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
        s = s + weights * four_of_x(r, at);
        t = t + weights * four_of_x(r + 4u, at);
    }
    finish_four(r, c, s);
    finish_four(r + 4u, c, t);
}
