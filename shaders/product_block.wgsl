// product: sum[r, c] = Σ_k x[r, k] · w[k, c], handed to the operation's `finish`.
// One workgroup for 64 columns of 16 rows: x is staged in shared memory, 64 elements of each row at a
// time, and each lane sums four columns of four rows. Prefill on hardware.
// Prelude: prelude, weights_*, four_rows, and an operation that declares step, x and `finish`.
override K4: u32;      // rows of w in this part / 4
override N4: u32;      // columns of w / 4
override X4: u32;      // pad4(d_in) / 4, the length of a row of x
override FIRST4: u32;  // the first row of w in this part / 4
const ROWS = 16u;
const COLUMNS = 16u;   // groups of four
const DEPTH = 16u;     // groups of four
var<workgroup> staged: array<vec4f, 256>; // [ROWS, DEPTH]

@compute @workgroup_size(64)
fn product(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
    let c = group.x * COLUMNS + lane % COLUMNS;
    let first = group.y * ROWS;
    let own = lane / COLUMNS * 4u; // the lane's four rows of the sixteen
    let last = step.n_rows - 1u;
    var sums = mat4x4f();
    for (var start = 0u; start < K4; start += DEPTH) {
        for (var j = lane; j < ROWS * DEPTH; j += 64u) {
            let k = start + j % DEPTH;
            let r = min(first + j / DEPTH, last); // rows beyond the last repeat it; their sums are dropped
            staged[j] = select(vec4f(), x[r * X4 + FIRST4 + min(k, K4 - 1u)], k < K4);
        }
        workgroupBarrier();
        if c < N4 {
            for (var k = 0u; k < min(DEPTH, K4 - start); k++) {
                let weights = rows4(start + k, c);
                let at = own * DEPTH + k;
                sums += weights * mat4x4f(staged[at], staged[at + DEPTH],
                    staged[at + 2u * DEPTH], staged[at + 3u * DEPTH]);
            }
        }
        workgroupBarrier();
    }
    if c >= N4 { return; }
    let r = first + own;
    if r <= last { finish(r, c, sums[0]); }
    if r + 1u <= last { finish(r + 1u, c, sums[1]); }
    if r + 2u <= last { finish(r + 2u, c, sums[2]); }
    if r + 3u <= last { finish(r + 3u, c, sums[3]); }
}
