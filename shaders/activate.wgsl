// activate: y[r, :] = activated(x[r, :]).
// One thread for four columns of one row.
// Twin: Cpu::activate in crates/model/src/cpu.rs. Prelude: prelude, activation.
override D4: u32; // columns / 4
@group(0) @binding(0) var<uniform> step: Step;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;        // [n_rows, D4]
@group(0) @binding(2) var<storage, read_write> y: array<vec4f>;  // [n_rows, D4]

@compute @workgroup_size(WG)
fn activate(@builtin(global_invocation_id) id: vec3u) {
    let c = id.x;
    let r = id.y;
    if c >= D4 || r >= step.n_rows { return; }
    y[r * D4 + c] = activated(x[r * D4 + c]);
}
