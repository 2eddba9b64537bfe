// Guided choices on the page: each score with the numbers of the command, and links.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const test = suite();
const PROMPT = 'In the forest lived a';
const HASH = `#prompt=${PROMPT.replaceAll(' ', '+')}&chain=temperature~0.8&seed=1&backend=cpu&speed=0`;
const DESKTOP = { context: { viewport: { width: 1280, height: 800 } } };
const PHONE = { context: { viewport: { width: 390, height: 844 }, hasTouch: true } };

/** What the command writes of the same text. */
function command(...options) {
  const program = process.env.LOGITSCOPE;
  if (!program) return undefined;
  const out = join(mkdtempSync(join(tmpdir(), 'guide-')), 'steps.json');
  const models = join(import.meta.dirname, '../../web/models');
  execFileSync(program, [
    'guide', '--model', `${models}/pocket`, '--backend', 'cpu', '--prompt', PROMPT, '--max-tokens', '6', '--out', out,
    ...options.map((option) => option.replace('MODELS', models)),
  ]);
  return JSON.parse(readFileSync(out, 'utf8'));
}

const plain = (text) => text.replaceAll('␣', ' ').replaceAll(/[\s\u202f]+/g, ' ').trim();
const number = (text) => Number.parseFloat(text.replace('−', '-').replace('+', ''));
const atEnd = (scope) => eventually(async () => assert.ok(await scope.at('strategy-step').isDisabled()));
const rows = (scope) =>
  scope.at('guide-table').locator('tbody tr').evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.innerText.trim())));

for (const [name, link, options] of [
  ['guidance', 'guide=guidance,6,best,4,0.6,0.1,2&against=In+the+city+lived+a', ['--by', 'guidance', '--scale', '2', '--against', 'In the city lived a']],
  ['contrastive search', 'guide=search,6,best,4,0.6', ['--by', 'search']],
  ['contrastive decoding', 'guide=decoding,6', ['--by', 'decoding', '--amateur', 'MODELS/pocket-draft']],
  ['DoLa', 'guide=dola,6', ['--by', 'dola']],
  ['drawn guidance', 'guide=guidance,6,drawn', ['--by', 'guidance', '--seed', '1', '--chain', 'temperature~0.8']],
]) {
  test(`${name}: text and scores are those of the command`, async (scope) => {
    await scope.open(`${HASH}&open=guided&${link}&step=99`);
    await atEnd(scope);
    const wanted = command(...options);
    if (!wanted) return;
    assert.equal(plain((await scope.at('guide-text').locator('button').allInnerTexts()).join('')), plain(wanted.text));
    const step = wanted.steps.at(-1);
    const shown = await rows(scope);
    step.candidates.slice(0, shown.length - 2).forEach((candidate, at) => {
      const score = shown[at][3];
      if (candidate.score === null) assert.equal(score, 'not plausible');
      else assert.ok(Math.abs(number(score) - candidate.score) < 0.006, `${score} ${candidate.score}`);
    });
    assert.equal(await scope.at('guide-table').locator('tr.taken').count(), 1);
  }, DESKTOP);
}

test('by mouse and keyboard: another score, another number, and g = 1 is the model alone', async (scope) => {
  await scope.open(HASH);
  await scope.click('strategies');
  await scope.click('strategy-guided');
  await scope.at('guide-sentence').waitFor();
  await scope.at('guide-rule').nth(3).focus();
  await scope.page.keyboard.press('Enter');
  await eventually(async () => assert.equal(await scope.at('guide-layers').locator('li').count(), 5));
  await scope.at('guide-rule').nth(0).click();
  await scope.at('guide-scale').fill('1');
  await scope.at('strategy-play').click();
  await atEnd(scope);
  await eventually(async () => assert.equal(plain((await scope.at('guide-text').locator('button').allInnerTexts()).join('')), plain(await scope.text('guide-plain'))));
  assert.equal(await scope.at('guide-text').locator('.parts').count(), 0);
  const link = decodeURIComponent(await scope.copyLink());
  assert.match(link, /open=guided/);
  assert.match(link, /guide=guidance,20,best,4,0\.6,0\.1,1/);
  const text = plain(await scope.text('guide-plain'));
  await scope.click('guide-use');
  await eventually(async () => assert.equal(plain((await scope.call('state')).text), `${PROMPT} ${text}`));
}, DESKTOP);

test('on a phone nothing makes the page wider', async (scope) => {
  await scope.open(`${HASH}&open=guided&guide=dola,6&step=3`);
  await eventually(async () => assert.match(await scope.text('strategy-place'), /^step 3 /));
  assert.equal(await scope.frame.evaluate(() => document.documentElement.scrollWidth), 390);
}, PHONE);
