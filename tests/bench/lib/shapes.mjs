// The shapes of model that are measured.

/** Fields of Hugging Face's config. */
const FIXED = {
  small: { n_layer: 4, n_embd: 256, n_head: 4, vocab_size: 4096, n_positions: 256 },
  gpt2s: { n_layer: 12, n_embd: 768, n_head: 12, vocab_size: 50257, n_positions: 1024 },
  'small-llama': {
    model_type: 'llama',
    hidden_size: 128,
    intermediate_size: 256,
    num_hidden_layers: 2,
    num_attention_heads: 4,
    num_key_value_heads: 2,
    head_dim: 32,
    vocab_size: 1024,
    max_position_embeddings: 256,
    rope_theta: 10000,
    rms_norm_eps: 1e-5,
    tie_word_embeddings: true,
  },
  smollm2: {
    model_type: 'llama',
    hidden_size: 576,
    intermediate_size: 1536,
    num_hidden_layers: 30,
    num_attention_heads: 9,
    num_key_value_heads: 3,
    head_dim: 64,
    vocab_size: 49152,
    max_position_embeddings: 2048,
    rope_theta: 100000,
    rms_norm_eps: 1e-5,
    tie_word_embeddings: true,
  },
  qwen3: {
    model_type: 'qwen3',
    hidden_size: 1024,
    intermediate_size: 3072,
    num_hidden_layers: 28,
    num_attention_heads: 16,
    num_key_value_heads: 8,
    head_dim: 128,
    vocab_size: 151936,
    max_position_embeddings: 2048,
    rope_theta: 1000000,
    rms_norm_eps: 1e-6,
    tie_word_embeddings: true,
  },
};

/** Those that are measured unless others are asked for. */
export const USUAL = ['small', 'gpt2s', 'random'];

/** All names, in the order of measuring. */
export const NAMES = [...USUAL, 'small-llama', 'smollm2', 'qwen3'];

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

/** Sizes of a shape, whatever its family calls them. */
function sizes(config) {
  if (!config.model_type) {
    const { n_layer: layers, n_embd: d, n_head: heads, vocab_size: vocab } = config;
    return { layers, d, heads, vocab };
  }
  const { num_hidden_layers: layers, hidden_size: d, num_attention_heads: heads, vocab_size: vocab } = config;
  return { layers, d, heads, vocab };
}

/** A shape in words. */
export function inWords({ config, params }) {
  const { layers, d, heads, vocab } = sizes(config);
  const kind = config.model_type ? `${config.model_type}, ` : '';
  return `${kind}${layers} layers x ${d}, ${heads} heads, vocabulary ${vocab}, ${(params / 1e6).toFixed(1)} M parameters`;
}

/** The matrices that one token reads, as `[k][n]`, and how many of each there are. */
export function matrices(config) {
  const { layers: copies, d, heads, vocab } = sizes(config);
  const unembed = { name: 'unembed', k: d, n: vocab, copies: 1 };
  if (!config.model_type) {
    return [
      { name: 'qkv', k: d, n: 3 * d, copies },
      { name: 'attn_proj', k: d, n: d, copies },
      { name: 'mlp_fc', k: d, n: 4 * d, copies },
      { name: 'mlp_proj', k: 4 * d, n: d, copies },
      unembed,
    ];
  }
  const { head_dim, num_key_value_heads: kv, intermediate_size: mlp } = config;
  return [
    { name: 'qkv', k: d, n: (heads + 2 * kv) * head_dim, copies },
    { name: 'attn_proj', k: heads * head_dim, n: d, copies },
    { name: 'mlp_up', k: d, n: 2 * mlp, copies },
    { name: 'mlp_down', k: mlp, n: d, copies },
    unembed,
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

function params(config) {
  const { layers, d, vocab } = sizes(config);
  if (!config.model_type) return layers * (12 * d * d + 13 * d) + (vocab + config.n_positions + 2) * d;
  // Of norms: two a layer and the last one, and those of queries and keys.
  const qk_norms = config.model_type === 'qwen3' ? 2 * config.head_dim : 0;
  const products = matrices(config).filter(({ name }) => name !== 'unembed');
  return products.reduce((sum, { k, n, copies }) => sum + k * n * copies, vocab * d + d) + layers * (2 * d + qk_norms);
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
