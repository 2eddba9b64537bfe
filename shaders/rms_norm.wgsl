// rms_norm: y[r, :] = x[r, :] / √(mean(x²) + eps) · gain, or y[r, :] += that; keep[slot[r], :] = x[r, :].
// Barrier-free: the few lanes of a row's workgroup each sum the whole row, and write every
// WG-th group of four columns. For software adapters, where a barrier costs more than the sums.
// Twins: Cpu::rms_norm and Cpu::rms_norm_add in crates/model/src/cpu.rs. Prelude: prelude, norm_row. Variant: rms_norm_shared.wgsl.
override ADD: bool; // whether to add to y

@compute @workgroup_size(WG)
fn rms_norm(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
    let r = group.x;
    if r >= step.n_rows { return; }
    var squares = vec4f();
    for (var i = 0u; i < D4; i++) { squares += x[r * D4 + i] * x[r * D4 + i]; }
    let total = squares.x + squares.y + squares.z + squares.w;
    let scale = inverseSqrt(total / f32(D) + EPS);
    let slot = rows[r].slot;
    for (var i = lane; i < D4; i += WG) {
        let v = x[r * D4 + i];
        let normed = v * scale * gain[i];
        if ADD { y[r * D4 + i] += normed; } else { y[r * D4 + i] = normed; }
        if KEEP { keep[slot * D4 + i] = v; }
    }
}
