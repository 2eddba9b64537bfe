// What is to be quantised, as the upper halves of single floats, two a word.

/// Element i of x.
fn element(i: u32) -> f32 {
    return bitcast<f32>(extractBits(x[i / 2u], 16u * (i % 2u), 16u) << 16u);
}
