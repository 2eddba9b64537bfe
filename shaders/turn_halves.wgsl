// turn_halves: y[r, first + step · c] = x[c, r] for r < rows, c < count: columns of halves that lie one after the other become those of a matrix.
// One thread for two neighbouring columns of y in two rows, so that no word has two writers.
// Twin: scatter_f16 in crates/loops/src/transpose.rs. Prelude: prelude, turn.
@group(0) @binding(1) var<storage, read> x: array<u32>;        // [count, rows / 2, rounded up]
@group(0) @binding(2) var<storage, read_write> y: array<u32>;  // [rows, stride / 2]

@compute @workgroup_size(16, 16)
fn turn_halves(@builtin(global_invocation_id) id: vec3u) {
    let word = turn.first / 2u + id.x;
    let r = 2u * id.y;
    if 2u * word >= turn.stride || r >= turn.rows { return; }
    let at = r * (turn.stride / 2u) + word;
    let below = at + turn.stride / 2u;
    let is_pair = r + 1u < turn.rows;
    var upper = y[at];
    var lower = 0u;
    if is_pair { lower = y[below]; }
    for (var j = 0u; j < 2u; j++) {
        let column = 2u * word + j;
        let c = (column - turn.first) / turn.step; // nonsense in front of the first
        if column >= turn.first && c < turn.count && (column - turn.first) % turn.step == 0u {
            let two = x[c * ((turn.rows + 1u) / 2u) + id.y];
            upper = insertBits(upper, two, 16u * j, 16u);
            lower = insertBits(lower, two >> 16u, 16u * j, 16u);
        }
    }
    y[at] = upper;
    if is_pair { y[below] = lower; }
}
