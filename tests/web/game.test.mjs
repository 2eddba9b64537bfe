// The prediction game: bets, what they cost, and that nothing is told before.
import assert from 'node:assert/strict';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const test = suite();
const BACKEND = 'backend=cpu';

/** Bets on this text, so sure, and waits for what came. */
async function bet(scope, text, percent = 50) {
  await scope.at('game-guess').fill(text);
  await scope.at('game-sure').fill(String(percent));
  await eventually(async () => assert.ok(await scope.at('game-bet').isEnabled()));
  await scope.at('game-bet').click();
  await eventually(async () => assert.equal(await scope.at('game-came').count(), 1));
}

const bits = async (scope, who) => parseFloat(await scope.text(`game-${who}`));

test('what the model writes is guessed token by token, hidden until the bet', async (scope) => {
  await scope.open(`#seed=3&${BACKEND}`);
  await scope.at('lesson-menu').click();
  await scope.at('game-written').click();
  await eventually(async () => assert.match(await scope.text('game-round'), /^token 1 of 10/));
  await eventually(async () => assert.equal((await scope.call('state')).transcript.length, 15));
  for (const shown of ['transcript', 'sentence', 'flow']) assert.equal(await scope.at(shown).isVisible(), false, shown);
  assert.equal((await scope.text('game-text')).replace(/\s*\?$/, ''), 'In the forest lived a');
  assert.ok(await scope.frame.getByLabel('The next token', { exact: true }).isVisible(), 'its box has a name that is seen');
  assert.match(await scope.text('game-rule'), /^Type the token that you expect/);
  const { transcript } = await scope.call('state');
  let [own, model] = [0, 0];
  for (let n = 0; n < 10; n += 1) {
    const actual = transcript[5 + n];
    const right = n % 2 === 0;
    await bet(scope, right ? actual.text : 'xylophone', 50);
    assert.match(await scope.text('game-came'), right ? /^Yes, / : /^It was /);
    assert.ok(await scope.at('flow').isVisible(), 'the picture shows how it came about');
    assert.equal(await scope.at('aside').count(), 0, 'nothing leads to what is still to be guessed');
    for (const shut of ['rewind', 'restart']) assert.ok(await scope.at(shut).isDisabled(), shut);
    own += right ? 1 : Math.log2(2 * 6143);
    model += actual.surprisal_bits;
    assert.ok(Math.abs((await bits(scope, 'you')) - own) < 0.02, `your bits after ${n + 1}`);
    assert.ok(Math.abs((await bits(scope, 'model')) - model) < 0.02, `the model's bits after ${n + 1}`);
    assert.ok(Math.abs((await bits(scope, 'chance')) - (n + 1) * Math.log2(6144)) < 0.02);
    await scope.at('game-next').click();
  }
  await eventually(async () => assert.match(await scope.text('game-total'), /^5 of 10 guessed\. That is all/));
  assert.ok(await scope.at('transcript').isVisible(), 'the text is shown at the end');
  await scope.at('game-leave').click();
  assert.equal(await scope.at('game-panel').count(), 0);
  assert.equal((await scope.call('state')).transcript.length, 15, 'the text stays');
});

test('a link has a class play the same game, and a text that was pasted can be one', async (scope) => {
  await scope.open(`#prompt=${encodeURIComponent('Once upon a time there was a little dog')}&${BACKEND}`);
  await scope.at('lesson-menu').click();
  await scope.at('game-pasted').click();
  await eventually(async () => assert.match(await scope.text('game-round'), /^token 1 of \d/));
  const text = await scope.text('game-text');
  assert.ok(text.startsWith('Once upon') && !text.includes('dog'), text);
  await scope.at('game-guess').fill('');
  await scope.at('game-bet').click();
  await eventually(async () => assert.match(await scope.text('game-said'), /^Type a word/));
  await scope.open(`#prompt=In+the+forest+lived+a&tokens=338.338.338&game=5-8&${BACKEND}`);
  await eventually(async () => assert.match(await scope.text('game-round'), /^token 1 of 3/));
  await bet(scope, 'the', 99);
  await scope.at('game-next').click();
  await eventually(async () => assert.match(await scope.text('game-round'), /^token 2 of 3/));
  assert.ok(await scope.at('game-guess').evaluate((field) => field === document.activeElement), 'the field has the focus');
});
