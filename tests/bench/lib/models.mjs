// The models on disk: made once.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BENCH, MAKE_MODEL, MODELS, PYTHON } from './folders.mjs';

/**
 * Makes the model of `shape` unless it is there.
 *
 * @returns {{ shape: object, reference: { by: string, prompt: number[], greedy32: number[], min_margin: number } }} the
 *   shape, and what torch chooses
 */
export function model(shape) {
  const { folder, config } = shape;
  const path = join(MODELS, folder);
  const wanted = JSON.stringify(config);
  const found = join(path, 'shape.json');
  if (!existsSync(found) || JSON.stringify(JSON.parse(readFileSync(found, 'utf8'))) !== wanted) make(path, wanted);
  return { shape, reference: { by: 'torch', ...JSON.parse(readFileSync(join(path, 'ref.json'), 'utf8')) } };
}

function make(path, wanted) {
  console.log(`making ${path}: ${wanted}`);
  const python = spawnSync(PYTHON, [MAKE_MODEL, path, wanted], { encoding: 'utf8', maxBuffer: 1 << 28 });
  const log = join(BENCH, 'make.log');
  writeFileSync(log, `${python.stdout ?? ''}${python.stderr ?? ''}`);
  if (python.status !== 0) {
    const last = (python.stderr ?? String(python.error)).trim().split('\n').slice(-5).join('\n');
    throw new Error(`the model could not be made:\n${last}\nThe whole output is in ${log}`);
  }
}
