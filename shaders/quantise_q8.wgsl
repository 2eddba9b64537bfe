// quantise_q8: weights as numbers of 8 bits, -127 .. 127; the largest is hit. Twin: to_q8 in crates/loops/src/quantize.rs.
// Prelude: prelude, stored_*, blocks_of_*, quantise.

@compute @workgroup_size(WG)
fn quantise_q8(@builtin(global_invocation_id) id: vec3u) {
    let own = place(id.x);
    if !is_there(own) { return; }
    let scale = scale_of(abs(largest_of(own)), 127.0, 127.0);
    let factor = factor_of(scale);
    put_scales(own, scale);
    for (var g = 0u; g < 4u; g++) {
        var numbers: array<vec4i, 8>;
        for (var i = 0u; i < 8u; i++) { numbers[i] = vec4i(round(weights(own, 8u * g + i) * factor)); }
        put_bytes(own, g, numbers);
    }
}
