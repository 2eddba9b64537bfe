// Which backend the page takes by itself, and that it says why.
import assert from 'node:assert/strict';
import { suite } from './lib/suite.mjs';

const test = suite();

const KEY = 'logitscope.measured.1';

/** What the engine measured, as the page keeps it. */
const kept = (scope) => scope.frame.evaluate((key) => JSON.parse(localStorage.getItem(key)), KEY);

/** The estimates that the status line names: milliseconds on the adapter and on the CPU. */
async function estimates(scope) {
  const found = (await scope.text('status')).match(/about ([\d.]+) ms on the software adapter .*? and ([\d.]+) ms on the CPU/);
  assert.ok(found, 'the status line gives the reason');
  return found.slice(1).map(Number);
}

test('the page measures both, takes the one that its own numbers speak for, and says why', async (scope) => {
  const { model } = await scope.open();
  const [gpu, cpu] = await estimates(scope);
  const { tuning, cpu_gbps: cpuGbps, adapter } = await kept(scope);
  assert.ok(tuning.matvec_gbps > 0 && tuning.dispatch_us > 0 && cpuGbps > 0, JSON.stringify(tuning));
  // The multiplied weights of the model: its blocks and its head.
  const { n_layers: l, d_model: d, d_mlp: m, d_vocab: v } = model;
  const weights = l * (4 * d * d + 2 * d * m) + v * d;
  const near = (shown, expected, what) => assert.ok(Math.abs(shown - expected) <= 0.05 * expected + 0.5, `${what}: ${shown}, ${expected}`);
  near(gpu, (2 * weights) / tuning.matvec_gbps / 1e6 + ((8 * l + 4) * tuning.dispatch_us) / 1e3, 'GPU');
  near(cpu, (2 * weights) / cpuGbps / 1e6, 'CPU');
  assert.match(adapter, /swiftshader/, 'these tests run on a software adapter');
  // Two estimates that are nearly the same once rounded say nothing about which side of the line they were on.
  const margin = Math.min(Math.abs(gpu - 10), Math.abs(gpu - 1.5 * cpu));
  if (margin > 0.5) assert.equal(model.backend.kind, gpu > 10 && gpu > 1.5 * cpu ? 'cpu' : 'gpu');
});

test('a measurement is kept for the next visit, and one of another adapter is not believed', async (scope, { fresh }) => {
  await scope.open();
  const first = await kept(scope);
  const again = await fresh();
  await again.open();
  assert.deepEqual(await kept(again), first, 'the same numbers: nothing was measured again');

  const slow = { ...first, tuning: { ...first.tuning, matvec_gbps: 0.001 } };
  await again.frame.evaluate(([key, text]) => localStorage.setItem(key, text), [KEY, JSON.stringify(slow)]);
  const third = await fresh();
  assert.equal((await third.open()).model.backend.kind, 'cpu', 'so slow an adapter is left alone');
  assert.ok((await estimates(third))[0] > 5000);

  // Kernels that this browser does not offer, and a speed that nothing has.
  for (const change of [{ families: { matvec: 'subgroup', product: 'workgroup' } }, { dispatch_us: 0 }]) {
    const damaged = { ...first, tuning: { ...first.tuning, ...change } };
    await third.frame.evaluate(([key, text]) => localStorage.setItem(key, text), [KEY, JSON.stringify(damaged)]);
    const after = await fresh();
    await after.open('#backend=gpu');
    const { tuning } = await kept(after);
    assert.ok(tuning.families.matvec === 'columns' && tuning.dispatch_us > 0, 'measured anew');
    await after.page.close();
  }

  const foreign = { ...slow, adapter: 'another' };
  await third.frame.evaluate(([key, text]) => localStorage.setItem(key, text), [KEY, JSON.stringify(foreign)]);
  const fourth = await fresh();
  await fourth.open();
  assert.equal((await kept(fourth)).adapter, first.adapter);
  assert.ok((await kept(fourth)).tuning.matvec_gbps > 0.001, 'measured anew');
});

test('what the visitor chooses beats what was measured', async (scope) => {
  for (const backend of ['gpu', 'cpu']) {
    const { model } = await scope.open(`#backend=${backend}&prompt=${backend}`);
    assert.equal(model.backend.kind, backend);
    assert.doesNotMatch(await scope.text('status'), /Why/);
    await scope.page.goto('about:blank');
  }
});
