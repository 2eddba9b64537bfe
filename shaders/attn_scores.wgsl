// attn_scores: scores[r, h, t] = scale · q[r, h, :]·k[path[r][t], h / GROUP, :] for t < path_len[r], bounded by cap · tanh(score / cap) if there
// is a cap; what lies before the row's window is masked.
// One thread for one score.
// Twin: Cpu::attn_scores in crates/model/src/cpu.rs. Prelude: prelude, head_width*.
override N_HEADS: u32;
override D_HEAD: u32;
override D: u32;      // pad4(n_heads · D_HEAD)
override KV: u32;     // pad4(n_kv_heads · D_HEAD)
override GROUP: u32;  // heads that share keys and values
override SCALE: f32;
override CAP: f32;    // 0 for none
override WINDOW: u32; // positions that a row sees, its own included
@group(0) @binding(0) var<uniform> step: Step;
@group(0) @binding(1) var<storage, read> rows: array<Row>;           // [n_rows]
@group(0) @binding(2) var<storage, read> paths: array<u32>;
@group(0) @binding(3) var<storage, read> q: array<Lane>;             // [n_rows, D / LANE]
@group(0) @binding(4) var<storage, read> k: array<Lane>;             // [n_slots, KV / LANE]
@group(0) @binding(5) var<storage, read_write> scores: array<f32>;   // [n_rows, N_HEADS, max_len]
const MASKED: f32 = -1e30; // finite: WGSL may assume there are no infinities

@compute @workgroup_size(WG)
fn attn_scores(@builtin(global_invocation_id) id: vec3u) {
    let t = id.x;
    let h = id.y;
    let r = id.z;
    if r >= step.n_rows || t >= rows[r].path_len { return; }
    let at = (r * N_HEADS + h) * step.max_len + t;
    if rows[r].path_len - t > WINDOW {
        scores[at] = MASKED;
        return;
    }
    let slot = paths[rows[r].path_start + t];
    let q0 = (r * D + h * D_HEAD) / LANE;
    let k0 = (slot * KV + h / GROUP * D_HEAD) / LANE;
    var sum = Lane();
    for (var i = 0u; i < D_HEAD / LANE; i++) { sum += q[q0 + i] * k[k0 + i]; }
    var score = sum_of(sum) * SCALE;
    // tanh is ±1 to the last bit beyond 15, and some drivers overflow there.
    if CAP > 0.0 { score = CAP * tanh(clamp(score / CAP, -15.0, 15.0)); }
    scores[at] = score;
}
