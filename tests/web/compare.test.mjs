// Texts in lockstep on the page: steps with the numbers of the command, other models and prompts, and links.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const test = suite();
const PROMPT = 'In the forest lived a';
const CHAIN = 'temperature~0.8,top_k~40,top_p~0.9';
const HASH = `#prompt=${PROMPT.replaceAll(' ', '+')}&chain=${CHAIN}&seed=1&backend=cpu&speed=0`;
const LANES = ['write=sampled;chain=temperature~1.5', 'write=greedy;model=draft', 'write=beams3;prompt=In the city lived a'];
const DESKTOP = { context: { viewport: { width: 1280, height: 800 } } };
const PHONE = { context: { viewport: { width: 390, height: 844 }, hasTouch: true } };

/** What the command writes of the same texts. */
function command(lanes, ...options) {
  const program = process.env.LOGITSCOPE;
  if (!program) return undefined;
  const out = join(mkdtempSync(join(tmpdir(), 'compare-')), 'lanes.json');
  const models = join(import.meta.dirname, '../../web/models');
  execFileSync(program, [
    'compare', '--model', `${models}/pocket`, '--draft', `${models}/pocket-draft`, '--backend', 'cpu', '--prompt', PROMPT,
    '--chain', CHAIN, '--seed', '1', '--out', out, ...lanes.flatMap((lane) => ['--lane', lane]), ...options,
  ]);
  return JSON.parse(readFileSync(out, 'utf8'));
}

const plain = (text) => text.replaceAll(/[\s\u202f]+/g, ' ').trim();
const spelled = (lanes) => lanes.map((lane) => `&lane=${encodeURIComponent(lane)}`).join('');
const number = (text) => Number.parseFloat(text.replace('−', '-').replace('+', ''));
const rows = (scope, id) =>
  scope.at(id).locator('tbody tr').evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.innerText.trim())));
const atEnd = (scope) => eventually(async () => assert.ok(await scope.at('strategy-step').isDisabled()));
const texts = (scope) => scope.at('lane-text').locator('p').allInnerTexts();

test('texts, divergences and readers are those of the command', async (scope) => {
  await scope.open(`${HASH}&open=compare&compare=8${spelled(LANES)}&step=99`);
  await atEnd(scope);
  const wanted = command(LANES, '--max-tokens', '8');
  const shown = (await texts(scope)).map((text) => text.replaceAll('␣', ' '));
  assert.equal(shown.length, 4);
  wanted?.lanes.forEach((lane, at) => assert.equal(plain(shown[at]), plain(lane.text), `lane ${at}`));
  const readers = await eventually(async () => {
    const all = await rows(scope, 'lane-readers');
    assert.equal(all.length, 4);
    return all;
  });
  wanted?.scores.forEach((all, reader) =>
    all.forEach((score, writer) => assert.ok(Math.abs(number(readers[reader][writer + 1]) - score) < 0.006, `${reader} reads ${writer}`)));
  await scope.at('table-twin-lanes').locator('summary').click();
  const apart = await eventually(async () => {
    const all = await rows(scope, 'table-twin-lanes');
    assert.ok(all.length > 0);
    return all;
  });
  const pairs = wanted?.steps.flatMap((step) => step.pairs) ?? [];
  if (wanted) assert.equal(apart.length, pairs.length);
  pairs.forEach((pair, at) => {
    const own = [pair.kl_bits, pair.kl_back_bits, pair.js_bits, pair.chain_js_bits];
    own.forEach((bits, column) => assert.ok(Math.abs(number(apart[at][column + 2]) - bits) < 0.006, `${apart[at]} ${bits}`));
  });
}, DESKTOP);

test('the same random number goes through both, and what a text took is marked', async (scope) => {
  await scope.open(HASH);
  await scope.click('strategies');
  await scope.click('strategy-compare');
  const dice = await eventually(async () => {
    const all = await scope.at('lane-dice').locator('li').allInnerTexts();
    assert.equal(all.length, 2);
    return all;
  });
  const u = number(await scope.at('lane-dice').locator('.lane-pin').innerText());
  for (const line of dice) {
    const [low, high] = line.match(/\d\.\d+/g).map(Number);
    assert.ok(low <= u && u <= high, line);
  }
  assert.ok(await scope.at('lane-standings').locator('td.taken.drawn').count() > 0);
  // The page's own buttons drive what is open, and its keys do.
  assert.match(await scope.text('strategy-place'), /^step 1 /);
  await scope.click('step');
  await eventually(async () => assert.match(await scope.text('strategy-place'), /^step 2 /));
  await scope.page.keyboard.press('Escape');
  await scope.open(`${HASH}&open=compare&step=2`);
  await eventually(async () => assert.match(await scope.text('strategy-place'), /^step 2 /));
  await scope.at('strategy-card').focus();
  await scope.page.keyboard.press('n');
  await eventually(async () => assert.match(await scope.text('strategy-place'), /^step 3 /));
  await scope.page.keyboard.press('Backspace');
  await eventually(async () => assert.match(await scope.text('strategy-place'), /^step 2 /));
  assert.match(await scope.text('transcript'), /^In the forest lived a\W*wolf\W*$/, 'the text itself stays, with what Step would take');
}, DESKTOP);

test('another prompt, another model, and a link that has them', async (scope) => {
  await scope.open(`${HASH}&open=compare&compare=4`);
  await eventually(async () => assert.equal((await texts(scope)).length, 2));
  await scope.click('lane-add');
  await eventually(async () => assert.equal((await texts(scope)).length, 3));
  await scope.at('lane-prompt').nth(1).fill('In the city lived a');
  await scope.at('lane-prompt').nth(1).press('Enter');
  await scope.at('lane-model').nth(0).selectOption({ index: 1 });
  await scope.at('strategy-play').click();
  await atEnd(scope);
  const shown = await texts(scope);
  const link = await scope.copyLink();
  await scope.open(new URL(link).hash);
  await atEnd(scope);
  assert.deepEqual(await texts(scope), shown);
  await scope.at('lane-remove').nth(1).click();
  await eventually(async () => assert.equal((await texts(scope)).length, 2));
  await scope.at('lane-use').nth(1).click();
  await eventually(async () => {
    assert.equal(await scope.at('strategy-card').count(), 0);
    assert.ok(plain(await scope.text('transcript')).length > PROMPT.length);
  });
}, DESKTOP);

test('a lane keeps the sampler of now as its own, in one line that can be written', async (scope) => {
  await scope.open(`${HASH}&open=compare&compare=4&lane=write%3Dsampled`);
  await eventually(async () => assert.equal((await texts(scope)).length, 2));
  await scope.at('lane-sampler').selectOption({ index: 2 });
  await eventually(async () => assert.equal(await scope.at('lane-chain').inputValue(), CHAIN));
  await scope.call('setSettings', { chain: 'temperature~1.9,top_k~7' });
  assert.equal(await scope.at('lane-chain').inputValue(), CHAIN, 'it stays when the page’s own changes');
  const record = async () => (await scope.call('open', 'compare', 1000), scope.call('strategy'));
  const samplers = ({ lanes }) => lanes.map(({ chain }) => chain.map(({ sampler, k }) => k ?? sampler).join());
  const mixed = await record();
  assert.notEqual(...samplers(mixed));
  await scope.at('lane-chain').fill('top_k~1');
  await scope.at('lane-chain').press('Enter');
  await eventually(async () => assert.equal(samplers(await record())[1], '1'));
  await scope.at('lane-chain').fill('top_q~1');
  await scope.at('lane-chain').press('Enter');
  await scope.notice(/top_q/);
  await scope.at('lane-sampler').selectOption({ index: 0 });
  await eventually(async () => assert.equal(await scope.at('lane-chain').count(), 0));
}, DESKTOP);

test('a prompt that is too long says so and the others stay', async (scope) => {
  await scope.open(`${HASH}&open=compare`);
  await eventually(async () => assert.equal((await texts(scope)).length, 2));
  await scope.at('lane-prompt').fill('the wolf '.repeat(200));
  await scope.at('lane-prompt').press('Enter');
  await eventually(async () => assert.match(plain(await scope.at('strategy-card').locator('[role=alert]').innerText()), /tokens/));
  await scope.at('lane-prompt').fill('');
  await scope.at('lane-prompt').press('Enter');
  await eventually(async () => assert.equal((await texts(scope)).length, 2));
}, DESKTOP);

test('on a phone nothing makes the page wider', async (scope) => {
  await scope.open(`${HASH}&open=compare&compare=6${spelled(LANES)}&step=4`);
  await eventually(async () => assert.match(await scope.text('strategy-place'), /^step 4 /));
  assert.equal(await scope.frame.evaluate(() => document.documentElement.scrollWidth), 390);
}, PHONE);
