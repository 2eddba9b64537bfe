// product: sum[r, c] = Σ_k x[r, k] · w[k, c], handed to the operation's `finish`.
// One thread for four columns of one row: the decoding variant. No barriers.
// Prelude: prelude, weights_*, and an operation that declares step, w, x and `finish`.
override K4: u32;      // rows of w in this part / 4
override N4: u32;      // columns of w / 4
override X4: u32;      // pad4(d_in) / 4, the length of a row of x
override FIRST4: u32;  // the first row of w in this part / 4

@compute @workgroup_size(WG)
fn product(@builtin(global_invocation_id) id: vec3u) {
    let c = id.x;
    let r = id.y;
    if c >= N4 || r >= step.n_rows { return; }
    var even = vec4f();
    var odd = vec4f();
    var i = c;
    for (var k = 0u; k < K4; k++) {
        let v = x[r * X4 + FIRST4 + k];
        even += v.x * unpack4(w[i]);
        odd += v.y * unpack4(w[i + N4]);
        even += v.z * unpack4(w[i + 2u * N4]);
        odd += v.w * unpack4(w[i + 3u * N4]);
        i += 4u * N4;
    }
    finish(r, c, even + odd);
}
