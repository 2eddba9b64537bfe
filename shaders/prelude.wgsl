// What every operation knows: the size of the step, and its rows.

/// One forward pass.
struct Step {
    n_rows: u32,
    n_logits: u32,
    max_len: u32, // the longest path_len of its rows
    unused: u32,
}

/// One position to compute. Twin: FlatRow in crates/model/src/batch.rs.
struct Row {
    token: u32,
    position: u32,
    slot: u32,
    path_start: u32, // its path begins here in `paths`
    path_len: u32,   // and has this many slots
}

// Threads of a workgroup: small on a software adapter, a multiple of a subgroup on hardware.
override WG: u32 = 64;
