// A weight matrix as packed halves: four consecutive elements are two words.
alias Weight4 = vec2u;

fn unpack4(w: Weight4) -> vec4f {
    return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
