// The benchmark still runs: ours alone on two small shapes, each once. What it measures is not looked at, what it computes is.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PlainGpt2 } from '../bench/lib/plain_gpt2.mjs';
import { tensors } from '../bench/lib/random_gpt2.mjs';
import { DIST } from './lib/server.mjs';
import { findChromium } from './lib/browser.mjs';
import { split } from './lib/checkpoint.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** What ours alone measured on a shape, without its times: nothing may have failed. */
function measured(shape, engines, more = []) {
  const folder = mkdtempSync(join(tmpdir(), 'logitscope-bench-'));
  try {
    const options = ['--quick', '--runs=1', `--only=${shape}`, `--engines=${engines}`, ...more];
    const bench = spawnSync(process.execPath, [here('../bench/run.mjs'), ...options], {
      encoding: 'utf8',
      env: { ...process.env, LOGITSCOPE_BENCH_DIR: folder, LOGITSCOPE_DIST: DIST, CHROMIUM: findChromium() },
    });
    assert.equal(bench.status, 0, `${bench.stdout}\n${bench.stderr}`);
    return JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** All engines were there and chose what is right. */
function assertIds({ reference, engines: found }, engines) {
  assert.equal(found.map(({ name }) => name).join(), engines);
  for (const { name, pages } of found) {
    assert.deepEqual(pages.map((page) => page.runs[0].ids), [reference.greedy32], name);
  }
  assert.ok(new Set(reference.greedy32).size > 4, `a model that repeats itself shows little: ${reference.greedy32}`);
}

test('the benchmark runs: our ids are those of a plain GPT-2, and a token is one pass that creates nothing', () => {
  const engines = 'ours-gpu-f32,ours-cpu-f32';
  const results = measured('small', engines);
  const [shape] = results.shapes;
  assertIds(shape, engines);
  const { dispatches, passes, submits, maps, buffers, bindGroups, pipelines } = shape.engines[0].calls;
  assert.deepEqual(
    { dispatches, passes, submits, maps, buffers, bindGroups, pipelines },
    { dispatches: 8 * shape.config.n_layer + 4, passes: 1, submits: 1, maps: 1, buffers: 0, bindGroups: 0, pipelines: 0 },
  );
  assert.deepEqual(results.page.map(({ backend, tokens }) => [backend, tokens > 16]), [['gpu', true], ['cpu', true]]);
});

test('the benchmark keeps the weights of a Llama in blocks, and its ids are those of a plain one', () => {
  const engines = 'ours-gpu-q8,ours-gpu-q4,ours-cpu-q8,ours-cpu-q4';
  const [shape] = measured('small-llama', engines, ['--no-page']).shapes;
  assertIds(shape, engines);
  // The ids are the same however they are kept.
  const kept = shape.engines.map(({ pages }) => [pages[0].info.backend.kind, pages[0].info.weights]);
  assert.deepEqual(kept, [['gpu', 'q8'], ['gpu', 'q4'], ['cpu', 'q8'], ['cpu', 'q4']]);
});

test('the plain GPT-2 that the benchmark believes agrees with Transformers', () => {
  const { files } = JSON.parse(readFileSync(here('../golden/manifest.json'), 'utf8'));
  for (const name of ['narrow-f32.safetensors', 'wide-f32.safetensors']) {
    const { config } = files[name];
    const golden = split(readFileSync(here(`../golden/${name}`)));
    const tokens = new Int32Array(stored(golden, 'main.tokens'));
    const expected = new Float32Array(stored(golden, 'main.logits'));
    const model = new PlainGpt2(config, new Map(tensors(config).map(([tensor, shape]) => [tensor, goldenValues(tensor, shape)])));
    const logits = Array.from(tokens, (token) => [...model.next(token)]).flat();
    const worst = Math.max(...logits.map((logit, i) => Math.abs(logit - expected[i])));
    assert.ok(logits.length === expected.length && worst < 1e-5, `${name}: off by ${worst}`);
  }
});

/** The bytes of one tensor. */
function stored({ header, data }, tensor) {
  return new Uint8Array(data.subarray(...header[tensor].data_offsets)).buffer;
}

/** A tensor of the golden models: tests/golden/README.md defines its values. */
function goldenValues(name, shape) {
  const u64 = (value) => BigInt.asUintN(64, value);
  let seed = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(name)) seed = u64((seed ^ BigInt(byte)) * 0x100000001b3n);
  const bias = name.endsWith('.bias');
  const norm = name.includes('ln_') && !bias;
  const table = name.startsWith('w');
  const scale = Math.fround(bias || norm ? 0.1 : table ? 0.5 : 1.5 / Math.sqrt(shape[0]));
  return Float32Array.from({ length: shape.reduce((a, b) => a * b) }, (_, i) => {
    let x = u64(seed + BigInt(i + 1) * 0x9e3779b97f4a7c15n);
    x = u64((x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n);
    x = u64((x ^ (x >> 27n)) * 0x94d049bb133111ebn);
    const upper = Number((x ^ (x >> 31n)) >> 40n);
    return Number(norm) + Math.fround((scale * (upper - 2 ** 23)) / 2 ** 23);
  });
}
