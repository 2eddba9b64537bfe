// unembed: the logits of eight tokens a thread, of each a number to carry on. No barriers: for software adapters.
// Prelude: prelude, weights_*, unembed. Variants: unembed_subgroup, unembed_split.
@compute @workgroup_size(WG)
fn unembed(@builtin(global_invocation_id) id: vec3u) {
    let n4 = id.x * 2u;
    let j = id.y;
    if n4 >= N4 || j >= step.n_logits { return; }
    let row = logits_for[j] * D4;
    var s = vec4f();
    var t = vec4f(); // beyond the last token it is dropped
    for (var c = 0u; c < D4; c++) {
        let v = x[row + c];
        let at = 4u * n4 * D4 + c;
        s = s + four_tokens(at, v);
        t = t + four_tokens(at + 4u * D4, v);
    }
    store(j, n4, s);
    if n4 + 1u < N4 { store(j, n4 + 1u, t); }
}

/// v · w of four tokens' rows, which begin at `at`.
fn four_tokens(at: u32, v: vec4f) -> vec4f {
    return vec4f(dot(v, weight4(at)), dot(v, weight4(at + D4)),
        dot(v, weight4(at + 2u * D4)), dot(v, weight4(at + 3u * D4)));
}
