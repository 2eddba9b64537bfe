// The scales of blocks of 32 neighbours in a row, of a table whose rows are summed: [rows, columns / 32].
@group(0) @binding(8) var<storage, read> scales: array<f32>;

/// Elements 4i .. 4i + 4 of the weights, row by row.
fn weight4(i: u32) -> vec4f {
    let scale = scales[i / 8u];
    return (UNIT * scale) * raw4(i) - ZERO * scale;
}
