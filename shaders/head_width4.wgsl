// A head's columns, four at a time: where d_head is a multiple of four.
alias Lane = vec4f;
const LANE = 4u;
fn sum_of(x: Lane) -> f32 { return x.x + x.y + x.z + x.w; }
