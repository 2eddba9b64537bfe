// The chain of the sampler: presets, order, switches, stages added and removed, by mouse and by keyboard.
import assert from 'node:assert/strict';
import { folder, tiny } from './lib/checkpoint.mjs';
import { distribution } from './lib/sampling.mjs';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const test = suite({ files: folder('models/tiny', tiny({ nCtx: 100 })) });
const HASH = '#model=tiny&prompt=The+sea&seed=3&backend=cpu';

/** How many tokens each acting stage let through, as the page says it. */
async function flows(scope) {
  const texts = await scope.frame.getByTestId('stage-report').allInnerTexts();
  return texts.map((text) => Number(/[\d,]+/.exec(text)[0].replace(',', '')));
}

/** The chain in one line. */
const chain = async (scope) => (await scope.call('state')).settings.chain;

/** How many tokens `min-p` leaves of logits divided by `t`. */
function minP(logits, t, p) {
  const top = Math.max(...logits) / t;
  return Array.from(logits).filter((z) => z / t >= top + Math.log(p)).length;
}

test('the order of the stages counts, and is changed by keyboard and by mouse', async (scope) => {
  await scope.open(`${HASH}&chain=min_p~0.3,temperature~3`);
  await scope.look('sampler');
  const logits = await scope.logits();
  assert.deepEqual(await flows(scope), [minP(logits, 1, 0.3), minP(logits, 1, 0.3)]);

  await scope.details('temperature');
  await scope.at('temperature-up').focus();
  await scope.page.keyboard.press('Enter');
  await scope.settled();
  assert.equal(await chain(scope), 'temperature~3,min_p~0.3');
  assert.deepEqual(await flows(scope), [logits.length, minP(logits, 3, 0.3)]);
  assert.notEqual(minP(logits, 3, 0.3), minP(logits, 1, 0.3), 'or the test shows nothing');

  await scope.at('card-min_p').locator('.grip').dragTo(scope.at('card-temperature'));
  await scope.settled();
  assert.equal(await chain(scope), 'min_p~0.3,temperature~3');
});

test('a finger moves a stage', async (scope) => {
  await scope.open(`${HASH}&chain=min_p~0.3,temperature~3`);
  await scope.look('sampler');
  const grip = scope.at('card-temperature').locator('.grip');
  await grip.scrollIntoViewIfNeeded();
  const middle = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });
  const from = middle(await grip.boundingBox());
  const to = middle(await scope.at('card-min_p').boundingBox());
  const cdp = await scope.page.context().newCDPSession(scope.page);
  const touch = (type, points) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [from]);
  await touch('touchMove', [{ x: from.x, y: (from.y + to.y) / 2 }]);
  await touch('touchMove', [to]);
  await touch('touchEnd', []);
  await scope.settled();
  assert.equal(await chain(scope), 'temperature~3,min_p~0.3');
}, { context: { hasTouch: true } });

test('tokens are banned by their text, and a mistake is explained', async (scope) => {
  await scope.open(`${HASH}&chain=banned,temperature~1`);
  await scope.look('sampler');
  await scope.details('banned');
  const list = scope.at('banned-list');
  await list.fill('"a" 98');
  await list.press('Enter');
  await scope.settled();
  assert.equal(await chain(scope), 'banned~97~98,temperature~1');
  await list.fill('"abc"');
  await list.press('Enter');
  await eventually(async () => assert.match(await scope.at('stage-details').innerText(), /No token is exactly “abc”/));
  assert.equal(await chain(scope), 'banned~97~98,temperature~1');
});

test('stages are added, switched off, removed, and brought back', async (scope) => {
  await scope.open(`${HASH}&chain=temperature~1`);
  await scope.look('sampler');
  const all = (await scope.logits()).length;
  await scope.at('add-stage').selectOption('top_k');
  await scope.at('top_k').fill('5');
  await scope.settled();
  assert.deepEqual([await chain(scope), await flows(scope)], ['temperature~1,top_k~5', [all, 5]]);

  await scope.details('top_k');
  await scope.at('top_k-on').uncheck();
  await scope.settled();
  assert.deepEqual([await chain(scope), await flows(scope)], ['temperature~1,-top_k~5', [all]]);
  assert.equal(await scope.at('card-top_k').count(), 0, 'a stage that is off has no column');

  await scope.click('top_k-remove');
  assert.equal(await chain(scope), 'temperature~1');
  await scope.click('undo');
  assert.equal(await chain(scope), 'temperature~1,-top_k~5');
  await scope.click('undo');
  assert.equal(await chain(scope), 'temperature~1,top_k~5');
  await scope.at('top_k-slider').press('Control+z');
  assert.match(await chain(scope), /^temperature~1,top_k~\d+$/, 'the number that was typed is taken back, too');
  await scope.at('top_k-slider').press('Control+z');
  assert.equal(await chain(scope), 'temperature~1');
  assert.ok(await scope.at('undo').isDisabled());
  for (let i = 0; i < 4; i++) await scope.click('redo');
  assert.equal(await chain(scope), 'temperature~1');
  assert.ok(await scope.at('redo').isDisabled());
});

test('a preset replaces the chain, and a link carries it', async (scope) => {
  await scope.open(HASH);
  await scope.look('sampler');
  await scope.at('preset').selectOption({ label: 'llama.cpp' });
  await scope.settled();
  const llama = await chain(scope);
  assert.match(llama, /top_k~40,-typical~0.95,top_p~0.95,min_p~0.05,.*,temperature~0.8$/);
  const link = await scope.copyLink();
  await scope.at('preset').selectOption({ label: 'Greedy' });
  assert.deepEqual([await chain(scope), await flows(scope)], ['temperature~0', [1]]);
  await scope.open(new URL(link).hash);
  await scope.look('sampler');
  assert.equal(await chain(scope), llama);
  assert.equal(await scope.at('preset').locator('option:checked').innerText(), 'llama.cpp');
});

test('penalties look at the text so far, and banned tokens never come', async (scope) => {
  await scope.open(`${HASH}&chain=temperature~0`);
  const { token } = await scope.call('step');
  await scope.call('rewind', 1);
  await scope.look('sampler');
  await scope.at('add-stage').selectOption('banned');
  await scope.details('banned');
  await scope.at('banned-list').fill(String(token));
  await scope.at('banned-list').press('Enter');
  await scope.settled();
  const other = await scope.call('step');
  assert.notEqual(other.token, token);
  const row = scope.frame.locator(`[data-testid=candidate-row][data-token="${token}"]`);
  await scope.call('select', other.context);
  assert.match(await row.innerText(), /cut/);
});

test('each card explains itself with the numbers of the step', async (scope) => {
  await scope.open(`${HASH}&chain=temperature~1,top_p~0.5`);
  await scope.look('sampler');
  const kept = (await flows(scope)).at(-1);
  const card = await scope.details('top_p');
  assert.match(await card.innerText(), new RegExp(`The ${kept} tokens? that stay have 5\\d\\.\\d\\s% together\\. The entropy goes from \\d+\\.\\d\\d bits to`));
  await scope.at('top_p-more').locator('summary').first().click();
  assert.match(await scope.at('top_p-more').innerText(), /keep the shortest list with Σp ≥ P/);
  await eventually(async () => assert.match(await scope.at('top_p-numbers').innerText(), new RegExp(`Σp of the first ${kept} = 5\\d\\.\\d\\s% ≥ 50\\.0\\s%`)));
  await scope.details('temperature');
  await scope.at('temperature-more').locator('summary').first().click();
  await eventually(async () => assert.match(await scope.at('temperature-numbers').innerText(), /“.+”: z′ = (−?\d+\.\d\d) \/ 1 = \1/));
});

test('each column has what its stage makes of the candidates', async (scope) => {
  await scope.open(`${HASH}&chain=temperature~0.8,top_k~6,top_p~0.9`);
  await scope.look('sampler');
  const logits = await scope.logits();
  const after = (settings) => distribution(logits, { top_k: 0, top_p: 1, ...settings });
  const check = async (temperature) => {
    const columns = [
      ['temperature', after({ temperature })],
      ['top_k', after({ temperature, top_k: 6 })],
      ['top_p', after({ temperature, top_k: 6, top_p: 0.9 })],
    ];
    let before = after({ temperature: 1 });
    for (const [stage, entries] of columns) {
      const texts = await scope.at(`card-${stage}`).locator('.cell').allInnerTexts();
      const listed = texts.slice(0, -1);
      const expected = (at) => {
        if (entries[at].cut) return before[at].cut ? '' : 'cut';
        return entries[at].after;
      };
      listed.forEach((text, at) => {
        const value = expected(at);
        if (typeof value === 'string') return assert.equal(text, value, `${stage}, row ${at}`);
        const shown = text.startsWith('<') ? 0 : Number.parseFloat(text) / 100;
        return assert.ok(Math.abs(shown - value) < 0.00101, `${stage}, row ${at}: ${text} for ${value}`);
      });
      before = entries;
    }
    assert.deepEqual(await flows(scope), columns.map(([, entries]) => entries.filter((e) => !e.cut).length));
  };
  await check(0.8);
  const bars = () => scope.at('card-temperature').locator('path.bar-after').getAttribute('d');
  const cool = await bars();
  assert.ok(cool.split('M').length > 8, `a bar for each candidate: ${cool}`);

  // The hottest temperature shows in its column, too.
  await scope.call('setSettings', { temperature: 100 });
  await scope.settled();
  await check(100);
  assert.notEqual(await bars(), cool);
});

test('what the other order would change is said before it is tried, and is what it then changes', async (scope) => {
  await scope.open(`${HASH}&chain=min_p~0.3,temperature~3`);
  await scope.look('sampler');
  const said = await scope.text('other-order-says');
  const [, then, now] = /^Temperature first would keep (\d+) tokens? instead of (\d+);/.exec(said) ?? [];
  assert.equal(Number(now), (await flows(scope)).at(-1), said);
  await scope.click('other-order');
  await scope.settled();
  assert.equal((await flows(scope)).at(-1), Number(then));
  assert.match(await scope.text('other-order-says'), new RegExp(`^Temperature last would keep ${now} tokens? instead of ${then};`));
});

test('the past is told again under the settings of now, and a press goes on from where it would differ', async (scope) => {
  await scope.open(`${HASH}&chain=temperature~1`);
  await scope.steps(12);
  await scope.unfoldText();
  assert.equal(await scope.at('what-if').count(), 0, 'nothing to tell under the settings of then');
  const { transcript, prompt_end } = await scope.call('state');
  const steps = transcript.filter((entry) => entry.origin === 'sampled');
  assert.ok(steps.length === 12 && prompt_end !== null);

  // Greedy: a token that is not the most probable one becomes impossible.
  await scope.call('setSettings', { chain: 'temperature~0' });
  const greedy = [];
  for (const entry of steps) {
    const logits = await scope.logits(entry.context);
    greedy.push(logits.indexOf(Math.max(...logits)));
  }
  const differ = steps.filter((entry, i) => entry.token !== greedy[i]);
  assert.ok(differ.length > 0, 'or the test shows nothing');
  await eventually(async () => assert.match(await scope.text('what-if'), new RegExp(`${differ.length} of 12 steps`)));
  assert.match(await scope.at('marks-of-now').innerText(), /would (change|be cut)/, 'beside the text stands what its marks mean');
  assert.equal(await scope.frame.locator('[data-testid=token].impossible').count(), differ.length);

  await scope.click('branch-there');
  await eventually(async () => {
    const { transcript: now } = await scope.call('state');
    assert.equal(now.length, differ[0].position + 1);
    assert.equal(now.at(-1).token, greedy[steps.indexOf(differ[0])]);
  });
});

test('another order is compared with the pinned one, on the step and over the run', async (scope) => {
  await scope.open(`${HASH}&chain=min_p~0.3,temperature~3`);
  await scope.steps(8);
  await scope.click('other-order');
  await scope.settled();
  assert.equal(await chain(scope), 'temperature~3,min_p~0.3');
  const logits = await scope.logits();
  const last = scope.at('compare-step').locator('tbody tr').last();
  const counts = (await last.locator('td').allInnerTexts()).slice(1).map((text) => Number.parseInt(text.replace(',', ''), 10));
  assert.deepEqual(counts, [minP(logits, 1, 0.3), minP(logits, 3, 0.3)]);
  await eventually(async () => assert.match(await scope.text('compare-run'), /At \d+ of 8 steps/));

  await scope.click('swap-pinned');
  await scope.settled();
  assert.equal(await chain(scope), 'min_p~0.3,temperature~3');
  await scope.click('unpin');
  assert.equal(await scope.at('compare').count(), 0);
});
