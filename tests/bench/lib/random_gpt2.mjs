// A random GPT-2 of any shape, made here and without torch: enough where ours alone is measured.
import { numbers } from './shapes.mjs';

/** Standard deviations. Those of the matrices are twice as wide as usual: else the logits are nearly flat. */
const EMBEDDING = 0.02;
const MATRIX = 0.04;

/**
 * Its tensors, in f32, by Hugging Face's names; matrices are `[fan_in, fan_out]`.
 *
 * @param {object} config as in config.json
 * @returns {{ name: string, shape: number[], values: Float32Array }[]}
 */
export function randomGpt2(config, seed) {
  const next = numbers(seed);
  return tensors(config).map(([name, shape]) => {
    const [mean, deviation] = spread(name);
    const values = new Float32Array(shape.reduce((a, b) => a * b));
    // An even spread from -√3 to √3 has a deviation of 1.
    const width = 2 * Math.sqrt(3) * deviation;
    for (let i = 0; i < values.length; i += 1) values[i] = mean + (deviation && width * (next() - 0.5));
    return { name, shape, values };
  });
}

/** The names and shapes of all tensors. */
export function tensors({ n_layer, n_embd: d, n_inner, vocab_size, n_positions }) {
  const mlp = n_inner ?? 4 * d;
  const norm = (name) => [
    [`${name}.weight`, [d]],
    [`${name}.bias`, [d]],
  ];
  const linear = (name, k, n) => [
    [`${name}.weight`, [k, n]],
    [`${name}.bias`, [n]],
  ];
  const block = (name) => [
    ...norm(`${name}.ln_1`),
    ...linear(`${name}.attn.c_attn`, d, 3 * d),
    ...linear(`${name}.attn.c_proj`, d, d),
    ...norm(`${name}.ln_2`),
    ...linear(`${name}.mlp.c_fc`, d, mlp),
    ...linear(`${name}.mlp.c_proj`, mlp, d),
  ];
  const blocks = Array.from({ length: n_layer }, (_, layer) => block(`h.${layer}`)).flat();
  return [['wte.weight', [vocab_size, d]], ['wpe.weight', [n_positions, d]], ...blocks, ...norm('ln_f')];
}

/** The mean of a tensor's values, and how far they lie from it. */
function spread(name) {
  if (name.endsWith('.bias')) return [0, 0];
  if (name.includes('ln_')) return [1, 0];
  return [0, name.startsWith('w') ? EMBEDDING : MATRIX];
}
