// Grammars on the page: what is allowed at each step, by mouse, by keyboard and from a link; and what cannot be used.
import assert from 'node:assert/strict';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const test = suite();
const chain = (language, text) => {
  const escaped = text.replaceAll('%', '%25').replaceAll('~', '%7E').replaceAll(',', '%2C');
  return encodeURIComponent(`grammar~${language}~${escaped},temperature~1`);
};
const hash = (language, text) => `#prompt=The+wolf+said&seed=1&backend=cpu&speed=0&chain=${chain(language, text)}`;
const DESKTOP = { context: { viewport: { width: 1280, height: 800 } } };
const PHONE = { context: { viewport: { width: 390, height: 844 }, hasTouch: true } };
const OBJECT = JSON.stringify({
  type: 'object',
  properties: { name: { type: 'string', maxLength: 8 }, age: { type: 'integer', minimum: 0, maximum: 99 } },
  required: ['name', 'age'],
  additionalProperties: false,
  'x-guidance': { whitespace_flexible: false },
});
const text = async (scope) => (await scope.call('state')).text;

test('a text follows its grammar to the end, and back, and on another branch', async (scope) => {
  await scope.open(hash('json_schema', OBJECT));
  await scope.call('run', { maxTokens: 80 });
  const written = (await text(scope)).replace('The wolf said', '').replace('<|endoftext|>', '');
  const { name, age } = JSON.parse(written);
  assert.ok(name.length <= 8 && Number.isInteger(age) && age >= 0 && age <= 99, written);
  await scope.call('rewind', 5);
  await scope.call('rollAgain');
  await scope.call('run', { maxTokens: 80 });
  const other = (await text(scope)).replace('The wolf said', '').replace('<|endoftext|>', '');
  assert.deepEqual(Object.keys(JSON.parse(other)), ['name', 'age'], other);
}, DESKTOP);

test('what is allowed is all that is left, and the settings carry the grammar', async (scope) => {
  await scope.open(hash('regex', ' (yes|no)'));
  const step = await scope.call('step');
  assert.match(step.text ?? '', /^ (y|n|ye|yes|no)$/);
  assert.ok(step.survivors <= 8, `${step.survivors} tokens begin “yes” or “no”`);
  const link = decodeURIComponent(await scope.copyLink());
  assert.match(link, /grammar~regex~ \(yes\|no\)/);
}, DESKTOP);

test('a grammar is added, written and applied by mouse and keyboard', async (scope) => {
  await scope.open('#prompt=The+wolf+said&seed=1&backend=cpu&chain=temperature~1&open=sampler');
  await scope.at('add-stage').selectOption('grammar');
  const card = scope.at('card-grammar');
  await card.waitFor();
  await eventually(async () => {
    if (await scope.at('grammar-text').count() === 0) await card.locator('.stage-listed').click();
    assert.equal(await scope.at('grammar-text').count(), 1);
  });
  await scope.at('grammar-text').fill(' (night|nights)');
  await scope.at('grammar-apply').focus();
  await scope.page.keyboard.press('Enter');
  await eventually(async () => {
    const state = await scope.call('state');
    assert.ok(state.settings.stages.some((stage) => stage.sampler === 'grammar' && stage.grammar.text === ' (night|nights)'));
  });
  await eventually(async () => assert.match(await scope.text('transcript'), /said\W*(n|night|nights|ni|nigh)\W*$/));
  // What is none is told, switched off, and what was written stays.
  await scope.at('grammar-text').fill('((');
  await scope.at('grammar-apply').click();
  await eventually(async () => {
    const state = await scope.call('state');
    assert.ok(state.settings.stages.some((stage) => stage.sampler === 'grammar' && stage.on === false));
  });
  await scope.notice(/The grammar cannot be used/);
}, DESKTOP);

test('a grammar that is too much ends its parser, not the page', async (scope) => {
  const hostile = `start: T0\n${Array.from({ length: 140 }, (_, n) => `T${n}: T${n + 1} T${n + 1}\n`).join('')}T140: "a"`;
  await scope.open(hash('lark', hostile));
  await eventually(async () => assert.match((await scope.at('notice').allInnerTexts()).join(), /grammar/i));
  await scope.click('step');
  await eventually(async () => assert.ok((await text(scope)).length > 'The wolf said'.length));
}, DESKTOP);

test('on a phone nothing makes the page wider', async (scope) => {
  await scope.open(`${hash('regex', ' (yes|no|maybe)')}&open=sampler`);
  await scope.at('card-grammar').or(scope.at('station-sampler')).first().waitFor();
  assert.equal(await scope.frame.evaluate(() => document.documentElement.scrollWidth), 390);
}, PHONE);

test('a parser that does not answer is ended, and one that cannot be loaded is told', async (scope) => {
  // In its place a worker that takes the vocabulary and says nothing more.
  const silent = 'onmessage = ({ data: { vocabulary } }) => vocabulary && postMessage({ id: vocabulary.id, mask: { Ok: { words: [], d_vocab: 0 } } });';
  await scope.page.route('**/grammar-*/grammar.js', (route) => route.fulfill({ contentType: 'text/javascript', body: silent }));
  await scope.open(hash('regex', ' (yes|no)'));
  const said = async () => (await scope.at('notice').allInnerTexts()).join();
  await eventually(async () => assert.match(await said(), /took more than 5 seconds/));
  await scope.click('step');
  await eventually(async () => assert.ok((await text(scope)).length > 'The wolf said'.length, 'it goes on without the grammar'));
  await scope.page.unroute('**/grammar-*/grammar.js');
  await scope.page.route('**/grammar-*/grammar.js', (route) => route.abort());
  await scope.open(hash('regex', ' (maybe|perhaps)'));
  await eventually(async () => assert.match(await said(), /parser of grammars cannot be loaded|too much for its parser/));
}, DESKTOP);
