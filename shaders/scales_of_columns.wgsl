// A matrix in blocks of 32 neighbours in a column, whose columns are summed; four_rows is the same for one without blocks.
// Who reads weights has N4 groups of four columns.
@group(0) @binding(8) var<storage, read> scales: array<vec4f>; // [rows / 32, N4]

/// Elements 4i .. 4i + 4 of the weights, row by row.
fn weight4(i: u32) -> vec4f {
    let r = i / N4;
    let c = i % N4;
    let raw = select(raw_even(r / 2u, c), raw_odd(r / 2u, c), r % 2u == 1u);
    return scales[r / 32u * N4 + c] * (UNIT * raw - ZERO);
}

/// Σ_j v[j] · w[4k + j, 4c .. 4c + 4].
fn sum4(k: u32, c: u32, v: vec4f) -> vec4f {
    let p = 2u * k;
    return scales[k / 8u * N4 + c] * (UNIT * (v.x * raw_even(p, c) + v.y * raw_odd(p, c)
        + v.z * raw_even(p + 1u, c) + v.w * raw_odd(p + 1u, c)) - ZERO * (v.x + v.y + v.z + v.w));
}

/// The same four rows as columns of a matrix.
fn rows4(k: u32, c: u32) -> mat4x4f {
    let p = 2u * k;
    let unit = UNIT * scales[k / 8u * N4 + c];
    let zero = ZERO * scales[k / 8u * N4 + c];
    return mat4x4f(unit * raw_even(p, c) - zero, unit * raw_odd(p, c) - zero,
        unit * raw_even(p + 1u, c) - zero, unit * raw_odd(p + 1u, c) - zero);
}
