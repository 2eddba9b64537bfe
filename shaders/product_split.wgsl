// product: sum[r, c] = Σ_k x[r, k] · w[k, c], handed to the operation's `finish`.
// One workgroup for 16 columns of one row: its lanes are 4 groups of four columns × 64 slices of k,
// whose sums meet in shared memory. Decoding on hardware: a row is cut so that every core has work, and a lane
// has few weights to wait for.
// Prelude: prelude, weights_*, four_rows, an operation that declares step, x and `finish`, product.
const COLUMNS = 4u;   // groups of four
const SLICES = 64u;
var<workgroup> partial: array<vec4f, 256>; // [SLICES, COLUMNS]

@compute @workgroup_size(256)
fn product(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
    let c = group.x * COLUMNS + lane % COLUMNS;
    let r = group.y; // n_rows workgroups run
    var s = vec4f();
    if c < N4 {
        for (var k = lane / COLUMNS; k < K4; k += SLICES) {
            s += sum4(k, c, x[r * X4 + FIRST4 + k]);
        }
    }
    partial[lane] = s;
    workgroupBarrier();
    for (var half = 128u; half >= COLUMNS; half /= 2u) {
        if lane < half { partial[lane] += partial[lane + half]; }
        workgroupBarrier();
    }
    if lane < COLUMNS && c < N4 && r < step.n_rows { finish(r, c, partial[lane]); }
}
