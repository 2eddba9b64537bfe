// A matrix in blocks of neighbours in a column, whose columns are summed; four_rows is the same for one without blocks.
// Who reads weights has N4 groups of four columns. Prelude: weights_q8 or weights_q4, span_*; with_offset or without_offset reads `scales`.
alias Scale = vec4f;
@group(0) @binding(8) var<storage, read> scales: array<Scale>; // [rows / (4 SPAN4), N4], or [rows / (4 SPAN4), N4, 2] with offsets

/// Elements 4i .. 4i + 4 of the weights, row by row.
fn weight4(i: u32) -> vec4f {
    let r = i / N4;
    let c = i % N4;
    let raw = select(raw_even(r / 2u, c), raw_odd(r / 2u, c), r % 2u == 1u);
    let block = r / (4u * SPAN4) * N4 + c;
    return UNIT * scale_of(block) * raw + least_of(block);
}

/// Σ_j v[j] · w[4k + j, 4c .. 4c + 4].
fn sum4(k: u32, c: u32, v: vec4f) -> vec4f {
    let p = 2u * k;
    return weighed(k / SPAN4 * N4 + c, v.x * raw_even(p, c) + v.y * raw_odd(p, c)
        + v.z * raw_even(p + 1u, c) + v.w * raw_odd(p + 1u, c), v.x + v.y + v.z + v.w);
}

/// The same four rows as columns of a matrix.
fn rows4(k: u32, c: u32) -> mat4x4f {
    let p = 2u * k;
    let block = k / SPAN4 * N4 + c;
    let unit = UNIT * scale_of(block);
    let least = least_of(block);
    return mat4x4f(unit * raw_even(p, c) + least, unit * raw_odd(p, c) + least,
        unit * raw_even(p + 1u, c) + least, unit * raw_odd(p + 1u, c) + least);
}
