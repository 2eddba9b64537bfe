// The kernels of the floor: y[n] = x[k] · w[k][n], without barriers, as plain as a software adapter likes it.

/** One thread that does next to nothing. */
export const TOUCH = `
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(1) fn main() { o[0] += 1u; }`;

/** Writes 0x2c002c00 and more: numbers near 2^-4 as two f16, near 2e-12 as f32. */
export const FILL = `
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  for (var i = id.x; i < arrayLength(&o); i += 65536u) { o[i] = 0x2c002c00u + (i & 0xff00ffu); }
}`;

/** Groups of this many threads: small ones give every core work, large ones cost less to start. */
const GROUPS = [8, 32];
/** Rows of w a turn of the loop: more means less counting. */
const UNROLLS = [1, 4];

/** How four columns of a row are kept and read. */
const READERS = {
  f32: { type: 'vec4f', code: 'fn quad(four: vec4f) -> vec4f { return four; }' },
  // Quicker here than moving the bits to their places in an f32 by hand.
  f16: {
    type: 'vec2u',
    code: 'fn quad(four: vec2u) -> vec4f { return vec4f(unpack2x16float(four.x), unpack2x16float(four.y)); }',
  },
};

/** Groups of four columns a thread. */
const WIDTHS = [1, 2];

/**
 * One thread for each four or eight columns; `n` is a multiple of eight.
 *
 * @returns {{ name: string, code: string, groups: number }[]}
 */
export function matvecs(precision, k, n) {
  const unrolls = UNROLLS.filter((unroll) => k % unroll === 0);
  const kinds = GROUPS.flatMap((size) => unrolls.flatMap((unroll) => WIDTHS.map((width) => ({ size, unroll, width }))));
  return kinds.map(({ size, unroll, width }) => ({
    name: `${size} threads, ${unroll} rows a turn, ${4 * width} columns`,
    code: matvec(READERS[precision], k, n / 4, { size, unroll, width }),
    groups: Math.ceil(n / 4 / width / size),
  }));
}

function matvec({ type, code }, k, quads, { size, unroll, width }) {
  const rows = Array.from({ length: unroll }, (_, i) => i);
  const sums = Array.from({ length: width }, (_, i) => i);
  // One expression a sum: a software adapter keeps variables in memory.
  const turn = (j) => rows.map((i) => `x[k + ${i}u] * quad(w[here + ${i * quads + j}u])`).join(' + ');
  return `
@group(0) @binding(0) var<storage, read> w: array<${type}>;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<vec4f>;
${code}
@compute @workgroup_size(${size}) fn main(@builtin(global_invocation_id) id: vec3u) {
  let column = id.x * ${width}u;
  if (column >= ${quads}u) { return; }
  ${sums.map((j) => `var sum${j} = vec4f(0.0);`).join(' ')}
  var at = column;
  for (var k = 0u; k < ${k}u; k += ${unroll}u) {
    let here = at;
    ${sums.map((j) => `sum${j} = sum${j} + ${turn(j)};`).join('\n    ')}
    at = here + ${quads * unroll}u;
  }
  ${sums.map((j) => `y[column + ${j}u] = sum${j};`).join(' ')}
}`;
}
