// The heads of queries and keys, which a norm takes one by one, or all of the queries and all of the keys: what qk_norm.wgsl and its variant
// share. What is normalised together counts as one head.
override Q_HEADS: u32;
override K_HEADS: u32;
override Q_WIDTH: u32; // of a head of queries
override K_WIDTH: u32; // of a head of keys
override K_AT: u32;   // the first column of the keys
override STRIDE: u32; // columns of a row, with the values
override EPS: f32;
override CENTRED: bool; // whether it is a layer norm, which takes the mean away and adds a bias; otherwise an RMS norm
@group(0) @binding(0) var<uniform> step: Step;
@group(0) @binding(1) var<storage, read> q_gain: array<f32>;    // [Q_WIDTH]
@group(0) @binding(2) var<storage, read> k_gain: array<f32>;    // [K_WIDTH]
@group(0) @binding(3) var<storage, read> q_bias: array<f32>;    // [Q_WIDTH]; not read by an RMS norm, nor is k_bias
@group(0) @binding(4) var<storage, read> k_bias: array<f32>;    // [K_WIDTH]
@group(0) @binding(5) var<storage, read_write> x: array<f32>;   // [n_rows, STRIDE]

/// The first column of head `h` in row `r`; the keys' heads follow those of the queries.
fn beginning(h: u32, r: u32) -> u32 {
    return r * STRIDE + select(K_AT + (h - Q_HEADS) * K_WIDTH, h * Q_WIDTH, h < Q_HEADS);
}

fn width(h: u32) -> u32 {
    return select(K_WIDTH, Q_WIDTH, h < Q_HEADS);
}

/// Column `i` of head `h`, which begins at `at`, normalised.
fn finish(h: u32, at: u32, i: u32, mean: f32, scale: f32) {
    var gain = 0.0;
    var bias = 0.0;
    if h < Q_HEADS { gain = q_gain[i]; } else { gain = k_gain[i]; }
    if CENTRED {
        if h < Q_HEADS { bias = q_bias[i]; } else { bias = k_bias[i]; }
    }
    x[at + i] = (x[at + i] - mean) * scale * gain + bias;
}
