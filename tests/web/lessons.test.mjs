// Lessons: the list, the panel above the text, questions judged by the run, the way through, free play, Back and links.
import assert from 'node:assert/strict';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const test = suite();
const BACKEND = 'backend=cpu';
const lesson = (name, step) => `#lesson=${name}&step=${step}&${BACKEND}`;
const said = (scope) => scope.at('lesson-because');
const title = (scope) => scope.at('lesson-panel').locator('h3').innerText();

/** Waits until the panel shows this step. */
async function at(scope, step) {
  await eventually(async () => assert.match(await scope.text('lesson-step'), new RegExp(`^step ${step} of`)));
  await scope.settled();
}

test('the list offers every lesson, one press begins it, and the step brings the page to its state', async (scope) => {
  await scope.open(`#prompt=Once+upon+a+time&temperature=1.7&${BACKEND}`);
  assert.equal(await scope.at('lesson-panel').count(), 0, 'no lesson is in the way');
  await scope.at('lesson-menu').click();
  await eventually(async () => assert.equal(await scope.at('lesson-list').locator('li').count(), 14));
  await scope.at('lesson-temperature').click();
  await at(scope, 1);
  await eventually(async () => {
    const state = await scope.call('state');
    assert.equal(state.text, 'In the forest lived a');
    assert.deepEqual([state.settings.temperature, state.settings.top_k, state.settings.top_p], [1, 0, 1]);
  });
  await scope.page.goBack();
  await eventually(async () => {
    assert.equal(await scope.at('lesson-panel').count(), 0);
    assert.equal((await scope.call('state')).text, 'Once upon a time');
  });
  await scope.page.goForward();
  await at(scope, 1);
});

test('a number is judged by the run: wrong ones say where it lies, the right one says why', async (scope) => {
  await scope.open(lesson('temperature', 1));
  await at(scope, 1);
  const [first] = (await scope.shown()).candidates;
  const bear = parseFloat(first.before);
  const answer = async (text) => {
    await scope.at('lesson-number').fill(text);
    await scope.at('lesson-check').click();
    return scope.text('lesson-said');
  };
  assert.equal(await answer('a lot'), 'Type a number.');
  assert.equal(await answer('1'), 'It is more.');
  assert.equal(await answer('99 %'), 'It is less.');
  assert.equal(await said(scope).count(), 0, 'nothing is told before it is right');
  assert.match(await answer(`${bear} %`), /^It is [\d.]+.%\.$/);
  await eventually(async () => assert.match(await said(scope).innerText(), /^Right\. /));
});

test('a goal is watched: the slider reaches it, and it is done', async (scope) => {
  await scope.open(lesson('temperature', 2));
  await at(scope, 2);
  assert.equal(await said(scope).count(), 0);
  await scope.at('temperature-slider').focus();
  await scope.page.keyboard.press('Home');
  await eventually(async () => assert.match(await said(scope).innerText(), /^Right\. /));
  const dots = scope.at('lesson-panel').locator('.lesson-dot');
  assert.match(await dots.nth(1).getAttribute('class'), /\bdone\b/);
  assert.doesNotMatch(await dots.nth(0).getAttribute('class'), /\bdone\b/);
  await scope.page.reload();
  await at(scope, 2);
  await eventually(async () => assert.match(await dots.nth(1).getAttribute('class'), /\bdone\b/), 'it is remembered');
});

test('answers: a wrong one stays open, a right one is judged by the run', async (scope) => {
  await scope.open(lesson('one-token-at-a-time', 1));
  await at(scope, 1);
  const answers = scope.at('lesson-answer');
  await answers.nth(1).click();
  await eventually(async () => assert.equal(await scope.at('lesson-wrong').count(), 1));
  assert.equal(await said(scope).count(), 0);
  await answers.nth(0).click();
  await eventually(async () => assert.match(await said(scope).innerText(), /^Right\. /));
  // With another text the same answer is wrong.
  await scope.at('lesson-again').click();
  await scope.call('setPrompt', 'Once upon a');
  await eventually(async () => assert.match(await scope.text('lesson-free'), /no longer the text/));
  await scope.at('lesson-return').click();
  await eventually(async () => assert.equal((await scope.call('state')).text, 'In the forest lived a'));
  assert.equal(await scope.at('lesson-free').count(), 0);
});

test('Next and Back go through it, Back of the browser too, and a link keeps the place', async (scope) => {
  await scope.open(lesson('what-is-random', 1));
  await at(scope, 1);
  const first = await title(scope);
  assert.equal(await scope.at('lesson-back').isDisabled(), true);
  await scope.at('lesson-next').click();
  await at(scope, 2);
  assert.notEqual(await title(scope), first);
  assert.equal(await scope.page.evaluate(() => document.activeElement.tagName), 'H3', 'the focus is at what is new');
  const link = await scope.copyLink();
  assert.match(link, /lesson=what-is-random/);
  assert.match(link, /step=2/);
  await scope.page.goBack();
  await at(scope, 1);
  await scope.open(new URL(link).hash);
  await at(scope, 2);
  await scope.at('lesson-leave').click();
  assert.equal(await scope.at('lesson-panel').count(), 0);
  assert.equal((await scope.call('state')).text, 'In the forest lived a', 'the text stays');
});

test('an embed of a lesson shows what its file says, and remembers nothing', async (scope) => {
  await scope.open(`#embed=1&${lesson('temperature', 2).slice(1)}`);
  await at(scope, 2);
  await eventually(async () => assert.equal(await scope.at('lesson').count(), 1, 'close together'));
  assert.equal(await scope.at('flow').count(), 0);
  await press(scope, 'Home');
  await eventually(async () => assert.match(await said(scope).innerText(), /^Right\. /));
  assert.equal(await scope.page.evaluate(() => localStorage.getItem('logitscope.lessons.1')), null);
}, { context: { viewport: { width: 720, height: 480 } } });

test('a bare link to another lesson begins that one', async (scope) => {
  await scope.open(lesson('what-is-random', 4));
  await at(scope, 4);
  await scope.page.evaluate((hash) => { location.hash = hash; }, lesson('cutting-the-tail', 3));
  await at(scope, 3);
  await eventually(async () => assert.equal((await scope.call('state')).text, 'Once upon a'));
});

test('a lesson that is not there says so, and the page works', async (scope) => {
  for (const name of ['nothing', '../index', '%3Cb%3E', 'a'.repeat(3000)]) {
    await scope.open(`#lesson=${name}&${BACKEND}`);
    await eventually(async () => assert.match(await scope.text('lesson-lost'), /^There is no lesson/));
    await scope.at('lesson-leave').click();
    await scope.call('step');
  }
});

/** Types a number and waits for what is said of it. */
async function type(scope, text) {
  await scope.at('lesson-number').fill(text);
  await scope.at('lesson-check').click();
}

/** What a visitor does to answer each step, a wrong answer first where there is one to give. */
const PLAYED = {
  'one-token-at-a-time': [
    (scope) => choose(scope, 0),
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
      assert.match(await scope.at('lesson-goal').nth(1).innerText(), /^first switch a part/);
      const layer = async (n) => {
        await scope.at('whole-layer').nth(n).click();
        await eventually(async () => assert.match(await scope.at('lesson-goal').nth(1).innerText(), /^now \d/));
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
async function both(scope, ...texts) {
  const tokenizer = await (await fetch(new URL('models/pocket/tokenizer.json', scope.url))).json();
  return texts.map((text) => tokenizer.model.vocab[text.replace(' ', 'Ġ')]);
}

/** Guesses a token that the model favours, and before it one that it hardly knows; nothing is shown before. */
async function guess(scope, token) {
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
async function head(scope, layer, number) {
  const thumb = scope.at('thumb').nth(8 * layer + number);
  await eventually(async () => assert.equal(await scope.at('thumb').count(), 48));
  await thumb.click();
}

/** The entropy of the model's distribution, from its logits. */
async function entropy(scope) {
  const logits = await scope.logits();
  const top = Math.max(...logits);
  const total = logits.reduce((sum, z) => sum + Math.exp(z - top), 0);
  const bits = logits.reduce((sum, z) => sum - (Math.exp(z - top) / total) * (z - top - Math.log(total)), 0) / Math.LN2;
  return bits.toFixed(2);
}

/** Waits until the page is at rest: what was tried does not answer the question. */
async function unsolved(scope) {
  await scope.settled();
  assert.equal(await said(scope).count(), 0, 'that is not enough');
}

/** Presses an answer that cannot be judged yet: it is noted, and what is to be done first is said. */
async function noted(scope, n, why) {
  await scope.at('lesson-answer').nth(n).click();
  await eventually(async () => assert.match(await scope.text('lesson-awaits'), why));
  assert.equal(await scope.at('lesson-wrong').count(), 0, 'nobody knows yet');
}

/** Waits until the answer that was noted is judged, and is wrong. */
async function wrong(scope) {
  await eventually(async () => assert.equal(await scope.at('lesson-wrong').count(), 1, 'the noted answer is judged'));
  assert.equal(await said(scope).count(), 0);
}

/** Presses the answer at this place, after every other one. */
async function choose(scope, right) {
  const answers = scope.at('lesson-answer');
  for (let n = 0; n < (await answers.count()); n += 1) {
    if (n === right) continue;
    await answers.nth(n).click();
    assert.equal(await scope.at('lesson-wrong').count(), 1, `answer ${n} is wrong`);
    assert.equal(await said(scope).count(), 0);
  }
  await answers.nth(right).click();
}

/** Moves the temperature's slider by a key. */
async function press(scope, key) {
  await scope.at('temperature-slider').focus();
  await scope.page.keyboard.press(key);
}

for (const [name, steps] of Object.entries(PLAYED)) {
  test(`${name}: played to its end, every question is answered on the page`, async (scope) => {
    await scope.open(lesson(name, 1));
    for (const [n, answer] of steps.entries()) {
      await at(scope, n + 1);
      await answer(scope);
      await eventually(async () => assert.match(await said(scope).innerText(), /^Right\. ./));
      const next = scope.at('lesson-next');
      assert.equal(await next.isDisabled(), n + 1 === steps.length, 'its steps are all here');
      if (n + 1 < steps.length) await next.click();
    }
    assert.equal(await scope.at('lesson-panel').locator('.lesson-dot.done').count(), steps.length);
  });
}

test('the tour is offered at the first visit, points at ten stations, and comes back from Help', async (scope) => {
  await scope.open(`#${BACKEND}`);
  await scope.at('take-tour').click();
  await at(scope, 1);
  assert.equal(await scope.at('take-tour').count(), 0, 'it is offered once');
  const outlined = () => scope.page.evaluate(() => {
    const has = (e) => getComputedStyle(e).outlineStyle === 'solid' && parseFloat(getComputedStyle(e).outlineWidth) === 3;
    return [...document.querySelectorAll('.page[data-mark] *, .header *')].filter(has).length;
  });
  for (let step = 1; step <= 10; step += 1) {
    await at(scope, step);
    await eventually(async () => assert.equal(await outlined(), 1, `stop ${step} points at something`));
    if (step === 9) {
      await scope.click('step');
      await eventually(async () => assert.match(await said(scope).innerText(), /^Right\. /));
    }
    if (step < 10) await scope.at('lesson-next').click();
  }
  assert.equal(await scope.at('lesson-next').isDisabled(), true);
  await scope.at('lesson-leave').click();
  assert.equal(await outlined(), 0);
  await scope.page.reload();
  await scope.ready();
  assert.equal(await scope.at('take-tour').count(), 0);
  await scope.click('help');
  await scope.click('help-tour');
  await at(scope, 1);
});

test('what is to be guessed is hidden until it is answered, or asked for', async (scope) => {
  await scope.open(lesson('how-sure-is-it', 1));
  await at(scope, 1);
  assert.equal(await scope.at('flow').isVisible(), false);
  await scope.page.keyboard.press('ArrowRight');
  await scope.settled();
  const before = (await scope.call('state')).transcript.length;
  await scope.at('lesson-unveil').click();
  await eventually(async () => assert.ok(await scope.at('flow').isVisible()));
  assert.equal((await scope.call('state')).transcript.length, before, 'the keys took no step');
  assert.equal(await said(scope).count(), 0, 'to look is not to answer');
  await scope.at('lesson-next').click();
  await at(scope, 2);
  assert.equal(await scope.at('flow').isVisible(), false);
  await scope.at('lesson-leave').click();
  await eventually(async () => assert.ok(await scope.at('flow').isVisible()));
});

test('a teacher finds aims, mistakes and a plan', async (scope) => {
  await scope.open(lesson('temperature', 1));
  await at(scope, 1);
  const fold = scope.at('lesson-teacher');
  await fold.locator('summary').click();
  assert.ok((await fold.locator('li').count()) >= 5);
});
