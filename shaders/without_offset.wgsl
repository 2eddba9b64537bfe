// Blocks whose weights are scale · (n − ZERO). Prelude: weights_q8 or weights_q4, span_*, scales_*.

fn scale_of(block: u32) -> Scale {
    return scales[block];
}

/// What is added to every weight of a block.
fn least_of(block: u32) -> Scale {
    return -ZERO * scales[block];
}

/// Σ v · w over weights of a block, of Σ v · n and Σ v.
fn weighed(block: u32, sum: Scale, total: f32) -> Scale {
    return scales[block] * (sum - ZERO * total);
}
