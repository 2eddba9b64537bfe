// What the page loads later: when it rests, or when it is asked for.
import assert from 'node:assert/strict';
import { folder, picked, tinyLlama } from './lib/checkpoint.mjs';
import { gguf } from './lib/gguf.mjs';
import { eventually } from './lib/wait.mjs';
import { suite } from './lib/suite.mjs';

const test = suite();

const STATIONS = '**/split_stations.wasm';

test('a resting page fetches the stations before one is opened', async (scope) => {
  const fetched = scope.page.waitForRequest(STATIONS);
  await scope.open('#backend=cpu');
  await fetched;
  await scope.page.waitForLoadState('networkidle');
  const drawn = scope.frame.evaluate(() => {
    document.querySelector('[data-testid=station-sampler]').click();
    return new Promise((done) => requestAnimationFrame(() => done(document.querySelector('[data-testid=preset]') !== null)));
  });
  assert.ok(await drawn, 'an opened station is there in the next frame');
});

test(
  'a part that does not come says so, and comes when it is asked for again',
  async (scope) => {
    await scope.page.route(STATIONS, (route) => route.abort());
    await scope.open('#backend=cpu&open=dice');
    const lost = scope.at('station-card').getByTestId('part-lost');
    await lost.waitFor();
    assert.match(await lost.textContent(), /could not be loaded/);
    // The rest of the page works without it.
    await scope.call('step');
    await scope.page.unroute(STATIONS);
    await lost.getByTestId('part-again').click();
    await eventually(async () => assert.equal(await scope.at('u').count(), 1));
    assert.equal(await lost.count(), 0);
    // So do the others that are in the same file.
    await scope.look('layers');
    await scope.click('inside-attention');
    await eventually(async () => assert.equal(await lost.count(), 0));
  },
  { allow: /split_stations|Failed to (fetch|load)|NetworkError|ERR_FAILED/ },
);

test(
  'a command of a script is refused in words where what does it does not come',
  async (scope) => {
    await scope.page.route('**/split_data.wasm', (route) => route.abort());
    await scope.open('#backend=cpu&prompt=The');
    const refusal = await scope.refusal('load', 'https://nowhere.invalid/model/');
    assert.match(refusal, /could not be loaded/);
  },
  { allow: /split_data|Failed to (fetch|load)|NetworkError|ERR_|invalid/, origins: ['https://nowhere.invalid'] },
);

test(
  'what a model needs of the engine comes with it, and with the next one if it did not come',
  async (scope) => {
    const [READER, FOLDS] = ['**/engine-*/split_gguf.wasm', '**/engine-*/split_folding.wasm'];
    const lost = [];
    for (const part of [READER, FOLDS]) {
      await scope.page.route(part, (route) => {
        lost.push(new URL(route.request().url()).pathname.split('/').at(-1));
        return route.abort();
      });
    }
    // The model of the page needs neither.
    await scope.open('#backend=cpu&prompt=ab');
    await scope.call('step');
    assert.deepEqual(lost, []);

    const model = tinyLlama();
    const folding = { ...model, tokenizer: { ...model.tokenizer, normalizer: { type: 'NFC' } } };
    const cases = [
      [READER, { 'x/tiny.gguf': gguf(model) }, /Reading tiny\.gguf failed/, 'split_gguf.wasm'],
      [FOLDS, folder('x', folding), /Reading tokenizer\.json failed/, 'split_folding.wasm'],
    ];
    for (const [part, files, words, name] of cases) {
      await scope.at('model-files').setInputFiles(picked(files));
      await eventually(async () => assert.match(await scope.text('notices'), words));
      assert.equal(lost.at(-1), name);
      await scope.page.unroute(part);
      await scope.at('model-files').setInputFiles([]);
      await scope.at('model-files').setInputFiles(picked(files));
      await eventually(async () => assert.equal((await scope.call('state')).model.d_model, 8));
      await scope.call('step');
      await scope.open('#backend=cpu&prompt=ab');
    }
  },
  { allow: /split_gguf|split_folding|Failed to (fetch|load)|NetworkError|ERR_FAILED/ },
);
