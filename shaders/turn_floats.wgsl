// turn_floats: y[r, first + step · c] = x[c, r] for r < rows, c < count: columns that lie one after the other become those of a matrix.
// One thread for one element.
// Twin: scatter_f32 in crates/loops/src/transpose.rs. Prelude: prelude, turn.
@group(0) @binding(1) var<storage, read> x: array<u32>;        // [count, rows]
@group(0) @binding(2) var<storage, read_write> y: array<u32>;  // [rows, stride]

@compute @workgroup_size(16, 16)
fn turn_floats(@builtin(global_invocation_id) id: vec3u) {
    let c = id.x;
    let r = id.y;
    if c >= turn.count || r >= turn.rows { return; }
    y[r * turn.stride + turn.first + turn.step * c] = x[c * turn.rows + r];
}
