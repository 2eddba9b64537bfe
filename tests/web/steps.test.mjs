// The run by mouse and by keyboard.
import assert from 'node:assert/strict';
import { folder, tiny } from './lib/checkpoint.mjs';
import { draw } from './lib/sampling.mjs';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

// Models of fixed random weights: runs are as long as the tests need, whatever the bundled model learns.
const test = suite({
  moves: true,
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
  await scope.pressToken(prompt.length);
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

/** Waits until the step on screen is the one after the whole text. */
function following(scope) {
  return eventually(async () => {
    const { selected, transcript } = await scope.call('state');
    assert.equal(selected, transcript.at(-1).node);
  });
}

test('a click on a token shows how it was chosen, and the keyboard walks through the steps', async (scope) => {
  const { transcript: prompt } = await scope.open(BYTES);
  const { steps } = await scope.call('run', { maxTokens: 4 });
  const tokens = await scope.tokens(prompt.length + 4);
  const chosen = async () => (await scope.shown()).candidates.find((row) => row.chosen).token;
  await scope.pressToken(prompt.length + 1);
  await eventually(async () => assert.equal(await chosen(), steps[1].choice.token));
  assert.match(await scope.text('sentence'), /landed/);
  assert.equal((await scope.shown()).u, steps[1].draw.u);

  // The press put the caret there: Escape leaves the text, and the arrows walk again.
  assert.equal(await scope.at('prompt').evaluate((e) => e === document.activeElement), true);
  await scope.page.keyboard.press('Escape');
  assert.equal(await scope.at('prompt').evaluate((e) => e === document.activeElement), false);
  await scope.page.keyboard.press('Shift+ArrowRight');
  await eventually(async () => assert.equal((await scope.shown()).u, steps[2].draw.u));
  await scope.page.keyboard.press('Shift+ArrowLeft');
  await scope.page.keyboard.press('Shift+ArrowLeft');
  await eventually(async () => assert.equal((await scope.shown()).u, steps[0].draw.u));
  await scope.page.keyboard.press('Escape');
  await following(scope);

  // In the prompt: what the model thought of the visitor's own words.
  await scope.pressToken(2);
  await eventually(async () => assert.match(await scope.text('sentence'), /You wrote .*: the model gave it/));
  assert.equal(await chosen(), prompt[2].token);
  assert.deepEqual(await scope.transcript(), tokens, 'looking changes nothing');
  // A press behind the text follows it again.
  const { x, y, width, height } = await scope.at('prompt').boundingBox();
  await scope.page.mouse.click(x + width - 4, y + height - 4);
  await following(scope);
});

test('the text is one place: what is typed behind what was drawn is the new prompt', async (scope) => {
  const { transcript: prompt } = await scope.open('#prompt=In+the+forest+lived+a&seed=1');
  const slot = await scope.text('slot');
  // Read aloud once for each step, not for every notch of a slider.
  const aloud = () => scope.frame.locator('.sentence-row [aria-live=polite]').textContent();
  const plain = (text) => text.replaceAll(/\s+/g, ' ').trim();
  const [said, shown] = [await aloud(), await scope.text('sentence')];
  await scope.call('setSettings', { temperature: 0.5 });
  await eventually(async () => assert.notEqual(await scope.text('sentence'), shown));
  assert.equal(await aloud(), said);
  await scope.call('setSettings', { temperature: 0.8 });
  assert.equal((await scope.at('prompt').inputValue()), 'In the forest lived a');
  const { text: word } = await scope.call('step');
  assert.equal(slot, word.trim(), 'the chip is the token that Step takes');
  const tokens = await scope.tokens(prompt.length + 1);
  assert.equal(plain(await aloud()), await scope.text('sentence'));
  assert.equal(await scope.at('prompt').inputValue(), `In the forest lived a${word}`);
  const classes = () => scope.frame.getByTestId('token').evaluateAll((all) => all.map((e) => e.classList.contains('prompt')));
  assert.deepEqual(await classes(), tokens.map((_, at) => at < prompt.length), 'what was typed is marked');

  await scope.at('prompt').focus();
  await scope.page.keyboard.press('Control+End');
  await scope.page.keyboard.type(' and');
  await eventually(async () => {
    const { transcript, text } = await scope.call('state');
    assert.equal(text, `In the forest lived a${word} and`);
    assert.ok(transcript.every((entry) => entry.origin === 'prompt'), 'given, not drawn');
  });
  // The run before it is still in the tree.
  const { nodes } = await scope.call('trace');
  assert.ok(nodes.some((node) => node.step?.choice.token === tokens.at(-1)));
});

test('while the text is not what runs, nothing goes on', async (scope) => {
  const { transcript: prompt } = await scope.open('#prompt=In+the+forest+lived+a&seed=1');
  await scope.call('step');
  await scope.tokens(prompt.length + 1);
  await scope.at('prompt').fill('');
  await eventually(async () => assert.match(await scope.text('prompt-error'), /prompt is empty/));
  for (const button of ['step', 'play', 'roll-again']) assert.ok(await scope.at(button).isDisabled(), button);
  assert.equal(await scope.frame.locator('main.draft').count(), 1, 'the run on screen is the one before');
  await scope.at('prompt').blur();
  await scope.page.keyboard.press('ArrowRight');
  assert.equal((await scope.call('state')).transcript.length, prompt.length + 1);
  // Rewind takes the draft back.
  await scope.click('rewind');
  await scope.tokens(prompt.length + 1);
  assert.equal(await scope.text('prompt-error'), '');
  assert.ok(await scope.at('step').isEnabled());
});

test('letters of the text box lie over those of the tokens', async (scope) => {
  const text = 'To AVOID fjords, Tom waited. '.repeat(12).trim();
  await scope.open(`#prompt=${encodeURIComponent(text)}`);
  const { box, layer, lines } = await scope.frame.evaluate(() => {
    const area = document.querySelector('[data-testid=prompt]');
    const shown = document.querySelector('[data-testid=transcript]');
    // A plain copy wraps as the text box does.
    const copy = document.createElement('div');
    const style = getComputedStyle(area);
    for (const name of ['font', 'letterSpacing', 'padding', 'whiteSpace', 'overflowWrap', 'tabSize']) copy.style[name] = style[name];
    Object.assign(copy.style, { position: 'absolute', visibility: 'hidden', width: `${area.clientWidth}px` });
    copy.textContent = area.value;
    shown.parentElement.append(copy);
    const tokens = [...shown.querySelectorAll('[data-testid=token]')];
    const origin = copy.getBoundingClientRect();
    const from = shown.getBoundingClientRect();
    const range = document.createRange();
    let at = 0;
    const box = [];
    const layer = [];
    for (const token of tokens) {
      const end = at + token.textContent.length;
      range.setStart(copy.firstChild, end - 1);
      range.setEnd(copy.firstChild, end);
      const there = range.getBoundingClientRect();
      range.setStart(token.firstChild, token.textContent.length - 1);
      range.setEnd(token.firstChild, token.textContent.length);
      const here = range.getBoundingClientRect();
      box.push([there.right - origin.left, there.top - origin.top]);
      layer.push([here.right - from.left, here.top - from.top]);
      at = end;
    }
    copy.remove();
    return { box, layer, lines: new Set(layer.map(([, y]) => Math.round(y))).size };
  });
  assert.ok(lines >= 3, `${lines} lines`);
  for (const [at, [x, y]] of layer.entries()) {
    assert.ok(Math.abs(x - box[at][0]) < 1.5 && Math.abs(y - box[at][1]) < 1.5, `token ${at}: ${[x, y]} and ${box[at]}`);
  }
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
