// The scales of blocks of 32 neighbours in a column, of a matrix whose columns are summed: [rows / 32, N4].
// Who reads weights has N4 groups of four columns.
@group(0) @binding(8) var<storage, read> scales: array<vec4f>;

/// Those of elements 4i .. 4i + 4.
fn scale4(i: u32) -> vec4f {
    return scales[i / (32u * N4) * N4 + i % N4];
}
