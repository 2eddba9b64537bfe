// product: sum[r, c] = Σ_k x[r, k] · w[k, c], handed to the operation's `finish`.
// One workgroup for 32 columns of one row: its lanes are 8 groups of four columns × 32 slices of k,
// whose sums meet in shared memory. Decoding on hardware: a row is cut so that every core has work.
// Prelude: prelude, weights_*, four_rows, and an operation that declares step, x and `finish`.
override K4: u32;      // rows of w in this part / 4
override N4: u32;      // columns of w / 4
override X4: u32;      // pad4(d_in) / 4, the length of a row of x
override FIRST4: u32;  // the first row of w in this part / 4
const COLUMNS = 8u;
const SLICES = 32u;
var<workgroup> partial: array<vec4f, 256>; // [SLICES, COLUMNS]

@compute @workgroup_size(256)
fn product(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
    let c = group.x * COLUMNS + lane % COLUMNS;
    let r = group.y; // n_rows workgroups run
    var s = vec4f();
    if c < N4 {
        for (var k = lane / COLUMNS; k < K4; k += SLICES) {
            let v = x[r * X4 + FIRST4 + k];
            s += sum4(k, c, v);
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
