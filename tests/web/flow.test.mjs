// The picture of one step: every mark is a value of the run, everything opens in place.
import assert from 'node:assert/strict';
import { assertShows } from './lib/numbers.mjs';
import { distribution, draw, select } from './lib/sampling.mjs';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const test = suite({ moves: true });
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
    assert.match(await line(scope), /^the vector of .* after L\d+/);
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
    const [, layer, from, to, size, sign] = /^the vector of a after L(\d+): its numbers (\d+)–(\d+), one cell, have size ([\d.]+) \(root mean square\) and sign ([+−])/.exec(words) ?? [];
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
  const [, share, head, most] = /^L2: a reads forest with ([\d.]+ %) of its attention, mean of 8 heads; most in head (\d), ([\d.]+ %)/.exec(words) ?? [];
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
  const chips = await scope.at('flow-token').evaluateAll((all) => all.map((e) => e.getBoundingClientRect()).map(({ left, right }) => [left, right]));
  chips.slice(1).forEach(([left], i) => assert.ok(left >= chips[i][1], `no chip lies over another: ${JSON.stringify(chips)}`));
  await scope.at('station-sampler').scrollIntoViewIfNeeded();
  await scope.click('station-sampler');
  const head = await box(scope, 'station-card');
  assert.ok(head.y < 844 && head.y + head.height > 0, `the opened station is on screen: ${JSON.stringify(head)}`);
  await scope.click('close-station');
  assert.equal(await scope.frame.getByTestId('station-card').count(), 0);
}, PHONE);

test('each body is one tab stop, and the arrow keys walk in it', async (scope) => {
  await scope.open(HASH);
  await layersDrawn(scope);
  const stops = (selector) => scope.frame.locator(`${selector} button:not([tabindex="-1"])`).count();
  assert.deepEqual([await stops('.flow-rows'), await stops('.flow-chips')], [1, 1]);
  const focused = () => scope.frame.evaluate(() => document.activeElement.dataset);
  await scope.at('candidate-row').first().focus();
  const { candidates } = await scope.shown();
  for (const [key, at] of [['ArrowDown', 1], ['ArrowDown', 2], ['ArrowUp', 1], ['End', 9], ['Home', 0]]) {
    await scope.page.keyboard.press(key);
    assert.equal(Number((await focused()).token), candidates[at].token, key);
  }
  await scope.page.keyboard.press('ArrowDown');
  assert.match(await line(scope), /below bear/);
  assert.equal(await stops('.flow-rows'), 1);
  // The layers: each value says what it is, Enter opens its layer.
  const walk = scope.at('flow-walk');
  await walk.focus();
  await eventually(async () => assert.match(await line(scope), /^L5: if the model stopped here, it would say bear/));
  await scope.page.keyboard.press('ArrowLeft');
  await scope.page.keyboard.press('ArrowLeft');
  assert.match(await line(scope), /^L3: if the model stopped/);
  assert.match(await walk.getAttribute('aria-valuetext'), /^L3: if/);
  await scope.page.keyboard.press('ArrowUp');
  assert.match(await line(scope), /^L3: the vector is [\d.]+ long/);
  await scope.page.keyboard.press('Enter');
  await eventually(async () => assert.equal(await scope.frame.getByTestId('station-card').getAttribute('data-station'), 'layers'));
  assert.match(await scope.copyLink(), /inside=attention&layer=3/);
}, DESKTOP);

test('a press on a ribbon opens its layer, one on a band uses its token', async (scope) => {
  const { transcript, model } = await scope.open(HASH);
  const { layers } = await layersDrawn(scope);
  const dice = await box(scope, 'dice');
  // Half of the way from the top, between the gates: the favourite's band.
  const gate = await box(scope, 'gate-top_p');
  await scope.page.mouse.move(gate.x + 60, dice.y + 40);
  assert.match(await line(scope), /^bear: /);
  await scope.page.mouse.click(gate.x + 60, dice.y + 40);
  await scope.tokens(transcript.length + 1);
  assert.match((await scope.call('state')).text, / bear$/);
  await scope.call('rewind', 1);
  await layersDrawn(scope);
  const pitch = Math.floor(layers.width / model.n_layers / 4) * 4;
  const row = centre(await scope.at('flow-token').nth(2).boundingBox());
  await scope.page.mouse.click(layers.x + 2 * pitch + 2, row.y);
  await eventually(async () => assert.equal(await scope.frame.getByTestId('station-card').getAttribute('data-station'), 'layers'));
  assert.match(await scope.copyLink(), /inside=attention&layer=2/);
}, DESKTOP);

test('each station has its numbers as a table', async (scope) => {
  const { transcript, model } = await scope.open(HASH);
  await layersDrawn(scope);
  const cells = () =>
    scope.at('station-tables').evaluate((e) =>
      [...e.querySelectorAll('table')].map((table) => [...table.rows].slice(1).map((row) => [...row.cells].map((cell) => cell.textContent.replaceAll('\u202f', ' ')))),
    );
  const open = async (station) => {
    await scope.look(station);
    if ((await scope.at('station-table').getAttribute('aria-pressed')) === 'false') await scope.click('station-table');
    return eventually(cells);
  };
  const [tokens] = await open('tokens');
  assert.deepEqual(tokens.map((row) => Number(row[2])), transcript.map((entry) => entry.token));
  const [embed] = await open('embed');
  assert.equal(embed.length, transcript.length);
  const [blocks, attention, stream] = await open('layers');
  assert.equal(blocks.length, model.n_layers);
  assert.equal(attention.length, model.n_layers * transcript.length);
  assert.equal(attention[0].length, 4 + model.n_heads);
  assert.equal(stream.length, transcript.length * (2 * model.n_layers + 1));
  // The length of the stream is that of the vector itself, though it is told by its cells.
  const tokenIds = transcript.map((entry) => entry.token);
  const { taps } = await scope.engine({ inspect: { tokens: tokenIds, from: tokenIds.length - 1, layers: [5], names: ['resid_post'] } });
  assertShows(stream.at(-1)[2], Math.sqrt(taps[0].bytes.reduce((sum, x) => sum + x * x, 0)), 'length');
  assert.equal(stream.at(-1)[2], blocks.at(-1)[3]);
  const entries = distribution(await scope.logits(), SETTINGS);
  const [scores] = await open('softmax');
  entries.slice(0, 10).forEach((entry, i) => assertShows(scores[i][6], entry.before, `share of ${entry.token}`));
  const [stages, shares] = await open('sampler');
  assert.deepEqual(stages.map((row) => row[0]), ['T 0.8', 'k 40', 'P 0.9']);
  assertShows(shares[0].at(-1), entries[0].after, 'the favourite after the chain');
  const [segments] = await open('dice');
  const chosen = select(entries, draw(1, transcript.length));
  const own = segments.find((row) => row[3] !== '');
  assertShows(own[1], chosen.low, 'begins');
  assertShows(own[2], chosen.high, 'ends');
}, DESKTOP);

test('folded tokens have the mean of their stripes', async (scope) => {
  const text = 'The old dog went to the river and sat down in the sun for a long time with his friend the small cat';
  const { transcript } = await scope.open(`#prompt=${encodeURIComponent(text)}&seed=1&backend=cpu`);
  assert.ok(transcript.length > 13);
  await layersDrawn(scope);
  const folded = await scope.at('flow-token').nth(1).boundingBox();
  const embed = await box(scope, 'station-embed');
  const shown = await scope.at('flow-token').count();
  await eventually(async () => {
    await scope.page.mouse.move(1, 1);
    await scope.page.mouse.move(embed.x + 4, centre(folded).y);
    const words = await line(scope);
    const [, n, from, to, size, sign] = /^the mean vector of (\d+) folded tokens before the layers: its numbers (\d+)–(\d+), one cell, have size ([\d.]+) \(root mean square\) and sign ([+−])/.exec(words) ?? [];
    assert.equal(Number(n), transcript.length - shown + 1, words);
    // Which are folded depends on attention: all but those with a chip.
    const chips = await scope.at('flow-token').allInnerTexts();
    const own = chips.map((chip) => chip.split('\n')[0]);
    const texts = transcript.map((entry) => entry.text.replaceAll(' ', '␣'));
    const last = texts.length - 6;
    const read = own.slice(2, own.length - 6);
    let from_ = 1;
    const places = read.map((chip) => (from_ = texts.findIndex((t, i) => i >= from_ && t === chip) + 1) - 1);
    const folds = texts.map((_, i) => i).filter((i) => i > 0 && i < last && !places.includes(i));
    if (folds.length !== Number(n)) return; // a word that stands there twice
    const { taps } = await scope.engine({ inspect: { tokens: transcript.map((e) => e.token), from: 0, layers: [0], names: ['resid_pre'] } });
    const signed = folds.map((place) => {
      const numbers = taps[place].bytes.slice(Number(from), Number(to) + 1);
      const size = Math.sqrt(numbers.reduce((sum, x) => sum + x * x, 0) / numbers.length);
      return numbers.reduce((sum, x) => sum + x, 0) < 0 ? -size : size;
    });
    const mean = signed.reduce((sum, x) => sum + x, 0) / signed.length;
    assertShows(size, Math.abs(mean), words);
    assert.equal(sign, mean < 0 ? '−' : '+', words);
  });
}, DESKTOP);

test('of many stages those that change least share a column, and what was touched keeps its slider', async (scope) => {
  await scope.open('#prompt=In+the+forest+lived+a&seed=1&backend=cpu&chain=typical~0.99,min_p~0.001,temperature~0.8,top_k~40,top_n_sigma~6,top_p~0.9');
  const gates = () =>
    scope.frame.locator('.gate').evaluateAll((all) =>
      all.filter((e) => e.checkVisibility()).map((e) => {
        const { x, right } = e.getBoundingClientRect();
        const slider = e.querySelector('input[type=range]')?.checkVisibility() ?? false;
        return { id: e.dataset.testid, x, right, slider, more: e.querySelector('.gate-more')?.textContent ?? '' };
      }),
    );
  const before = await gates();
  assert.ok(before.length < 6, JSON.stringify(before));
  before.slice(1).forEach((gate, i) => assert.ok(gate.x >= before[i].right, JSON.stringify(before)));
  const more = before.reduce((sum, gate) => sum + Number(gate.more || 0), 0);
  assert.equal(before.length + more, 6, JSON.stringify(before));
  // A stage that is touched in the opened sampler is among the shown ones afterwards.
  const folded = ['typical', 'top_n_sigma', 'min_p'].find((id) => !before.some((gate) => gate.id.includes(id)));
  assert.ok(folded, JSON.stringify(before));
  const { chain } = (await scope.call('state')).settings;
  const strong = folded === 'top_n_sigma' ? '1' : '0.5';
  await scope.call('setSettings', { chain: chain.replace(new RegExp(`${folded}~[^,]+`), `${folded}~${strong}`) });
  await eventually(async () => {
    const gate = (await gates()).find((one) => one.id.includes(folded));
    assert.ok(gate?.slider, `${folded}: ${JSON.stringify(await gates())}`);
  });
  await scope.at('gate-more').first().click();
  assert.equal(await scope.frame.getByTestId('station-card').getAttribute('data-station'), 'sampler');
}, DESKTOP);

test('with parts off, the sentence says what the favourite has without them', async (scope) => {
  await scope.open(`${HASH}&off=L5A`);
  await eventually(async () => assert.match((await scope.text('sentence')).replaceAll('\u202f', ' '), /bear \(27\.0 %\)\. With 1 part off: [\d.]+ %\./));
}, DESKTOP);

test('between phone and desktop the scores stand right of the layers, and the loop runs at the left', async (scope) => {
  await scope.open(HASH);
  const layers = await box(scope, 'station-layers');
  const logits = await box(scope, 'station-logits');
  assert.ok(logits.x > layers.x + layers.width - 1 && Math.abs(logits.y - layers.y) < 1, JSON.stringify({ layers, logits }));
  const [loop, chosen, first] = await Promise.all([
    scope.frame.locator('.flow-round').boundingBox(),
    box(scope, 'flow-chosen'),
    scope.at('flow-token').first().boundingBox(),
  ]);
  assert.ok(loop.y <= first.y + first.height && loop.x < first.x, JSON.stringify({ loop, first }));
  assert.ok(Math.abs(loop.x + loop.width - centre(chosen).x) < 3, JSON.stringify({ loop, chosen }));
  assert.match(await scope.frame.locator('.flow-round').innerText(), /6 tokens/);
  // Opening a station throws nothing.
  await scope.at('station-sampler').scrollIntoViewIfNeeded();
  await scope.click('station-sampler');
  const card = await box(scope, 'station-card');
  assert.ok(card.y < 1000 && card.y + card.height > 0, JSON.stringify(card));
  const wide = await scope.frame.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${wide} px too wide`);
}, { context: { viewport: { width: 800, height: 1000 } } });

test('on a phone the token of the step is beside the name of the dice, wherever the number falls', async (scope) => {
  await scope.open(HASH);
  await scope.at('dice-pin').focus();
  await scope.page.keyboard.press('Home');
  const words = () => scope.at('station-dice').evaluate((head) => {
    const range = document.createRange();
    range.selectNodeContents(head);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    return { left, right, top, bottom };
  });
  for (let tenth = 0; tenth <= 10; tenth += 1) {
    await eventually(async () => assert.ok(Math.abs((await scope.shown()).u - tenth / 10) < 0.05));
    const [chip, head] = [await box(scope, 'flow-chosen'), await words()];
    const beside = chip.x + chip.width <= head.left || head.right <= chip.x;
    assert.ok(beside || head.bottom <= chip.y || chip.y + chip.height <= head.top, JSON.stringify({ tenth, chip, head }));
    if (tenth < 10) for (let press = 0; press < 10; press += 1) await scope.page.keyboard.press('Shift+ArrowRight');
  }
}, PHONE);

test('what to try first is said once, until something was tried', async (scope) => {
  await scope.open(HASH);
  assert.match(await scope.text('nudge'), /^Drag the temperature/);
  await scope.steps(1);
  await eventually(async () => assert.equal(await scope.frame.getByTestId('nudge').count(), 0));
  await scope.page.waitForTimeout(600);
  await scope.page.reload();
  await scope.ready();
  assert.equal(await scope.frame.getByTestId('nudge').count(), 0);
}, DESKTOP);

test('a finger shows first, and takes with the second press', async (scope) => {
  const { transcript } = await scope.open(HASH);
  const { candidates } = await scope.shown();
  const mouse = scope.frame.locator(`[data-testid=candidate-row][data-token="${candidates[1].token}"]`);
  await mouse.tap();
  await eventually(async () => assert.match(await line(scope), /below bear/));
  assert.equal((await scope.transcript()).length, transcript.length, 'the first press takes nothing');
  await mouse.tap();
  assert.equal((await scope.tokens(transcript.length + 1)).at(-1), candidates[1].token);
}, PHONE);

test('on the dice, ways that were taken from here before lead back', async (scope) => {
  const { transcript } = await scope.open(HASH);
  const first = await scope.steps(2);
  await scope.call('rewind', 2);
  const fork = scope.at('flow-fork');
  await eventually(async () => assert.equal(await fork.count(), 1));
  // It stands on the segment of its token, once the picture is there.
  await eventually(async () => {
    const [low, , high] = (await scope.shown()).range.split(/[≤<]/).map(Number);
    const [bar, own] = [await box(scope, 'dice'), await fork.boundingBox()];
    assert.ok(Math.abs((centre(own).y - bar.y) / bar.height - (low + high) / 2) < 0.02, JSON.stringify({ bar, own, low, high }));
  });
  await fork.click();
  assert.deepEqual((await scope.tokens(transcript.length + 2)).slice(-2), first.map((step) => step.choice.token));
}, DESKTOP);
