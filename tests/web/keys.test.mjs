// The keys: what Esc leaves is gone back to, a row of tabs is walked through, and what has arrow keys of its own drives no run.
import assert from 'node:assert/strict';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const test = suite();
const HASH = '#prompt=In+the+forest+lived+a&seed=1&backend=cpu';
const DESKTOP = { context: { viewport: { width: 1280, height: 800 } } };
const PHONE = { context: { viewport: { width: 390, height: 844 }, hasTouch: true } };

const focus = (scope) => scope.frame.evaluate(() => document.activeElement?.dataset?.testid ?? document.activeElement?.tagName);
const length = async (scope) => (await scope.call('state')).transcript.length;
const press = (scope, ...keys) => keys.reduce((before, key) => before.then(() => scope.page.keyboard.press(key)), Promise.resolve());

/** Opens it with Enter and goes inside. */
async function enter(scope, testid) {
  await scope.at(testid).focus();
  await press(scope, 'Enter');
  // What it holds may have to be loaded.
  await scope.at(testid).locator('~ .menu-panel :is(button, select, summary)').first().waitFor();
  await press(scope, 'Tab');
  await eventually(async () => assert.notEqual(await focus(scope), testid));
}

test('Esc in a menu leads back to its button, and closes nothing else', async (scope) => {
  await scope.open(HASH);
  await scope.look('logits');
  for (const menu of ['model-menu', 'lesson-menu', 'share-menu', 'examples', 'strategies', 'questions']) {
    await enter(scope, menu);
    await press(scope, 'Escape');
    await eventually(async () => assert.equal(await focus(scope), menu));
    assert.equal(await scope.at(menu).locator('..').getAttribute('open'), null, menu);
    assert.equal(await scope.at('station-card').count(), 1, menu);
  }
}, DESKTOP);

test('a dialog leads back to the menu that opened it, and the page under it stays where it is', async (scope) => {
  await scope.open(HASH);
  for (const [menu, button] of [['model-menu', 'open-hub'], ['model-menu', 'open-server'], ['model-menu', 'open-price'], ['share-menu', 'make-embed']]) {
    await scope.click(menu);
    await scope.click(button);
    await eventually(async () => assert.equal(await scope.frame.locator('dialog:modal').count(), 1, button));
    assert.equal(await scope.frame.evaluate(() => getComputedStyle(document.documentElement).overflow), 'hidden', button);
    await press(scope, 'Escape');
    await eventually(async () => assert.equal(await focus(scope), menu, button));
    await eventually(async () => assert.equal(await scope.frame.evaluate(() => getComputedStyle(document.documentElement).overflow), 'visible', button));
  }
  await scope.at('help').focus();
  await press(scope, 'Enter', 'Escape');
  await eventually(async () => assert.equal(await focus(scope), 'help'));
}, DESKTOP);

test('on a phone the help leads back to what it was found in', async (scope) => {
  await scope.open(HASH);
  await scope.click('more-page');
  await scope.click('help');
  await scope.at('help-dialog').waitFor();
  await press(scope, 'Escape');
  await eventually(async () => assert.equal(await focus(scope), 'more-page'));
}, PHONE);

test('a strategy that is closed leads back to the menu of the strategies', async (scope) => {
  await scope.open(HASH);
  for (const inside of [true, false]) {
    await enter(scope, 'strategies');
    await press(scope, 'Enter');
    await eventually(async () => assert.equal(await focus(scope), 'strategy-card'));
    // The keys of the page close it, too.
    if (!inside) await scope.frame.evaluate(() => document.activeElement.blur());
    await press(scope, 'Escape');
    await eventually(async () => assert.equal(await focus(scope), 'strategies'));
    assert.equal(await scope.at('strategy-card').count(), 0);
  }
}, DESKTOP);

test('the views of a station are tabs: one stop, and the arrow keys walk through them and take no step', async (scope) => {
  await scope.open(HASH);
  await scope.look('layers');
  const before = await length(scope);
  await scope.at('inside-attention').focus();
  for (const [key, at] of [['ArrowRight', 'lens'], ['ArrowRight', 'shares'], ['End', 'cache'], ['ArrowRight', 'cache'], ['Home', 'attention'], ['ArrowLeft', 'attention']]) {
    await press(scope, key);
    assert.equal(await focus(scope), `inside-${at}`, key);
  }
  assert.equal(await scope.at('inside-attention').getAttribute('aria-selected'), 'true', 'walking opens nothing');
  await press(scope, 'ArrowRight', 'Enter');
  await eventually(async () => assert.equal(await scope.at('inside-lens').getAttribute('aria-selected'), 'true'));
  assert.equal(await scope.frame.getByRole('tabpanel', { name: 'Logit lens' }).count(), 1);
  const stops = await scope.frame.getByRole('tab').evaluateAll((all) => all.filter((tab) => tab.tabIndex === 0).map((tab) => tab.id));
  assert.deepEqual(stops, ['inside-lens']);
  assert.equal(await length(scope), before);
}, DESKTOP);

test('in an open menu the keys of the page do nothing, and a list of models is opened before one is taken', async (scope) => {
  await scope.open(HASH);
  const before = await length(scope);
  await enter(scope, 'share-menu');
  await press(scope, 'ArrowRight', 'n', 'ArrowRight');
  await press(scope, 'Escape');
  await scope.click('model-menu');
  const list = scope.at('bundled-model');
  await list.focus();
  for (const key of ['ArrowDown', 'p']) {
    await press(scope, key);
    assert.equal(await list.inputValue(), 'pocket', key);
    await press(scope, 'Escape');
    if ((await focus(scope)) !== 'bundled-model') await (await scope.click('model-menu'), list.focus());
  }
  await scope.settled();
  const { model, transcript } = await scope.call('state');
  assert.deepEqual([model.name, transcript.length], ['pocket', before]);
}, DESKTOP);

test('Esc ends the tour', async (scope) => {
  await scope.open('#backend=cpu');
  await scope.click('take-tour');
  await scope.at('lesson-panel').waitFor();
  await eventually(async () => assert.equal(await scope.at('lesson-panel').getAttribute('aria-busy'), 'false'));
  await press(scope, 'Escape');
  await eventually(async () => assert.equal(await scope.at('lesson-panel').count(), 0));
  await eventually(async () => assert.equal(await focus(scope), 'lesson-menu'));
}, DESKTOP);
