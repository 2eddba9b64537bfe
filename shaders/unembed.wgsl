// unembed: logits[j, n] = x[logits_for[j], :] · wte[n, :].
// One thread for one token's logit. A table split by rows runs part by part.
// Twin: Cpu::unembed in crates/model/src/cpu.rs. Prelude: prelude, weights_*.
override D4: u32;     // pad4(d_model) / 4
override FIRST: u32;  // the first token of this part
override ROWS: u32;   // tokens in this part
override STRIDE: u32; // pad4(d_vocab)
@group(0) @binding(0) var<uniform> step: Step;
@group(0) @binding(1) var<storage, read> logits_for: array<u32>;    // [n_logits]
@group(0) @binding(2) var<storage, read> wte: array<Weight4>;       // [ROWS, D4]
@group(0) @binding(3) var<storage, read> x: array<vec4f>;           // [n_rows, D4]
@group(0) @binding(4) var<storage, read_write> logits: array<f32>;  // [n_logits, STRIDE]

@compute @workgroup_size(WG)
fn unembed(@builtin(global_invocation_id) id: vec3u) {
    let n = id.x;
    let j = id.y;
    if n >= ROWS || j >= step.n_logits { return; }
    let row = logits_for[j] * D4;
    var even = vec4f();
    var odd = vec4f();
    var c = 0u;
    for (; c + 1u < D4; c += 2u) {
        even += x[row + c] * unpack4(wte[n * D4 + c]);
        odd += x[row + c + 1u] * unpack4(wte[n * D4 + c + 1u]);
    }
    if c < D4 { even += x[row + c] * unpack4(wte[n * D4 + c]); }
    let s = even + odd;
    logits[j * STRIDE + FIRST + n] = s.x + s.y + s.z + s.w;
}
