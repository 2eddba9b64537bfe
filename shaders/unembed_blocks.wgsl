// What unembed_row takes at once of a table in blocks: a block, in one long expression, because such an adapter keeps variables in memory.
// Prelude: weights_*, span_*, scales_of_rows.

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

fn one_token(block: u32, v: Span) -> f32 {
    let i = block * (SPAN4 / 2u);
    var raw = sixteen(raw8(i), raw8(i + 1u), v.low);
    if SPAN4 == 8u { raw += sixteen(raw8(i + 2u), raw8(i + 3u), v.high); }
    return weighed(block, dot(UNIT, raw) - v.less, v.total);
}

fn sixteen(a: mat2x4f, b: mat2x4f, v: mat4x4f) -> vec4f {
    return v[0] * a[0] + v[1] * a[1] + v[2] * b[0] + v[3] * b[1];
}
