// scale: x[r, :] *= factors[:].
// One thread for four columns of one row.
// Twin: Cpu::scale in crates/model/src/cpu.rs. Prelude: prelude.
override D4: u32; // columns / 4
@group(0) @binding(0) var<uniform> step: Step;
@group(0) @binding(1) var<storage, read> factors: array<vec4f>;  // [D4]
@group(0) @binding(2) var<storage, read_write> x: array<vec4f>;  // [n_rows, D4]

@compute @workgroup_size(WG)
fn scale(@builtin(global_invocation_id) id: vec3u) {
    let c = id.x;
    let r = id.y;
    if c >= D4 || r >= step.n_rows { return; }
    x[r * D4 + c] *= factors[c];
}
