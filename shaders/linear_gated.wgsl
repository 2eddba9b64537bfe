// linear_gated: y[r, j] = activated(s[2j]) · s[2j + 1] with s = x[r, :] · w + b (arXiv:2002.05202).
// The columns of the gate and of the linear branch take turns in w, so that a thread has both.
// Twin: Cpu::linear_gated in crates/model/src/cpu.rs. Prelude: prelude, weights_*, activation; then product_*. The weights are binding 1.
override BIAS: bool; // add b
@group(0) @binding(0) var<uniform> step: Step;
@group(0) @binding(2) var<storage, read> b: array<vec4f>;        // [N4]
@group(0) @binding(3) var<storage, read> x: array<vec4f>;        // [n_rows, X4]
@group(0) @binding(4) var<storage, read_write> y: array<vec2f>;  // [n_rows, N4]

fn finish(r: u32, c: u32, sum: vec4f) {
    var s = sum;
    if BIAS { s += b[c]; }
    y[r * N4 + c] = activated(s.xzxz).xy * s.yw;
}
