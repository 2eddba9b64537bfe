// The models where ours alone is measured: made here, with nothing to download.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { byteTokenizer, safetensors } from '../../web/lib/checkpoint.mjs';
import { MODELS } from './folders.mjs';
import { PlainGpt2 } from './plain_gpt2.mjs';
import { PlainLlama } from './plain_llama.mjs';
import { randomGpt2 } from './random_gpt2.mjs';
import { randomLlama } from './random_llama.mjs';

/** For each family what its config has beside the shape, how its weights are drawn, and what says which ids are right. */
const GPT2 = {
  more: { model_type: 'gpt2', activation_function: 'gelu_new', layer_norm_epsilon: 1e-5 },
  random: randomGpt2,
  Plain: PlainGpt2,
  by: 'plain_gpt2.mjs',
};
const LLAMA = { more: { hidden_act: 'silu' }, random: randomLlama, Plain: PlainLlama, by: 'plain_llama.mjs' };

/** Of a larger Llama the plain one would take minutes. */
const MOST_PARAMS = 1e6;

// As in models/random_model.py.
const PROMPT_LEN = 16;
const NEW_TOKENS = 32;
/** With less between the two best logits, another order of the same sums could choose another token. */
const LEAST_MARGIN = 1e-3;

/** Whether the model of a shape can be made here. */
export const isOwn = ({ config, params }) => !config.model_type || (config.model_type === 'llama' && params <= MOST_PARAMS);

/**
 * Makes the model of `shape` unless it is there.
 *
 * @returns {{ shape: object, reference: { by: string, prompt: number[], greedy32: number[], min_margin: number } }} the shape
 *   with its folder, and what the plain model chooses
 */
export function ownModel(shape) {
  const folder = join('own', shape.folder);
  const path = join(MODELS, folder);
  const wanted = JSON.stringify(shape.config);
  const found = join(path, 'shape.json');
  if (!existsSync(found) || readFileSync(found, 'utf8') !== wanted) make(path, shape.config);
  return { shape: { ...shape, folder }, reference: JSON.parse(readFileSync(join(path, 'ref.json'), 'utf8')) };
}

function make(path, shape) {
  console.log(`making ${path}: ${JSON.stringify(shape)}`);
  const family = shape.model_type === 'llama' ? LLAMA : GPT2;
  const config = { ...family.more, ...shape };
  const { tensors, reference } = clearModel(family, config);
  // Made beside its place, so that a folder that is there is whole.
  const part = `${path}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(join(part, 'hf'), { recursive: true });
  writeFileSync(join(part, 'hf/config.json'), JSON.stringify(config));
  writeFileSync(join(part, 'hf/tokenizer.json'), JSON.stringify(byteTokenizer(config.vocab_size)));
  writeFileSync(join(part, 'hf/model.safetensors'), safetensors(tensors));
  writeFileSync(join(part, 'ref.json'), JSON.stringify(reference));
  writeFileSync(join(part, 'shape.json'), JSON.stringify(shape));
  rmSync(path, { recursive: true, force: true });
  renameSync(part, path);
}

/** The first random model whose choices are clear. */
function clearModel({ random, Plain, by }, config) {
  for (let seed = 0; seed < 100; seed += 1) {
    const tensors = random(config, seed);
    const model = new Plain(config, new Map(tensors.map(({ name, values }) => [name, values])));
    const reference = greedy(model, prompt(config.vocab_size));
    if (reference.min_margin >= LEAST_MARGIN) return { tensors, reference: { by, ...reference, weight_seed: seed } };
  }
  throw new Error('no seed gave a model whose choices are clear');
}

/** Ids spread over the vocabulary. */
function prompt(vocabSize) {
  return Array.from({ length: PROMPT_LEN }, (_, i) => (i * 7919 + 13) % vocabSize);
}

/** The most probable continuation, and the smallest distance between a chosen logit and the next best. */
function greedy(model, prompt) {
  const greedy32 = [];
  let min_margin = Infinity;
  let logits;
  for (const token of prompt) logits = model.next(token);
  while (greedy32.length < NEW_TOKENS) {
    const best = logits.indexOf(Math.max(...logits));
    const margin = logits[best] - Math.max(...logits.filter((_, id) => id !== best));
    min_margin = Math.min(min_margin, margin);
    greedy32.push(best);
    logits = model.next(best);
  }
  return { prompt, greedy32, min_margin };
}
