// A sum over the lanes of a workgroup, in shared memory.
const LANES = 64u;
var<workgroup> partial: array<f32, 64>;

/// The sum of every lane's `value`, known to all lanes afterwards.
fn sum_of_lanes(lane: u32, value: f32) -> f32 {
    partial[lane] = value;
    workgroupBarrier();
    for (var half = LANES / 2u; half > 0u; half /= 2u) {
        if lane < half { partial[lane] += partial[lane + half]; }
        workgroupBarrier();
    }
    let total = partial[0];
    workgroupBarrier();
    return total;
}
