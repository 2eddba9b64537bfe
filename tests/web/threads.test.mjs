// The CPU backend on several cores, where the page is isolated from others; it is never needed.
import assert from 'node:assert/strict';
import { large, load, make } from './lib/large.mjs';
import { suite } from './lib/suite.mjs';

const test = suite();

/** With these a browser lets workers share memory. */
const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
/** Another server of the test's own. */
const ANY_PORT = { origins: [/^http:\/\/localhost:\d+$/] };

/** Two layers, and a head of 12 million weights, of which a product with one row is shared, too. */
const [[config, shapes]] = large(27, 16384);

const PROMPT = 'a long day '.repeat(4);

/** Opens the model, its weights kept as `precision`, and takes some steps; its adapter, its logits then and after another prompt, and its tokens. */
async function run(scope, precision) {
  await scope.open(`#backend=cpu&precision=${precision}&prompt=${encodeURIComponent(PROMPT)}`);
  await make(scope, config, shapes);
  await load(scope);
  // The first products are done alone: so it is learned how long they take.
  const steps = await scope.steps(3);
  const stepped = await scope.logits();
  await scope.call('setPrompt', `not ${PROMPT}`);
  const prompted = await scope.logits();
  const { model } = await scope.call('state');
  return { adapter: model.backend.adapter, stepped, prompted, tokens: steps.map(({ choice }) => choice.token) };
}

for (const precision of ['f32', 'f16', 'q8', 'q4']) {
  test(
    `in ${precision}, threads change no bit`,
    async (scope, { fresh, host }) => {
      const alone = await run(scope, precision);
      assert.equal(alone.adapter, 'CPU (WebAssembly)');
      const isolated = await fresh();
      isolated.url = (await host({ headers: ISOLATED })).url;
      const together = await run(isolated, precision);
      assert.match(together.adapter, /^CPU \(WebAssembly, \d+ threads\)$/);
      for (const key of ['stepped', 'prompted']) {
        assert.deepEqual(new Uint32Array(together[key].buffer), new Uint32Array(alone[key].buffer), key);
      }
      assert.deepEqual(together.tokens, alone.tokens);
      // A small model has none; what they had of the first is given back.
      await isolated.call('load', 'pocket');
      await isolated.call('step');
      assert.equal((await isolated.call('state')).model.backend.adapter, 'CPU (WebAssembly)');
    },
    ANY_PORT,
  );
}
