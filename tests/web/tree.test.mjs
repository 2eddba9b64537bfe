// The tree of texts: what the run has, and what may follow, with the numbers of the command.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const test = suite();
const PROMPT = 'In the forest lived a';
const HASH = `#prompt=${PROMPT.replaceAll(' ', '+')}&temperature=0.8&top_k=40&top_p=0.9&seed=1&backend=cpu`;
const DESKTOP = { context: { viewport: { width: 1280, height: 800 } } };
const PHONE = { context: { viewport: { width: 390, height: 844 }, hasTouch: true } };

const plain = (text) => text.replaceAll(/\s+/g, ' ').trim();
const rows = (scope) =>
  scope.at('tree').locator('tbody tr').evaluateAll((all) => all.map((row) => [row.dataset.kind, ...[...row.cells].map((cell) => cell.innerText.trim())]));

test('one looks ahead: the branches of the command, most probable first', async (scope) => {
  await scope.open(HASH);
  await scope.click('strategies');
  await scope.click('strategy-tree');
  await scope.at('tree-table').locator('summary').click();
  await eventually(async () => assert.deepEqual((await rows(scope)).map((r) => r.slice(0, 2)), [['given', PROMPT]]));
  await scope.click('tree-look');
  await eventually(async () => assert.match(plain(await scope.text('tree-found')), /^16 texts computed in 4 forward passes/));
  const shown = (await rows(scope)).filter(([kind]) => kind === 'ahead');
  if (process.env.LOGITSCOPE) {
    const out = join(mkdtempSync(join(tmpdir(), 'tree-')), 'tree.json');
    const model = join(import.meta.dirname, '../../web/models/pocket');
    execFileSync(process.env.LOGITSCOPE, ['explore', '--model', model, '--backend', 'cpu', '--prompt', PROMPT, '--tokens', '3', '--depth', '4', '--budget', '16', '--out', out]);
    const wanted = JSON.parse(readFileSync(out, 'utf8'));
    assert.equal(shown.length, wanted.branches.length);
    const percent = (p) => (p < 0.001 ? '<0.1' : (100 * p).toFixed(1));
    // Some tokens are signs that are shown as others.
    const name = (text) => text.replaceAll(/[^a-zA-Z]/g, '');
    const names = wanted.branches.map((b) => `${name(b.text)} ${percent(b.prob)} ${percent(b.mass)}`).sort();
    const own = shown.map((r) => `${name(r[1])} ${Number.isNaN(Number.parseFloat(r[2])) ? '<0.1' : Number.parseFloat(r[2]).toFixed(1)} ${Number.isNaN(Number.parseFloat(r[3])) ? '<0.1' : Number.parseFloat(r[3]).toFixed(1)}`).sort();
    assert.deepEqual(own, names);
    const percentShown = (100 * wanted.shown).toFixed(1);
    assert.ok(plain(await scope.text('tree-found')).includes(percentShown), percentShown);
  }
  await scope.click('tree-look');
  await eventually(async () => assert.match(plain(await scope.text('tree-found')), /^32 texts/));
}, DESKTOP);

test('a way on becomes the text by the keyboard, the other texts stay, and a press leads back', async (scope) => {
  await scope.open(`${HASH}&open=tree`);
  await scope.at('tree-table').locator('summary').click();
  await scope.click('tree-look');
  await scope.at('tree-ahead').first().waitFor();
  await scope.at('tree-ahead').nth(1).focus();
  await scope.page.keyboard.press('Enter');
  await eventually(async () => assert.equal((await rows(scope)).filter(([kind]) => kind === 'forced').length, 1));
  // From the prompt again another way.
  await scope.at('tree-node').first().click();
  await scope.click('tree-look');
  await scope.at('tree-ahead').first().waitFor();
  const first = scope.at('tree-ahead').first();
  await first.click();
  await eventually(async () => {
    const all = await rows(scope);
    assert.equal(all.filter(([kind]) => kind === 'forced').length, 2, JSON.stringify(all));
  });
  const text = plain(await scope.text('transcript'));
  const other = scope.frame.locator('tr[data-kind=forced]:not(.on-path) button');
  await other.click();
  await eventually(async () => assert.notEqual(plain(await scope.text('transcript')), text));
}, DESKTOP);

test('on a phone nothing makes the page wider', async (scope) => {
  await scope.open(`${HASH}&open=tree`);
  await scope.at('tree-table').locator('summary').click();
  await scope.click('tree-look');
  await scope.at('tree-ahead').first().waitFor();
  assert.equal(await scope.frame.evaluate(() => document.documentElement.scrollWidth), 390);
}, PHONE);

test('the drawing: nodes and edges, arrows, folding, zoom, and two branches side by side', async (scope) => {
  await scope.open(`${HASH}&open=tree`);
  await scope.at('tree-table').locator('summary').click();
  await scope.click('tree-look');
  const chips = scope.at('tree-chip');
  await eventually(async () => assert.match(plain(await scope.text('tree-found')), /^16 texts/));
  const all = await rows(scope);
  assert.equal(await chips.count(), all.length, 'a node for each row of the outline');
  const widths = await scope.at('tree-drawing').locator('path').evaluateAll((paths) => paths.map((path) => Number(path.getAttribute('stroke-width'))));
  assert.equal(widths.length, all.length - 1);
  const probs = all.slice(1).map((row) => Number.parseFloat(row[2]) / 100);
  widths.forEach((width, at) => {
    const wanted = Number.isNaN(probs[at]) ? 1 : Math.max(1, 18 * probs[at]);
    // The outline rounds to a tenth of a percent.
    assert.ok(Math.abs(width - wanted) < 0.02, `${at}: ${width} ${wanted}`);
  });
  // Arrows, and a fold.
  await chips.first().focus();
  await scope.page.keyboard.press('ArrowRight');
  await eventually(async () => assert.match(await scope.frame.evaluate(() => document.activeElement.dataset.kind), /ahead/));
  await scope.page.keyboard.press('ArrowLeft');
  await eventually(async () => assert.equal(await scope.frame.evaluate(() => document.activeElement.id), 'tree-at-0'));
  await scope.page.keyboard.press('c');
  await eventually(async () => assert.equal(await chips.count(), 1));
  assert.equal(await scope.at('tree-fold').innerText(), `+${all.length - 1}`);
  await scope.at('tree-fold').click();
  await eventually(async () => assert.equal(await chips.count(), all.length));
  // Zoom.
  const zoomed = () => scope.at('tree-drawing').locator('.tree-canvas').evaluate((canvas) => Number(getComputedStyle(canvas).zoom));
  await scope.click('tree-larger');
  await eventually(async () => assert.equal(await zoomed(), 1.25));
  await scope.click('tree-fit');
  await eventually(async () => assert.ok(await zoomed() <= 1));
  // Two branches, by keyboard and by mouse.
  await chips.nth(1).focus();
  await scope.page.keyboard.press('m');
  await chips.last().focus();
  await scope.page.keyboard.press('m');
  await scope.at('tree-versus').waitFor();
  assert.match(await scope.text('tree-versus'), /Both begin with “In the forest lived a”/);
  await scope.click('tree-versus-close');
  await eventually(async () => assert.equal(await scope.at('tree-versus').count(), 0));
  await chips.nth(1).dragTo(chips.nth(2));
  await scope.at('tree-versus').waitFor();
  await scope.click('tree-versus-close');
  // Two presses, as with a finger; the next one goes there again.
  await scope.click('tree-pick');
  await chips.nth(1).click();
  await chips.nth(2).click();
  await scope.at('tree-versus').waitFor();
  await eventually(async () => assert.equal(await scope.at('tree-pick').getAttribute('aria-pressed'), 'false'));
  assert.equal((await scope.call('state')).text, PROMPT, 'nothing was written');
  // A press writes the way.
  await chips.nth(1).click();
  await eventually(async () => assert.ok((await scope.call('state')).text.length > PROMPT.length));
}, DESKTOP);
