// Context and cost on the page: what is forgotten and computed again, the work of a run, and what it costs.
import assert from 'node:assert/strict';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const test = suite();
const HASH = '#prompt=In+the+forest+lived+a&seed=1&backend=cpu&speed=0';
const DESKTOP = { context: { viewport: { width: 1280, height: 800 } } };
const PHONE = { context: { viewport: { width: 390, height: 844 }, hasTouch: true } };

const rows = (scope, id) =>
  scope.at(id).locator('tbody tr').evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.innerText.trim())));
const filled = (scope, id) =>
  eventually(async () => {
    const all = await rows(scope, id);
    assert.ok(all.length > 0, `${id} has no rows`);
    return all;
  });
const open = async (scope, id) => {
  await scope.at(id).locator('summary').click();
  return filled(scope, id);
};
const atEnd = (scope) => eventually(async () => assert.ok(await scope.at('strategy-step').isDisabled()));

test('a window that slides is computed again, and what it forgets changes the next token', async (scope) => {
  await scope.open(`${HASH}&open=context&context=slide,8,3,9&step=99`);
  await atEnd(scope);
  const steps = await open(scope, 'table-twin-context');
  assert.deepEqual(steps.map((row) => row.slice(2, 6).map(Number)), [
    // read, forgotten, in the cache, computed
    [5, 0, 0, 5], [6, 0, 5, 1], [7, 0, 6, 1], [5, 3, 0, 5], [6, 0, 5, 1], [7, 0, 6, 1], [5, 3, 0, 5], [6, 0, 5, 1], [7, 0, 6, 1],
  ]);
  // The engine had the prompt, and no window that slid.
  assert.deepEqual(steps.slice(1).map((row) => row[6]), steps.slice(1).map((row) => row[5]));
  const lost = steps.map((row) => row[8]);
  assert.deepEqual(lost.slice(0, 3), ['–', '–', '–']);
  assert.ok(lost.slice(3).every((bits) => Number.parseFloat(bits) > 0), lost.join());
  assert.equal(await scope.at('context-text').locator('.forgotten').count(), 6);
  assert.match(await scope.text('context-sentence'), /What is forgotten changes the distribution by/);
}, DESKTOP);

test('stop ends the text, and the middle goes where the beginning stays', async (scope) => {
  await scope.open(`${HASH}&open=context&context=stop,8,1,20&step=99`);
  await atEnd(scope);
  assert.match(await scope.text('context-sentence'), /The context is full/);
  await scope.at('context-way').selectOption({ index: 1 });
  await scope.at('context-size').fill('10');
  await eventually(async () => assert.match(await scope.text('strategy-place'), /^step 20 /));
  const steps = await open(scope, 'table-twin-context');
  const dropped = steps.filter((row) => Number(row[3]) > 0);
  assert.ok(dropped.length > 0 && dropped.every((row) => Number(row[4]) === 4), 'the first four keep their keys and values');
}, DESKTOP);

test('where the model ends the text, the card says so', async (scope) => {
  // Only its most probable token, and a text that ends soon.
  await scope.open(`#prompt=The+end.&seed=1&backend=cpu&speed=0&temperature=0&open=context&context=slide,60,1,120&step=999`);
  await atEnd(scope);
  assert.match(await scope.text('strategy-place'), /^step \d+ of at most 120$/);
  assert.match(await scope.text('context-sentence'), /The model ended the text itself/);
}, DESKTOP);

test('the work is that of the formula and of the steps, and the cost that of the prices', async (scope) => {
  await scope.open(HASH);
  for (let i = 0; i < 6; i += 1) await scope.call('step');
  await scope.click('strategies');
  await scope.click('strategy-context');
  const work = await filled(scope, 'work-table');
  assert.deepEqual(work[0].slice(1), ['10', '45', '4.50×'], 'tokens through the model: 5 + 5, and 5 + 6 + … + 10');
  const growth = await open(scope, 'table-twin-work');
  assert.deepEqual(growth.map((row) => row.slice(0, 3)), [['6', '5', '5'], ['7', '6', '11'], ['8', '7', '18'], ['9', '8', '26'], ['10', '9', '35'], ['11', '10', '45']]);
  assert.deepEqual(growth.map((row) => row[6]), ['5', '1', '1', '1', '1', '1'], 'measured');
  const cost = async () => (await filled(scope, 'cost-table')).map((row) => row.slice(1).map((cell) => Number.parseFloat(cell)));
  assert.deepEqual((await cost())[3], [0.000029, 0.029, 0.0245].map((x) => Number(x.toPrecision(3))));
  await scope.at('price-output').fill('10');
  await scope.at('price-output').press('Enter');
  await scope.at('cost-runs').fill('1000000');
  await scope.at('cost-runs').press('Enter');
  await eventually(async () => assert.deepEqual((await cost())[3].slice(1), [65, 60.5]));
  await scope.at('price-input').fill('a lot');
  await scope.at('price-input').press('Enter');
  await eventually(async () => assert.equal(await scope.at('price-input').getAttribute('aria-invalid'), 'true'));
  const link = await scope.copyLink();
  assert.match(decodeURIComponent(link), /cost=1,0\.1,10,1000000/);
  await scope.click('cost-reset');
  await eventually(async () => assert.equal(await scope.at('price-output').inputValue(), '4'));
}, DESKTOP);

test('on a phone nothing makes the page wider', async (scope) => {
  await scope.open(`${HASH}&open=context&step=9`);
  await eventually(async () => assert.match(await scope.text('strategy-place'), /^step 9 /));
  assert.equal(await scope.frame.evaluate(() => document.documentElement.scrollWidth), 390);
}, PHONE);
