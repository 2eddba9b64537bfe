// Lessons, played as a visitor does, from the first step to the last.
import assert from 'node:assert/strict';
import { eventually } from './wait.mjs';

/** The address of a lesson's step. */
export const lesson = (name, step, more = 'backend=cpu') => `#lesson=${name}&step=${step}&${more}`;
/** What is said of a right answer. */
export const said = (scope) => scope.at('lesson-because');

/** Waits until the panel shows this step. */
export async function at(scope, step) {
  await eventually(async () => assert.match(await scope.text('lesson-step'), new RegExp(`^step ${step} of`)));
  await scope.settled();
  await eventually(async () => assert.equal(await scope.at('lesson-panel').getAttribute('aria-busy'), 'false', 'its state is there'));
  await scope.settled();
}

/** Types a number and waits for what is said of it. */
export async function type(scope, text) {
  await scope.at('lesson-number').fill(text);
  await scope.at('lesson-check').click();
}

/** What a visitor does to answer each step, a wrong answer first where there is one to give. */
export const PLAYED = {
  'one-token-at-a-time': [
    (scope) => choose(scope, 2),
    async (scope) => {
      await scope.at('dice-pin').focus();
      await scope.page.keyboard.press('Home');
    },
    async (scope) => {
      for (let n = 0; n < 5; n += 1) await scope.call('step');
    },
    (scope) => choose(scope, 1),
  ],
  'softmax-by-hand': [
    async (scope) => {
      await scope.at('lesson-check').click();
      assert.equal(await scope.at('lesson-wrong').count(), 1, 'wolf does not lead');
      // bear to the top, then mouse over wolf.
      for (const n of [2, 1, 2]) await scope.at('lesson-ordered').nth(n).locator('button').click();
      await scope.at('lesson-check').click();
    },
    async (scope) => {
      const mouse = (await scope.shown()).candidates[1];
      await type(scope, '50');
      await type(scope, String(parseFloat(mouse.before)));
    },
    async (scope) => {
      await type(scope, '27');
      await type(scope, String(parseFloat((await scope.shown()).candidates[0].after)));
    },
    (scope) => choose(scope, 2),
  ],
  temperature: [
    async (scope) => {
      await type(scope, '1');
      await type(scope, String(parseFloat((await scope.shown()).candidates[0].before)));
    },
    (scope) => press(scope, 'Home'),
    (scope) => press(scope, 'Home'),
    (scope) => press(scope, 'End'),
    async (scope) => {
      await type(scope, '63');
      await type(scope, String(parseFloat((await scope.shown()).candidates[0].after)));
    },
    (scope) => choose(scope, 2),
  ],
  'cutting-the-tail': [
    (scope) => scope.call('setSettings', { top_k: 3 }),
    (scope) => scope.call('setSettings', { top_p: 0.5 }),
    async (scope) => {
      const left = (await scope.shown()).candidates.filter((row) => row.after !== 'cut').length;
      await type(scope, String(left + 1));
      await type(scope, String(left));
    },
    (scope) => choose(scope, 1),
    (scope) => scope.call('setSettings', { chain: 'temperature~1.5,min_p~0.1' }),
  ],
  'what-is-random': [
    async (scope) => {
      await type(scope, '1');
      await type(scope, String((await scope.shown()).u));
    },
    async (scope) => {
      while ((await scope.shown()).u >= 0.2) await scope.call('rollAgain');
    },
    (scope) => scope.call('setSettings', { top_k: 1 }),
    (scope) => choose(scope, 2),
  ],
  'tokens-are-not-words': [
    async (scope) => {
      await type(scope, '4');
      await type(scope, String((await scope.call('state')).transcript.length));
    },
    async (scope) => {
      await scope.call('setPrompt', 'hedgehog');
      await unsolved(scope);
      await scope.call('setPrompt', 'unbelievable');
    },
    (scope) => scope.call('setPrompt', 'The capital of France is '),
    (scope) => choose(scope, 1),
    (scope) => guess(scope, 'ider'),
    (scope) => choose(scope, 2),
  ],
  'how-sure-is-it': [
    (scope) => guess(scope, 'Paris'),
    (scope) => guess(scope, 'High'),
    (scope) => choose(scope, 1),
    async (scope) => {
      await type(scope, '3');
      await type(scope, await entropy(scope));
    },
    async (scope) => {
      await scope.call('setPrompt', 'In');
      await unsolved(scope);
      await scope.call('setPrompt', 'The');
    },
    (scope) => choose(scope, 1),
  ],
  'what-attention-reads': [
    (scope) => guess(scope, 'frog'),
    async (scope) => {
      await head(scope, 2, 1);
      await unsolved(scope);
      await head(scope, 2, 3);
    },
    async (scope) => {
      await head(scope, 1, 6);
      await unsolved(scope);
      await head(scope, 2, 2);
    },
    async (scope) => {
      await type(scope, '20');
      await type(scope, '97');
    },
    async (scope) => {
      await noted(scope, 0, /first switch a part of the model off/);
      await scope.click('take-out');
      await wrong(scope);
      await choose(scope, 2);
    },
    (scope) => choose(scope, 0),
  ],
  'how-the-answer-forms': [
    (scope) => choose(scope, 2),
    async (scope) => {
      await type(scope, '1');
      await type(scope, '5');
    },
    async (scope) => {
      await type(scope, '5');
      await type(scope, 'L3');
    },
    async (scope) => {
      await scope.at('lesson-check').click();
      assert.equal(await scope.at('lesson-wrong').count(), 1, '“a” leads first');
      await scope.at('lesson-ordered').nth(1).locator('button').click();
      await scope.at('lesson-ordered').nth(2).locator('button').click();
      await scope.at('lesson-check').click();
    },
    async (scope) => {
      assert.match(await scope.at('lesson-goal').nth(1).innerText(), /^altered_rank\(.+\) first switch a part/);
      const layer = async (n) => {
        await scope.at('whole-layer').nth(n).click();
        await eventually(async () => assert.match(await scope.at('lesson-goal').nth(1).innerText(), /^altered_rank\(.+\) now \d/));
      };
      await layer(1);
      await unsolved(scope);
      await layer(4);
      await unsolved(scope);
      await scope.click('parts-reset');
      await layer(4);
    },
    (scope) => choose(scope, 1),
  ],
  'why-it-repeats': [
    async (scope) => {
      await type(scope, '5');
      await type(scope, '42.4');
    },
    async (scope) => {
      await head(scope, 5, 6);
      await unsolved(scope);
      await head(scope, 5, 5);
    },
    (scope) => scope.call('run', { maxTokens: 90 }),
    async (scope) => {
      await scope.call('setSettings', { chain: 'temperature~1,repetition_penalty~1.2~0' });
      await unsolved(scope);
      await scope.call('setSettings', { chain: 'temperature~1,repetition_penalty~1.5~0' });
    },
    (scope) => scope.call('setSettings', { chain: 'repetition_penalty~1.6~0,temperature~0' }),
    async (scope) => {
      await scope.call('setSettings', { chain: 'temperature~1,repetition_penalty~1.2~0' });
      await unsolved(scope);
      await scope.call('setSettings', { chain: 'temperature~1,repetition_penalty~1.5~0' });
    },
  ],
  'one-token-is-slow': [
    async (scope) => {
      await scope.steps(3);
      await unsolved(scope);
      await scope.steps(2);
    },
    (scope) => choose(scope, 0),
    async (scope) => {
      await scope.click('cache-switch');
      await scope.call('step');
      await type(scope, '1');
      await type(scope, String((await scope.call('state')).transcript.length));
      await scope.click('cache-switch');
    },
    (scope) => choose(scope, 2),
    (scope) => choose(scope, 1),
    (scope) => scope.call('run'),
  ],
  'several-texts-at-once': [
    (scope) => scope.call('run', { maxTokens: 6 }),
    async (scope) => {
      await noted(scope, 0, /press Play there/);
      await scope.click('strategy-play');
      await wrong(scope);
      await choose(scope, 1);
    },
    async (scope) => {
      await scope.click('strategy-play');
      await scope.at('beam-use').first().click();
    },
    async (scope) => {
      await scope.at('lesson-check').click();
      assert.equal(await scope.at('lesson-wrong').count(), 1, 'went does not lead');
      await scope.at('lesson-ordered').nth(2).locator('button').click();
      await scope.at('lesson-ordered').nth(1).locator('button').click();
      await scope.at('lesson-ordered').nth(2).locator('button').click();
      await scope.at('lesson-check').click();
    },
    async (scope) => {
      const [bar, ran] = await both(scope, ' bar', ' ran');
      // What was written at the steps before is no text of this one.
      await scope.call('force', ran);
      await unsolved(scope);
      await scope.call('rewind', 1);
      await scope.call('force', bar);
      await unsolved(scope);
      await scope.call('rewind', 1);
      await scope.call('force', ran);
    },
    (scope) => choose(scope, 1),
  ],
  'a-small-model-drafts': [
    (scope) => guess(scope, 'ked'),
    async (scope) => {
      await eventually(async () => assert.equal(await scope.at('lane-standings').count(), 1));
      await choose(scope, 0);
    },
    async (scope) => {
      await scope.click('strategy-play');
      await eventually(async () => assert.ok(await scope.at('strategy-step').isDisabled(), 'it comes to its end'));
      await scope.click('speculate-use');
    },
    async (scope) => {
      const decided = scope.at('round').locator('[data-accepted]').last();
      await eventually(async () => assert.equal(await decided.count(), 1));
      await type(scope, '99');
      await eventually(async () => assert.equal(await scope.text('lesson-said'), 'It is less.'));
      const ratio = parseFloat(await decided.locator('td').nth(1).innerText());
      await type(scope, String(100 * Math.min(1, ratio)));
    },
    async (scope) => {
      await noted(scope, 0, /draw the proof first/);
      await scope.click('proof-10000');
      await wrong(scope);
      await choose(scope, 1);
    },
    async (scope) => {
      const draw = async (temperature) => {
        await scope.call('setSettings', { temperature });
        await scope.settled();
        await scope.click('proof-1000');
        await eventually(async () => assert.match(await scope.at('lesson-goal').innerText(), /^now \d/));
      };
      await draw(0.3);
      await unsolved(scope);
      await draw(2);
    },
  ],
  'is-it-true': [
    (scope) => guess(scope, 'Canberra'),
    (scope) => choose(scope, 2),
    async (scope) => {
      await type(scope, '2');
      const [twenty] = await both(scope, ' twenty');
      const logits = await scope.logits();
      await type(scope, String(1 + logits.filter((z, id) => z > logits[twenty] || (z === logits[twenty] && id < twenty)).length));
    },
    (scope) => choose(scope, 1),
    async (scope) => {
      await scope.call('setPrompt', 'A rabbit is a');
      await unsolved(scope);
      await scope.call('setPrompt', 'A monkey is a');
    },
    async (scope) => {
      await type(scope, '16.7');
      await type(scope, '10.8');
    },
  ],
};

/** The ids of these tokens: the last ones of a text that ends in them. */
export async function both(scope, ...texts) {
  const tokenizer = await (await fetch(new URL('models/pocket/tokenizer.json', scope.url))).json();
  return texts.map((text) => tokenizer.model.vocab[text.replace(' ', 'Ġ')]);
}

/** Guesses a token that the model favours, and before it one that it hardly knows; nothing is shown before. */
export async function guess(scope, token) {
  assert.equal(await scope.at('lesson-veil').count(), 1, 'it is hidden');
  assert.equal(await scope.at('sentence').isVisible(), false);
  assert.ok(await scope.at('step').isDisabled(), 'a step would show it');
  await scope.at('lesson-guess').fill('');
  await scope.at('lesson-check').click();
  await eventually(async () => assert.match(await scope.text('lesson-said'), /^Type a word/));
  await scope.at('lesson-guess').fill(token);
  await scope.at('lesson-check').click();
  await eventually(async () => assert.match(await scope.text('lesson-said'), /: rank [123], [\d.]+.%, a surprise of/));
  await eventually(async () => assert.ok(await scope.at('step').isEnabled()));
}

/** Shows a head of the opened attention. */
export async function head(scope, layer, number) {
  const thumb = scope.at('thumb').nth(8 * layer + number);
  await eventually(async () => assert.equal(await scope.at('thumb').count(), 48));
  await thumb.click();
}

/** The entropy of the model's distribution, from its logits. */
export async function entropy(scope) {
  const logits = await scope.logits();
  const top = Math.max(...logits);
  const total = logits.reduce((sum, z) => sum + Math.exp(z - top), 0);
  const bits = logits.reduce((sum, z) => sum - (Math.exp(z - top) / total) * (z - top - Math.log(total)), 0) / Math.LN2;
  return bits.toFixed(2);
}

/** Waits until the page is at rest: what was tried does not answer the question. */
export async function unsolved(scope) {
  await scope.settled();
  assert.equal(await said(scope).count(), 0, 'that is not enough');
}

/** Presses an answer that cannot be judged yet: it is noted, and what is to be done first is said. */
export async function noted(scope, n, why) {
  await scope.at('lesson-answer').nth(n).click();
  await eventually(async () => assert.match(await scope.text('lesson-awaits'), why));
  assert.equal(await scope.at('lesson-wrong').count(), 0, 'nobody knows yet');
}

/** Waits until the answer that was noted is judged, and is wrong. */
export async function wrong(scope) {
  await eventually(async () => assert.equal(await scope.at('lesson-wrong').count(), 1, 'the noted answer is judged'));
  assert.equal(await said(scope).count(), 0);
}

/** Presses the answer at this place, after every other one. */
export async function choose(scope, right) {
  const answers = scope.at('lesson-answer');
  for (let n = 0; n < (await answers.count()); n += 1) {
    if (n === right) continue;
    await answers.nth(n).click();
    // What the page is still reading makes an answer wait.
    await eventually(async () => assert.equal(await scope.at('lesson-wrong').count(), 1, `answer ${n} is wrong`));
    assert.equal(await said(scope).count(), 0);
  }
  await answers.nth(right).click();
}

/** Moves the temperature's slider by a key. */
export async function press(scope, key) {
  await scope.at('temperature-slider').focus();
  await scope.page.keyboard.press(key);
}

/** Plays a lesson to its end, from wherever `more` says. */
export async function play(scope, name, more) {
  const steps = PLAYED[name];
  await scope.open(lesson(name, 1, more));
  for (const [n, answer] of steps.entries()) {
    await at(scope, n + 1);
    await answer(scope);
    await eventually(async () => assert.match(await said(scope).innerText(), /^Right\. ./, `${name}, step ${n + 1}`));
    const next = scope.at('lesson-next');
    assert.equal(await next.isDisabled(), n + 1 === steps.length, 'its steps are all here');
    if (n + 1 < steps.length) await next.click();
  }
  assert.equal(await scope.at('lesson-panel').locator('.lesson-dot.done').count(), steps.length);
}

/** Goes through the tour from its first stop, and takes the step that it asks for; `each` is called at every stop. */
export async function walk(scope, each = async () => {}) {
  for (let step = 1; step <= 10; step += 1) {
    await at(scope, step);
    await each(step);
    if (step === 9) {
      await scope.click('step');
      await eventually(async () => assert.match(await said(scope).innerText(), /^Right\. /));
    }
    if (step < 10) await scope.at('lesson-next').click();
  }
}
