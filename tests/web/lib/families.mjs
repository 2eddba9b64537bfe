// A small model of each family: its config and the shapes of its tensors are those of the golden files, its tokens the 256 bytes.
import { readFileSync } from 'node:fs';
import { byteTokenizer, safetensors } from './checkpoint.mjs';

const MANIFESTS = ['families', 'newer_families', 'phi', 'neo'].map((name) => {
  return JSON.parse(readFileSync(new URL(`../../golden/${name}.json`, import.meta.url)));
});
const VOCAB = 257;
const END = 256;

/** The tables with a row a token, and a bias of the logits. */
const OF_TOKENS = /^(embed_tokens|wte|embed_in|lm_head|embed_out)\./;
/** Fields with the number of layers, and lists with an entry a layer. */
const COUNTS = ['num_hidden_layers', 'n_layer', 'num_layers'];
const LISTS = ['layer_types', 'attention_layers', 'no_rope_layers'];
/** What stands before the names in the files of a family. */
const PREFIXES = { gpt2: '', gpt_neo: 'transformer.', gpt_neox: 'gpt_neox.' };

/**
 * A model of the golden case `name`, with weights that depend on their names alone.
 *
 * @param {string} name
 * @param {{ layers?: number, more?: object }} options `layers`: only the first ones; `more`: other fields of the config
 */
export function golden(name, { layers, more } = {}) {
  const entry = MANIFESTS.map(({ files }) => files[`${name}-f32.safetensors`]).find(Boolean);
  const config = { ...entry.config, vocab_size: VOCAB, bos_token_id: END, eos_token_id: END, pad_token_id: null, ...more };
  const count = COUNTS.find((key) => config[key] !== undefined);
  const depth = layers ?? config[count];
  config[count] = depth;
  for (const list of LISTS) if (config[list]) config[list] = config[list].slice(0, depth);
  delete config.attention_types;

  const prefix = PREFIXES[config.model_type] ?? 'model.';
  const own = Object.entries(entry.weights).filter(([tensor]) => Number(/^(?:layers|h)\.(\d+)\./.exec(tensor)?.[1] ?? 0) < depth);
  const tensors = own.map(([tensor, { shape }]) => {
    const sized = OF_TOKENS.test(tensor) ? [VOCAB, ...shape.slice(1)] : shape;
    const full = /^(lm_head|embed_out)\./.test(tensor) ? tensor : prefix + tensor;
    return { name: full, shape: sized, values: drawn(tensor, sized, config.model_type) };
  });
  return { config, depth, tokenizer: byteTokenizer(VOCAB), weights: safetensors(tensors) };
}

/** Random numbers of a size that suits the tensor. */
function drawn(name, shape, family) {
  const next = numbers(name);
  const size = shape.reduce((a, b) => a * b);
  const of = (make) => Float32Array.from({ length: size }, make);
  if (name.endsWith('.bias')) return of(() => 0.3 * next());
  // A Gemma's gains are stored as what they are above 1.
  if (shape.length === 1) return of(() => (family.startsWith('gemma') ? 0 : 1) + 0.3 * next());
  if (OF_TOKENS.test(name)) return of(next);
  const matrix = 1.5 / Math.sqrt(shape[family === 'gpt2' ? 0 : 1]);
  return of(() => matrix * next());
}

/** Numbers between -1 and 1, the same ones for a name. */
function numbers(name) {
  let x = 2166136261;
  for (const char of name) x = Math.imul(x ^ char.codePointAt(0), 16777619);
  return () => {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    return x / 2 ** 31 - 1;
  };
}
