// Half a block of neighbours shares a scale: sixteen, in groups of four.
const SPAN4 = 4u;
