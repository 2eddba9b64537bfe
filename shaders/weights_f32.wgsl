// Weights as single floats.
// Who reads weights names their shape, and leaves binding 1 to this file.
@group(0) @binding(1) var<storage, read> w: array<vec4f>;

/// Elements 4i .. 4i + 4 of the weights, row by row.
fn weight4(i: u32) -> vec4f {
    return w[i];
}
