// qk_norm_shared: x[r, h, :] = x[r, h, :] / √(mean(x[r, h, :]²) + eps) · gain for each head h of queries and keys, in place
// (arXiv:2010.04245).
// One workgroup a head; lanes stride over its columns and reduce in shared memory. For hardware.
// Twin: Cpu::qk_norm in crates/model/src/cpu.rs. Prelude: prelude, qk_norm_head, sum_of_lanes. Variant: qk_norm.wgsl.

@compute @workgroup_size(64)
fn qk_norm_shared(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
    let h = group.x; // exactly as many workgroups run as there are heads and rows
    let r = group.y;
    let at = beginning(h, r);
    var squares = 0.0;
    let n = width(h);
    for (var i = lane; i < n; i += LANES) { squares += x[at + i] * x[at + i]; }
    let scale = inverseSqrt(sum_of_lanes(lane, squares) / f32(n) + EPS);
    if r >= step.n_rows { return; }
    for (var i = lane; i < n; i += LANES) { finish(h, at, i, scale); }
}
