// A block of neighbours shares a scale: 32, in groups of four.
const SPAN4 = 8u;
