// The views of the inside, held against what the command writes for the same text.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cells, number } from './cells.mjs';
import { folder, split } from './checkpoint.mjs';
import { eventually } from './wait.mjs';

/** The command, where it has been built: `cargo build -p logitscope-cli`. */
const COMMAND = process.env.LOGITSCOPE ?? new URL('../../../target/debug/logitscope', import.meta.url).pathname;

/** Whether the command is there; says so where it is not. */
export const built = () => {
  if (!existsSync(COMMAND)) console.log(`skipped: ${COMMAND} is not built (cargo build -p logitscope-cli)`);
  return existsSync(COMMAND);
};

/** The arrays of a `.safetensors` file, by name. */
export function arrays(file) {
  const { header, data } = split(file);
  const read = ([from, to]) => Array.from({ length: (to - from) / 4 }, (_, i) => data.readFloatLE(from + 4 * i));
  const floats = Object.entries(header).filter(([, { dtype }]) => dtype === 'F32');
  return Object.fromEntries(floats.map(([name, { data_offsets }]) => [name, read(data_offsets)]));
}

/** Fails unless these numbers are nearly the same. */
export function near(a, b, what) {
  assert.equal(a.length, b?.length, `${what}: length`);
  a.forEach((x, i) => assert.ok(x === b[i] || Math.abs(x - b[i]) < 1e-4 * (1 + Math.abs(x)), `${what}[${i}]: ${x}, ${b[i]}`));
}

/** The text that the page has in these tests: six tokens of a model of bytes. */
const TEXT = ['--prompt', 'abcabc', '--seed', '3', '--chain', 'temperature~1', '--max-tokens', '1'];

/**
 * The arrays that `logitscope trace` writes, computed natively on the CPU; without the parts `off`.
 *
 * @param {{ config: object, tokenizer: object, weights: Buffer }} model
 * @param {string} off
 * @param {string[]} [more] what else is asked of the command
 */
export async function traced(model, off, more = ['--taps', 'all']) {
  return (await ran(model, [...TEXT, '--off', off, ...more])).arrays;
}

/** The trace that `logitscope trace` writes with these options, and its arrays, if it has some. */
export async function ran(model, options, precision = 'f32') {
  const dir = await mkdtemp(join(tmpdir(), 'logitscope-'));
  try {
    await mkdir(join(dir, 'model'));
    for (const [name, content] of Object.entries(folder('model', model))) await writeFile(join(dir, name), content);
    const out = join(dir, 'run.trace.json');
    const loaded = ['--model', join(dir, 'model'), '--backend', 'cpu', '--precision', precision];
    await promisify(execFile)(COMMAND, ['trace', ...loaded, ...options, '--out', out]);
    const beside = join(dir, 'run.trace.safetensors');
    return {
      trace: JSON.parse(await readFile(out)),
      arrays: existsSync(beside) ? arrays(await readFile(beside)) : {},
    };
  } finally {
    await rm(dir, { recursive: true });
  }
}

/** All arrays of the boxes on screen, by way of a file. */
export async function saved(scope, name, boxes = 18) {
  await eventually(async () => assert.equal(await scope.at('vectors').locator('> li').count(), boxes));
  const [file] = await Promise.all([scope.page.waitForEvent('download'), scope.click('save-vectors')]);
  assert.equal(file.suggestedFilename(), name);
  return arrays(await readFile(await file.path()));
}

/** The attention of the last of six tokens is that of the command, in all heads of a layer. */
export async function attention(scope, native, layer, heads = 2) {
  await scope.click('inside-attention');
  if ((await scope.at('table-twin-attention').getAttribute('open')) === null) {
    await scope.at('table-twin-attention').locator('summary').click();
  }
  for (let head = 0; head < heads; head += 1) {
    await eventually(async () => assert.ok((await scope.at('thumb').count()) >= heads * (layer + 1)));
    await scope.at('thumb').nth(heads * layer + head).click();
    const scores = native[`attn_scores.${layer}.5`].slice(6 * head, 6 * head + 6);
    const pattern = native[`pattern.${layer}.5`].slice(6 * head, 6 * head + 6);
    await eventually(async () => {
      const rows = await cells(scope, 'table-twin-attention');
      assert.equal(rows.length, 6);
      rows.forEach((row, at) => {
        const is = scores[at] === -Infinity ? row[2] === '−∞' : Math.abs(number(row[2]) - scores[at]) < 0.006;
        assert.ok(is, `${row}, ${scores[at]}`);
        assert.ok(Math.abs(number(row[3]) / 100 - pattern[at]) < 0.0006, `${row}, ${pattern[at]}`);
      });
    });
  }
}

/** The most active neurons of the last of six tokens are those of the command. */
export async function neurons(scope, native, layer) {
  await scope.click('inside-neurons');
  await scope.at('neurons-layer').selectOption(`${layer}`);
  const post = native[`mlp_post.${layer}.5`];
  const order = [...post.keys()].sort((a, b) => Math.abs(post[b]) - Math.abs(post[a]) || a - b).slice(0, 10);
  if ((await scope.at('table-twin-neurons').getAttribute('open')) === null) {
    await scope.at('table-twin-neurons').locator('summary').click();
  }
  await eventually(async () => {
    const rows = await cells(scope, 'table-twin-neurons');
    assert.deepEqual(rows.map((row) => number(row[0])), order);
    rows.forEach((row, nth) => assert.ok(Math.abs(number(row[1]) - post[order[nth]]) < 0.002, `${row}, ${post[order[nth]]}`));
  });
}
