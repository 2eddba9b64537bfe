// unembed_row for a table in blocks, eight tokens a thread, a block of each in one long expression: such an adapter keeps variables in memory.
// Prelude: prelude, weights_*, scales_of_rows, unembed.
@compute @workgroup_size(WG)
fn unembed(@builtin(global_invocation_id) id: vec3u) {
    let n4 = id.x * 2u;
    let j = id.y;
    if n4 >= N4 || j >= step.n_logits { return; }
    let row = logits_for[j] * D4;
    let blocks = D4 / SPAN4; // of a token
    var s = vec4f();
    var t = vec4f(); // beyond the last token it is dropped
    for (var i = 0u; i < blocks; i++) {
        let v = span_at(row + i * SPAN4);
        let block = 4u * n4 * blocks + i;
        s = s + four_tokens(block, blocks, v);
        t = t + four_tokens(block + 4u * blocks, blocks, v);
    }
    store(j, n4, s);
    if n4 + 1u < N4 { store(j, n4 + 1u, t); }
}

/// Of x what a block is multiplied by.
struct Span {
    low: mat4x4f,
    high: mat4x4f, // 0 where a block has only sixteen
    less: f32,     // what raw numbers give too much
    total: f32,
}

fn span_at(k: u32) -> Span {
    var even = x[k] + x[k + 2u];
    var odd = x[k + 1u] + x[k + 3u];
    let low = mat4x4f(x[k], ODD * x[k + 1u], x[k + 2u], ODD * x[k + 3u]);
    var high = mat4x4f();
    if SPAN4 == 8u {
        even += x[k + 4u] + x[k + 6u];
        odd += x[k + 5u] + x[k + 7u];
        high = mat4x4f(x[k + 4u], ODD * x[k + 5u], x[k + 6u], ODD * x[k + 7u]);
    }
    return Span(low, high, dot(EVEN, even) + dot(BESIDE, odd), dot(vec4f(1.0), even + odd));
}

/// Σ v · w over a block of a token and of the three below it.
fn four_tokens(block: u32, blocks: u32, v: Span) -> vec4f {
    return vec4f(one_token(block, v), one_token(block + blocks, v),
        one_token(block + 2u * blocks, v), one_token(block + 3u * blocks, v));
}

fn one_token(block: u32, v: Span) -> f32 {
    let i = block * (SPAN4 / 2u);
    var raw = sixteen(raw8(i), raw8(i + 1u), v.low);
    if SPAN4 == 8u { raw += sixteen(raw8(i + 2u), raw8(i + 3u), v.high); }
    return weighed(block, dot(UNIT, raw) - v.less, v.total);
}

fn sixteen(a: mat2x4f, b: mat2x4f, v: mat4x4f) -> vec4f {
    return v[0] * a[0] + v[1] * a[1] + v[2] * b[0] + v[3] * b[1];
}
