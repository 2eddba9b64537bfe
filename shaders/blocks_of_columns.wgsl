// Blocks that lie along columns of a matrix: four columns side by side, as weights_* and scales_of_columns.wgsl have them.
struct Place {
    block: u32, // from the first row of x, in blocks
    col4: u32,  // columns, by fours
}

fn place(thread: u32) -> Place {
    let n4 = part.stride / 4u;
    return Place(thread / n4, thread % n4);
}

fn is_there(place: Place) -> bool {
    return place.block < part.rows / SPAN;
}

/// Elements i of the four blocks.
fn weights(place: Place, i: u32) -> vec4f {
    let at = (SPAN * place.block + i) * part.stride + 4u * place.col4;
    return vec4f(element(at), element(at + 1u), element(at + 2u), element(at + 3u));
}

fn put_scales(place: Place, scale: vec4f) {
    let at = (part.first / SPAN + place.block) * part.stride + 4u * place.col4;
    for (var j = 0u; j < 4u; j++) { scales[at + j] = scale[j]; }
}

/// Writes numbers 8g .. 8g + 8 of each block as bytes.
fn put_bytes(place: Place, g: u32, numbers: array<vec4i, 8>) {
    var n = numbers;
    for (var i = 0u; i < 8u; i++) {
        let row = part.first + SPAN * place.block + 8u * g + i;
        y[row * (part.stride / 4u) + place.col4] = joined(n[i] & vec4i(255));
    }
}

/// The same as halves of bytes, from 0 on.
fn put_halves(place: Place, g: u32, numbers: array<vec4i, 8>) {
    var n = numbers;
    for (var i = 0u; i < 8u; i += 2u) {
        let row = part.first + SPAN * place.block + 8u * g + i;
        let pairs = (n[i] + vec4i(8)) | ((n[i + 1u] + vec4i(8)) << vec4u(4u));
        y[row / 2u * (part.stride / 4u) + place.col4] = joined(pairs);
    }
}
