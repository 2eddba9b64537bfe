// What becomes of a neuron. Each argument is bounded, so that nothing overflows.
// Twin: activate in crates/loops/src/lanes.rs.
override ACTIVATION: u32; // 1: gelu by tanh, 2: gelu, 3: silu, 4: relu, else nothing

fn activated(x: vec4f) -> vec4f {
    if ACTIVATION == 1u { return gelu_tanh(x); }
    if ACTIVATION == 2u { return gelu(x); }
    if ACTIVATION == 3u { return x / (1.0 + exp(min(-x, vec4f(80.0)))); } // arXiv:1702.03118
    if ACTIVATION == 4u { return max(x, vec4f()); }
    return x;
}

/// The tanh form of the Gaussian error linear unit (arXiv:1606.08415). tanh is ±1 to the last bit beyond 15, and some drivers overflow there.
fn gelu_tanh(x: vec4f) -> vec4f {
    const SQRT_2_OVER_PI = 0.7978845608;
    let inner = SQRT_2_OVER_PI * (x + 0.044715 * x * x * x);
    return 0.5 * x * (1.0 + tanh(clamp(inner, vec4f(-15.0), vec4f(15.0))));
}

/// x·Φ(x), with the error function to 1.5e-7 (Abramowitz and Stegun 1964, formula 7.1.26).
fn gelu(x: vec4f) -> vec4f {
    const SQRT_1_2 = 0.7071067812;
    let z = abs(x) * SQRT_1_2;
    let t = 1.0 / (1.0 + 0.3275911 * z);
    let p = ((((1.0614054 * t - 1.453152) * t + 1.4214137) * t - 0.28449674) * t + 0.2548296) * t;
    let below = 0.5 * p * exp(max(-z * z, vec4f(-80.0))); // ½·(1 − erf z)
    return x * select(1.0 - below, below, x < vec4f());
}
