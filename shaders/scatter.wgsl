// scatter: pool[slot[r], :] = x[r, :].
// One thread for four columns of one row.
// Twin: Cpu::scatter in crates/model/src/cpu.rs. Prelude: prelude.
override D4: u32; // columns / 4
@group(0) @binding(0) var<uniform> step: Step;
@group(0) @binding(1) var<storage, read> rows: array<Row>;            // [n_rows]
@group(0) @binding(2) var<storage, read> x: array<vec4f>;             // [n_rows, D4]
@group(0) @binding(3) var<storage, read_write> pool: array<vec4f>;    // [n_slots, D4]

@compute @workgroup_size(WG)
fn scatter(@builtin(global_invocation_id) id: vec3u) {
    let c = id.x;
    let r = id.y;
    if c >= D4 || r >= step.n_rows { return; }
    pool[rows[r].slot * D4 + c] = x[r * D4 + c];
}
