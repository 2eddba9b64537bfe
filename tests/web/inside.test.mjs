// The model's inside: attention and the logit lens, from the run on screen.
import assert from 'node:assert/strict';
import { folder, tiny } from './lib/checkpoint.mjs';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const test = suite({ files: folder('models/tiny', tiny({ nCtx: 100, scale: 1 })) });
const HASH = '#model=tiny&prompt=abcabc&seed=3&backend=cpu&chain=temperature~1';

const cells = async (scope, testid) => {
  const rows = await scope.at(testid).locator('tbody tr').all();
  return Promise.all(rows.map((row) => row.locator('td').allInnerTexts()));
};
const number = (text) => Number(text.replace('−', '-').replace('%', '').replace(/,/g, ''));

test('attention: nothing until it is opened, then every head; the pattern is the softmax of the scores', async (scope) => {
  await scope.open(HASH);
  assert.equal(await scope.at('thumb').count(), 0);
  await scope.click('inside-attention');
  await eventually(async () => assert.equal(await scope.at('thumb').count(), 2));
  await scope.at('table-twin-attention').locator('summary').click();
  await eventually(async () => assert.equal((await cells(scope, 'table-twin-attention')).length, 6));
  const rows = await cells(scope, 'table-twin-attention');
  const scores = rows.map((row) => number(row[2]));
  const weights = rows.map((row) => number(row[3]) / 100);
  const total = scores.reduce((sum, score) => sum + Math.exp(score), 0);
  assert.ok(Math.abs(weights.reduce((a, b) => a + b) - 1) < 0.005, `${weights}`);
  weights.forEach((weight, at) => assert.ok(Math.abs(weight - Math.exp(scores[at]) / total) < 0.02, `${weights} ${scores}`));
  assert.deepEqual(rows.map((row) => row[1]), [...'abcabc']);

  // Another head has another pattern; another query has fewer keys.
  await scope.at('thumb').nth(1).click();
  assert.equal(await scope.text('head-title'), 'Layer 0, head 1');
  await eventually(async () => assert.notDeepEqual(await cells(scope, 'table-twin-attention'), rows));
  await scope.at('attended').nth(2).hover();
  await eventually(async () => assert.equal((await cells(scope, 'table-twin-attention')).length, 3));
  assert.match(await scope.text('heat-words'), /“c” \(position 2\)/);
});

test('attention follows the text, and the picture is drawn', async (scope) => {
  await scope.open(HASH);
  await scope.click('inside-attention');
  await scope.steps(2);
  await eventually(async () => assert.equal(await scope.at('attended').count(), 8));
  const drawn = await scope.at('heat').evaluate((canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const opaque = (x, y) => data[4 * (y * canvas.width + x) + 3];
    return { size: canvas.width, below: opaque(0, 7), above: opaque(7, 0) };
  });
  assert.equal(drawn.size, 8);
  assert.ok(drawn.below > 0 && drawn.above === 0, `a token cannot look ahead: ${JSON.stringify(drawn)}`);

  const box = await scope.at('heat').boundingBox();
  await scope.page.mouse.move(box.x + box.width * (0.5 / 8), box.y + box.height * (3.5 / 8));
  await eventually(async () => assert.match(await scope.text('heat-words'), /\(3\) → “a” \(0\): [\d.]+/));
  await scope.at('drawn-rest').check();
  await eventually(async () => assert.match(await scope.text('heat-words'), /\(3\) → “a” \(0\): 0\s?%/));
});

test('the lens: the last depth is the output, and watched tokens have their ranks', async (scope) => {
  await scope.open(HASH);
  const logits = await scope.logits();
  const order = [...logits.keys()].sort((a, b) => logits[b] - logits[a] || a - b);
  await scope.click('inside-lens');
  await scope.at('table-twin-lens').locator('summary').click();
  await eventually(async () => assert.equal((await cells(scope, 'table-twin-lens')).length, 12, 'six positions, two depths'));
  const last = (await cells(scope, 'table-twin-lens')).at(-1);
  const top = Math.exp(logits[order[0]]) / logits.reduce((sum, z) => sum + Math.exp(z), 0);
  assert.deepEqual([last[0], last[1]], ['5', '1']);
  assert.ok(Math.abs(number(last[3]) / 100 - top) < 0.005, `${last} ${top}`);
  assert.match(last[4], /^0(\.0+)? bits?$/);

  await eventually(async () => assert.equal((await cells(scope, 'lens-ranks')).length, 3));
  const ranks = (await cells(scope, 'lens-ranks')).map((row) => number(row[1].split('→').at(-1).trim()));
  assert.deepEqual(ranks, [1, 2, 3], 'the three most probable tokens of the step');

  await scope.at('token-search').fill(String(order[40]));
  await scope.at('tokens-found').locator('tbody tr').first().getByText('Watch').click();
  await eventually(async () => {
    const rows = await cells(scope, 'lens-ranks');
    assert.equal(rows.length, 1);
    assert.equal(number(rows[0][1].split('→').at(-1).trim()), 41);
  });
  await scope.at('lens-cell').first().click();
  assert.notEqual((await scope.call('state')).selected, null);
});
