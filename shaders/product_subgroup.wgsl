// product: sum[r, c] = Σ_k x[r, k] · w[k, c], handed to the operation's `finish`.
// One subgroup, which is also the workgroup, for WG columns of one row: its lanes are WG/4 groups of
// four columns × 4 slices of k, whose sums meet by shuffles. Decoding on hardware, without barriers.
// Prelude: prelude, weights_*, four_rows, an operation that declares step, x and `finish`, product.
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
