// A weight matrix as single floats.
alias Weight4 = vec4f;

fn unpack4(w: Weight4) -> vec4f {
    return w;
}
