// A matrix without blocks, whose columns are summed; scales_of_columns is the same for one in blocks.
// Who reads weights has N4 groups of four columns.

/// Σ_j v[j] · w[4k + j, 4c .. 4c + 4].
fn sum4(k: u32, c: u32, v: vec4f) -> vec4f {
    let i = 4u * k * N4 + c;
    return v.x * weight4(i) + v.y * weight4(i + N4)
        + v.z * weight4(i + 2u * N4) + v.w * weight4(i + 3u * N4);
}

/// The same four rows as columns of a matrix.
fn rows4(k: u32, c: u32) -> mat4x4f {
    let i = 4u * k * N4 + c;
    return mat4x4f(weight4(i), weight4(i + N4), weight4(i + 2u * N4), weight4(i + 3u * N4));
}
