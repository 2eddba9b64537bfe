// What brings rows of a matrix into blocks of 32 that share a scale, four blocks a thread, side by side. Every operation is exact or rounded once, so
// that the numbers are those of the twin bit for bit: crates/loops/src/quantize.rs. Prelude: prelude.
struct Rows {
    rows: u32,   // of x; whole blocks where these lie along columns
    stride: u32, // elements a row
    first: u32,  // where the first of them goes
}
@group(0) @binding(0) var<uniform> part: Rows;
@group(0) @binding(1) var<storage, read> x: array<u32>;            // [rows, stride], as stored_* says
@group(0) @binding(2) var<storage, read_write> y: array<u32>;      // as weights_* says
@group(0) @binding(3) var<storage, read_write> scales: array<f32>; // as scales_of_* says
const SPAN = 32u;
// What is smaller is no scale.
const LEAST_SCALE = 0x1p-100f;

/// a / b, correctly rounded, which a division need not be. Neither is 0, and the result is far from the ends of the range.
fn quotient(a: vec4f, b: vec4f) -> vec4f {
    let bits = bitcast<vec4u>(a);
    let by = bitcast<vec4u>(b);
    let whole = vec4u(0x800000u);
    let divisor = (by & vec4u(0x7fffffu)) | whole;
    var rest = (bits & vec4u(0x7fffffu)) | whole;
    let less = rest < divisor;
    rest = select(rest, rest << vec4u(1u), less);
    // 24 bits and the next one, of which the first is 1.
    var found = vec4u(0u);
    for (var i = 0u; i < 25u; i++) {
        let fits = rest >= divisor;
        rest = select(rest, rest - divisor, fits) << vec4u(1u);
        found = (found << vec4u(1u)) | select(vec4u(0u), vec4u(1u), fits);
    }
    let half = (found & vec4u(1u)) == vec4u(1u);
    found = found >> vec4u(1u);
    let up = half & ((rest != vec4u(0u)) | ((found & vec4u(1u)) == vec4u(1u)));
    found += select(vec4u(0u), vec4u(1u), up);
    let exponent = ((bits >> vec4u(23u)) & vec4u(255u)) + vec4u(127u) - ((by >> vec4u(23u)) & vec4u(255u))
        - select(vec4u(0u), vec4u(1u), less);
    let sign = (bits ^ by) & vec4u(0x80000000u);
    // A carry goes into the exponent.
    return bitcast<vec4f>(sign | ((exponent << vec4u(23u)) + (found - whole)));
}

/// w / by; 0 where w / most is too small for a scale.
fn scale_of(w: vec4f, by: f32, most: f32) -> vec4f {
    let there = abs(w) >= vec4f(most * LEAST_SCALE);
    return select(vec4f(0.0), quotient(select(vec4f(1.0), w, there), vec4f(by)), there);
}

/// What is multiplied by in the place of a division by `scale`.
fn factor_of(scale: vec4f) -> vec4f {
    let there = scale != vec4f(0.0);
    return select(vec4f(0.0), quotient(vec4f(1.0), select(vec4f(1.0), scale, there)), there);
}

/// The weights of each block that are furthest from 0; the first of equals.
fn largest_of(place: Place) -> vec4f {
    var best = vec4f(0.0);
    for (var i = 0u; i < SPAN; i++) {
        let w = weights(place, i);
        best = select(best, w, abs(w) > abs(best));
    }
    return best;
}

/// Four bytes as a word.
fn joined(bytes: vec4i) -> u32 {
    let b = vec4u(bytes);
    return b.x | (b.y << 8u) | (b.z << 16u) | (b.w << 24u);
}
