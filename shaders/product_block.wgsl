// product: sum[r, c] = Σ_k x[r, k] · w[k, c], handed to the operation's `finish`.
// One workgroup for 32 columns of 16 rows: its lanes are 8 groups of four columns × 4 groups of four rows × 8 slices
// of k, whose sums meet in shared memory. Prefill on hardware: the lanes of a subgroup share what they read, and no
// barrier is in the way of the next read.
// Prelude: prelude, weights_*, four_rows, an operation that declares step, x and `finish`, product.
const COLUMNS = 8u;    // groups of four
const ROWS = 4u;       // groups of four
const SLICES = 8u;
const OUTPUTS = 32u;   // COLUMNS · ROWS, the lanes of a slice
var<workgroup> partial: array<vec4f, 512>; // [2, SLICES, OUTPUTS]

/// Adds up what the slices have of rows r and r + 1, and hands it on.
fn meet(lane: u32, r: u32, c: u32, first: vec4f, second: vec4f) {
    partial[lane] = first;
    partial[lane + 256u] = second;
    workgroupBarrier();
    if lane < 2u * OUTPUTS {
        let which = lane / OUTPUTS;
        let at = which * 256u + lane % OUTPUTS;
        var s = vec4f();
        for (var slice = 0u; slice < SLICES; slice++) { s += partial[at + slice * OUTPUTS]; }
        if c < N4 && r + which < step.n_rows { finish(r + which, c, s); }
    }
    workgroupBarrier();
}

@compute @workgroup_size(256)
fn product(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
    let c = group.x * COLUMNS + lane % COLUMNS;
    let r = (group.y * ROWS + lane / COLUMNS % ROWS) * 4u;
    var sums = mat4x4f();
    if c < N4 {
        for (var k = lane / OUTPUTS; k < K4; k += SLICES) {
            sums += rows4(k, c) * four_of_x(r, k);
        }
    }
    meet(lane, r, c, sums[0], sums[1]);
    meet(lane, r + 2u, c, sums[2], sums[3]);
}
