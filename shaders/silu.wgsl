// The sigmoid linear unit x / (1 + e^−x) (arXiv:1702.03118). The exponent is bounded, so that nothing overflows.
fn silu(x: vec2f) -> vec2f {
    return x / (1.0 + exp(min(-x, vec2f(80.0))));
}
