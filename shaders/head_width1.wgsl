// A head's columns, one at a time.
alias Lane = f32;
const LANE = 1u;
fn sum_of(x: Lane) -> f32 { return x; }
