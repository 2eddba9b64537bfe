// linear: y[r, :] = epilogue(x[r, :] · w + b), where the epilogue is nothing, an activation, or adding to y.
// A matrix split by rows runs part by part: the first adds the bias, the last applies the activation.
// Twin: Cpu::linear in crates/model/src/cpu.rs. Prelude: prelude, weights_* (w: [4·K4, N4]), activation; then product_*.
override BIAS: bool;        // add b
override ACCUMULATE: bool;  // add to y instead of overwriting it
@group(0) @binding(0) var<uniform> step: Step;
@group(0) @binding(2) var<storage, read> b: array<vec4f>;        // [N4]
@group(0) @binding(3) var<storage, read> x: array<vec4f>;        // [n_rows, X4]
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;  // [n_rows, N4]

fn finish(r: u32, c: u32, sum: vec4f) {
    let at = r * N4 + c;
    var s = sum;
    if BIAS { s += b[c]; }
    if ACCUMULATE { s += y[at]; }
    y[at] = activated(s);
}
