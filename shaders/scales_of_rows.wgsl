// A table in blocks of neighbours in a row, whose rows are summed.
// Prelude: weights_q8 or weights_q4, span_*; with_offset or without_offset reads `scales`.
alias Scale = f32;
@group(0) @binding(8) var<storage, read> scales: array<Scale>; // [rows, columns / (4 SPAN4)], or [rows, columns / (4 SPAN4), 2] with offsets

/// Elements 4i .. 4i + 4 of the weights, row by row.
fn weight4(i: u32) -> vec4f {
    let block = i / SPAN4;
    return scale_of(block) * numbers4(i) + least_of(block);
}
