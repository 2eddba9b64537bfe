// Speculative decoding on the page: rounds with the numbers of the command, and the proof as an experiment.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tiny } from './lib/checkpoint.mjs';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const test = suite();
const PROMPT = 'In the forest lived a';
const HASH = `#prompt=${PROMPT.replaceAll(' ', '+')}&chain=temperature~0.8,top_k~40,top_p~0.9&seed=1&backend=cpu`;
const DESKTOP = { context: { viewport: { width: 1280, height: 800 } } };
const PHONE = { context: { viewport: { width: 390, height: 844 }, hasTouch: true } };

/** What the command writes of the same run. */
function command(...options) {
  const program = process.env.LOGITSCOPE;
  if (!program) return undefined;
  const out = join(mkdtempSync(join(tmpdir(), 'speculate-')), 'rounds.json');
  const models = join(import.meta.dirname, '../../web/models');
  execFileSync(program, [
    'speculate', '--model', `${models}/pocket`, '--draft', `${models}/pocket-draft`, '--backend', 'cpu', '--prompt', PROMPT,
    '--chain', 'temperature~0.8,top_k~40,top_p~0.9', '--seed', '1', '--max-tokens', '24', '--out', out, ...options,
  ]);
  return JSON.parse(readFileSync(out, 'utf8'));
}

const plain = (text) => text.replaceAll(/\s+/g, ' ').trim();
const percent = (p) => `${(100 * p).toFixed(1)} %`;
const cells = (scope, selector) =>
  scope.frame.locator(selector).evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.innerText.trim().replaceAll('\u202f', ' '))));
const round = (scope, n) => eventually(async () => assert.equal(await scope.text('strategy-place'), `round ${n}`));

test('the rounds are those of the command: tokens, p, q, dice and verdicts', async (scope) => {
  await scope.open(HASH);
  await scope.click('strategies');
  await scope.click('strategy-speculative');
  await scope.at('round').waitFor();
  const wanted = command('--drafted', '4');
  for (const n of [1, 2, 3]) {
    await round(scope, n);
    const rows = await eventually(async () => {
      const all = await cells(scope, '[data-testid=round] .round-scroll tbody tr');
      assert.equal(all.length, 4);
      return all;
    });
    const own = wanted?.rounds[n - 1];
    for (const [at, verdict] of own?.verdicts.entries() ?? []) {
      assert.equal(rows[at][4], verdict.accepted ? 'kept' : 'rejected');
      const [p, q] = rows[at][1].split(' · ');
      const close = (shown, x) => assert.ok(Math.abs(Number.parseFloat(shown.replace('<', '')) - 100 * x) < 0.11, `${shown} ${percent(x)}`);
      close(p, verdict.p);
      close(q, verdict.q);
      assert.ok(Math.abs(Number.parseFloat(rows[at][3]) - verdict.draw.u) < 0.0006, `${rows[at][3]} ${verdict.draw.u}`);
    }
    for (const cut of own ? rows.slice(own.verdicts.length) : []) assert.match(cut[1], /^not looked at/);
    if (own?.last) assert.equal(await scope.at('round-ending').locator('tr.chosen').count(), 1);
    await scope.click('strategy-step');
  }
  // A press on a round shows it again.
  await scope.at('speculate-round').first().click();
  await round(scope, 1);
}, DESKTOP);

test('the proof fits the model, and does not where everything is accepted', async (scope) => {
  await scope.open(`${HASH}&open=speculative`);
  await scope.click('proof-10000');
  await eventually(async () => assert.match(plain(await scope.text('proof-fit')), /^After 10.?000 draws: it fits/));
  await scope.at('speculate-rule').selectOption({ index: 2 });
  await eventually(async () => assert.equal(await scope.at('proof-fit').count(), 0, 'another rule begins anew'));
  await scope.click('proof-1000');
  await eventually(async () => assert.match(plain(await scope.text('proof-fit')), /^After 1.?000 draws: it does not fit/));
}, DESKTOP);

test('greedy, the text is the plain run’s, whoever drafts', async (scope) => {
  const hash = HASH.replace('temperature~0.8,top_k~40,top_p~0.9', 'temperature~0');
  await scope.open(`${hash}&open=speculative&speculate=model,ratio,3,12&speed=0`);
  const texts = [];
  for (const by of [0, 1, 2]) {
    await scope.at('speculate-by').selectOption({ index: by });
    if (by === 1) await scope.at('speculate-layers').fill('2');
    await scope.at('strategy-play').focus();
    await scope.page.keyboard.press('Enter');
    await eventually(async () => assert.ok(await scope.at('strategy-step').isDisabled(), `drafter ${by} comes to its end`));
    texts.push(plain(await scope.text('speculate-text')).replaceAll(/\s|Use this text/g, ''));
    await scope.click('strategy-restart');
  }
  assert.equal(new Set(texts).size, 1, texts.join('\n'));
  await scope.click('strategy-play');
  await eventually(async () => assert.ok(await scope.at('strategy-step').isDisabled()));
  await scope.click('speculate-use');
  const adopted = plain(await eventually(async () => {
    assert.equal(await scope.at('strategy-card').count(), 0);
    return scope.text('transcript');
  }));
  assert.ok(adopted.length > PROMPT.length);
}, DESKTOP);

test('another model drafts: by a link, from files, and not with other tokens', async (scope) => {
  // The model as its own draft is always right.
  await scope.open(`${HASH}&open=speculative&draft=pocket&speculate=model,ratio,3,8`);
  const figures = async () => (await scope.call('open', 'speculative', 1000), scope.call('strategy'));
  const same = await figures();
  assert.equal(same.draft.name, 'pocket');
  assert.equal(same.figures.alpha, 1, 'all that is looked at is kept');
  assert.match(await scope.copyLink(), /[&#]draft=pocket(&|$)/);
  const folder = join(import.meta.dirname, '../../web/models/pocket-draft');
  const files = ['config.json', 'tokenizer.json', 'model.safetensors'].map((name) => join(folder, name));
  await scope.at('draft-model').locator('summary').click();
  await scope.at('draft-files').setInputFiles(files.slice(0, 2));
  await scope.notice(/Missing: model\.safetensors/);
  await scope.at('draft-files').setInputFiles(files);
  await eventually(async () => assert.match(await scope.text('draft-model'), /model\.safetensors/));
  const own = await figures();
  assert.equal(own.draft.n_layers, JSON.parse(readFileSync(files[0], 'utf8')).n_layer);
  assert.ok(own.figures.alpha < 1);
  const other = tiny();
  await scope.at('draft-files').setInputFiles([
    { name: 'config.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(other.config)) },
    { name: 'tokenizer.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(other.tokenizer)) },
    { name: 'other.safetensors', mimeType: 'application/octet-stream', buffer: Buffer.from(other.weights) },
  ]);
  await assert.rejects(scope.call('open', 'speculative', 3), /other has other tokens than the model/);
  await scope.click('draft-back');
  assert.equal((await figures()).draft.name, 'pocket-draft');
}, DESKTOP);

test('on a phone nothing makes the page wider', async (scope) => {
  await scope.open(`${HASH}&open=speculative&step=2`);
  await round(scope, 2);
  assert.equal(await scope.frame.evaluate(() => document.documentElement.scrollWidth), 390);
}, PHONE);
