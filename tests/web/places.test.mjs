// Where things stand: what is opened comes into sight, what explains covers nothing, and one always finds back.
import assert from 'node:assert/strict';
import { assertShows } from './lib/numbers.mjs';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const test = suite();
const HASH = '#prompt=In+the+forest+lived+a&temperature=0.8&top_k=40&top_p=0.9&seed=1&backend=cpu';
const DESKTOP = { context: { viewport: { width: 1280, height: 800 } } };
const PHONE = { context: { viewport: { width: 390, height: 844 }, hasTouch: true } };

const words = async (scope, testid) => (await scope.text(testid)).replaceAll('\u202f', ' ');
const scrolled = (scope) => scope.frame.evaluate(() => scrollY);

test('the note of a control stands beside it and takes no press from it', async (scope) => {
  await scope.open(HASH);
  const gate = scope.at('gate-temperature');
  await gate.locator('[data-term]').first().hover();
  await scope.at('term-note').waitFor();
  const slider = await gate.locator('input[type=range]').boundingBox();
  const note = await scope.at('term-note').boundingBox();
  assert.ok(note.y + note.height <= slider.y || note.y >= slider.y + slider.height, JSON.stringify([note, slider]));
  // Elsewhere it may lie over something that can be pressed: presses go through.
  const { x, y } = note;
  const hit = await scope.frame.evaluate(([left, top]) => document.elementFromPoint(left, top)?.id, [x + 20, y + 20]);
  assert.notEqual(hit, 'term-note');
}, DESKTOP);

test('on a phone what is opened comes into sight, makes nothing wider, and closing it leads back', async (scope) => {
  await scope.open(HASH);
  for (const station of ['sampler', 'dice', 'logits']) {
    const head = scope.at(`station-${station}`);
    await head.scrollIntoViewIfNeeded();
    const before = await scrolled(scope);
    await scope.look(station);
    await eventually(async () => {
      const [top, wide] = await scope.at('station-card').evaluate((e) => [e.getBoundingClientRect().top, document.documentElement.scrollWidth]);
      assert.ok(top >= 50 && top < 422, `${station} begins at ${top}`);
      assert.equal(wide, 390, station);
    });
    await scope.at('close-station').click();
    await eventually(async () => assert.equal(await scrolled(scope), before, `${station}: the page is where it was`));
  }
}, PHONE);

test('what computes is brought into sight below the picture', async (scope) => {
  await scope.open(HASH);
  await scope.look('machine');
  await eventually(async () => {
    const { y } = await scope.at('machine').boundingBox();
    assert.ok(y < 700, `it begins at ${y}`);
  });
  await scope.at('station-machine').click();
  await eventually(async () => assert.equal(await scrolled(scope), 0));
}, DESKTOP);

test('a step of the past says which it is and leads back; a choice by hand says what it was and can be taken back', async (scope) => {
  const { transcript: prompt } = await scope.open(HASH);
  assert.equal(await scope.at('aside').count(), 0);
  await scope.steps(3);
  await scope.pressToken(2);
  await eventually(async () => assert.match(await words(scope, 'aside'), new RegExp(`position 2; the last is at ${prompt.length + 2}\\.`)));
  // The step that a press leads to is looked at whole, though the mouse rests on a token.
  assert.equal(await scope.frame.evaluate(() => document.querySelectorAll('.sentence .dimmed').length), 0);
  await scope.click('aside-back');
  await eventually(async () => assert.equal(await scope.at('aside').count(), 0));

  const [, second] = (await scope.shown()).candidates;
  await scope.frame.locator('.flow-row').nth(1).click();
  await scope.tokens(prompt.length + 4);
  await eventually(async () => {
    const [, share] = /^You chose .+ \(([\d.]+) %\)\./.exec(await words(scope, 'aside')) ?? [];
    assertShows(`${share}%`, Number.parseFloat(second.before) / 100, 'the share of the chosen token');
  });
  await scope.click('aside-back');
  await scope.tokens(prompt.length + 3);
}, DESKTOP);

test('the softmax of three tokens is worked out', async (scope) => {
  await scope.open(HASH);
  const all = [...(await scope.logits())].sort((a, b) => b - a);
  const sum = all.reduce((total, logit) => total + Math.exp(logit - all[0]), 0);
  await scope.look('softmax');
  const table = scope.at('softmax-worked');
  const rows = await table.locator('tbody tr').evaluateAll((found) => found.map((row) => [...row.children].map((cell) => cell.textContent.replaceAll(/[\u202f\s]/g, ''))));
  assert.equal(rows.length, 4);
  for (const [at, [, score, gap, exp, , share]] of rows.slice(0, 3).entries()) {
    const e = Math.exp(all[at] - all[0]);
    assertShows(score, all[at], 'score');
    assertShows(gap, all[at] - all[0], 'gap');
    assertShows(exp, e, 'e^gap');
    assertShows(share, e / sum, 'share');
  }
  const rest = all.slice(3).reduce((total, logit) => total + Math.exp(logit - all[0]), 0);
  assertShows(rows[3][3], rest, 'all others');
  assertShows((await table.locator('tfoot td').first().textContent()).trim(), sum, 'the sum');
}, DESKTOP);

test('the curves of the opened sampler begin at its rows', async (scope) => {
  await scope.open(HASH);
  await scope.look('sampler');
  await eventually(async () => {
    const [row, curve] = await scope.frame.evaluate(() => {
      const middle = (e) => e.getBoundingClientRect().top + e.getBoundingClientRect().height / 2;
      const first = document.querySelector('.column-names li');
      const path = document.querySelector('.chain-leaders path');
      const svg = path.ownerSVGElement.getBoundingClientRect();
      return [middle(first), svg.top + Number(/^M0 ([\d.]+)/.exec(path.getAttribute('d'))[1])];
    });
    assert.ok(Math.abs(row - curve) <= 1.5, `the first row at ${row}, its curve at ${curve}`);
  });
}, DESKTOP);

test('the keyboard goes on inside what it opens, and Esc leads it back', async (scope) => {
  await scope.open(HASH);
  const has = () => scope.frame.evaluate(() => document.activeElement?.id || document.activeElement?.tagName);
  for (const station of ['tokens', 'layers', 'dice']) {
    const head = scope.at(`station-${station}`);
    await head.focus();
    await scope.page.keyboard.press('Enter');
    await eventually(async () => assert.equal(await has(), 'opened', station));
    await scope.page.keyboard.press('Tab');
    assert.ok(await scope.frame.evaluate(() => document.activeElement.closest('.station-card') !== null), `${station}: Tab leads into it`);
    await scope.page.keyboard.press('Escape');
    await eventually(async () => assert.equal(await has(), `station-${station}`));
  }
}, DESKTOP);
