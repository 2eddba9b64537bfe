// The sampler's cards as somebody uses them: numbers that cannot be, steps of the past that would change, what a stage did.
import assert from 'node:assert/strict';
import { folder, tiny } from './lib/checkpoint.mjs';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const test = suite({ files: folder('models/tiny', tiny({ nCtx: 100 })) });
const HASH = '#model=tiny&prompt=The+sea&seed=3&backend=cpu';

const chain = async (scope) => (await scope.call('state')).settings.chain;

test('a number box that is left shows what is in effect, and says what was wrong', async (scope) => {
  await scope.open(`${HASH}&chain=temperature~0.8,top_k~40,top_p~0.9`);
  const leave = async (name, text) => {
    await scope.look(['u', 'seed'].includes(name) ? 'dice' : 'sampler');
    await scope.at(name).focus();
    await scope.at(name).press('Control+a');
    await scope.page.keyboard.type(text);
    await scope.page.keyboard.press('Tab');
    return [await scope.at(name).inputValue(), await scope.text(`${name}-problem`)];
  };
  for (const [name, typed, value, words] of [
    ['top_p', '5', '1', /^5 is not a number from 0 to 1: now 1\.$/],
    ['temperature', '150', '100', /now 100\.$/],
    ['temperature', '-1', '0', /^−1 is not .* now 0\.$/],
    ['top_k', '1.6', '2', /a whole number, 0 or more: now 2\.$/],
    ['seed', 'abc', '3', /It must be a whole number, 0 or more: 3 again\./],
    ['top_p', '0.25', '0.25', /^$/],
    ['u', '1.5', '0.9999', /from 0 to 0\.999999: now 0\.999999\.$/],
  ]) {
    const [shown, said] = await leave(name, typed);
    assert.equal(shown, value, `${name}: ${typed}`);
    assert.match(said, words, `${name}: ${typed}`);
  }
  assert.equal(await chain(scope), 'temperature~0,top_k~2,top_p~0.25');
  assert.equal((await scope.call('state')).settings.seed, 3);
  await scope.look('sampler');
  await scope.frame.locator('summary', { hasText: 'When playing stops' }).click();
  assert.deepEqual((await leave('max_tokens', '-5'))[0], '1');

  // A box that is emptied key by key gives back what was there before, not what the last key left.
  await scope.at('top_p').focus();
  for (let i = 0; i < 4; i++) await scope.page.keyboard.press('Backspace');
  await scope.page.keyboard.press('Tab');
  await eventually(async () => assert.equal(await chain(scope), 'temperature~0,top_k~2,top_p~0.25'));
});

test('top-k says that it is off where it keeps all', async (scope) => {
  await scope.open(`${HASH}&top_k=0`);
  const gate = scope.at('gate-top_k');
  await eventually(async () => assert.match(await gate.innerText(), /\boff\b/));
  assert.equal(await scope.at('top_k-slider').first().getAttribute('aria-valuetext'), 'off');
  await scope.call('setSettings', { top_k: 7 });
  await eventually(async () => assert.doesNotMatch(await gate.innerText(), /\boff\b/));
  assert.equal(await scope.at('top_k-slider').first().getAttribute('aria-valuetext'), '7');
});

test('a step of the past that would change says to what, and goes on from there', async (scope) => {
  await scope.open(`${HASH}&chain=temperature~1.5`);
  await scope.steps(8);
  const before = (await scope.call('state')).transcript;
  await scope.at('temperature').fill('0');
  const changed = scope.frame.locator('[data-testid=token].would-change, [data-testid=token].impossible');
  await eventually(async () => assert.ok((await changed.count()) > 1));
  assert.equal(await scope.frame.locator('[data-testid=token].first-change').count(), 1);
  assert.equal(
    await scope.frame.locator('[data-testid=token].first-change').getAttribute('data-node'),
    await changed.first().getAttribute('data-node'),
  );
  const second = changed.nth(1);
  const node = Number(await second.getAttribute('data-node'));
  await scope.pressToken(before.findIndex((e) => e.node === node));
  const [entry] = before.filter((e) => e.node === node);
  const favourite = (await scope.logits(entry.context)).reduce((best, z, at, all) => (z > all[best] ? at : best), 0);
  await scope.click('branch-here');
  await eventually(async () => {
    const { transcript } = await scope.call('state');
    assert.equal(transcript.length, entry.position + 1);
    assert.deepEqual([transcript.at(-1).token, transcript.at(-1).origin], [favourite, 'sampled']);
  });
});

test('new dice at a step of the past branch there', async (scope) => {
  await scope.open(`${HASH}&chain=temperature~2`);
  await scope.steps(5);
  const { transcript } = await scope.call('state');
  const third = transcript.at(-3);
  await scope.call('select', third.context);
  await scope.click('new-dice');
  await eventually(async () => {
    const state = await scope.call('state');
    assert.deepEqual([state.cursor, state.transcript.length], [third.context, third.position]);
  });
  const step = await scope.call('step');
  assert.deepEqual([step.context, step.draw.roll], [third.context, 1]);
});

test('penalties and lists name the tokens that they touch', async (scope) => {
  await scope.open(`${HASH}&chain=frequency_penalty~0.5~0,banned~7,xtc~0~0.1`);
  await scope.look('sampler');
  const { transcript } = await scope.call('state');
  const words = await (await scope.details('frequency_penalty')).innerText();
  assert.match(words, new RegExp(`It changes “.+” ?(\\(\\d×\\))?`));
  assert.ok(transcript.length > 1);
  await scope.at('frequency_penalty-more').locator('summary').first().click();
  await eventually(async () => {
    const [, z, alpha, n, after] = /z′ = (−?\d+\.\d\d) − (0\.5) · (\d+) = (−?\d+\.\d\d)/.exec(await scope.text('frequency_penalty-numbers'));
    const number = (text) => Number(text.replace('−', '-'));
    assert.ok(Math.abs(number(z) - number(alpha) * number(n) - number(after)) < 0.011);
  });
  assert.match(await (await scope.details('xtc')).innerText(), /Its own draw 0\.\d{3} is not below 0: it lets this step pass\./);

  assert.match(await (await scope.details('banned')).innerText(), /It removes “.+”\./);
  await scope.at('banned-list').fill('7 99999999');
  await scope.at('banned-list').press('Enter');
  await eventually(async () => assert.match(await scope.at('stage-details').innerText(), /Token 99999999 does not exist/));
  assert.equal(await chain(scope), 'frequency_penalty~0.5~0,banned~7,xtc~0~0.1', 'the list stays as it was');
});

test('the run is rated behind the sampler, too', async (scope) => {
  await scope.open(`${HASH}&chain=top_k~3`);
  const steps = await scope.steps(4);
  const { transcript } = await scope.call('state');
  const generated = transcript.slice(-4);
  const probs = generated.map((e) => e.prob_after);
  assert.deepEqual(probs, steps.map((s) => s.choice.prob_after));
  const bits = probs.reduce((sum, p) => sum - Math.log2(p), 0);
  assert.ok(Math.abs(generated.at(-1).log_prob_after + bits * Math.LN2) < 1e-9);
  generated.forEach((e) => assert.ok(e.entropy_after_bits <= Math.log2(3) && Math.abs(e.top_mass_after - 1) < 1e-9));
  await scope.unfoldText();
  await scope.at('run-chart').locator('summary').click();
  await eventually(async () => assert.match(await scope.text('totals'), new RegExp(`Perplexity\\s*[\\d.]+\\s*${(2 ** (bits / 4)).toFixed(2)}`)));
  assert.match(await scope.text('surprisal-after'), /after the sampler \d+\.\d\d bits/);

  await scope.at('colour-by').selectOption({ label: 'probability, sampler' });
  await eventually(async () => assert.match(await scope.text('legend-scale'), /100\s%.*0\s%/s));
  await scope.at('run-chart').locator('svg').focus();
  await scope.page.keyboard.press('ArrowLeft');
  assert.equal((await scope.call('state')).selected, transcript.at(-2).node);
});

test('the keyboard stays in the chain when a card is removed', async (scope) => {
  await scope.open(`${HASH}&chain=top_k~9,top_k~5,top_p~0.9`);
  await scope.look('sampler');
  const focused = () => scope.frame.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await scope.details('top_k-2');
  await scope.at('top_k-2-remove').focus();
  assert.equal(await focused(), 'Remove Top-k 2');
  await scope.page.keyboard.press('Enter');
  await eventually(async () => assert.equal(await focused(), 'Remove Top-p'));
  await scope.page.keyboard.press('Enter');
  await eventually(async () => assert.equal(await focused(), 'Remove Top-k'));
  await scope.page.keyboard.press('Enter');
  await eventually(async () => assert.equal(await focused(), 'Add a stage'));
  await scope.page.keyboard.press('Escape');
});

test('a box that goes with what was typed in it does no harm', async (scope) => {
  for (const [chain, box, text] of [
    ['temperature~1,top_p~0.9', 'top_p', '0.5'],
    ['temperature~1,banned~7', 'banned-list', '7 9'],
  ]) {
    await scope.open(`${HASH}&chain=${chain}`);
    // The second link is read by the same page, which closes what the first one had open.
    await eventually(async () => assert.equal((await scope.call('state')).settings.chain, chain));
    await scope.look('sampler');
    if (box === 'banned-list') await scope.details('banned');
    await scope.at(box).focus();
    await scope.page.keyboard.press('Control+a');
    await scope.page.keyboard.type(text);
    await scope.call('setSettings', { chain: 'temperature~1' });
    await eventually(async () => assert.equal(await scope.at(box).count(), 0));
    await scope.call('step');
    assert.equal((await scope.call('state')).settings.chain, 'temperature~1');
  }
});
