// Weights as whole numbers of 8 bits in blocks: four consecutive elements are a word.
// Who reads weights names their shape, and leaves binding 1 to this file, binding 8 to scales_*.
@group(0) @binding(1) var<storage, read> w: array<u32>;

/// Elements 4i .. 4i + 4 of the weights, row by row.
fn weight4(i: u32) -> vec4f {
    // Each byte to the top, then down again with its sign.
    let numbers = vec4i(vec4u(w[i]) << vec4u(24u, 16u, 8u, 0u)) >> vec4u(24u);
    return vec4f(numbers) * scale4(i);
}
