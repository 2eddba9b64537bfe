// The shapes of model that are measured.

/** Fields of Hugging Face's config. */
const FIXED = {
  small: { n_layer: 4, n_embd: 256, n_head: 4, vocab_size: 4096, n_positions: 256 },
  gpt2s: { n_layer: 12, n_embd: 768, n_head: 12, vocab_size: 50257, n_positions: 1024 },
};

/** All names, in the order of measuring. */
export const NAMES = ['small', 'gpt2s', 'random'];

const LEAST_PARAMS = 3e6;
const MOST_PARAMS = 40e6;

/**
 * The shapes of these names. `random` is drawn from `seed`, and its folder is named after it.
 *
 * @returns {{ name: string, folder: string, config: Record<string, number>, params: number }[]}
 */
export function shapes(names, seed) {
  return names.map((name) => {
    const config = FIXED[name] ?? draw(seed);
    return { name, folder: FIXED[name] ? name : `random-${seed}`, config, params: params(config) };
  });
}

/** The matrices that one token reads, as `[k][n]`, and how many of each there are. */
export function matrices({ n_layer: copies, n_embd: d, vocab_size: vocab }) {
  return [
    { name: 'qkv', k: d, n: 3 * d, copies },
    { name: 'attn_proj', k: d, n: d, copies },
    { name: 'mlp_fc', k: d, n: 4 * d, copies },
    { name: 'mlp_proj', k: 4 * d, n: d, copies },
    { name: 'unembed', k: d, n: vocab, copies: 1 },
  ];
}

/** A shape that nobody tuned for. */
function draw(seed) {
  const next = numbers(seed);
  const between = (low, high) => low + Math.floor(next() * (high - low + 1));
  for (;;) {
    const n_embd = 64 * between(2, 10);
    const n_head = n_embd / (next() < 0.5 ? 32 : 64);
    const config = { n_layer: between(2, 8), n_embd, n_head, vocab_size: between(2000, 20000), n_positions: 256 };
    const size = params(config);
    if (size >= LEAST_PARAMS && size <= MOST_PARAMS) return config;
  }
}

function params({ n_layer, n_embd: d, vocab_size, n_positions }) {
  return n_layer * (12 * d * d + 13 * d) + (vocab_size + n_positions + 2) * d;
}

/** Numbers in [0, 1), the same ones for the same seed (mulberry32). */
export function numbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}
