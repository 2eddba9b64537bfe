// unembed: logits[j, n] = x[logits_for[j], :] · wte[n, :] + bias[n], bounded by cap · tanh(logit / cap) if there is a cap; handed four tokens at
// a time to `store`.
// What every variant declares. A table split by rows runs part by part.
// Twin: Cpu::unembed in crates/model/src/cpu.rs.
// Prelude: prelude, weights_* (w, the part: [4·N4, D4]); then unembed_*.
override D4: u32;      // pad4(d_model) / 4
override FIRST4: u32;  // the first token of this part / 4
override N4: u32;      // tokens in this part / 4, rounded up; the table's padding is zero
override STRIDE4: u32; // pad4(d_vocab) / 4
override BIAS: bool;   // whether there is a bias
override CAP: f32;     // 0 for none
@group(0) @binding(0) var<uniform> step: Step;
@group(0) @binding(2) var<storage, read> logits_for: array<u32>;      // [n_logits]
@group(0) @binding(3) var<storage, read> x: array<vec4f>;             // [n_rows, D4]
@group(0) @binding(4) var<storage, read> bias: array<vec4f>;          // [STRIDE4], 0 in the padding
@group(0) @binding(5) var<storage, read_write> logits: array<vec4f>;  // [n_logits, STRIDE4]

fn store(j: u32, n4: u32, sums: vec4f) {
    var z = sums;
    if BIAS { z += bias[FIRST4 + n4]; }
    // tanh is ±1 to the last bit beyond 15, and some drivers overflow there.
    if CAP > 0.0 { z = CAP * tanh(clamp(z / CAP, vec4f(-15.0), vec4f(15.0))); }
    logits[j * STRIDE4 + FIRST4 + n4] = z;
}

/// The products of four tokens' rows, which begin at `at`, with `v` = x[c], before their columns are added up.
fn terms(at: u32, v: vec4f) -> mat4x4f {
    return mat4x4f(v * weight4(at), v * weight4(at + D4),
        v * weight4(at + 2u * D4), v * weight4(at + 3u * D4));
}

/// The sum of each column.
fn columns(m: mat4x4f) -> vec4f {
    return vec4f(1.0) * m;
}
