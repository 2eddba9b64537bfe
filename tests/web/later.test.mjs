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

/** The parts of the page that were asked for since this was called. */
function parts(scope) {
  const asked = [];
  scope.page.on('request', (request) => asked.push(/\/app-[^/]*\/split_(\w+)\.wasm$/.exec(request.url())?.[1]));
  return () => asked.filter((name) => name !== undefined);
}

test('the first picture comes before what works, and links are read and written where there is something to', async (scope) => {
  const asked = parts(scope);
  const waits = [];
  await scope.page.route('**/split_driver.wasm', (route) => waits.push(route));
  await scope.page.goto(scope.url);
  await scope.at('candidate-row').first().waitFor();
  await eventually(async () => assert.equal(waits.length, 1));
  assert.deepEqual(asked(), ['recording', 'driver']);
  await waits[0].continue();
  await scope.page.unroute('**/split_driver.wasm');
  await scope.ready();
  await scope.call('step');
  const { text } = await scope.call('state');
  // What is written down is there after a reload, and so are the settings; both have to be read for it.
  await scope.call('setSettings', { temperature: 0.5 });
  await eventually(async () => assert.match(await scope.frame.evaluate(() => localStorage['logitscope.settings.1'] ?? ''), /0\.5/));
  await eventually(async () => assert.match(await scope.frame.evaluate(() => history.state ?? ''), /tokens=/));
  await scope.page.reload();
  const state = await scope.ready();
  assert.equal(state.text, text);
  assert.equal(state.settings.temperature, 0.5);
  assert.ok(asked().includes('links'), asked().join());
});

test('an address that changes while what reads it comes is the one that opens', async (scope) => {
  const waits = [];
  await scope.page.route('**/split_links.wasm', (route) => waits.push(route));
  await scope.page.goto(`${scope.url}#prompt=One&backend=cpu`);
  await eventually(async () => assert.equal(waits.length, 1));
  await scope.page.evaluate(() => { location.hash = '#prompt=Two&backend=cpu'; });
  await waits[0].continue();
  await scope.ready();
  await eventually(async () => assert.equal((await scope.call('state')).prompt, 'Two'));
});

test(
  'without what works there is the first picture, and the reason; after a reload all is well',
  async (scope) => {
    const DRIVER = '**/app-*/split_driver.wasm';
    await scope.page.route(DRIVER, (route) => route.abort());
    await scope.page.goto(scope.url);
    await scope.at('failed').waitFor();
    assert.match(await scope.text('failed'), /could not be loaded/);
    assert.ok((await scope.at('candidate-row').count()) > 0, 'the recorded picture stays');
    const ready = scope.frame.evaluate(() => window.logitscope.ready.then(() => 'ready', (error) => error.message));
    assert.match(await ready, /could not be loaded/);
    assert.match(await scope.refusal('load', 'pocket'), /could not be loaded/);
    await scope.page.unroute(DRIVER);
    await scope.at('failed').getByRole('button').last().click();
    await scope.ready();
    await scope.call('step');
  },
  { allow: /split_driver|Failed to (fetch|load)|NetworkError|ERR_FAILED/ },
);

test(
  'without what reads a link the page says so, and shows what it shows without one',
  async (scope) => {
    const LINKS = '**/split_links.wasm';
    await scope.page.route(LINKS, (route) => route.abort());
    const without = await scope.open('#prompt=Once');
    assert.match(await scope.text('notices'), /could not be loaded/);
    assert.notEqual(without.prompt, 'Once');
    await scope.page.unroute(LINKS);
    await scope.page.reload();
    assert.equal((await scope.ready()).prompt, 'Once');
    // A link that is pasted later is read, too.
    await scope.page.evaluate(() => (location.hash = '#prompt=Twice'));
    await eventually(async () => assert.equal((await scope.call('state')).prompt, 'Twice'));
  },
  { allow: /split_links|Failed to (fetch|load)|NetworkError|ERR_FAILED/ },
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
