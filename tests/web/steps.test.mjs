// The run by mouse and by keyboard.
import assert from 'node:assert/strict';
import { folder, tiny } from './lib/checkpoint.mjs';
import { draw } from './lib/sampling.mjs';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

// Models of fixed random weights: runs are as long as the tests need, whatever the bundled model learns.
const test = suite({
  files: { ...folder('models/bytes', tiny({ nCtx: 200 })), ...folder('models/short', tiny({ nCtx: 24 })) },
});

const PROMPT = '#prompt=Once+upon+a+time&temperature=0.8&top_k=40&top_p=0.95&seed=5&max_tokens=200';
const BYTES = `${PROMPT}&model=bytes`;

test('the buttons work with Tab and Enter', async (scope) => {
  const { transcript: prompt } = await scope.open(BYTES);
  const reach = async (testid) => {
    for (let presses = 0; presses < 80; presses += 1) {
      const here = await scope.frame.evaluate(() => document.activeElement?.dataset.testid);
      if (here === testid) return;
      await scope.page.keyboard.press('Tab');
    }
    assert.fail(`Tab never reaches ${testid}`);
  };
  await reach('step');
  await scope.page.keyboard.press('Enter');
  await scope.tokens(prompt.length + 1);
  await scope.page.keyboard.press('Space');
  await scope.tokens(prompt.length + 2);
  await reach('candidate-row');
  const token = await scope.frame.evaluate(() => Number(document.activeElement.dataset.token));
  await scope.page.keyboard.press('Enter');
  assert.equal((await scope.tokens(prompt.length + 3)).at(-1), token);
});

test('a click on a candidate forces it, also in the middle of the text', async (scope) => {
  const { transcript: prompt } = await scope.open(BYTES);
  const row = (n) => scope.at('candidate-row').nth(n);
  const third = (await scope.shown()).candidates[2].token;
  await row(2).click();
  const forced = await scope.tokens(prompt.length + 1);
  assert.equal(forced.at(-1), third);
  assert.equal((await scope.call('state')).transcript.at(-1).origin, 'forced');
  await scope.click('step');
  const run = await scope.tokens(prompt.length + 2);

  // Inspect the forced token, and take another one there: a branch.
  await scope.at('token').nth(prompt.length).click();
  await eventually(async () => assert.match(await scope.text('sentence'), /You chose/));
  await scope.settled();
  const { candidates } = await scope.shown();
  assert.equal(candidates.find((candidate) => candidate.chosen).token, third);
  await row(4).click();
  const branch = await scope.tokens(prompt.length + 1);
  assert.equal(branch.at(-1), candidates[4].token);

  // The branch that was left is still in the tree.
  const { nodes } = await scope.call('trace');
  const texts = nodes.map((node) => node.token);
  for (const token of [...run, ...branch]) assert.ok(texts.includes(token), `token ${token} is in the tree`);
});

test('a click on a token shows how it was chosen, and the keyboard walks through the steps', async (scope) => {
  const { transcript: prompt } = await scope.open(BYTES);
  const { steps } = await scope.call('run', { maxTokens: 4 });
  const tokens = await scope.tokens(prompt.length + 4);
  const chosen = async () => (await scope.shown()).candidates.find((row) => row.chosen).token;
  await scope.at('token').nth(prompt.length + 1).click();
  await eventually(async () => assert.equal(await chosen(), steps[1].choice.token));
  assert.match(await scope.text('sentence'), /selected/);
  assert.equal((await scope.shown()).u, steps[1].draw.u);

  await scope.page.keyboard.press('Shift+ArrowRight');
  await eventually(async () => assert.equal((await scope.shown()).u, steps[2].draw.u));
  await scope.page.keyboard.press('Shift+ArrowLeft');
  await scope.page.keyboard.press('Shift+ArrowLeft');
  await eventually(async () => assert.equal((await scope.shown()).u, steps[0].draw.u));
  await scope.page.keyboard.press('Escape');
  await eventually(async () => assert.match(await scope.text('sentence'), /Step takes it|comes next/));

  // In the prompt: what the model thought of the visitor's own words.
  await scope.at('token').nth(2).click();
  await eventually(async () => assert.match(await scope.text('sentence'), /Your prompt goes on with/));
  assert.equal(await chosen(), prompt[2].token);
  assert.deepEqual(await scope.transcript(), tokens, 'looking changes nothing');
  await scope.click('back-to-newest');
  await eventually(async () => assert.match(await scope.text('sentence'), /Step takes it|comes next/));
});

test('the arrow keys walk along the transcript', async (scope) => {
  const { transcript } = await scope.open(BYTES);
  await scope.at('token').last().focus();
  await scope.page.keyboard.press('ArrowLeft');
  const focused = () => scope.frame.evaluate(() => document.activeElement.dataset.node);
  assert.equal(await focused(), String(transcript.at(-2).node));
  await scope.page.keyboard.press('ArrowRight');
  assert.equal(await focused(), String(transcript.at(-1).node));
  assert.equal((await scope.transcript()).length, transcript.length, 'no step was taken');
});

test('dice: rolling again changes u, a seed names its draws, and greedy needs none', async (scope) => {
  const { transcript } = await scope.open(BYTES);
  const position = transcript.length;
  assert.equal((await scope.shown()).u, draw(5, position));
  for (const roll of [1, 2]) {
    await scope.click('roll-again');
    await eventually(async () => assert.equal((await scope.shown()).u, draw(5, position, roll)));
  }
  const run = async (seed, temperature = 1) => {
    await scope.call('setPrompt', `The ${seed}`);
    await scope.call('setPrompt', 'Once upon a time');
    await scope.call('setSettings', { seed, temperature, top_k: 0, top_p: 1 });
    const { steps } = await scope.call('run', { maxTokens: 8 });
    return steps.map((step) => step.choice.token);
  };
  const [first, other, again] = [await run(11), await run(12), await run(11)];
  assert.deepEqual(again, first, 'the same seed takes the same tokens');
  assert.notDeepEqual(other, first);
  const [greedy, greedier] = [await run(11, 0), await run(12, 0)];
  assert.deepEqual(greedy, greedier, 'greedy does not depend on the seed');
  const { steps } = await scope.call('rewind', 8).then(() => scope.call('run', { maxTokens: 8 }));
  assert.ok(steps.every((step) => step.choice.rank === 0 && step.choice.prob_after === 1));
});

test('the run says why it stopped', async (scope) => {
  await scope.open(`${PROMPT}&model=short&speed=0`.replace('max_tokens=200', 'max_tokens=3'));
  const { transcript } = await scope.call('state');
  assert.equal(transcript.length, 'Once upon a time'.length, 'this model reads bytes');

  await scope.click('play');
  await eventually(async () => assert.match(await scope.text('stop-reason'), /3 tokens, as many as asked for/));
  assert.equal((await scope.transcript()).length, transcript.length + 3);

  // A stop text that the run is going to write, over the border of its tokens.
  const tail = (await scope.call('state')).transcript.slice(-2).map((entry) => entry.token);
  await scope.call('rewind', 3);
  const stop = String.fromCharCode(...tail);
  const ascii = tail.every((byte) => byte >= 32 && byte < 127);
  if (ascii) {
    await scope.call('setSettings', { max_tokens: 100, stop: [stop] });
    await scope.click('play');
    await eventually(async () => assert.match(await scope.text('stop-reason'), /stop sequence/));
    assert.equal((await scope.transcript()).length, transcript.length + 3);
    await scope.call('rewind', 3);
  }

  await scope.call('setSettings', { max_tokens: 100, stop: [] });
  await scope.click('play');
  await eventually(async () => assert.match(await scope.text('stop-reason'), /context is full|end-of-text/));
  const { stopped } = await scope.call('state');
  if (stopped.reason === 'context_full') assert.equal((await scope.transcript()).length, 24);
  for (const button of ['step', 'play']) {
    assert.equal(await scope.at(button).isDisabled(), stopped.reason === 'context_full', button);
  }
});
