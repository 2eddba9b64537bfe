// copy: y[i] = x[i]. Only to measure the adapter's bandwidth with.
// One thread for four elements; workgroups beyond the widest grid go on along z.
// Prelude: prelude.
override N4: u32; // elements / 4
@group(0) @binding(0) var<uniform> step: Step;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;        // [N4]
@group(0) @binding(2) var<storage, read_write> y: array<vec4f>;  // [N4]

@compute @workgroup_size(WG)
fn copy(@builtin(global_invocation_id) id: vec3u) {
    let i = id.x + id.z * 65535u * WG;
    if i >= N4 || step.n_rows == 0u { return; }
    y[i] = x[i];
}
