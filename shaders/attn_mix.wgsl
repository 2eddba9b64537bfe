// attn_mix: z[r, h, :] = Σ_t pattern[r, h, t] · v[path[r][t], h / GROUP, :] over t < path_len[r].
// One thread for one lane of z. With SOFTMAX the input is scores, and the thread takes their
// softmax on the way (the fused plan); without, it is a pattern.
// Twin: Cpu::attn_mix in crates/model/src/cpu.rs. Prelude: prelude, head_width*. Variant: attn_mix_shared.wgsl.
override N_HEADS: u32;
override D_HEAD: u32;
override D: u32;      // pad4(n_heads · D_HEAD)
override KV: u32;     // pad4(n_kv_heads · D_HEAD)
override GROUP: u32;  // heads that share keys and values
override SOFTMAX: bool;
@group(0) @binding(0) var<uniform> step: Step;
@group(0) @binding(1) var<storage, read> rows: array<Row>;           // [n_rows]
@group(0) @binding(2) var<storage, read> paths: array<u32>;
@group(0) @binding(3) var<storage, read> pattern: array<f32>;        // [n_rows, N_HEADS, max_len]
@group(0) @binding(4) var<storage, read> v: array<Lane>;             // [n_slots, KV / LANE]
@group(0) @binding(5) var<storage, read_write> z: array<Lane>;       // [n_rows, D / LANE]
const LOWEST: f32 = -1e30; // finite: WGSL may assume there are no infinities

@compute @workgroup_size(WG)
fn attn_mix(@builtin(global_invocation_id) id: vec3u) {
    let c = id.x;
    let r = id.y;
    if c >= N_HEADS * D_HEAD / LANE || r >= step.n_rows { return; }
    let width = D_HEAD / LANE;
    let h = c / width;
    let own = h / GROUP * width + c % width; // its lane of v
    let at = (r * N_HEADS + h) * step.max_len;
    let len = rows[r].path_len;
    let path = rows[r].path_start;
    var top = LOWEST;
    if SOFTMAX {
        for (var t = 0u; t < len; t++) { top = max(top, pattern[at + t]); }
    }
    var total = 0.0;
    var sum = Lane();
    for (var t = 0u; t < len; t++) {
        var p = pattern[at + t];
        if SOFTMAX { p = exp(p - top); }
        total += p;
        sum += p * v[paths[path + t] * (KV / LANE) + own];
    }
    if SOFTMAX { sum /= total; }
    z[r * (D / LANE) + c] = sum;
}
