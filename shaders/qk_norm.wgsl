// qk_norm: x[r, h, :] = x[r, h, :] / √(mean(x[r, h, :]²) + eps) · gain for each head h of queries and keys, in place
// (arXiv:2010.04245); of a layer norm with x[r, h, :] − mean in the place of x[r, h, :], and a bias added.
// One thread for one head. For software adapters.
// Twin: Cpu::qk_norm in crates/model/src/cpu.rs. Prelude: prelude, qk_norm_head. Variant: qk_norm_shared.wgsl.

@compute @workgroup_size(WG)
fn qk_norm(@builtin(global_invocation_id) id: vec3u) {
    let h = id.x;
    let r = id.y;
    if h >= Q_HEADS + K_HEADS || r >= step.n_rows { return; }
    let at = beginning(h, r);
    let n = width(h);
    var mean = 0.0;
    if CENTRED {
        for (var i = 0u; i < n; i++) { mean += x[at + i]; }
        mean /= f32(n);
    }
    var squares = 0.0;
    for (var i = 0u; i < n; i++) {
        let v = x[at + i] - mean;
        squares += v * v;
    }
    let scale = inverseSqrt(squares / f32(n) + EPS);
    for (var i = 0u; i < n; i++) { finish(h, at, i, mean, scale); }
}
