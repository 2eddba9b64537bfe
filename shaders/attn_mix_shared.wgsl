// attn_mix_shared: z[r, h, :] = Σ_t softmax(scores[r, h, :])[t] · v[path[r][t], h / GROUP, :] over t < path_len[r].
// One workgroup a head of a row: its lanes find the largest score and the sum of the exponentials
// together, then each mixes one lane of z over some of the positions. For hardware.
// Twin: Cpu::attend in crates/model/src/cpu.rs. Prelude: prelude, head_width*. Variant: attn_mix.wgsl.
override N_HEADS: u32;
override D_HEAD: u32;
override D: u32;      // pad4(N_HEADS · D_HEAD)
override KV: u32;     // pad4(n_kv_heads · D_HEAD)
override GROUP: u32;  // heads that share keys and values
@group(0) @binding(0) var<uniform> step: Step;
@group(0) @binding(1) var<storage, read> rows: array<Row>;           // [n_rows]
@group(0) @binding(2) var<storage, read> paths: array<u32>;
@group(0) @binding(3) var<storage, read> scores: array<f32>;         // [n_rows, N_HEADS, max_len]
@group(0) @binding(4) var<storage, read> v: array<Lane>;             // [n_slots, KV / LANE]
@group(0) @binding(5) var<storage, read_write> z: array<Lane>;       // [n_rows, D / LANE]
const LOWEST: f32 = -1e30; // finite: WGSL may assume there are no infinities
const LANES = 256u;
var<workgroup> partial: array<Lane, 256>;
var<workgroup> shared_f32: array<f32, 256>;

@compute @workgroup_size(256)
fn attn_mix_shared(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
    let h = group.x;
    let r = group.y; // N_HEADS × n_rows workgroups run
    let at = (r * N_HEADS + h) * step.max_len;
    let len = rows[r].path_len;
    let path = rows[r].path_start;

    var top = LOWEST;
    for (var t = lane; t < len; t += LANES) { top = max(top, scores[at + t]); }
    shared_f32[lane] = top;
    workgroupBarrier();
    for (var half = LANES / 2u; half > 0u; half /= 2u) {
        if lane < half { shared_f32[lane] = max(shared_f32[lane], shared_f32[lane + half]); }
        workgroupBarrier();
    }
    top = shared_f32[0];
    workgroupBarrier();

    var total = 0.0;
    for (var t = lane; t < len; t += LANES) { total += exp(scores[at + t] - top); }
    shared_f32[lane] = total;
    workgroupBarrier();
    for (var half = LANES / 2u; half > 0u; half /= 2u) {
        if lane < half { shared_f32[lane] += shared_f32[lane + half]; }
        workgroupBarrier();
    }
    total = shared_f32[0];

    let width = D_HEAD / LANE;
    for (var first = 0u; first < width; first += LANES) {
        let columns = min(width - first, LANES);
        let slices = LANES / columns;
        let c = lane % columns;
        let slice = lane / columns;
        var sum = Lane();
        if slice < slices {
            let column = h / GROUP * (D_HEAD / LANE) + first + c;
            for (var t = slice; t < len; t += slices) {
                sum += exp(scores[at + t] - top) * v[paths[path + t] * (KV / LANE) + column];
            }
        }
        partial[lane] = sum;
        workgroupBarrier();
        if lane < columns && r < step.n_rows {
            for (var other = 1u; other < slices; other++) { sum += partial[other * columns + c]; }
            z[(r * D + h * D_HEAD) / LANE + first + c] = sum / total;
        }
        workgroupBarrier();
    }
}
