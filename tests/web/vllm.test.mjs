// The page on a real vLLM, which takes 6 GB of packages: tests/endpoints/vllm.sh starts it and runs this.
import assert from 'node:assert/strict';
import { suite } from './lib/suite.mjs';

const ALL = process.env.LOGITSCOPE_VLLM;
const TWENTY = process.env.LOGITSCOPE_VLLM_20;
const HASH = `#backend=cpu&precision=f32&temperature=0&prompt=${encodeURIComponent('The old house stood at the end of the road.')}`;
/** Both compute in f32, in another order. */
const SAME = 1e-4;

const page = suite();
const test = (name, body) =>
  page(name, body, { origins: [/^http:\/\/127\.0\.0\.1:\d+$/], skip: !(ALL && TWENTY) && 'no vLLM server: tests/endpoints/vllm.sh starts one' });

async function connect(scope, address) {
  await scope.click('model-menu');
  await scope.click('open-server');
  await scope.at('server-address').fill(address);
  await scope.click('server-connect');
  await scope.at('server-table').waitFor();
  assert.match(await scope.text('server-table'), /vLLM/);
  await scope.click('server-close');
  await scope.settled();
}

/** Opens the text on the server at `address`, and once more with the model here: that page. */
async function besides(scope, fresh, address) {
  await scope.open(HASH);
  await connect(scope, address);
  const own = await fresh();
  await own.open(HASH);
  return own;
}

/** Takes a step; its token. */
const next = async (scope) => (await scope.call('step')).choice.token;

/** ln p of every token at the cursor. */
const logProbs = (scope) =>
  scope.frame.evaluate(async () => {
    const logits = await window.logitscope.logits();
    const most = logits.reduce((a, b) => Math.max(a, b));
    const sum = Math.log(logits.reduce((all, z) => all + Math.exp(z - most), 0)) + most;
    return Array.from(logits, (z) => z - sum);
  });

test('a greedy text on vLLM is the one that is computed here, and so is every log-probability', async (scope, { fresh }) => {
  const own = await besides(scope, fresh, ALL);
  for (let step = 0; step < 8; step += 1) {
    const [there, here] = [await logProbs(scope), await logProbs(own)];
    const apart = here.map((l, id) => Math.abs(l - there[id])).reduce((a, b) => Math.max(a, b));
    assert.ok(there.length === 6144 && apart < SAME, `step ${step}: ${apart}`);
    assert.equal(await next(scope), await next(own));
  }
});

test('twenty tokens a step decide a greedy text', async (scope, { fresh }) => {
  const own = await besides(scope, fresh, TWENTY);
  for (let step = 0; step < 8; step += 1) {
    assert.equal(await next(scope), await next(own));
  }
});
