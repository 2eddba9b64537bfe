// What is compared: each engine's page, its settings and how much of it a run can afford.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MODELS, NODE_MODULES } from './folders.mjs';

/** More parameters than this, and a run is shorter. */
const LARGE = 60e6;
const MIDDLING = 8e6;

/**
 * `device`: what ours it is compared with runs on. `exact`: computes in f32, so its ids must be those of the reference.
 * `slow`: takes seconds a token on a software adapter. `counted`: its WebGPU calls are counted.
 */
export const ENGINES = [
  ours('ours-gpu-f32', 'gpu', 'f32', { exact: true, counted: true }),
  ours('ours-gpu-f16', 'gpu', 'f16', { counted: true }),
  ours('ours-cpu-f32', 'cpu', 'f32', { exact: true }),
  transformers('tjs-webgpu-f32', 'onnx/model.onnx', { device: 'webgpu' }, { exact: true, counted: true, slow: true }),
  transformers('tjs-webgpu-q8', 'onnx/model_q8nb.onnx', { device: 'webgpu', file: 'model_q8nb' }, { slow: true }),
  transformers('tjs-webgpu-q4', 'onnx/model_q4.onnx', { device: 'webgpu', dtype: 'q4' }, { slow: true }),
  transformers('tjs-wasm-1', 'onnx/model.onnx', { device: 'wasm', threads: 1 }, { exact: true }),
  {
    name: 'wllama-cpu-1',
    page: 'wllama',
    device: 'cpu',
    options: { threads: 1 },
    exact: true,
    needs: { package: '@wllama/wllama', file: 'model-f32.gguf' },
  },
];

function ours(name, device, precision, more) {
  return { name, page: 'ours', device, options: { backend: device, precision }, needs: {}, ...more };
}

function transformers(name, file, options, more) {
  const device = options.device === 'webgpu' ? 'gpu' : 'cpu';
  const needs = { package: '@huggingface/transformers', file: `tjs/${file}` };
  return { name, page: 'transformers', device, options, needs, ...more };
}

/** Why this engine cannot be measured here; undefined if it can. */
export function missing({ device, needs }, folder, hasAdapter) {
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
