// qkv: q[r, :], k[slot[r], :], v[slot[r], :] = the three sections of x[r, :] · w + b.
// Twin: Cpu::qkv in crates/model/src/cpu.rs.
// Prelude: prelude, weights_* (w: [4·K4, N4], N4 = 3·D4); then product_*.
override BIAS: bool;        // add b
override ACCUMULATE: bool;  // add to what an earlier part of a split matrix left
override STORE: bool;       // false: leave k and v as they are
@group(0) @binding(0) var<uniform> step: Step;
@group(0) @binding(2) var<storage, read> b: array<vec4f>;        // [N4]
@group(0) @binding(3) var<storage, read> x: array<vec4f>;        // [n_rows, X4]
@group(0) @binding(4) var<storage, read> rows: array<Row>;       // [n_rows]
@group(0) @binding(5) var<storage, read_write> q: array<vec4f>;  // [n_rows, D4]
@group(0) @binding(6) var<storage, read_write> k: array<vec4f>;  // [n_slots, D4]
@group(0) @binding(7) var<storage, read_write> v: array<vec4f>;  // [n_slots, D4]

fn finish(r: u32, c: u32, sum: vec4f) {
    let d4 = N4 / 3u;
    let section = c / d4;
    let column = c % d4;
    var s = sum;
    if BIAS { s += b[c]; }
    if section == 0u {
        let at = r * d4 + column;
        if ACCUMULATE { s += q[at]; }
        q[at] = s;
    } else if STORE {
        let at = rows[r].slot * d4 + column;
        if section == 1u {
            if ACCUMULATE { s += k[at]; }
            k[at] = s;
        } else {
            if ACCUMULATE { s += v[at]; }
            v[at] = s;
        }
    }
}
