// What a visitor sees before pressing anything.
import assert from 'node:assert/strict';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const test = suite();

test('the status says what runs where, and the adapter', async (scope) => {
  const state = await scope.open('#backend=gpu');
  assert.equal(state.model.backend.kind, 'gpu');
  const adapter = await scope.frame.evaluate(async () => (await navigator.gpu.requestAdapter()).info.vendor);
  const shown = await scope.text('adapter');
  assert.match(shown, /^GPU, /);
  assert.ok(shown.includes(adapter), `${shown} names ${adapter}`);
  assert.match(await scope.text('status'), /Tokenizer and sampler ?CPU/);
  assert.match(await scope.text('forward-ms'), /\d/);
  await scope.screenshot('first');
  await scope.call('setSettings', { temperature: 100, top_k: 0, top_p: 1 });
  await scope.call('run', { maxTokens: 3 });
  await eventually(async () => assert.match(await scope.text('tokens-per-second'), /^\d+\.\d tokens\/s$/));
});

test('the tokens on screen are those of the tokenizer', async (scope) => {
  await scope.open();
  await scope.unfoldText();
  for (const text of ['The old king’s 3 horses', ' two  spaces\nand 日本 🙂', 'x']) {
    await scope.at('prompt').fill(text);
    const { tokens: expected } = await scope.engine({ tokenize: { text } });
    const shown = () =>
      scope.at('prompt-token').evaluateAll((all) => all.map((e) => [Number(e.dataset.token), e.querySelector('.token-id').textContent]));
    await eventually(async () => {
      assert.deepEqual(
        await shown(),
        expected.map(({ token }) => [token, token.toLocaleString('en')]),
      );
    });
    // The run follows the prompt box, and the text on screen is the prompt.
    await scope.tokens(expected.length);
    const state = await scope.call('state');
    assert.equal(state.text, text);
    assert.deepEqual(
      state.transcript.map((entry) => entry.token),
      expected.map(({ token }) => token),
    );
    assert.match(await scope.text('prompt-count'), new RegExp(`^${expected.length} of 256 tokens$`));
  }
});

test('a text with a prompt in its ? part is moved to the # part', async (scope) => {
  await scope.page.goto(`${scope.url}?prompt=The+sea`);
  const state = await scope.ready();
  assert.equal(state.prompt, 'The sea');
  const { search, hash } = new URL(scope.page.url());
  assert.equal(search, '');
  assert.match(hash, /prompt=The/);
});

test('settings are remembered for other visits, texts stay with their tab', async (scope, { fresh }) => {
  await scope.open();
  await scope.call('setPrompt', 'Secret');
  await scope.at('temperature').fill('1.3');
  await eventually(async () => {
    const kept = await scope.frame.evaluate(() => JSON.stringify({ ...localStorage }));
    assert.match(kept, /"temperature\\*",\\*"t\\*":1\.3/);
    assert.doesNotMatch(kept, /Secret/);
  });
  const state = await (await fresh()).open();
  assert.equal(state.settings.temperature, 1.3);
  assert.equal(state.prompt, 'In the forest lived a');
  await scope.page.reload();
  assert.equal((await scope.ready()).prompt, 'Secret');
});

test('until the model is there nothing is said of its layers, and what can be given up covers nothing', async (scope) => {
  let comes;
  const held = new Promise((done) => (comes = done));
  await scope.page.route('**/model.safetensors', async (route) => (await held, route.continue()));
  await scope.page.goto(`${scope.url}#backend=cpu`);
  const head = scope.at('station-layers');
  await eventually(async () => assert.match(await head.innerText(), /^Layers/));
  comes();
  await scope.ready();
  assert.match(await head.innerText(), /^6 layers/);
  const again = new Promise((done) => (comes = done));
  await scope.page.route('**/pocket-draft/model.safetensors', async (route) => (await again, route.continue()));
  const loaded = scope.call('load', 'pocket-draft');
  const [button, text] = [scope.at('cancel-load'), scope.frame.locator('.surface')];
  await button.waitFor();
  await eventually(async () => {
    const [above, below] = [await button.boundingBox(), await text.boundingBox()];
    assert.ok(above.y + above.height <= below.y, JSON.stringify({ above, below }));
  });
  comes();
  await loaded;
});
