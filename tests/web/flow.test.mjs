// The picture of one step: every mark is a value of the run, everything opens in place.
import assert from 'node:assert/strict';
import { assertShows } from './lib/numbers.mjs';
import { distribution, draw, select } from './lib/sampling.mjs';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const test = suite();
const HASH = '#prompt=In+the+forest+lived+a&temperature=0.8&top_k=40&top_p=0.9&seed=1&backend=cpu';
const SETTINGS = { temperature: 0.8, top_k: 40, top_p: 0.9, seed: 1 };
const DESKTOP = { context: { viewport: { width: 1280, height: 800 } } };
const PHONE = { context: { viewport: { width: 390, height: 844 }, hasTouch: true } };

const box = (scope, testid) => scope.at(testid).boundingBox();
const centre = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });
const line = async (scope) => (await scope.text('flow-line')).replaceAll('\u202f', ' ');

/** Waits until the layers of the step on screen are drawn: then a word of the last one can be pointed at. */
async function layersDrawn(scope) {
  const layers = await box(scope, 'station-layers');
  const last = centre(await scope.at('flow-token').last().boundingBox());
  await eventually(async () => {
    await scope.page.mouse.move(1, 1);
    await scope.page.mouse.move(layers.x + layers.width - 4, last.y);
    assert.match(await line(scope), /^after L\d+/);
  });
  return { layers, last };
}

test('all of it is on one screen, and the rows are those of the logits', async (scope) => {
  const { transcript } = await scope.open(HASH);
  const bottom = await scope.at('flow-line').evaluate((e) => e.getBoundingClientRect().bottom);
  assert.ok(bottom <= 800, `the picture ends at ${bottom}`);
  assert.equal(await scope.frame.evaluate(() => scrollY), 0);
  const entries = distribution(await scope.logits(), SETTINGS);
  const { candidates, rest, u, range } = await scope.shown();
  assert.equal(candidates.length, 10);
  for (const [i, row] of candidates.entries()) {
    assert.deepEqual([row.token, row.rank], [entries[i].token, i + 1]);
    assertShows(row.logit, entries[i].logit, `logit of ${row.token}`);
    assertShows(row.before, entries[i].before, `before of ${row.token}`);
    assert.equal(row.after === 'cut', entries[i].cut, `cut of ${row.token}`);
    if (!entries[i].cut) assertShows(row.after, entries[i].after, `after of ${row.token}`);
  }
  assertShows(rest.before, entries.slice(10).reduce((sum, entry) => sum + entry.before, 0), 'the rest');
  assert.equal(u, draw(1, transcript.length));
  const chosen = select(entries, u);
  const [low, , high] = range.split(/[≤<]/);
  assertShows(low, chosen.low, 'segment begins');
  assertShows(high, chosen.high, 'segment ends');
}, DESKTOP);

test('a stripe says the size and the sign of the numbers that it stands for', async (scope) => {
  const { model, transcript } = await scope.open(HASH);
  const { layers, last } = await layersDrawn(scope);
  const pitch = Math.floor(layers.width / model.n_layers / 4) * 4;
  const tokens = transcript.map((entry) => entry.token);
  const inspect = { tokens, from: tokens.length - 1, layers: [2], names: ['resid_post'] };
  const { taps } = await scope.engine({ inspect });
  for (const dy of [-50, -3, 21]) {
    await scope.page.mouse.move(layers.x + 3 * pitch - 4, last.y + dy);
    const words = await line(scope);
    const [, layer, from, to, size, sign] = /^after L(\d+), a, numbers (\d+)–(\d+): size ([\d.]+), sign ([+−])/.exec(words) ?? [];
    assert.equal(layer, '2', words);
    const own = taps[0].bytes.slice(Number(from), Number(to) + 1);
    assert.equal(own.length, model.d_model / 64);
    assertShows(size, Math.sqrt(own.reduce((sum, x) => sum + x * x, 0) / own.length), words);
    assert.equal(sign, own.reduce((sum, x) => sum + x, 0) < 0 ? '−' : '+', words);
  }
}, DESKTOP);

test('a ribbon says how much the current row reads of its token, and a layer what it would say', async (scope) => {
  const { model, transcript } = await scope.open(HASH);
  const { layers } = await layersDrawn(scope);
  const pitch = Math.floor(layers.width / model.n_layers / 4) * 4;
  const tokens = transcript.map((entry) => entry.token);
  const { taps } = await scope.engine({ inspect: { tokens, from: tokens.length - 1, layers: [2], names: ['pattern'] } });
  const row = centre(await scope.at('flow-token').nth(2).boundingBox());
  await scope.page.mouse.move(layers.x + 2 * pitch + 2, row.y);
  const words = await line(scope);
  const [, share, head, most] = /^L2: a ← forest, ([\d.]+ %), mean of 8 heads; most in head (\d), ([\d.]+ %)/.exec(words) ?? [];
  const heads = Array.from({ length: model.n_heads }, (_, at) => taps[0].bytes[at * tokens.length + 2]);
  assertShows(share, heads.reduce((sum, x) => sum + x, 0) / heads.length, words);
  assert.equal(Number(head), heads.indexOf(Math.max(...heads)), words);
  assertShows(most, Math.max(...heads), words);

  const { lens } = await scope.engine({ lens: { tokens, from: tokens.length - 1, count: 1, watch: [] } });
  const cell = lens[0][3];
  const current = await scope.at('flow-token').last().boundingBox();
  await eventually(async () => {
    await scope.page.mouse.move(layers.x + 3 * pitch - 14, centre(current).y + 64 + 78);
    const said = /^L2: if the model stopped here, it would say (.*) \(([\d.]+ %)\)/.exec(await line(scope));
    assert.ok(said, await line(scope));
    assertShows(said[2], cell.prob, said[1]);
  });
}, DESKTOP);

test('the chip at the end takes the token, and a row takes another one', async (scope) => {
  const { transcript } = await scope.open(HASH);
  const wolf = await scope.text('flow-chosen');
  await scope.click('flow-chosen');
  const taken = await scope.tokens(transcript.length + 1);
  assert.match((await scope.call('state')).text, new RegExp(`${wolf}$`));
  await scope.call('rewind', 1);
  const { candidates } = await scope.shown();
  const other = candidates.find((row) => row.token !== taken.at(-1));
  await scope.frame.locator(`[data-testid=candidate-row][data-token="${other.token}"]`).click();
  assert.equal((await scope.tokens(transcript.length + 1)).at(-1), other.token);
  // A chip shows how its token came about.
  await scope.at('flow-token').last().click();
  await eventually(async () => assert.match(await scope.text('sentence'), /You chose/));
}, DESKTOP);

test('a slider in the picture changes what survives, and asks the engine nothing', async (scope) => {
  await scope.open(HASH);
  await layersDrawn(scope);
  const logits = await scope.logits();
  await scope.at('top_p-slider').focus();
  for (let presses = 0; presses < 3; presses += 1) await scope.page.keyboard.press('ArrowLeft');
  const p = Number(await scope.at('top_p').inputValue());
  assert.ok(p < 0.9);
  const entries = distribution(logits, { ...SETTINGS, top_p: p });
  await eventually(async () => {
    const { candidates } = await scope.shown();
    candidates.forEach((row, i) => assert.equal(row.after === 'cut', entries[i].cut, `${row.token}`));
  });
  // The pin moves by keys, too.
  await scope.at('dice-pin').focus();
  const { u } = await scope.shown();
  await scope.page.keyboard.press('ArrowDown');
  await eventually(async () => assert.ok(Math.abs((await scope.shown()).u - u - 0.001) < 0.0006));
  assert.deepEqual((await scope.requests()).filter((request) => request === 'evaluate').length, 1);
}, DESKTOP);

test('stations open in their place, one at a time, and the address names them', async (scope, { fresh }) => {
  await scope.open(HASH);
  for (const station of ['tokens', 'embed', 'layers', 'logits', 'softmax', 'sampler', 'dice']) {
    await scope.look(station);
    const card = scope.frame.getByTestId('station-card');
    assert.equal(await card.count(), 1);
    assert.equal(await card.getAttribute('data-station'), station);
  }
  const link = await scope.copyLink();
  assert.match(link, /open=dice/);
  const other = await fresh();
  await other.page.goto(link);
  await other.ready();
  assert.equal(await other.frame.getByTestId('station-card').getAttribute('data-station'), 'dice');
  await other.page.keyboard.press('Escape');
  await eventually(async () => assert.equal(await other.frame.getByTestId('station-card').count(), 0));
}, DESKTOP);

test('on a phone it runs from top to bottom, and opening a station throws nothing', async (scope) => {
  await scope.open(HASH);
  const places = await Promise.all(['tokens', 'logits', 'sampler', 'dice'].map((name) => box(scope, `station-${name}`)));
  places.slice(1).forEach((place, i) => assert.ok(place.y > places[i].y, JSON.stringify(places)));
  const wide = await scope.frame.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${wide} px too wide`);
  await scope.at('station-sampler').scrollIntoViewIfNeeded();
  await scope.click('station-sampler');
  const head = await box(scope, 'station-card');
  assert.ok(head.y < 844 && head.y + head.height > 0, `the opened station is on screen: ${JSON.stringify(head)}`);
  await scope.click('close-station');
  assert.equal(await scope.frame.getByTestId('station-card').count(), 0);
}, PHONE);
