// A model with as many tokens as a Qwen2.5-0.5B, and unless told otherwise as deep, but so narrow that it is made in a moment.
import { byteTokenizer, join } from './checkpoint.mjs';

/** What its words are made of. */
const SYLLABLES = [...'bdfghklmnprstvwz'].flatMap((consonant) => [...'aeiou'].map((vowel) => consonant + vowel));

/**
 * Its files' contents: random weights in BF16, and 151,936 tokens, of which a text of letters is cut into the first 256.
 *
 * @returns {{ config: object, tokenizer: string, weights: Buffer }}
 */
export function vast({ layers = 24, vocab = 151_936, d = 64 } = {}) {
  const [heads, kvHeads, dMlp] = [4, 2, 1.5 * d];
  const dKv = (d / heads) * kvHeads;
  const config = {
    architectures: ['Qwen2ForCausalLM'],
    model_type: 'qwen2',
    num_hidden_layers: layers,
    num_attention_heads: heads,
    num_key_value_heads: kvHeads,
    hidden_size: d,
    intermediate_size: dMlp,
    vocab_size: vocab,
    max_position_embeddings: 32_768,
    hidden_act: 'silu',
    rms_norm_eps: 1e-6,
    rope_theta: 1e6,
    tie_word_embeddings: true,
    eos_token_id: 256,
    torch_dtype: 'bfloat16',
    use_sliding_window: false,
  };
  const block = {
    'input_layernorm.weight': [d],
    'self_attn.q_proj.weight': [d, d],
    'self_attn.q_proj.bias': [d],
    'self_attn.k_proj.weight': [dKv, d],
    'self_attn.k_proj.bias': [dKv],
    'self_attn.v_proj.weight': [dKv, d],
    'self_attn.v_proj.bias': [dKv],
    'self_attn.o_proj.weight': [d, d],
    'post_attention_layernorm.weight': [d],
    'mlp.gate_proj.weight': [dMlp, d],
    'mlp.up_proj.weight': [dMlp, d],
    'mlp.down_proj.weight': [d, dMlp],
  };
  const blocks = Array.from({ length: layers }, (_, layer) => Object.entries(block).map(([name, shape]) => [`model.layers.${layer}.${name}`, shape]));
  const shapes = [['model.embed_tokens.weight', [vocab, d]], ...blocks.flat(), ['model.norm.weight', [d]]];
  return { config, tokenizer: JSON.stringify(tokenizer(vocab)), weights: halves(shapes) };
}

/** Tokens of bytes, and after them words of syllables, every other one with a space before it. */
function tokenizer(vocab) {
  const file = byteTokenizer(257);
  for (let id = 257; id < vocab; id += 1) {
    let word = '';
    for (let rest = id; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) word += SYLLABLES[rest % SYLLABLES.length];
    file.model.vocab[id % 2 ? `Ġ${word}` : word] = id;
  }
  return file;
}

/** A file of BF16 tensors with random numbers. */
function halves(shapes) {
  const header = {};
  const parts = [];
  let at = 0;
  let state = 1;
  const next = () => {
    state = (state + 0x9e3779b9) | 0;
    let x = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
    return ((x ^ (x >>> 15)) >>> 0) / 2 ** 31 - 1;
  };
  // The upper half of an f32.
  const one = new Float32Array(1);
  const words = new Uint32Array(one.buffer);
  for (const [name, shape] of shapes) {
    const size = shape.reduce((a, b) => a * b);
    const [base, spread] = sizes(name, shape);
    const values = new Uint16Array(size);
    for (let i = 0; i < size; i += 1) {
      one[0] = base + spread * next();
      values[i] = words[0] >>> 16;
    }
    header[name] = { dtype: 'BF16', shape, data_offsets: [at, at + 2 * size] };
    at += 2 * size;
    parts.push(Buffer.from(values.buffer));
  }
  return join(header, Buffer.concat(parts));
}

/**
 * Around what, and how far from it, the numbers of a tensor lie. As in trained models, rows of the embedding are small and the last gain is
 * large.
 */
function sizes(name, shape) {
  if (name.startsWith('model.embed')) return [0, 0.035];
  if (name === 'model.norm.weight') return [26, 4];
  if (name.endsWith('norm.weight')) return [1, 0.3];
  if (name.endsWith('bias')) return [0, 0.3];
  return [0, 1.5 / Math.sqrt(shape[1])];
}
