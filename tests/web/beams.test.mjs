// Beam search on the page: opened from the menu or a link, step by step, with the numbers of the command.
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

/** What the command writes of the same search. */
function command(...options) {
  const program = process.env.LOGITSCOPE;
  if (!program) return undefined;
  const out = join(mkdtempSync(join(tmpdir(), 'beams-')), 'beams.json');
  const model = join(import.meta.dirname, '../../web/models/pocket');
  execFileSync(program, ['beam', '--model', model, '--backend', 'cpu', '--prompt', PROMPT, '--out', out, ...options]);
  return JSON.parse(readFileSync(out, 'utf8'));
}

const plain = (text) => text.replaceAll(/\s+/g, ' ').trim();
const rows = (scope, testid) =>
  scope.at(testid).locator('tbody tr').evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.innerText.trim())));
/** The finished texts, once there are so many. */
const pooled = (scope, count) =>
  eventually(async () => {
    const all = await rows(scope, 'beam-pool');
    assert.equal(all.length, count);
    return all;
  });
const number = (text) => Number.parseFloat(text.replace('−', '-').replace('+', ''));
const near = (a, b, what) => assert.ok(Math.abs(a - b) < 0.006, `${what}: ${a} is ${b} by the command`);

async function open(scope) {
  await scope.open(HASH);
  await scope.click('strategies');
  await scope.click('strategy-beams');
  await scope.at('strategy-card').waitFor();
}

test('a search is gone through step by step, with the numbers of the command', async (scope) => {
  await open(scope);
  assert.equal(await scope.at('flow').count(), 0, 'it stands in the place of the picture');
  const wanted = command('--width', '4', '--max-tokens', '12');
  for (const step of [1, 2, 3]) {
    await eventually(async () => assert.match(await scope.text('strategy-place'), new RegExp(`step ${step} of`)));
    const shown = await rows(scope, 'beam-candidates');
    const own = wanted?.steps[step - 1].candidates;
    assert.equal(shown.length, 8);
    for (const [at, cells] of own ? shown.entries() : []) {
      near(number(cells[3]), own[at].before, 'old sum');
      near(number(cells[4]), own[at].log_prob, 'ln p');
      near(number(cells[5]), own[at].sum, 'sum');
      const { fate, beam } = own[at].fate;
      assert.equal(plain(cells[6]), fate === 'stays' ? `goes on as beam ${beam + 1}` : 'falls');
    }
    await scope.click('strategy-step');
  }
  await scope.click('strategy-back');
  await scope.click('strategy-back');
  await eventually(async () => assert.match(await scope.text('strategy-place'), /step 2 of/));
}, DESKTOP);

test('played to its end it says why, ranks the finished texts, and stands beside greedy and sampled text', async (scope) => {
  await scope.open(`${HASH}&open=beams&beams=3,0,never,6&speed=0`);
  await scope.click('strategy-play');
  await scope.at('beam-stop').waitFor();
  const wanted = command('--width', '3', '--length-penalty', '0', '--early-stopping', 'never', '--max-tokens', '6');
  const pool = await pooled(scope, 3);
  for (const [at, cells] of wanted ? pool.entries() : []) {
    near(number(cells[0]), wanted.finished[at].score, 'score');
    near(number(cells[1]), wanted.finished[at].sum, 'sum');
    assert.equal(Number(cells[2]), wanted.finished[at].tokens.length);
  }
  await eventually(async () => assert.equal((await rows(scope, 'beam-beside')).length, 3));
  const [best, greedy, sampled] = await rows(scope, 'beam-beside');
  assert.ok(number(best[1]) >= number(greedy[1]) - 0.01, `${best} ${greedy}`);
  // The sampled text is the run's own.
  await scope.click('close-strategy');
  for (let step = 0; step < 6; step += 1) await scope.steps(1);
  const text = plain(await scope.text('transcript'));
  assert.ok(text.includes(plain(sampled[5])), `${text} has ${sampled[5]}`);
}, DESKTOP);

test('texts are drawn without replacement, with the luck that the command gives them', async (scope) => {
  await open(scope);
  await scope.at('beam-tokens').fill('5');
  await scope.at('beam-way').selectOption({ index: 2 });
  await scope.at('beam-luck').waitFor();
  assert.equal(await scope.at('beam-penalty').isVisible(), false, 'luck knows no length');
  const wanted = command('--width', '4', '--max-tokens', '5', '--seed', '1', '--stochastic', '--chain', 'temperature~0.8,top_k~40,top_p~0.9');
  for (const step of [1, 2, 3, 4, 5]) {
    await eventually(async () => assert.match(await scope.text('strategy-place'), new RegExp(`step ${step} of`)));
    const shown = await rows(scope, 'beam-candidates');
    const own = wanted?.steps[step - 1].candidates;
    for (const [at, cells] of own ? shown.entries() : []) {
      near(number(cells[5]), own[at].sum, 'sum');
      near(number(cells[6]), own[at].perturbed, 'with luck');
      assert.equal(/goes on as|^finished$/.test(plain(cells[7])), at < 4, `${step}: the four luckiest go on`);
    }
    if (step < 5) await scope.click('strategy-step');
  }
  const pool = await pooled(scope, 4);
  assert.equal(new Set(pool.map((cells) => cells[3])).size, 4, 'no text comes twice');
  for (const [at, cells] of wanted ? pool.entries() : []) near(number(cells[0]), wanted.finished[at].score, 'luck of a text');
  await scope.call('setSettings', { seed: 2 });
  await eventually(async () => assert.notDeepEqual(await rows(scope, 'beam-pool'), pool));
}, DESKTOP);

test('another λ ranks what is finished anew, and says what it cannot redo', async (scope) => {
  await scope.open(`${HASH}&open=beams&beams=4,0,never,6&speed=0&step=6`);
  await scope.at('beam-stop').waitFor();
  const before = await pooled(scope, 4);
  await scope.at('beam-rank-by').fill('2');
  await eventually(async () => {
    const after = await rows(scope, 'beam-pool');
    for (const cells of after) near(number(cells[0]), number(cells[1]) / Number(cells[2]) ** 2, 'score');
    assert.notDeepEqual(after.map((r) => r[0]), before.map((r) => r[0]));
  });
}, DESKTOP);

test('a found text becomes the text; by the keyboard alone', async (scope) => {
  await scope.open(`${HASH}&open=beams&beams=2,1,likely,3&step=3`);
  const use = scope.at('beam-use').first();
  await use.waitFor();
  const [, , , words] = (await pooled(scope, 2))[0];
  await use.focus();
  await scope.page.keyboard.press('Enter');
  await eventually(async () => {
    assert.equal(await scope.at('strategy-card').count(), 0);
    const text = plain(await scope.text('transcript'));
    assert.ok(text.includes(plain(words)), `${text} has ${words}`);
  });
}, DESKTOP);

test('the link has the search and its step; Escape closes it', async (scope) => {
  await scope.open(`${HASH}&open=beams`);
  await scope.at('beam-width').fill('6');
  const filled = () => scope.at('beam-width').evaluate((slider) => slider.style.getPropertyValue('--fill'));
  await eventually(async () => assert.equal(await filled(), '33.3%', 'up to its knob: 6 of 1 to 16'));
  await eventually(async () => assert.equal((await rows(scope, 'beam-candidates')).length, 12));
  await scope.click('strategy-step');
  await eventually(async () => {
    const address = decodeURIComponent(new URL(await scope.copyLink()).hash);
    assert.match(address, /open=beams/);
    assert.match(address, /beams=6,1,likely,12/);
    assert.match(address, /step=2/);
  });
  await scope.at('strategy-step').focus();
  await scope.page.keyboard.press('Escape');
  await eventually(async () => assert.equal(await scope.at('strategy-card').count(), 0));
}, DESKTOP);

test('on a phone nothing makes the page wider', async (scope) => {
  await scope.open(`${HASH}&open=beams&step=4`);
  await eventually(async () => assert.match(await scope.text('strategy-place'), /step 4/));
  assert.equal(await scope.frame.evaluate(() => document.documentElement.scrollWidth), 390);
}, PHONE);
