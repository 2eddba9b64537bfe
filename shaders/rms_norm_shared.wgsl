// rms_norm_shared: y[r, :] = x[r, :] / √(mean(x²) + eps) · gain, or y[r, :] += that; keep[slot[r], :] = x[r, :].
// One workgroup a row; lanes stride over the columns and reduce in shared memory. For hardware.
// Twins: Cpu::rms_norm and Cpu::rms_norm_add in crates/model/src/cpu.rs. Prelude: prelude, norm_row, sum_of_lanes. Variant: rms_norm.wgsl.
override ADD: bool; // whether to add to y

@compute @workgroup_size(64)
fn rms_norm_shared(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
    let r = group.x; // exactly n_rows workgroups run
    var squares = vec4f();
    for (var i = lane; i < D4; i += LANES) { squares += x[r * D4 + i] * x[r * D4 + i]; }
    let total = sum_of_lanes(lane, squares.x + squares.y + squares.z + squares.w);
    let scale = inverseSqrt(total / f32(D) + EPS);
    if r >= step.n_rows { return; }
    let slot = rows[r].slot;
    for (var i = lane; i < D4; i += LANES) {
        let v = x[r * D4 + i];
        let normed = v * scale * gain[i];
        if ADD { y[r * D4 + i] += normed; } else { y[r * D4 + i] = normed; }
        if KEEP { keep[slot * D4 + i] = v; }
    }
}
