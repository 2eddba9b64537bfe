// product: sum[r, c] = Σ_k x[r, k] · w[k, c], handed to the operation's `finish`.
// One subgroup, which is also the workgroup, for WG columns of one row: its lanes are WG/4 groups of
// four columns × 4 slices of k, whose sums meet by shuffles. Decoding on hardware, without barriers.
// Prelude: prelude, weights_*, four_rows, and an operation that declares step, x and `finish`.
override K4: u32;      // rows of w in this part / 4
override N4: u32;      // columns of w / 4
override X4: u32;      // pad4(d_in) / 4, the length of a row of x
override FIRST4: u32;  // the first row of w in this part / 4
const SLICES = 4u;

@compute @workgroup_size(WG)
fn product(@builtin(workgroup_id) group: vec3u, @builtin(subgroup_invocation_id) lane: u32) {
    let columns = WG / SLICES;
    let c = group.x * columns + lane % columns;
    let r = group.y; // n_rows workgroups run
    var s = vec4f();
    if c < N4 {
        for (var k = lane / columns; k < K4; k += SLICES) {
            let v = x[r * X4 + FIRST4 + k];
            s += sum4(k, c, v);
        }
    }
    s += subgroupShuffleXor(s, columns);
    s += subgroupShuffleXor(s, 2u * columns);
    if lane < columns && c < N4 && r < step.n_rows { finish(r, c, s); }
}
