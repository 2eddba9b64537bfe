// norm: y[r, :] = (x[r, :] − mean) / √(variance + eps) · gain + bias; keep[slot[r], :] = x[r, :].
// Barrier-free: the few lanes of a row's workgroup each sum the whole row, and write every
// WG-th group of four columns. For software adapters, where a barrier costs more than the sums.
// Twin: Cpu::norm in crates/model/src/cpu.rs. Prelude: prelude, norm_row. Variant: norm_shared.wgsl.
@group(0) @binding(6) var<storage, read> bias: array<vec4f>;        // [D4], 0 in the padding

@compute @workgroup_size(WG)
fn norm(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
    let r = group.x;
    if r >= step.n_rows { return; }
    var sum = vec4f();
    for (var i = 0u; i < D4; i++) { sum += x[r * D4 + i]; }
    let mean = (sum.x + sum.y + sum.z + sum.w) / f32(D);
    var squares = vec4f();
    for (var i = 0u; i < D4; i++) {
        let d = x[r * D4 + i] - mean;
        squares += d * d;
    }
    // The padding is zero, so each of its columns added mean² too much.
    let padding = f32(4u * D4 - D) * mean * mean;
    let variance = (squares.x + squares.y + squares.z + squares.w - padding) / f32(D);
    let scale = inverseSqrt(max(variance, 0.0) + EPS);
    let slot = rows[r].slot;
    for (var i = lane; i < D4; i += WG) {
        let v = x[r * D4 + i];
        y[r * D4 + i] = (v - mean) * scale * gain[i] + bias[i];
        if KEEP { keep[slot * D4 + i] = v; }
    }
}
