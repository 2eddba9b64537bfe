// quantise_q4: weights as numbers of 4 bits, -8 .. 7, by the best of the scales that hit the largest one.
// Twin: to_q4 in crates/loops/src/quantize.rs. Prelude: prelude, stored_*, blocks_of_*, quantise.
// Errors are counted in such parts of a step.
const PARTS = 512.0;

/// Σ of squared errors of each block, in parts of a step.
fn errors(own: Place, scale: vec4f) -> vec4f {
    let factor = factor_of(scale) * PARTS;
    var sum = vec4f(0.0);
    for (var i = 0u; i < SPAN; i++) {
        let parts = round(weights(own, i) * factor);
        let error = parts - PARTS * clamp(round(parts / PARTS), vec4f(-8.0), vec4f(7.0));
        sum += error * error;
    }
    return sum;
}

/// Which of the blocks in question this scale keeps as they are.
fn kept(own: Place, scale: vec4f, question: vec4<bool>) -> vec4<bool> {
    let factor = factor_of(scale);
    var open = question;
    for (var i = 0u; i < SPAN && any(open); i++) {
        let w = weights(own, i);
        open = open & (w == scale * number(w, factor));
    }
    return open;
}

fn number(w: vec4f, factor: vec4f) -> vec4f {
    return clamp(round(w * factor), vec4f(-8.0), vec4f(7.0));
}

@compute @workgroup_size(WG)
fn quantise_q4(@builtin(global_invocation_id) id: vec3u) {
    let own = place(id.x);
    if !is_there(own) { return; }
    let largest = largest_of(own);
    let first = scale_of(largest, -8.0, 8.0);
    let second = scale_of(largest, 7.0, 8.0);
    let one = errors(own, first);
    let other = errors(own, second);
    // What is off by no part of a step may be what the block was made with.
    let by_first = kept(own, first, one == vec4f(0.0));
    let by_second = kept(own, second, other == vec4f(0.0));
    // An error counts as much as the square of its scale: 1 / 64 and 1 / 49.
    let better = vec4u(one) * vec4u(49u) <= vec4u(other) * vec4u(64u);
    var scale = select(second, first, by_first | (better & !by_second));
    var inexact = !(by_first | by_second);
    // Coarser ones are worse, unless they are exact.
    for (var most = 6.0; most > 0.0 && any(inexact); most -= 1.0) {
        let coarser = scale_of(largest, most, 8.0);
        let exact = kept(own, coarser, inexact);
        scale = select(scale, coarser, exact);
        inexact = inexact & !exact;
    }
    let factor = factor_of(scale);
    put_scales(own, scale);
    for (var g = 0u; g < 4u; g++) {
        var numbers: array<vec4i, 8>;
        for (var i = 0u; i < 8u; i++) { numbers[i] = vec4i(number(weights(own, 8u * g + i), factor)); }
        put_halves(own, g, numbers);
    }
}
