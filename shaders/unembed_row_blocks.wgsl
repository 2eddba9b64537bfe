// unembed_row for a table in blocks, eight tokens a thread: what a block's scale is the same for is summed before it is read.
// Prelude: prelude, weights_*, scales_of_rows, unembed.
@compute @workgroup_size(WG)
fn unembed(@builtin(global_invocation_id) id: vec3u) {
    let n4 = id.x * 2u;
    let j = id.y;
    if n4 >= N4 || j >= step.n_logits { return; }
    let row = logits_for[j] * D4;
    let at = 4u * n4 * D4;
    let blocks = D4 / SPAN4; // of a token
    var s = mat4x4f();
    var t = mat4x4f(); // beyond the last token it is dropped
    for (var first = 0u; first < D4; first += SPAN4) {
        var a = mat4x4f();
        var b = mat4x4f();
        var less = vec4f();
        var total = vec4f();
        for (var c = first; c < first + SPAN4; c += 2u) {
            let u = x[row + c];
            let v = x[row + c + 1u];
            let p = UNIT * u;
            let q = ODD * UNIT * v;
            a = a + raw_terms((at + c) / 2u, p, q);
            b = b + raw_terms((at + c) / 2u + 2u * D4, p, q);
            less = less + EVEN * u + BESIDE * v;
            total = total + u + v;
        }
        let block = (at + first) / SPAN4;
        s = s + block_terms(block, blocks, a, less, total);
        t = t + block_terms(block + 4u * blocks, blocks, b, less, total);
    }
    store(j, n4, columns(s));
    if n4 + 1u < N4 { store(j, n4 + 1u, columns(t)); }
}

/// The products of elements 8i .. 8i + 8 and of those of the three rows below, a pair of them in each place.
fn raw_terms(i: u32, p: vec4f, q: vec4f) -> mat4x4f {
    return mat4x4f(two(raw8(i), p, q), two(raw8(i + D4 / 2u), p, q),
        two(raw8(i + D4), p, q), two(raw8(i + D4 + D4 / 2u), p, q));
}

fn two(raw: mat2x4f, p: vec4f, q: vec4f) -> vec4f {
    return p * raw[0] + q * raw[1];
}

/// The products of the weights of a block and of those in the three rows below, of what raw_terms gave.
fn block_terms(block: u32, blocks: u32, raw: mat4x4f, less: vec4f, total: vec4f) -> mat4x4f {
    let b = block + blocks;
    let c = block + 2u * blocks;
    let d = block + 3u * blocks;
    return mat4x4f(
        scale_of(block) * (raw[0] - less) + least_of(block) * total,
        scale_of(b) * (raw[1] - less) + least_of(b) * total,
        scale_of(c) * (raw[2] - less) + least_of(c) * total,
        scale_of(d) * (raw[3] - less) + least_of(d) * total);
}
