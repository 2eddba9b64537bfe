// The scales of blocks of 32 neighbours in a row, of a table whose rows are summed: [rows, columns / 32].
@group(0) @binding(8) var<storage, read> scales: array<f32>;

/// That of elements 4i .. 4i + 4.
fn scale4(i: u32) -> f32 {
    return scales[i / 8u];
}
