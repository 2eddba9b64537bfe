// gate: y[r, j] = activated(x[r, 2j]) · x[r, 2j + 1].
// One thread for four columns of x, two of y, of one row.
// Twin: Cpu::gate in crates/model/src/cpu.rs. Prelude: prelude, activation.
override D4: u32; // columns of x / 4
@group(0) @binding(0) var<uniform> step: Step;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;        // [n_rows, D4]
@group(0) @binding(2) var<storage, read_write> y: array<vec2f>;  // [n_rows, D4]

@compute @workgroup_size(WG)
fn gate(@builtin(global_invocation_id) id: vec3u) {
    let c = id.x;
    let r = id.y;
    if c >= D4 || r >= step.n_rows { return; }
    let s = x[r * D4 + c];
    y[r * D4 + c] = activated(s.xzxz).xy * s.yw;
}
