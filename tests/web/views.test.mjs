// The views of the model's inside: what they keep while the text goes on, which text they are about, touch, and links.
import assert from 'node:assert/strict';
import { folder, tiny } from './lib/checkpoint.mjs';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const test = suite({
  files: {
    ...folder('models/tiny', tiny({ nCtx: 100, scale: 1 })),
    ...folder('models/deep', tiny({ nCtx: 100, scale: 1, layers: 2 })),
  },
});
const HASH = '#model=tiny&prompt=abcabc&seed=3&backend=cpu&precision=f32&chain=temperature~1';
const DEEP = HASH.replace('tiny', 'deep');

const cells = async (scope, testid) => {
  const rows = await scope.at(testid).locator('tbody tr').all();
  return Promise.all(rows.map((row) => row.locator('td').allInnerTexts()));
};
const words = (box) => box.getByTestId('vector-words').innerText();
const number = (text) => Number(text.replace('−', '-').replace('+', ''));
const focused = (scope) => scope.frame.evaluate(() => document.activeElement?.id || document.activeElement?.getAttribute('aria-label'));

test('vectors: who walks the cells keeps the place while a step is taken', async (scope) => {
  await scope.open(HASH);
  await scope.click('inside-vectors');
  const box = scope.at('vector-resid_post');
  await eventually(async () => assert.match(await words(box), / … /));
  await box.locator('canvas').click();
  await scope.page.keyboard.press('Home');
  await scope.page.keyboard.press('ArrowRight');
  // The mouse goes, or the box goes from under it: who walks by the keys stays.
  await scope.page.mouse.move(1, 1);
  const before = await words(box);
  assert.match(before, /^\[1\] = /);
  await scope.page.keyboard.press('n');
  await scope.tokens(7);
  await eventually(async () => assert.match(await scope.text('vectors-about'), /position 6,/));
  assert.equal(await box.locator('canvas').evaluate((canvas) => canvas === document.activeElement), true);
  await eventually(async () => {
    const after = await words(box);
    assert.match(after, /^\[1\] = /);
    assert.notEqual(after, before);
  });
  // Nor does a box that goes with the focus in it do any harm.
  await scope.at('close-station').evaluate((button) => button.click());
  await eventually(async () => assert.equal(await scope.at('vectors').count(), 0));
  await scope.steps(1);
});

test('vectors: what enters a block is what the one before left, and the final norm takes what the last one leaves', async (scope) => {
  await scope.open(`${DEEP}&inside=vectors`);
  const value = async (name, at) => {
    const box = scope.at(`vector-${name}`);
    await box.locator('canvas').focus();
    for (let i = 0; i < at; i++) await scope.page.keyboard.press('ArrowRight');
    return words(box);
  };
  await eventually(async () => assert.match(await words(scope.at('vector-resid_post')), / … /));
  const left = (await value('resid_post', 2)).match(/^\[2\] = (\S+)/)[1];
  await eventually(async () => assert.match(await value('ln_final', 1), /= \(resid_post\[1\] \S+ of layer 1 − mean \S+\) ÷ deviation/));
  await scope.at('vectors-layer').selectOption('1');
  await eventually(async () => assert.match(await scope.text('vectors-about'), /position 5,/));
  assert.equal(await value('resid_pre', 2), `[2] = ${left} = resid_post[2] ${left} of layer 0, as that block left it`);
});

test('a step of another branch is shown with its own text', async (scope) => {
  await scope.open(HASH);
  await scope.steps(4);
  const { transcript, prompt_end } = await scope.call('state');
  const own = transcript.map((entry) => entry.text);
  const old = transcript.at(-1).node;
  const other = transcript[6].token === 65 ? 66 : 65;
  await scope.call('branch', prompt_end, other);
  await scope.call('select', old);

  await scope.click('inside-vectors');
  await eventually(async () => assert.ok((await scope.text('vectors-about')).includes(`“${own[9]}”, position 9,`), own[9]));

  await scope.click('inside-lens');
  await eventually(async () => assert.equal(await scope.at('lens').locator('thead th').count(), 1 + 10));
  const heads = await scope.at('lens').locator('thead th').evaluateAll((all) => all.slice(1).map((th) => th.title));
  assert.deepEqual(heads, own.map((_, at) => `position ${at}`), 'positions count from 0');
  await eventually(async () => assert.equal((await cells(scope, 'lens-ranks')).length, 3));

  await scope.click('inside-attention');
  await eventually(async () => assert.equal(await scope.at('attended').count(), 10));
  await scope.at('attended').nth(7).click();
  assert.equal((await scope.call('state')).selected, transcript[7].node);
});

test('a token of the strip that is pointed at looks, says its share, and gives way to the next', async (scope) => {
  await scope.open(HASH);
  await scope.click('inside-attention');
  const token = (at) => scope.at('attended').nth(at);
  const looks = () => scope.at('attended').evaluateAll((all) => all.map((e, at) => e.classList.contains('query') && at).filter((at) => at !== false));
  const titled = () => scope.at('attended').evaluateAll((all) => all.map((e, at) => e.title && at).filter((at) => at !== ''));
  await eventually(async () => assert.deepEqual(await looks(), [5]));
  await token(2).hover();
  await eventually(async () => assert.deepEqual([await looks(), await titled()], [[2], [2]]));
  assert.match(await token(2).getAttribute('title'), /%$/);
  assert.equal(await scope.at('attended').evaluateAll((all) => all.filter((e) => e.classList.contains('later')).length), 3);
  await scope.page.mouse.move(1, 1);
  await eventually(async () => assert.deepEqual([await looks(), await titled()], [[5], []]));
  // The keys are the row's own: on the page, Home restarts the text.
  await token(5).focus();
  for (const [key, at] of [['ArrowLeft', 4], ['Home', 0], ['End', 5]]) {
    await scope.page.keyboard.press(key);
    await eventually(async () => assert.deepEqual([await looks(), await titled()], [[at], [at]], key));
  }
  assert.equal(await scope.at('attended').count(), 6);
});

test('a finger reads the cell that it taps', async (scope) => {
  await scope.open(HASH);
  await scope.click('inside-attention');
  const heat = scope.at('heat');
  await eventually(async () => assert.equal(await scope.at('attended').count(), 6));
  const { width, height } = await heat.boundingBox();
  await heat.tap({ position: { x: (1.5 * width) / 6, y: (4.5 * height) / 6 } });
  await eventually(async () => assert.match(await scope.text('heat-words'), /“b” \(4\) → “b” \(1\)/));

  await scope.click('inside-vectors');
  for (const [name, columns, at] of [['ln1', 8, 5], ['mlp_pre', 32, 7]]) {
    const box = scope.at(`vector-${name}`);
    await eventually(async () => assert.match(await words(box), / … /));
    const { width } = await box.locator('> canvas').boundingBox();
    const tap = () => box.locator('> canvas').tap({ position: { x: ((at + 0.5) * width) / columns, y: 3 } });
    await tap();
    await eventually(async () => assert.match(await words(box), new RegExp(`^\\[${at}\\] = `)));
    await tap();
    assert.match(await words(box), new RegExp(`^\\[${at}\\] = `), 'and it stays');
  }
  assert.match(await words(scope.at('vector-ln1')), / … /, 'one cell at a time');
}, { context: { hasTouch: true } });

test('what the step loses without the head is what the knock-out then finds', async (scope) => {
  await scope.open(`${DEEP}&inside=attention&layer=1&head=0`);
  await eventually(async () => assert.match(await scope.text('head-out'), /^Taking this head out (changes|leaves) “.+”/));
  const words = await scope.text('head-out');
  await scope.click('take-out');
  assert.equal(await scope.at('inside-knock-out').getAttribute('aria-selected'), 'true');
  await eventually(async () => assert.match(await scope.text('knocked-words'), /^Without layer 1 head 0: /));
  const row = scope.at('knocked').locator('tbody tr');
  const cells = await row.evaluateAll((rows) => rows.map((one) => [...one.children].map((cell) => cell.textContent)));
  const [, token, before, after] = /“(.+)” (?:from|at) ([<\d.]+)\s?%(?: to ([<\d.]+)\s?%)?/.exec(words);
  const own = cells.filter(([name]) => name === token);
  const near = (exact, shown) => Math.abs(Number.parseFloat(exact) - Number(shown.replace('<', ''))) <= 0.101;
  assert.ok(own.some(([, with_, without]) => near(with_, before) && near(without, after ?? before)), `${words}\n${JSON.stringify(cells)}`);
  assert.equal(await scope.at('head-out').count(), 0);
});

test('a head has a letter only where enough tokens say so', async (scope) => {
  const letters = () => scope.at('thumbs').locator('.thumb-kind').count();
  await scope.open(HASH.replace('abcabc', 'abcd'));
  await scope.click('inside-attention');
  await eventually(async () => assert.match(await scope.text('head-measures'), /spread evenly 29.2 %; only 2 tokens/));
  assert.equal(await letters(), 0);
  assert.match(await scope.text('head-kinds'), /P: .* F: .* I: .* needs 8 such tokens, 40 % .* 30 points/);
});

test('a link carries the layer, the head, how it is drawn, and the step on screen', async (scope, { fresh }) => {
  await scope.open(DEEP);
  await scope.steps(3);
  const { transcript } = await scope.call('state');
  await scope.call('select', transcript[4].node);
  await scope.click('inside-attention');
  await eventually(async () => assert.equal(await scope.at('thumb').count(), 4));
  await scope.at('thumb').nth(3).click();
  await scope.at('drawn-rest').check();
  const link = await scope.copyLink();
  assert.match(link, /inside=attention&layer=1&head=1&drawn=without_first&at=4/);

  const other = await fresh();
  await other.page.goto(link);
  await other.ready();
  const { transcript: again } = await other.call('state');
  await eventually(async () => assert.equal((await other.call('state')).selected, again[4].node));
  assert.equal(await other.text('head-title'), 'Layer 1, head 1');
  assert.equal(await other.at('drawn-rest').isChecked(), true);
  await eventually(async () => assert.match(await other.text('heat-words'), /\(position 4\)/));
  // A step that is not there is named.
  await other.frame.evaluate((hash) => (location.hash = hash), `${DEEP}&at=77`);
  await other.notice(/step after token 77/);
});

test('a part takes the factor that is chosen; with that factor already it is on again', async (scope) => {
  await scope.open(`${HASH}&inside=knock_out&off=L0M`);
  const part = scope.at('parts').getByRole('button', { name: /^layer 0 MLP: / });
  await eventually(async () => assert.equal(await part.innerText(), 'off'));
  await scope.at('part-factor').selectOption('2');
  await part.click();
  await eventually(async () => assert.equal(await part.innerText(), '× 2'));
  await part.click();
  await eventually(async () => assert.equal(await part.innerText(), 'on'));
  await scope.frame.evaluate((hash) => (location.hash = hash), `${HASH}&off=L0M~11`);
  await scope.notice(/off=L0M~11; .* 0 to 10/);
});

test('contributions: what is in no layer has a column of its own, and a part is first looked at', async (scope) => {
  await scope.open(`${HASH}&inside=shares`);
  await eventually(async () => assert.equal(await scope.at('share').count(), 3));
  const box = (locator) => locator.boundingBox();
  const head = await box(scope.at('shares').getByText('head 0', { exact: true }));
  const outer = await box(scope.at('shares').locator('tbody tr').first().locator('.share'));
  assert.ok(outer.x + outer.width <= head.x + 1, `${JSON.stringify(outer)} ${JSON.stringify(head)}`);
  await scope.at('share').nth(1).focus();
  await scope.page.keyboard.press('Enter');
  await eventually(async () => assert.match(await scope.text('share-picked'), /^layer 0, head 1: \S+, number \d of 7 by size\.$/));
  assert.equal(await scope.at('share').nth(1).evaluate((button) => button === document.activeElement), true);
  await scope.at('share-off').focus();
  await scope.page.keyboard.press('Enter');
  await eventually(async () => assert.match(await scope.text('knocked-words'), /^Without layer 0 head 1: /));
  assert.equal(await focused(scope), 'inside-knock-out');
});

test('while the cache is off the page says so, with a way back', async (scope) => {
  await scope.open(HASH);
  await scope.click('inside-cache');
  await scope.click('cache-switch');
  await eventually(async () => assert.match(await scope.text('cache-summary'), /^The cache is off/));
  await scope.steps(1);
  await scope.click('inside-lens');
  assert.match(await scope.text('cache-off'), /^The key-value cache is switched off/);
  await scope.click('cache-on');
  await eventually(async () => assert.equal(await scope.at('cache-off').count(), 0));
  await scope.steps(1);
  await scope.click('inside-cache');
  await eventually(async () => assert.match(await scope.text('cache-summary'), /^\d+ of \d+ slots: /));
});

test('without a prompt there is nothing to look at, and with one there is', async (scope) => {
  await scope.page.goto(scope.url + HASH.replace('abcabc', ''));
  for (const view of ['attention', 'lens', 'shares', 'neurons', 'embeddings', 'vectors', 'knock-out', 'cache', 'speed']) {
    await scope.click(`inside-${view}`);
    await eventually(async () => assert.equal(await scope.text('inside-nothing'), 'Nothing to look at yet: type a prompt.', view));
  }
  assert.deepEqual(await scope.notices(), []);
  await scope.click('inside-vectors');
  await scope.at('prompt').fill('ab');
  await eventually(async () => assert.match(await scope.text('vectors-about'), /“b”, position 1,/));
  assert.equal(await scope.at('inside-nothing').count(), 0);
});

test('embeddings: the cell of a position under the pointer is named, and the colours have a scale', async (scope) => {
  await scope.open(`${HASH}&inside=embeddings`);
  await eventually(async () => assert.equal(await scope.at('positions').count(), 1));
  const { width, height } = await scope.at('positions').boundingBox();
  await scope.at('positions').hover({ position: { x: (5.5 * width) / 8, y: (2.5 * height) / 6 } });
  await eventually(async () => assert.match(await scope.text('positions-words'), /^W_pos\[2, 5\] = −?\d/));
  const [least, most] = (await scope.at('colour-key').locator('span').allInnerTexts()).map(number);
  assert.ok(most > 0 && least === -most, `${least} ${most}`);
});
