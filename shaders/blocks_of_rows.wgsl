// Blocks that lie along rows of a table: those of four rows, as weights_* and scales_of_rows.wgsl have them.
struct Place {
    row: u32,   // of x, the first of the four
    block: u32, // in the row
}

fn place(thread: u32) -> Place {
    let blocks = part.stride / SPAN;
    return Place(4u * (thread / blocks), thread % blocks);
}

fn is_there(place: Place) -> bool {
    return place.row < part.rows;
}

/// Elements i of the four blocks; 0 of rows behind the last.
fn weights(place: Place, i: u32) -> vec4f {
    var found = vec4f(0.0);
    for (var j = 0u; j < 4u && place.row + j < part.rows; j++) {
        found[j] = element((place.row + j) * part.stride + SPAN * place.block + i);
    }
    return found;
}

fn put_scales(place: Place, scale: vec4f) {
    for (var j = 0u; j < 4u && place.row + j < part.rows; j++) {
        scales[(part.first + place.row + j) * (part.stride / SPAN) + place.block] = scale[j];
    }
}

/// Writes numbers 8g .. 8g + 8 of each block as bytes.
fn put_bytes(place: Place, g: u32, numbers: array<vec4i, 8>) {
    var n = numbers;
    for (var j = 0u; j < 4u && place.row + j < part.rows; j++) {
        let at = ((part.first + place.row + j) * part.stride + SPAN * place.block) / 4u + 2u * g;
        for (var k = 0u; k < 2u; k++) {
            let i = 4u * k;
            y[at + k] = joined(vec4i(n[i][j], n[i + 1u][j], n[i + 2u][j], n[i + 3u][j]) & vec4i(255));
        }
    }
}

/// The same as halves of bytes, from 0 on.
fn put_halves(place: Place, g: u32, numbers: array<vec4i, 8>) {
    var n = numbers;
    for (var j = 0u; j < 4u && place.row + j < part.rows; j++) {
        let at = ((part.first + place.row + j) * part.stride + SPAN * place.block) / 8u + g;
        let low = vec4i(n[0][j], n[1][j], n[2][j], n[3][j]) + vec4i(8);
        let high = vec4i(n[4][j], n[5][j], n[6][j], n[7][j]) + vec4i(8);
        y[at] = joined(low | (high << vec4u(4u)));
    }
}
