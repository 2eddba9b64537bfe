// Weights as whole numbers of 4 bits, 0 .. 15 for -8 .. 7, in blocks: eight consecutive elements are a word.
// Who reads weights names their shape, and leaves binding 1 to this file, binding 8 to scales_*.
@group(0) @binding(1) var<storage, read> w: array<u32>;

/// Elements 4i .. 4i + 4 of the weights, row by row.
fn weight4(i: u32) -> vec4f {
    let half = w[i / 2u] >> (16u * (i % 2u));
    let numbers = (vec4u(half) >> vec4u(0u, 4u, 8u, 12u)) & vec4u(15u);
    return (vec4f(numbers) - 8.0) * scale4(i);
}
