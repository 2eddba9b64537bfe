// rms_norm_shared: y[r, :] = x[r, :] / √(mean(x²) + eps) · gain; keep[slot[r], :] = x[r, :].
// One workgroup a row; lanes stride over the columns and reduce in shared memory. For hardware.
// Twin: Cpu::rms_norm in crates/model/src/cpu.rs. Prelude: prelude. Variant: rms_norm.wgsl.
override D: u32;     // d_model
override D4: u32;    // pad4(D) / 4; padding of x is zero
override EPS: f32;
override KEEP: bool; // whether to store x in `keep`
@group(0) @binding(0) var<uniform> step: Step;
@group(0) @binding(1) var<storage, read> rows: array<Row>;          // [n_rows]
@group(0) @binding(2) var<storage, read> x: array<vec4f>;           // [n_rows, D4]
@group(0) @binding(3) var<storage, read> gain: array<vec4f>;        // [D4]
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;     // [n_rows, D4]
@group(0) @binding(5) var<storage, read_write> keep: array<vec4f>;  // [n_slots, D4]
const LANES = 64u;
var<workgroup> partial: array<f32, 64>;

@compute @workgroup_size(64)
fn rms_norm_shared(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
    let r = group.x; // exactly n_rows workgroups run
    var squares = vec4f();
    for (var i = lane; i < D4; i += LANES) { squares += x[r * D4 + i] * x[r * D4 + i]; }
    partial[lane] = squares.x + squares.y + squares.z + squares.w;
    workgroupBarrier();
    for (var half = LANES / 2u; half > 0u; half /= 2u) {
        if lane < half { partial[lane] += partial[lane + half]; }
        workgroupBarrier();
    }
    let scale = inverseSqrt(partial[0] / f32(D) + EPS);
    if r >= step.n_rows { return; }
    let slot = rows[r].slot;
    for (var i = lane; i < D4; i += LANES) {
        let v = x[r * D4 + i];
        y[r * D4 + i] = v * scale * gain[i];
        if KEEP { keep[slot * D4 + i] = v; }
    }
}
