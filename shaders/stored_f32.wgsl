// What is to be quantised, as single floats.

/// Element i of x.
fn element(i: u32) -> f32 {
    return bitcast<f32>(x[i]);
}
