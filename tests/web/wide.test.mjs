// A matrix that is larger than what Firefox's WebGPU binds at once: it lies on the GPU in parts.
import assert from 'node:assert/strict';
import { folder } from './lib/checkpoint.mjs';
import { built, near, ran } from './lib/inside.mjs';
import { assertShows } from './lib/numbers.mjs';
import { distribution } from './lib/sampling.mjs';
import { suite } from './lib/suite.mjs';
import { vast } from './lib/vast.mjs';
import { eventually } from './lib/wait.mjs';

const [VOCAB, WIDTH, TOKENS] = [151_936, 256, 5];
const PROMPT = 'The fox';

const MODEL = vast({ layers: 2, vocab: VOCAB, d: WIDTH });
const test = suite({ browser: 'firefox', files: folder('models/vast', MODEL) });

test('Firefox writes what the command writes from a table of embeddings that it cannot bind whole', async (scope) => {
  if (!built()) return;
  const greedy = ['--chain', 'temperature~0', '--max-tokens', `${TOKENS}`];
  const { trace, arrays } = await ran(MODEL, ['--prompt', PROMPT, ...greedy, '--logits', 'full']);
  const expected = trace.nodes.map(({ token }) => token);

  const hash = `#model=vast&prompt=${encodeURIComponent(PROMPT)}&chain=temperature~0&backend=gpu&precision=f32`;
  const { model } = await scope.open(hash);
  assert.deepEqual([model.name, model.backend.kind, model.weights], ['vast', 'gpu', 'f32']);
  const most = await scope.frame.evaluate(async () => (await navigator.gpu.requestAdapter()).limits.maxStorageBufferBindingSize);
  const whole = most / (4 * WIDTH);
  assert.ok(whole < VOCAB, `a binding has ${most} bytes: it holds the whole table, and this test shows nothing`);
  assert.ok(expected.slice(0, -1).some((token) => token >= whole), `no row of the second part is looked up: ${expected}`);

  near(Array.from(await scope.logits()), arrays[`logits.${PROMPT.length - 1}`], 'logits of the prompt');
  await scope.steps(TOKENS - 1);
  const logits = await scope.logits();
  near(Array.from(logits), arrays[`logits.${expected.length - 2}`], 'logits of the last step');
  const entries = distribution(logits, { temperature: 0, top_k: 0, top_p: 1, seed: 1 });
  await eventually(async () => {
    const { candidates } = await scope.shown();
    assert.ok(candidates.length >= 8, `${candidates.length} candidates`);
    candidates.forEach((row, rank) => {
      assert.deepEqual([row.token, row.after === 'cut'], [entries[rank].token, rank > 0]);
      assertShows(row.before, entries[rank].before, `before of ${row.token}`);
    });
  });
  await scope.call('step');
  assert.deepEqual(await scope.tokens(expected.length), expected);
});
