// The sampling laboratory: the dice in the visitor's hand, any token, the run in numbers, settings for other programs.
import assert from 'node:assert/strict';
import { folder, tiny } from './lib/checkpoint.mjs';
import { distribution, draw, select } from './lib/sampling.mjs';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const test = suite({ files: folder('models/tiny', tiny({ nCtx: 100 })) });
const HASH = '#model=tiny&prompt=The+sea&seed=3&backend=cpu&chain=temperature~1';
const RAW = { temperature: 1, top_k: 0, top_p: 1 };

test('the draw is set by typing and by the pointer, and given back', async (scope) => {
  await scope.open(HASH);
  const entries = distribution(await scope.logits(), RAW);
  const { transcript } = await scope.call('state');
  const u = async () => Number(await scope.at('dice-pin').getAttribute('data-u'));
  const dice = draw(3, transcript.length);
  assert.equal(await u(), dice);

  await scope.look('dice');
  await scope.at('u').fill('0.25');
  await scope.at('u').press('Enter');
  await eventually(async () => assert.equal(await u(), 0.25));
  const step = await scope.call('step');
  assert.equal(step.token, select(entries, 0.25).token);
  assert.deepEqual([step.draw.u, step.draw.by_hand], [0.25, true]);

  await scope.call('rewind', 1);
  await scope.click('u-back');
  await eventually(async () => assert.equal(await u(), dice));

  const bar = await scope.at('dice').boundingBox();
  await scope.page.mouse.move(bar.x + 1, bar.y + 10);
  await scope.page.mouse.down();
  await scope.page.mouse.move(bar.x + bar.width * 0.75, bar.y + 10, { steps: 3 });
  await scope.page.mouse.up();
  await eventually(async () => assert.ok(Math.abs((await u()) - 0.75) < 0.01, `${await u()}`));
});

test('a hundred rolls are those of the dice, and the race has the winner of the draw', async (scope) => {
  await scope.open(HASH);
  const entries = distribution(await scope.logits(), RAW);
  const { transcript } = await scope.call('state');
  await scope.click('roll-many');
  const shown = (await scope.at('rolls').locator('.num').allInnerTexts()).map((text) => Number(/^\d+/.exec(text)[0]));
  const counts = entries.slice(0, 8).map(() => 0);
  let others = 0;
  for (let roll = 1; roll <= 100; roll++) {
    const at = entries.indexOf(select(entries, draw(3, transcript.length, roll)));
    if (at < 8) counts[at]++;
    else others++;
  }
  assert.deepEqual(shown, [...counts, others]);

  await scope.at('race').locator('summary').click();
  const winner = select(entries, draw(3, transcript.length));
  const row = scope.at('race').locator('tr.chosen');
  await eventually(async () => assert.equal(await row.count(), 1));
  const sums = (await scope.at('race').locator('td:nth-child(4)').allInnerTexts()).map((text) => Number(text.replace('−', '-')));
  assert.equal(Number((await row.locator('td:nth-child(4)').innerText()).replace('−', '-')), Math.max(...sums));
  assert.ok(winner.rank < entries.length);
});

test('any token is found and used', async (scope) => {
  await scope.open(HASH);
  const entries = distribution(await scope.logits(), RAW);
  const wanted = entries[100];
  await scope.look('logits');
  await scope.at('token-search').fill(String(wanted.token));
  const row = scope.at('tokens-found').locator('tbody tr').first();
  assert.equal(await row.locator('td:nth-child(3)').innerText(), '101');
  await row.getByText('Use').click();
  await eventually(async () => {
    const { transcript } = await scope.call('state');
    assert.deepEqual([transcript.at(-1).token, transcript.at(-1).origin], [wanted.token, 'forced']);
  });
});

test('a token is banned and allowed again, and watched over the text', async (scope) => {
  await scope.open(HASH);
  await scope.steps(4);
  const wanted = distribution(await scope.logits(), RAW)[0];
  await scope.look('logits');
  await scope.at('token-search').fill(String(wanted.token));
  const row = scope.at('tokens-found').locator('tbody tr').first();
  await row.getByText('Ban').click();
  await scope.settled();
  assert.equal((await scope.call('state')).settings.chain, `banned~${wanted.token},temperature~1`);
  assert.equal(await row.locator('td:nth-child(7)').innerText(), 'cut');
  await row.getByText('Allow').click();
  await scope.settled();
  assert.equal((await scope.call('state')).settings.chain, 'temperature~1');

  await row.getByText('Watch').click();
  await scope.at('table-twin-watch').locator('summary').click();
  const { transcript } = await scope.call('state');
  const cells = await eventually(async () => {
    const cells = await scope.at('table-twin-watch').locator('tbody tr').allInnerTexts();
    assert.equal(cells.length, transcript.length, 'one row for each token that was chosen after the first, and the next one');
    return cells;
  });
  const at = transcript.length - 2;
  const ranked = distribution(await scope.logits(transcript[at].context), RAW);
  const rank = ranked.findIndex((entry) => entry.token === wanted.token) + 1;
  assert.match(cells[at - 1], new RegExp(`\\s${at}\\s+${rank}\\s`));
  await scope.at('watch').locator('g').nth(-2).click();
  assert.equal((await scope.call('state')).selected, transcript.at(-1).context);
  await row.getByText('Unwatch').click();
  await eventually(async () => assert.equal(await scope.at('watch').count(), 0));
});

test('a draw set by hand is in the link', async (scope) => {
  await scope.open(HASH);
  await scope.look('dice');
  await scope.at('u').fill('0.25');
  await scope.at('u').press('Enter');
  const { token } = await scope.call('step');
  const link = await scope.copyLink();
  assert.ok(new URL(link).hash.endsWith(`tokens=${token}u25`), link);
  await scope.open('#model=tiny&prompt=x&backend=cpu');
  await scope.open(new URL(link).hash);
  const last = (await scope.call('state')).transcript.at(-1);
  assert.deepEqual([last.token, last.origin], [token, 'sampled']);
});

test('the run in numbers: totals, bars that can be pressed, colours', async (scope) => {
  await scope.open(HASH);
  await scope.steps(6);
  await scope.unfoldText();
  await scope.at('run-chart').locator('summary').click();
  const { transcript } = await scope.call('state');
  await eventually(async () => {
    const rated = (await scope.call('state')).transcript.filter((entry) => entry.surprisal_bits !== null);
    const bits = rated.reduce((sum, entry) => sum + entry.surprisal_bits, 0);
    assert.equal(rated.length, transcript.length - 1);
    assert.match(await scope.text('totals'), new RegExp(`Perplexity\\s*${(2 ** (bits / rated.length)).toFixed(2)}`));
  });
  const third = transcript[transcript.length - 3];
  await scope.at('run-chart').locator('g').nth(-3).click();
  assert.equal((await scope.call('state')).selected, third.context);

  await scope.at('colour-by').selectOption({ label: 'entropy in bits' });
  const token = scope.frame.locator(`[data-testid=token][data-node="${third.node}"]`);
  const shade = Number(await token.evaluate((node) => node.style.getPropertyValue('--s')));
  assert.ok(Math.abs(shade - Math.min(1, third.entropy_bits / 10)) < 1e-3, `${shade}`);
});

test('the settings go to other programs', async (scope) => {
  await scope.open(`${HASH.replace('temperature~1', 'top_k~7,temperature~0.5,top_a~0.1')}`);
  await scope.look('sampler');
  await scope.at('elsewhere').locator('summary').click();
  assert.match(await scope.text('export-llama'), /--samplers "top_k;temperature" --top-k 7 --temp 0\.5 --seed 3/);
  assert.match(await scope.text('export-transformers'), /do_sample=True, top_k=7, temperature=0\.5/);
  assert.deepEqual(JSON.parse(await scope.text('export-openai')), { seed: 3, temperature: 0.5, top_k: 7, top_p: 1 });
  assert.match(await scope.at('elsewhere').innerText(), /Left out, because it has no such stage, or only one: Top-a\./);
});
