// What is to be quantised, as halves, two a word. A device may take the smallest ones for 0 where it unpacks them itself.

/// Element i of x.
fn element(i: u32) -> f32 {
    let half = extractBits(x[i / 2u], 16u * (i % 2u), 16u);
    let sign = (half & 0x8000u) << 16u;
    let size = half & 0x7fffu;
    // Below the normal ones: so many times 2^-24. Above: another exponent.
    let bits = select((size << 13u) + (112u << 23u), bitcast<u32>(f32(size) * 0x1p-24f), size < 0x400u);
    return bitcast<f32>(sign | bits);
}
