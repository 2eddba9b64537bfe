// unembed: the logits of four tokens a workgroup, whose lanes stride over the columns and add up in
// shared memory. For hardware.
// Prelude: prelude, weights_*, unembed. Variants: unembed_row, unembed_subgroup.
const LANES = 64u;
var<workgroup> partial: array<vec4f, 64>;

@compute @workgroup_size(64)
fn unembed(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
    let n4 = group.x + group.z * 65535u; // a grid is at most 65,535 wide
    let j = group.y;                     // n_logits run
    let row = logits_for[j] * D4;
    var sums = mat4x4f();
    if n4 < N4 {
        for (var c = lane; c < D4; c += LANES) { sums += terms(4u * n4 * D4 + c, x[row + c]); }
    }
    partial[lane] = columns(sums);
    workgroupBarrier();
    for (var half = LANES / 2u; half > 0u; half /= 2u) {
        if lane < half { partial[lane] += partial[lane + half]; }
        workgroupBarrier();
    }
    if lane == 0u && n4 < N4 && j < step.n_logits { store(j, n4, partial[0]); }
}
