// unembed: the logits of eight tokens a thread, of each a number to carry on. No barriers: for software adapters.
// Prelude: prelude, weights_*, unembed; then unembed_floats or unembed_blocks. Variants: unembed_subgroup, unembed_split.
@compute @workgroup_size(WG)
fn unembed(@builtin(global_invocation_id) id: vec3u) {
    let n4 = id.x * 2u;
    let j = id.y;
    if n4 >= N4 || j >= step.n_logits { return; }
    let row = logits_for[j] * D4;
    let spans = D4 / SPAN4; // of a token
    var s = vec4f();
    var t = vec4f(); // beyond the last token it is dropped
    for (var i = 0u; i < spans; i++) {
        let v = span_at(row + i * SPAN4);
        let at = 4u * n4 * spans + i;
        s = s + four_tokens(at, spans, v);
        t = t + four_tokens(at + 4u * spans, spans, v);
    }
    store(j, n4, s);
    if n4 + 1u < N4 { store(j, n4 + 1u, t); }
}

/// v · w of span `at` of a token, and of those of the three below it.
fn four_tokens(at: u32, spans: u32, v: Span) -> vec4f {
    return vec4f(one_token(at, v), one_token(at + spans, v),
        one_token(at + 2u * spans, v), one_token(at + 3u * spans, v));
}
