// A matrix in blocks of neighbours in a column, whose columns are summed; four_rows is the same for one without blocks.
// Who reads weights has N4 groups of four columns. Prelude: weights_q8 or weights_q4, span_*; with_offset or without_offset reads `scales`.
alias Scale = vec4f;
@group(0) @binding(8) var<storage, read> scales: array<Scale>; // [rows / (4 SPAN4), N4], or [rows / (4 SPAN4), N4, 2] with offsets

/// What turns raw into n besides UNIT: rows are even and odd in turns.
const ODDS = vec4f(1.0, ODD, 1.0, ODD);

/// Elements 4c .. 4c + 4 of rows 2p and 2p + 1, in multiples of the scale.
fn numbers(p: u32, c: u32) -> mat2x4f {
    let raw = raw_rows(p, c);
    return mat2x4f(UNIT * raw[0] - EVEN, ODD * UNIT * raw[1] - BESIDE);
}

/// Elements 4i .. 4i + 4 of the weights, row by row.
fn weight4(i: u32) -> vec4f {
    let r = i / N4;
    let c = i % N4;
    let n = numbers(r / 2u, c);
    let block = r / (4u * SPAN4) * N4 + c;
    return scale_of(block) * select(n[0], n[1], r % 2u == 1u) + least_of(block);
}

/// Σ_j v[j] · raw[4k + j, 4c .. 4c + 4], where v is a part of x, times ODDS.
fn raw_sum4(k: u32, c: u32, v: vec4f) -> vec4f {
    let a = raw_rows(2u * k, c);
    let b = raw_rows(2u * k + 1u, c);
    return a * v.xy + b * v.zw;
}

/// Σ v · w over weights of a block, of what raw_sum4 gives, and of Σ v over even rows and over odd ones.
fn block_sum(block: u32, sum: vec4f, even: f32, odd: f32) -> vec4f {
    return weighed(block, UNIT * sum - EVEN * even - BESIDE * odd, even + odd);
}

/// Σ_j v[j] · w[4k + j, 4c .. 4c + 4].
fn sum4(k: u32, c: u32, v: vec4f) -> vec4f {
    return block_sum(k / SPAN4 * N4 + c, raw_sum4(k, c, v * ODDS), v.x + v.z, v.y + v.w);
}

/// The same four rows as columns of a matrix.
fn rows4(k: u32, c: u32) -> mat4x4f {
    let block = k / SPAN4 * N4 + c;
    let scale = scale_of(block);
    let least = least_of(block);
    let a = numbers(2u * k, c);
    let b = numbers(2u * k + 1u, c);
    return mat4x4f(scale * a[0] + least, scale * a[1] + least, scale * b[0] + least, scale * b[1] + least);
}
