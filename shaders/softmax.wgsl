// softmax: scores[r, h, :] = exp(scores − max) / sum over t < path_len[r], in place.
// One thread a row and head.
// Twin: Cpu::softmax in crates/model/src/cpu.rs. Prelude: prelude.
override N_HEADS: u32;
@group(0) @binding(0) var<uniform> step: Step;
@group(0) @binding(1) var<storage, read> rows: array<Row>;           // [n_rows]
@group(0) @binding(2) var<storage, read_write> scores: array<f32>;   // [n_rows, N_HEADS, max_len]
const LOWEST: f32 = -1e30; // finite: WGSL may assume there are no infinities

@compute @workgroup_size(WG)
fn softmax(@builtin(global_invocation_id) id: vec3u) {
    let h = id.x;
    let r = id.y;
    if h >= N_HEADS || r >= step.n_rows { return; }
    let at = (r * N_HEADS + h) * step.max_len;
    let len = rows[r].path_len;
    var top = LOWEST;
    for (var t = 0u; t < len; t++) { top = max(top, scores[at + t]); }
    var total = 0.0;
    for (var t = 0u; t < len; t++) {
        let e = exp(scores[at + t] - top);
        scores[at + t] = e;
        total += e;
    }
    for (var t = 0u; t < len; t++) { scores[at + t] /= total; }
}
