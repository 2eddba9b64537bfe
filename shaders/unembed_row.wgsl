// unembed: the logits of four tokens a thread. No barriers: for software adapters.
// Prelude: prelude, weights_*, unembed. Variants: unembed_subgroup, unembed_split.
@compute @workgroup_size(WG)
fn unembed(@builtin(global_invocation_id) id: vec3u) {
    let n4 = id.x;
    let j = id.y;
    if n4 >= N4 || j >= step.n_logits { return; }
    let row = logits_for[j] * D4;
    var sums = mat4x4f();
    for (var c = 0u; c < D4; c++) {
        let k = c;
        sums = sums + terms(4u * n4 * D4 + k, x[row + k]);
    }
    store(j, n4, columns(sums));
}
