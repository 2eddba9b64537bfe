// unembed: the logits of four tokens a subgroup, which is also the workgroup. For hardware, without barriers.
// Prelude: prelude, weights_*, unembed. Variants: unembed_row, unembed_split.
@compute @workgroup_size(WG)
fn unembed(@builtin(workgroup_id) group: vec3u, @builtin(subgroup_invocation_id) lane: u32) {
    let n4 = group.x + group.z * 65535u; // a grid is at most 65,535 wide
    let j = group.y;                     // n_logits run
    let row = logits_for[j] * D4;
    var sums = mat4x4f();
    if n4 < N4 {
        for (var c = lane; c < D4; c += WG) { sums += terms(4u * n4 * D4 + c, x[row + c]); }
    }
    let total = subgroupAdd(columns(sums));
    if lane == 0u && n4 < N4 && j < step.n_logits { store(j, n4, total); }
}
