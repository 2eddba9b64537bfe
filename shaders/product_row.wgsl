// product: sum[r, c] = Σ_k x[r, k] · w[k, c], handed to the operation's `finish`.
// One thread for eight columns of one row: decoding without barriers, for software adapters. Each sum
// is one long expression, because such an adapter keeps variables in memory.
// Prelude: prelude, weights_*, four_rows, an operation that declares step, x and `finish`, product.

@compute @workgroup_size(WG)
fn product(@builtin(global_invocation_id) id: vec3u) {
    let c = id.x * 2u;
    let r = id.y;
    if c >= N4 || r >= step.n_rows { return; }
    let x0 = r * X4 + FIRST4;
    var s = vec4f();
    var t = vec4f(); // beyond the last column it is dropped
    for (var k = 0u; k < K4; k++) {
        let v = x[x0 + k];
        let at = k;
        s = s + sum4(at, c, v);
        t = t + sum4(at, c + 1u, v);
    }
    finish(r, c, s);
    if c + 1u < N4 { finish(r, c + 1u, t); }
}
