// The tanh form of the Gaussian error linear unit (arXiv:1606.08415), as GPT-2 uses it.
// The argument is clamped: tanh is ±1 to the last bit beyond 15, and some drivers overflow there.
fn gelu_new(x: vec4f) -> vec4f {
    const SQRT_2_OVER_PI = 0.7978845608;
    let inner = SQRT_2_OVER_PI * (x + 0.044715 * x * x * x);
    return 0.5 * x * (1.0 + tanh(clamp(inner, vec4f(-15.0), vec4f(15.0))));
}
