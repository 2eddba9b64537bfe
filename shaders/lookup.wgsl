// lookup: y[r, :] = SCALE · table[token[r], :], or y[r, :] += SCALE · table[position[r], :].
// One thread for four columns of one row. A table may be split by rows; each part serves its own.
// Twin: Cpu::embed in crates/model/src/cpu.rs. Prelude: prelude, weights_* (w, the part: [ROWS, N4]).
override N4: u32;            // columns / 4
override FIRST: u32;         // the first row of the table in this part
override ROWS: u32;          // rows in this part
override BY_POSITION: bool;  // index by position instead of token
override ACCUMULATE: bool;   // add to y instead of overwriting it
override SCALE: f32;
@group(0) @binding(0) var<uniform> step: Step;
@group(0) @binding(2) var<storage, read> rows: array<Row>;         // [n_rows]
@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;    // [n_rows, N4]

@compute @workgroup_size(WG)
fn lookup(@builtin(global_invocation_id) id: vec3u) {
    let c = id.x;
    let r = id.y;
    if c >= N4 || r >= step.n_rows { return; }
    let index = select(rows[r].token, rows[r].position, BY_POSITION);
    if index < FIRST || index >= FIRST + ROWS { return; }
    let e = SCALE * weight4((index - FIRST) * N4 + c);
    let at = r * N4 + c;
    if ACCUMULATE { y[at] += e; } else { y[at] = e; }
}
