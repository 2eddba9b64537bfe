// Lessons: the list, the panel above the text, questions judged by the run, the way through, free play, Back and links.
import assert from 'node:assert/strict';
import { PLAYED, at, lesson, play, press, said, walk } from './lib/played.mjs';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const test = suite();
const BACKEND = 'backend=cpu';
const title = (scope) => scope.at('lesson-panel').locator('h3').innerText();

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
  await answers.nth(2).click();
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

for (const name of Object.keys(PLAYED)) {
  test(`${name}: played to its end, every question is answered on the page`, (scope) => play(scope, name));
}

/** Where what a lesson points at is. */
const marked = (scope) =>
  scope.page.evaluate(() => {
    const has = (e) => getComputedStyle(e).outlineStyle === 'solid' && parseFloat(getComputedStyle(e).outlineWidth) === 3;
    const place = (e) => e.getBoundingClientRect().toJSON();
    return [...document.querySelectorAll('.app *')].filter(has).map(place);
  });

test('the tour is offered at the first visit, points at ten stations, and comes back from Help', async (scope) => {
  await scope.open(`#${BACKEND}`);
  await scope.at('take-tour').click();
  await at(scope, 1);
  assert.equal(await scope.at('take-tour').count(), 0, 'it is offered once');
  const outlined = async () => (await marked(scope)).length;
  await walk(scope, (stop) => eventually(async () => {
    assert.equal(await outlined(), 1, `stop ${stop} points at something`);
    const [{ top, bottom }] = await marked(scope);
    assert.ok(top >= 0 && bottom <= 800, `stop ${stop} is in sight: ${top} to ${bottom}`);
    // With a station comes all that is below its head.
    const flow = await scope.at('flow').boundingBox();
    const words = await scope.at('lesson-panel').boundingBox();
    const isStation = await scope.frame.evaluate(() => document.getElementById(`station-${document.querySelector('.app').dataset.mark}`) !== null);
    if (isStation) assert.ok(flow.y >= words.y + words.height && flow.y + flow.height <= 800, `stop ${stop}: ${JSON.stringify({ flow, words })}`);
  }));
  assert.equal(await scope.at('lesson-next').isDisabled(), true);
  await scope.at('lesson-leave').click();
  assert.equal(await outlined(), 0);
  await scope.page.reload();
  await scope.ready();
  assert.equal(await scope.at('take-tour').count(), 0);
  await scope.click('help');
  await scope.click('help-tour');
  await at(scope, 1);
}, { context: { viewport: { width: 1280, height: 800 } } });

test('on a phone what a stop of the tour points at is in sight below its words', async (scope) => {
  await scope.open(`#${BACKEND}`);
  await scope.at('take-tour').click();
  await at(scope, 1);
  await walk(scope, (stop) => eventually(async () => {
    const [place] = await marked(scope);
    const words = await scope.at('lesson-panel').boundingBox();
    const all = JSON.stringify({ stop, place, words });
    assert.ok(words.y >= 0 && words.y + words.height < 844, `the words are in sight: ${all}`);
    // What stays at the top or at the bottom of the window is in sight anyway.
    assert.ok(place.bottom <= words.y || (place.top >= words.y + words.height && Math.min(place.bottom, place.top + 40) <= 844), all);
  }));
}, { context: { viewport: { width: 390, height: 844 }, hasTouch: true } });

test('on a phone the task of a step stays in sight, whatever it opens', async (scope) => {
  await scope.open(lesson('what-attention-reads', 1));
  for (let step = 1; step <= 3; step += 1) {
    await at(scope, step);
    await scope.at('lesson-next').click();
    await at(scope, step + 1);
    await scope.settled();
    await eventually(async () => {
      const [words, card] = [await scope.at('lesson-panel').boundingBox(), await scope.at('station-card').boundingBox()];
      assert.ok(words.y >= 0 && words.y + words.height <= 844 / 2 + 56, JSON.stringify({ step, words }));
      assert.ok(card.y >= words.y + words.height && card.y < 844 - 80, JSON.stringify({ step, words, card }));
    });
  }
}, { context: { viewport: { width: 390, height: 844 }, hasTouch: true } });

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
