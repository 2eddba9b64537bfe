// GPU against CPU, in the browser: the same model on both backends.
import assert from 'node:assert/strict';
import { assertNear } from './lib/numbers.mjs';
import { suite } from './lib/suite.mjs';

const test = suite();

/** |GPU − CPU| ≤ this · (1 + |CPU|). Both keep f16 weights and compute in f32; sums run in other orders. */
const TOLERANCE = 1e-3;

const PROMPT = 'The king opened the door and';
const FORCED = [13, 300, 2];

/** Every logit of a run with a prefill, four decoded tokens, and a branch from the end of the prompt. */
async function collect(scope, backend) {
  const { model, prompt_end } = await scope.open(
    `#prompt=${encodeURIComponent(PROMPT)}&temperature=0&backend=${backend}`,
  );
  assert.equal(model.backend.kind, backend);
  const logits = { prefill: await scope.logits() };
  for (const [i, token] of FORCED.entries()) {
    await scope.call('force', token);
    logits[`decode ${i + 1}`] = await scope.logits();
  }
  await scope.call('branch', prompt_end, 501);
  logits.branch = await scope.logits();
  const steps = await scope.steps(6);
  logits['end of the branch'] = await scope.logits();
  const tokens = (await scope.call('state')).transcript.map((entry) => entry.token);
  const taps = await scope.engine({ inspect: { tokens, from: 0, layers: [], names: [] } });
  return { logits, greedy: steps.map((step) => step.choice.token), taps: taps.taps, model, tokens };
}

test('the GPU and the CPU give the same logits and the same intermediates', async (scope, { fresh }) => {
  const gpu = await collect(scope, 'gpu');
  const other = await fresh();
  const cpu = await collect(other, 'cpu');
  assert.match(await other.text('adapter'), /^CPU \(WebAssembly/);
  assert.deepEqual(gpu.greedy, cpu.greedy, 'greedy tokens');
  for (const [what, expected] of Object.entries(cpu.logits)) {
    assert.equal(expected.length, gpu.model.d_vocab);
    assertNear(gpu.logits[what], expected, TOLERANCE, `logits after ${what}`);
  }

  const name = (tap) => `${tap.name}.${tap.layer ?? ''}.${tap.position}`;
  assert.deepEqual(gpu.taps.map(name).sort(), cpu.taps.map(name).sort());
  const names = new Set(cpu.taps.map((tap) => tap.name));
  for (const expected of ['embed', 'resid_pre', 'q', 'k', 'v', 'pattern', 'mlp_post', 'ln_final']) {
    assert.ok(names.has(expected), `${expected} is among ${[...names]}`);
  }
  for (const tap of cpu.taps) {
    const found = gpu.taps.find((one) => name(one) === name(tap));
    assert.deepEqual(found.shape, tap.shape, name(tap));
    assertNear(found.bytes, tap.bytes, TOLERANCE, name(tap));
  }
});

test('changing the backend goes on with the same run', async (scope) => {
  await scope.open(`#prompt=${encodeURIComponent(PROMPT)}&temperature=0&backend=cpu`);
  const { transcript } = await scope.call('state');
  await scope.steps(3);
  const tokens = await scope.tokens(transcript.length + 3);
  await scope.click('model-menu');
  const changed = scope.frame.evaluate(() => new Promise((done) => window.logitscope.on('model', done)));
  await scope.at('backend').selectOption('gpu');
  assert.equal((await changed).backend.kind, 'gpu');
  assert.deepEqual(await scope.tokens(tokens.length), tokens);
  await scope.call('step');
  assert.equal((await scope.tokens(tokens.length + 1)).length, tokens.length + 1);
  assert.match(await scope.text('adapter'), /^GPU, /);
});
