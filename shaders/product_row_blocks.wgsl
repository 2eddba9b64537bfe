// product_row for weights in blocks: what a block's scale is the same for is summed before it is read. Of a software adapter each read takes
// as long as ten sums.
// Prelude: prelude, weights_*, scales_of_columns, an operation that declares step, x and `finish`, product.

@compute @workgroup_size(WG)
fn product(@builtin(global_invocation_id) id: vec3u) {
    let c = id.x * 4u;
    let r = id.y;
    if c >= N4 || r >= step.n_rows { return; }
    let x0 = r * X4 + FIRST4;
    var sums = mat4x4f(); // those beyond the last column are dropped
    for (var first = 0u; first < K4; first += SPAN4) {
        var raw = mat4x4f();
        var total = vec4f();
        for (var k = first; k < first + SPAN4; k++) {
            let v = x[x0 + k];
            let part = v * ODDS;
            raw = raw + mat4x4f(raw_sum4(k, c, part), raw_sum4(k, c + 1u, part),
                raw_sum4(k, c + 2u, part), raw_sum4(k, c + 3u, part));
            total = total + v;
        }
        let block = first / SPAN4 * N4 + c;
        let even = total.x + total.z;
        let odd = total.y + total.w;
        sums = sums + mat4x4f(block_sum(block, raw[0], even, odd), block_sum(block + 1u, raw[1], even, odd),
            block_sum(block + 2u, raw[2], even, odd), block_sum(block + 3u, raw[3], even, odd));
    }
    finish(r, c, sums[0]);
    if c + 1u < N4 { finish(r, c + 1u, sums[1]); }
    if c + 2u < N4 { finish(r, c + 2u, sums[2]); }
    if c + 3u < N4 { finish(r, c + 3u, sums[3]); }
}
