// product: sum[r, c] = Σ_k x[r, k] · w[k, c], handed to the operation's `finish`.
// One thread for four columns of four rows, so that a weight is read once for four rows: the
// prefill variant. No barriers.
// Prelude: prelude, weights_*, and an operation that declares step, w, x and `finish`.
override K4: u32;      // rows of w in this part / 4
override N4: u32;      // columns of w / 4
override X4: u32;      // pad4(d_in) / 4, the length of a row of x
override FIRST4: u32;  // the first row of w in this part / 4

@compute @workgroup_size(WG)
fn product(@builtin(global_invocation_id) id: vec3u) {
    let c = id.x;
    let r = id.y * 4u;
    if c >= N4 || r >= step.n_rows { return; }
    // Rows beyond the last repeat it; their sums are dropped.
    let last = step.n_rows - 1u;
    let x0 = r * X4 + FIRST4;
    let x1 = min(r + 1u, last) * X4 + FIRST4;
    let x2 = min(r + 2u, last) * X4 + FIRST4;
    let x3 = min(r + 3u, last) * X4 + FIRST4;
    var s0 = vec4f();
    var s1 = vec4f();
    var s2 = vec4f();
    var s3 = vec4f();
    var i = c;
    for (var k = 0u; k < K4; k++) {
        let wx = unpack4(w[i]);
        let wy = unpack4(w[i + N4]);
        let wz = unpack4(w[i + 2u * N4]);
        let ww = unpack4(w[i + 3u * N4]);
        let v0 = x[x0 + k];
        let v1 = x[x1 + k];
        let v2 = x[x2 + k];
        let v3 = x[x3 + k];
        s0 += v0.x * wx + v0.y * wy + v0.z * wz + v0.w * ww;
        s1 += v1.x * wx + v1.y * wy + v1.z * wz + v1.w * ww;
        s2 += v2.x * wx + v2.y * wy + v2.z * wz + v2.w * ww;
        s3 += v3.x * wx + v3.y * wy + v3.z * wz + v3.w * ww;
        i += 4u * N4;
    }
    finish(r, c, s0);
    if r + 1u <= last { finish(r + 1u, c, s1); }
    if r + 2u <= last { finish(r + 2u, c, s2); }
    if r + 3u <= last { finish(r + 3u, c, s3); }
}
