// norm_shared: y[r, :] = (x[r, :] − mean) / √(variance + eps) · gain + bias; keep[slot[r], :] = x[r, :].
// One workgroup a row; lanes stride over the columns and reduce in shared memory. For hardware.
// Twin: Cpu::norm in crates/model/src/cpu.rs. Prelude: prelude, norm_row, sum_of_lanes. Variant: norm.wgsl.
@group(0) @binding(6) var<storage, read> bias: array<vec4f>;        // [D4], 0 in the padding

@compute @workgroup_size(64)
fn norm_shared(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
    let r = group.x; // exactly n_rows workgroups run
    var sum = vec4f();
    for (var i = lane; i < D4; i += LANES) { sum += x[r * D4 + i]; }
    let mean = sum_of_lanes(lane, sum.x + sum.y + sum.z + sum.w) / f32(D);
    var squares = vec4f();
    for (var i = lane; i < D4; i += LANES) {
        let d = x[r * D4 + i] - mean;
        squares += d * d;
    }
    let padding = f32(4u * D4 - D) * mean * mean;
    let total = sum_of_lanes(lane, squares.x + squares.y + squares.z + squares.w);
    let scale = inverseSqrt(max((total - padding) / f32(D), 0.0) + EPS);
    if r >= step.n_rows { return; }
    let slot = rows[r].slot;
    for (var i = lane; i < D4; i += LANES) {
        let v = x[r * D4 + i];
        y[r * D4 + i] = (v - mean) * scale * gain[i] + bias[i];
        if KEEP { keep[slot * D4 + i] = v; }
    }
}
