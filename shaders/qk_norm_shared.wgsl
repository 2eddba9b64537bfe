// qk_norm_shared: x[r, h, :] = x[r, h, :] / √(mean(x[r, h, :]²) + eps) · gain for each head h of queries and keys, in place
// (arXiv:2010.04245); of a layer norm with x[r, h, :] − mean in the place of x[r, h, :], and a bias added.
// One workgroup a head; lanes stride over its columns and reduce in shared memory. For hardware.
// Twin: Cpu::qk_norm in crates/model/src/cpu.rs. Prelude: prelude, qk_norm_head, sum_of_lanes. Variant: qk_norm.wgsl.

@compute @workgroup_size(64)
fn qk_norm_shared(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
    let h = group.x; // exactly as many workgroups run as there are heads and rows
    let r = group.y;
    let at = beginning(h, r);
    let n = width(h);
    var mean = 0.0;
    if CENTRED {
        for (var i = lane; i < n; i += LANES) { mean += x[at + i]; }
        mean = sum_of_lanes(lane, mean) / f32(n);
    }
    var squares = 0.0;
    for (var i = lane; i < n; i += LANES) {
        let v = x[at + i] - mean;
        squares += v * v;
    }
    let scale = inverseSqrt(sum_of_lanes(lane, squares) / f32(n) + EPS);
    if r >= step.n_rows { return; }
    for (var i = lane; i < n; i += LANES) { finish(h, at, i, mean, scale); }
}
