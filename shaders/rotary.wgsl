// rotary: q[r, h, :], k[slot[r], g, :] = the heads of x[r, :], elements j and j + R/2 of their first R turned together by
// the angle of the row's position and j; the other elements and v[slot[r], :] as they are (arXiv:2104.09864).
// One thread for one column of each section of x; a section begins at a multiple of four.
// Twin: Cpu::rotary in crates/model/src/cpu.rs. Prelude: prelude.
override D_HEAD: u32;
override R: u32;      // even, at most D_HEAD
override Q: u32;      // n_heads · D_HEAD
override KV: u32;     // n_kv_heads · D_HEAD
override D_Q: u32;    // pad4(Q)
override D_KV: u32;   // pad4(KV)
override TURN: u32;   // pad4(R)
override STORE: bool; // false: leave k and v as they are
@group(0) @binding(0) var<uniform> step: Step;
@group(0) @binding(1) var<storage, read> rows: array<Row>;        // [n_rows]
@group(0) @binding(2) var<storage, read> x: array<f32>;           // [n_rows, D_Q + 2·D_KV]
@group(0) @binding(3) var<storage, read> turns: array<f32>;       // [n_ctx, TURN]: R/2 cosines, as many sines
@group(0) @binding(4) var<storage, read_write> q: array<f32>;     // [n_rows, D_Q]
@group(0) @binding(5) var<storage, read_write> k: array<f32>;     // [n_slots, D_KV]
@group(0) @binding(6) var<storage, read_write> v: array<f32>;     // [n_slots, D_KV]

/// Column `c` of the section that begins at `at`, turned.
fn turned(at: u32, c: u32, position: u32) -> f32 {
    let half = R / 2u;
    let j = c % D_HEAD;
    if j >= R { return x[at + c]; }
    let turn = position * TURN + j % half;
    let cosine = turns[turn];
    let sine = turns[turn + half];
    if j < half { return x[at + c] * cosine - x[at + c + half] * sine; }
    return x[at + c] * cosine + x[at + c - half] * sine;
}

@compute @workgroup_size(WG)
fn rotary(@builtin(global_invocation_id) id: vec3u) {
    let c = id.x;
    let r = id.y;
    if r >= step.n_rows { return; }
    let at = r * (D_Q + 2u * D_KV);
    let position = rows[r].position;
    let slot = rows[r].slot;
    if c < Q { q[r * D_Q + c] = turned(at, c, position); }
    if STORE && c < KV {
        k[slot * D_KV + c] = turned(at + D_Q, c, position);
        v[slot * D_KV + c] = x[at + D_Q + D_KV + c];
    }
}
