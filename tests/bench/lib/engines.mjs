// What is compared: each engine's page, its settings and how much of it a run can afford.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MODELS, NODE_MODULES } from './folders.mjs';

/** More parameters than this, and a run is shorter. */
const LARGE = 60e6;
const MIDDLING = 8e6;

/** More than a browser's 4 GiB of WebAssembly can bring into memory in f32, with what else is there. */
const TOO_LARGE = 400e6;

/**
 * `device`: what ours it is compared with runs on. `bits`: of a weight. `exact`: computes in f32, so its ids must be those of the reference.
 * `slow`: takes seconds a token on a software adapter. `counted`: its WebGPU calls are counted.
 */
export const ENGINES = [
  ours('ours-gpu-f32', 'gpu', 32, { exact: true, counted: true }),
  ours('ours-gpu-f16', 'gpu', 16, { counted: true }),
  ours('ours-gpu-q8', 'gpu', 8),
  ours('ours-gpu-q4', 'gpu', 4),
  ours('ours-cpu-f32', 'cpu', 32, { exact: true }),
  ours('ours-cpu-f16', 'cpu', 16),
  ours('ours-cpu-q8', 'cpu', 8),
  ours('ours-cpu-q4', 'cpu', 4),
  transformers('tjs-webgpu-f32', 32, 'model', { device: 'webgpu' }, { exact: true, counted: true, slow: true }),
  transformers('tjs-webgpu-q8', 8, 'model_q8nb', { device: 'webgpu', file: 'model_q8nb' }, { slow: true }),
  transformers('tjs-webgpu-q4', 4, 'model_q4', { device: 'webgpu', dtype: 'q4' }, { slow: true }),
  transformers('tjs-wasm-1', 32, 'model', { device: 'wasm', threads: 1 }, { exact: true }),
  wllama('wllama-cpu-1', 32, 'model-f32.gguf', { exact: true }),
  wllama('wllama-cpu-1-q8', 8, 'model-q8.gguf'),
  wllama('wllama-cpu-1-q4', 4, 'model-q4.gguf'),
];

function ours(name, device, bits, more) {
  const precision = { 32: 'f32', 16: 'f16', 8: 'q8', 4: 'q4' }[bits];
  return { name, page: 'ours', device, bits, options: { backend: device, precision }, needs: {}, ...more };
}

function transformers(name, bits, model, options, more) {
  const device = options.device === 'webgpu' ? 'gpu' : 'cpu';
  const needs = { package: '@huggingface/transformers', file: `tjs/onnx/${model}.onnx` };
  return { name, page: 'transformers', device, bits, options, needs, ...more };
}

function wllama(name, bits, file, more) {
  return { name, page: 'wllama', device: 'cpu', bits, options: { threads: 1, file }, needs: { package: '@wllama/wllama', file }, ...more };
}

/** Why this engine cannot be measured here; undefined if it can. */
export function missing({ device, bits, needs }, { folder, params }, hasAdapter) {
  if (bits === 32 && params > TOO_LARGE) return 'its weights in f32 are too large for a browser';
  if (device === 'gpu' && !hasAdapter) return 'this browser has no WebGPU adapter';
  const package_ = needs.package && join(NODE_MODULES, needs.package);
  if (package_ && !existsSync(package_)) return `${package_} is not there`;
  const file = needs.file && join(MODELS, folder, needs.file);
  if (file && !existsSync(file)) return `${file} is not there`;
  return undefined;
}

/**
 * How much is run: `n` tokens, `warm` runs after the first of a page, every how many rounds (`every`).
 */
export function effort({ slow }, { params }, quick) {
  if (!slow) return { n: 32, warm: quick || params > LARGE ? 1 : 2, every: 1 };
  if (params > LARGE) return { n: 4, warm: 1, every: 2 };
  return { n: quick || params > MIDDLING ? 8 : 32, warm: 1, every: params > MIDDLING ? 2 : 1 };
}
