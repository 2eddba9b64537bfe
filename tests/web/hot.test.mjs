// What a token costs, counted at the browser's own WebGPU functions inside the engine's worker.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { eventually } from './lib/wait.mjs';
import { suite } from './lib/suite.mjs';

const test = suite();
const inFirefox = suite({ browser: 'firefox' });

const COUNTERS = new URL('../bench/pages/counters.mjs', import.meta.url);

/** Serves the engine's script with the counters in front. They are there before the engine asks for an adapter. */
async function instrument(scope) {
  const counters = (await readFile(COUNTERS, 'utf8')).replaceAll(/^export /gm, '');
  const channel = "new BroadcastChannel('counts')";
  const prelude = `{ ${counters}; count(); ${channel}.onmessage = ({ target }) => target.postMessage(snapshot()); }\n`;
  await scope.page.route('**/engine.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: prelude + (await response.text()) });
  });
}

/** Asks the worker; not through the driver of the browser, which reaches none in Firefox. */
const counted = (scope) =>
  scope.frame.evaluate(
    () =>
      new Promise((resolve) => {
        const channel = new BroadcastChannel('counts');
        channel.onmessage = ({ data }) => {
          channel.close();
          resolve(data);
        };
        channel.postMessage('how many?');
      }),
  );

/** What `act` adds to the counts. */
async function during(scope, act) {
  const before = await counted(scope);
  await act();
  const after = await counted(scope);
  return Object.fromEntries(Object.keys(after).map((name) => [name, after[name] - before[name]]));
}

test('a decoded token is one pass, one submit and one map, with nothing created', async (scope) => {
  await instrument(scope);
  const { model } = await scope.open('#backend=gpu&hide=pipeline&prompt=The+sea+was&temperature=0.9&seed=3&max_tokens=200');
  const loaded = await counted(scope);
  assert.ok(loaded.pipelines > 5 && loaded.buffers > 20 && loaded.bindGroups > 20, JSON.stringify(loaded));
  await scope.call('step');

  const tokens = 12;
  const calls = await during(scope, () => scope.steps(tokens));
  const each = Object.fromEntries(Object.entries(calls).map(([name, n]) => [name, n / tokens]));
  assert.deepEqual(each, {
    submits: 1,
    // They are for Firefox, which looks for what is done when something is submitted.
    emptySubmits: 0,
    dispatches: 8 * model.n_layers + 4,
    passes: 1,
    maps: 1,
    writes: 4,
    encoders: 1,
    buffers: 0,
    bindGroups: 0,
    pipelines: 0,
  });
});

inFirefox('Firefox, which rarely looks for what is done, is given empty submissions until a token is there', async (scope) => {
  await instrument(scope);
  const { model } = await scope.open('#backend=gpu&hide=pipeline&prompt=The+sea+was&temperature=0.9&seed=3&max_tokens=200');
  await scope.call('step');
  const tokens = 12;
  const { submits, emptySubmits, dispatches, maps } = await during(scope, () => scope.steps(tokens));
  assert.deepEqual([submits, dispatches, maps], [tokens, tokens * (8 * model.n_layers + 4), tokens]);
  assert.ok(emptySubmits >= tokens, `${emptySubmits} for ${tokens} tokens`);
});

test('a prompt is cut into submissions of 10 ms by what was measured, and compiles nothing', async (scope) => {
  await instrument(scope);
  const { model } = await scope.open('#backend=gpu&hide=pipeline&prompt=x');
  const text = 'The old man said to the king that the sea was cold and that the ships would not come before the winter. ';
  const { tokens } = await scope.engine({ tokenize: { text: text.repeat(2) } });
  const rows = Math.min(tokens.length, 64);
  assert.ok(rows > 32, `${rows} rows in one pass`);
  const prefill = await during(scope, () => scope.engine({ evaluate: { tokens: tokens.slice(0, rows).map(({ token }) => token) } }));
  assert.deepEqual([prefill.pipelines, prefill.bindGroups, prefill.maps], [0, 0, 1], JSON.stringify(prefill));
  assert.equal(prefill.dispatches, 8 * model.n_layers + 4, 'as many dispatches as one token');

  const measured = await scope.frame.evaluate(() => JSON.parse(localStorage.getItem('logitscope.measured.1')));
  const { n_layers: l, d_model: d, d_mlp: m, d_vocab: v } = model;
  const matrices = [3 * d * d, d * d, d * m, d * m].map((n) => 2 * n);
  const piece = (measured.tuning.product_gbps * 1e6 * 10) / (rows / 16);
  // Matrices are never cut, so that a submission holds at least one and at most so many.
  const most = 4 * l + 1;
  const expected = (l * matrices.reduce((sum, n) => sum + n) + 2 * v * d) / piece;
  assert.ok(prefill.submits >= Math.min(most, expected) / 2 && prefill.submits <= most, `${prefill.submits} submits, ${expected} expected`);
});

test('moving a slider does not touch the GPU', async (scope) => {
  await instrument(scope);
  await scope.open('#backend=gpu&hide=pipeline&prompt=The+sea+was&temperature=0.9&seed=3');
  // The prompt is rated in a quiet moment; what is asked after it waits for its end.
  await eventually(async () => assert.ok((await scope.requests()).includes('score')));
  await scope.engine({ tokenize: { text: 'a' } });
  const slider = await during(scope, async () => {
    await scope.call('setSettings', { temperature: 0.3 });
    await scope.call('setSettings', { top_k: 5 });
    await scope.settled();
  });
  assert.ok(Object.values(slider).every((n) => n === 0), JSON.stringify(slider));
});
