// qk_norm: x[r, h, :] = x[r, h, :] / √(mean(x[r, h, :]²) + eps) · gain for each head h of queries and keys, in place
// (arXiv:2010.04245).
// One thread for one head. For software adapters.
// Twin: Cpu::qk_norm in crates/model/src/cpu.rs. Prelude: prelude, qk_norm_head. Variant: qk_norm_shared.wgsl.

@compute @workgroup_size(WG)
fn qk_norm(@builtin(global_invocation_id) id: vec3u) {
    let h = id.x;
    let r = id.y;
    if h >= Q_HEADS + K_HEADS || r >= step.n_rows { return; }
    let at = beginning(h, r);
    var total = 0.0;
    let n = width(h);
    for (var i = 0u; i < n; i++) { total += x[at + i] * x[at + i]; }
    let scale = inverseSqrt(total / f32(n) + EPS);
    for (var i = 0u; i < n; i++) { finish(h, at, i, scale); }
}
