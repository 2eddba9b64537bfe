// Which columns a turn moves, and where to. Twin: Turn in crates/gpu/src/turn.rs.
struct Turn {
    rows: u32,   // of the part
    count: u32,  // columns
    first: u32,  // where the first of them goes
    step: u32,   // how far apart they lie there
    stride: u32, // elements a row of y, a multiple of four
}
@group(0) @binding(0) var<uniform> turn: Turn;
