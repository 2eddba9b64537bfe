// What unembed_row takes at once of floats: four elements.
const SPAN4 = 1u;
alias Span = vec4f;

fn span_at(k: u32) -> Span {
    return x[k];
}

fn one_token(at: u32, v: Span) -> f32 {
    return dot(v, weight4(at));
}
