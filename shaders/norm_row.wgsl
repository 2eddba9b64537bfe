// The row that a norm reads, and where it goes: what norm.wgsl, rms_norm.wgsl and their variants share.
override D: u32;     // d_model
override D4: u32;    // pad4(D) / 4; padding of x is zero
override EPS: f32;
override KEEP: bool; // whether to store x in `keep`
@group(0) @binding(0) var<uniform> step: Step;
@group(0) @binding(1) var<storage, read> rows: array<Row>;          // [n_rows]
@group(0) @binding(2) var<storage, read> x: array<vec4f>;           // [n_rows, D4]
@group(0) @binding(3) var<storage, read> gain: array<vec4f>;        // [D4], 0 in the padding
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;     // [n_rows, D4]
@group(0) @binding(5) var<storage, read_write> keep: array<vec4f>;  // [n_slots, D4]
