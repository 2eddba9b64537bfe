// Weights as packed halves: four consecutive elements are two words.
// Who reads weights names their shape, and leaves binding 1 to this file.
@group(0) @binding(1) var<storage, read> w: array<vec2u>;

/// Elements 4i .. 4i + 4 of the weights, row by row.
fn weight4(i: u32) -> vec4f {
    let halves = w[i];
    return vec4f(unpack2x16float(halves.x), unpack2x16float(halves.y));
}
