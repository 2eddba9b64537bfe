// What every browser must do, written once: core.test.mjs runs it in each.
//
// These tests call no more of Playwright than lib/webdriver.mjs has.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cells, number } from './cells.mjs';
import { assertShows } from './numbers.mjs';
import { folder, tiny } from './checkpoint.mjs';
import { distribution, entropy, select, values } from './sampling.mjs';
import { DIST } from './server.mjs';
import { eventually } from './wait.mjs';

/** Models of fixed random weights: runs are as long as the tests need, whatever the bundled model learns. */
export const FILES = {
  ...folder('models/bytes', tiny({ nCtx: 200 })),
  ...folder('models/tiny', tiny({ nCtx: 100, scale: 1 })),
};

/**
 * What each test is called, does and allows; see `suite`. What a test is given holds the `backend` to use; one that is
 * the same on every backend says `anyBackend`.
 */
export const CORE = [];
const test = (...declared) => CORE.push(declared);

const PROMPT = '#prompt=Once+upon+a+time&temperature=0.8&top_k=40&top_p=0.95&seed=5&max_tokens=200';
const BYTES = `${PROMPT}&model=bytes`;

test('the first distribution is there before anything is pressed', async (scope, { server }) => {
  const state = await scope.open();
  assert.equal(state.phase, 'ready');
  assert.equal(state.prompt, 'In the forest lived a');
  const { candidates, rest, u } = await scope.shown();
  assert.equal(candidates.filter((row) => row.chosen).length, 1);
  assert.ok(candidates.length >= 8 && rest, 'candidates and the rest');
  assert.ok(u >= 0 && u < 1);
  assert.equal(await scope.at('badge-recorded').count(), 0, 'the live run has taken over');
  assert.equal(await scope.text('candidates').then((text) => text.includes('NaN')), false);
  assert.ok(server.requests.every((path) => path.startsWith('/some/sub/path/')), server.requests.join('\n'));
});

/** Plays at full speed until so many tokens were generated, then pauses as `pause` does it. */
async function playSome(scope, start, pause) {
  const { transcript } = await scope.call('state');
  await scope.call('setSettings', { speed: 8 });
  await start();
  await eventually(async () => assert.ok((await scope.transcript()).length >= transcript.length + 3));
  assert.equal(await scope.text('play'), 'Pause');
  await pause();
  await eventually(async () => assert.equal(await scope.text('play'), 'Play'));
  // The step that was under way when Pause was pressed may still come; then nothing does.
  const { playing } = await scope.call('rollAgain').then(() => scope.call('state'));
  assert.equal(playing, false);
  await scope.settled();
  return scope.transcript();
}

test('step, play, pause, rewind and restart by mouse', async (scope, { backend }) => {
  const { transcript: prompt, model } = await scope.open(`${BYTES}&backend=${backend}`);
  assert.equal(model.backend.kind, backend);
  for (const button of ['rewind', 'restart']) assert.ok(await scope.at(button).isDisabled(), button);

  const expected = (await scope.shown()).candidates.find((row) => row.chosen).token;
  await scope.click('step');
  const stepped = await scope.tokens(prompt.length + 1);
  assert.equal(stepped.at(-1), expected, 'Step takes the token under the pin');

  const played = await playSome(
    scope,
    () => scope.click('play'),
    () => scope.click('play'),
  );
  assert.deepEqual(played.slice(0, stepped.length), stepped);

  await scope.click('rewind');
  assert.deepEqual(await scope.tokens(played.length - 1), played.slice(0, -1));
  await scope.click('restart');
  assert.deepEqual(
    await scope.tokens(prompt.length),
    prompt.map((entry) => entry.token),
  );
});

test('step, play, pause, rewind and restart by keyboard', async (scope) => {
  const { transcript: prompt } = await scope.open(BYTES);
  const press = (key) => scope.page.keyboard.press(key);
  await press('ArrowRight');
  await scope.tokens(prompt.length + 1);
  await press('n');
  const stepped = await scope.tokens(prompt.length + 2);

  const played = await playSome(
    scope,
    () => press('Space'),
    () => press('p'),
  );
  assert.deepEqual(played.slice(0, stepped.length), stepped);

  await press('Backspace');
  await scope.tokens(played.length - 1);
  await press('Home');
  await scope.tokens(prompt.length);

  const { u } = await scope.shown();
  await press('r');
  await eventually(async () => assert.notEqual((await scope.shown()).u, u, 'r rolls again'));

  await press('/');
  assert.equal(await scope.at('prompt').evaluate((e) => e === document.activeElement), true);
  // Keys typed into the prompt are text.
  await press('End');
  await scope.page.keyboard.type(' n p r');
  await eventually(async () => assert.equal((await scope.call('state')).text, 'Once upon a time n p r'));
  assert.equal((await scope.call('state')).playing, false);

  await scope.at('prompt').blur();
  await press('?');
  await scope.at('help-dialog').waitFor();
  await press('Escape');
  await scope.at('help-dialog').waitFor({ state: 'hidden' });
}, { anyBackend: true });

/** Waits until the engine has nothing to do: the prompt is rated after everything else. */
function idle(scope) {
  return eventually(async () => assert.notEqual((await scope.call('state')).transcript[1].prob, null));
}

const entryOf = (entries, { token }) => entries.find((entry) => entry.token === token);

test('sliders redraw from stored logits, without asking the engine', async (scope) => {
  await scope.open(PROMPT);
  await scope.call('step');
  const logits = await scope.logits();
  await idle(scope);
  const before = await scope.requests();
  const u = (await scope.shown()).u;
  for (const [slider, keys] of [
    ['temperature', 'Home'],
    ['temperature', 'End'],
    ['top_k', 'ArrowLeft'],
    ['top_k', 'PageDown'],
    ['top_p', 'ArrowLeft'],
    ['top_p', 'PageDown'],
    ['top_k', 'End'],
  ]) {
    const old = (await scope.call('state')).settings;
    await scope.at(`${slider}-slider`).focus();
    await scope.page.keyboard.press(keys);
    await scope.settled();
    const { settings } = await scope.call('state');
    assert.notDeepEqual(settings, old, `${slider} ${keys} changes the settings`);
    const expected = distribution(logits, settings);
    const shown = await scope.shown();
    const top = shown.candidates.map((row) => row.token);
    assert.equal(
      shown.candidates.find((row) => row.chosen).token,
      select(expected, u).token,
      `${slider} ${keys}: the token under the pin`,
    );
    assert.deepEqual(
      shown.candidates.filter((row) => row.after === 'cut').map((row) => row.token),
      expected.filter((entry) => entry.cut && top.includes(entry.token)).map((entry) => entry.token),
    );
    for (const row of shown.candidates) {
      const { after, cut } = entryOf(expected, row);
      if (!cut) assertShows(row.after, after, `${slider} ${keys}: ${row.token} after the sampler`);
    }
    assert.equal(shown.u, u, 'a slider does not touch the dice');
  }
  assert.deepEqual(await scope.requests(), before, 'the engine was not asked');

  // The opened station has bars as long as the probabilities, on an axis that ends at a round number.
  await scope.look('logits');
  const expected = distribution(logits, (await scope.call('state')).settings);
  const shown = await scope.shown();
  assert.equal(shown.entropyAfter, `${(entropy(expected.map((entry) => entry.after)) + 0).toFixed(2)} bits`);
  const longest = shown.candidates.reduce((a, b) => (b.bars[0] > a.bars[0] ? b : a));
  const end = entryOf(expected, longest).before / longest.bars[0];
  for (const row of shown.candidates) {
    const { after } = entryOf(expected, row);
    assert.ok(Math.abs(row.bars[1] - after / end) < 1e-3, `bar of ${row.token}: ${row.bars[1]} and ${after / end}`);
  }

  // The station that opens may move the button from under the pointer.
  await eventually(async () => {
    await scope.click('reset-settings');
    await scope.settled();
    assert.deepEqual(values((await scope.call('state')).settings), { temperature: 0.8, top_k: 40, top_p: 0.9, seed: 1 });
  });
});

test('attention: nothing until it is opened, then every head; the pattern is the softmax of the scores', async (
  scope,
  { backend },
) => {
  await scope.open(`#model=tiny&prompt=abcabc&seed=3&chain=temperature~1&backend=${backend}`);
  assert.equal(await scope.at('thumb').count(), 0);
  await scope.click('inside-attention');
  await eventually(async () => assert.equal(await scope.at('thumb').count(), 2));
  // It opens on the head that tells most. What is above it may still arrive, and move what is pressed from under the pointer.
  const choose = (head) =>
    eventually(async () => {
      await scope.at('thumb').nth(head).click();
      assert.equal(await scope.text('head-title'), `Layer 0, head ${head}`);
    });
  await choose(0);
  await eventually(async () => {
    const twin = scope.at('table-twin-attention');
    if ((await twin.getAttribute('open')) === null) await twin.locator('summary').click();
    assert.equal((await cells(scope, 'table-twin-attention')).length, 6);
  });
  const rows = await cells(scope, 'table-twin-attention');
  const scores = rows.map((row) => number(row[2]));
  const weights = rows.map((row) => number(row[3]) / 100);
  const total = scores.reduce((sum, score) => sum + Math.exp(score), 0);
  assert.ok(Math.abs(weights.reduce((a, b) => a + b) - 1) < 0.005, `${weights}`);
  weights.forEach((weight, at) =>
    assert.ok(Math.abs(weight - Math.exp(scores[at]) / total) < 0.02, `${weights} ${scores}`),
  );
  assert.deepEqual(rows.map((row) => row[1]), [...'abcabc']);

  // Another head has another pattern; another query has fewer keys.
  await choose(1);
  await eventually(async () => assert.notDeepEqual(await cells(scope, 'table-twin-attention'), rows));
  // What is above it may still arrive, and move it from under the pointer.
  await eventually(async () => {
    await scope.at('attended').nth(2).hover();
    assert.equal((await cells(scope, 'table-twin-attention')).length, 3);
  });
  assert.match(await scope.text('heat-words'), /“c” \(position 2\)/);
});

test('prompts that cannot be run are explained, and the run before them stays', async (scope) => {
  const { transcript } = await scope.open('#model=bytes&prompt=Hello');
  await scope.call('step');
  const tokens = await scope.tokens(transcript.length + 1);
  for (const [text, words] of [
    ['', /prompt is empty/],
    ['a'.repeat(200), /has 200 tokens.*at most 200.*199/],
    ['b'.repeat(2_000_000), /2,000,000 bytes, more than this page takes/],
  ]) {
    assert.match(await scope.refusal('setPrompt', text), words);
    assert.match(await scope.text('prompt-error'), words);
    assert.equal(await scope.at('prompt').getAttribute('aria-invalid'), 'true');
    const { transcript: kept } = await scope.call('state');
    assert.deepEqual(kept.map((entry) => entry.token), tokens);
  }
  await scope.at('prompt').fill('');
  await eventually(async () => assert.match(await scope.text('prompt-error'), /prompt is empty/));
  await scope.at('prompt').fill('Good');
  await scope.tokens(4);
  assert.equal(await scope.text('prompt-error'), '');
  await scope.click('step');
  await scope.tokens(5);

  // One token less than the context is taken, and the last step fills it.
  await scope.call('setPrompt', 'a'.repeat(199));
  await scope.call('step');
  assert.equal((await scope.call('state')).stopped.reason, 'context_full');
  assert.match(await scope.refusal('step'), /context is full/);
}, { anyBackend: true });

test(
  'a link to a model that is not there says so, and the one of the page is used',
  async (scope) => {
    const state = await scope.open('#model=nowhere&prompt=Hello');
    await scope.notice(/config\.json.*404.*comes with the page is used instead/s);
    assert.deepEqual([state.phase, state.model.name], ['ready', 'pocket']);
    await scope.click('step');
    await scope.tokens(state.transcript.length + 1);
  },
  { allow: /404/, anyBackend: true },
);

test(
  'a lost engine is replaced, and the run goes on with the same tokens',
  async (scope, { host, backend }) => {
    const { url } = await host({ files: { ...FILES, ...(await mortalEngine()) } });
    scope.url = url;
    const { transcript: prompt, model } = await scope.open(`${BYTES}&backend=${backend}`);
    assert.equal(model.backend.kind, backend);
    await scope.steps(3);
    await idle(scope);
    await scope.frame.evaluate(() => window.engineSeen.worker.postMessage('die'));
    await scope.click('step');
    await scope.notice(/started again, and the run goes on/);
    await scope.tokens(prompt.length + 4);
    await scope.steps(2);
    const { model: again, transcript } = await scope.call('state');
    assert.equal(again.backend.kind, backend);

    // The same run once more, undisturbed; another prompt in between forgets what was computed.
    await scope.call('setPrompt', 'Once');
    await scope.call('setPrompt', 'Once upon a time');
    const records = await scope.steps(6);
    assert.deepEqual(
      transcript.slice(prompt.length).map((entry) => entry.token),
      records.map((step) => step.choice.token),
    );
  },
  { allow: /the engine dies|device|lost|destroyed/i, origins: [/^http:\/\/localhost:\d+$/] },
);

/** The engine's program, which dies when it is told to: by the loss of its GPU, or where it has none by an error. */
async function mortalEngine() {
  const html = await readFile(join(DIST, 'index.html'), 'utf8');
  const [, path] = /<meta name="logitscope-engine" content="\.\/([^"]+)">/.exec(html);
  return { [path]: `(${listenForDeath})();\n${await readFile(join(DIST, path), 'utf8')}` };
}

/** Runs in the engine's worker, before the engine. */
function listenForDeath() {
  let device;
  const { prototype } = globalThis.GPUAdapter ?? { prototype: {} };
  const { requestDevice } = prototype;
  prototype.requestDevice = async function (...given) {
    device = await requestDevice.apply(this, given);
    return device;
  };
  addEventListener('message', (event) => {
    if (event.data !== 'die') return;
    event.stopImmediatePropagation();
    if (device) return device.destroy();
    throw new Error('the engine dies');
  });
}
