// The languages of the page: chosen by the browser, a link or the visitor; numbers as each writes them; from right to left.
import assert from 'node:assert/strict';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const test = suite();
const BACKEND = 'backend=cpu';
const STEP = { en: 'Step', de: 'Schritt', es: 'Paso', fr: 'Pas', 'zh-Hans': '一步' };

const lang = (scope) => scope.page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]);
const step = async (scope) => (await scope.at('step').innerText()).split('\n')[0].trim();

for (const tag of Object.keys(STEP)) {
  test(`${tag}: a link opens the page in it, with its own numbers`, async (scope) => {
    await scope.open(`#lang=${tag}&${BACKEND}`);
    assert.deepEqual(await lang(scope), [tag, 'ltr']);
    if (tag !== 'en') assert.notEqual(await step(scope), 'Step');
    const sentence = await scope.text('sentence');
    assert.match(sentence, ['en', 'zh-Hans'].includes(tag) ? /27\.0/ : /27,0/);
    assert.equal(await scope.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'nothing is wider than the page');
    await scope.screenshot(`language-${tag}`);
  });
}

const QUOTED = { en: '“.”', de: '„.“', es: '«.»', fr: '« . »', 'zh-Hans': '“.”' };

for (const tag of Object.keys(QUOTED)) {
  test(`${tag}: quotation marks, the ticks of the dice and what is between sentences are its own`, async (scope) => {
    await scope.open(`#lang=${tag}&prompt=The+opposite+of+hot+is+cold&temperature=0&open=dice&${BACKEND}`);
    assert.ok((await scope.text('sentence')).includes(QUOTED[tag]), await scope.text('sentence'));
    assert.match(await scope.text('sentence'), tag === 'zh-Hans' ? /。\S/ : /\. \S/);
    const tick = ['en', 'zh-Hans'].includes(tag) ? '0.25' : '0,25';
    await eventually(async () => assert.ok((await scope.page.locator('.axis-label').allTextContents()).includes(tick)));
    const footer = await scope.page.locator('.footer p').first().innerText();
    assert.match(footer, tag === 'zh-Hans' ? /。\S/ : /\. \S/);
  });
}

test('the browser’s language is spoken, another is chosen, and stays chosen', async (scope) => {
  await scope.open(`#${BACKEND}`);
  assert.deepEqual(await lang(scope), ['de', 'ltr']);
  await scope.call('step');
  const before = (await scope.call('state')).text;
  await scope.at('language').selectOption('fr');
  await scope.page.waitForFunction(() => document.documentElement.lang === 'fr');
  await scope.ready();
  await eventually(async () => assert.equal((await scope.call('state')).text, before, 'the text is still there'));
  await scope.page.goto('about:blank');
  await scope.open();
  assert.deepEqual(await lang(scope), ['fr', 'ltr']);
}, { context: { locale: 'de-AT' } });

test('a lesson is told in the language, its tokens stay', async (scope) => {
  await scope.open(`#lang=de&lesson=temperature&step=2&${BACKEND}`);
  await eventually(async () => assert.notEqual(await scope.at('lesson-panel').locator('h3').innerText(), 'Colder'));
  assert.equal((await scope.call('state')).text, 'In the forest lived a');
});

test('the other direction: the page is mirrored, the picture is not, and every word is of the catalogue', async (scope) => {
  await scope.open(`#lang=ar-XB&${BACKEND}`);
  assert.deepEqual(await lang(scope), ['ar-XB', 'rtl']);
  const [logo, help] = await scope.page.evaluate(() => ['.brand', '[data-testid=help]'].map((q) => document.querySelector(q).getBoundingClientRect().left));
  assert.ok(logo > help, 'the bar begins at the right');
  assert.equal(await scope.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'nothing is wider than the page');
  const [tokens, dice] = await scope.page.evaluate(() => ['tokens', 'dice'].map((s) => document.getElementById(`station-${s}`).getBoundingClientRect().left));
  assert.ok(tokens < dice, 'the picture runs from left to right');
  // What the mirror turned around is between two marks; what is outside is in no catalogue.
  const plain = await scope.page.evaluate(() => {
    const own = [];
    const walk = document.createTreeWalker(document.querySelector('.app'), NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const node = walk.currentNode;
      const parent = node.parentElement;
      if (parent.closest('[lang], textarea, kbd, code, .surface-text, .flow-chip, .slot, [data-testid=token], option')) continue;
      const left = node.data.replace(/\u202e[^\u202c]*\u202c/g, '').replace(/\u2068[^\u2069]*\u2069/g, '');
      if (/\p{L}{4,}/u.test(left)) own.push(left.trim());
    }
    return [...new Set(own)];
  });
  await scope.screenshot('language-mirrored');
  // Names, the words of the model, and what stands in formulas.
  const allowed = /^(Logitscope.*|pocket.*|MIT or Apache-2\.0|seed .*)$/;
  const words = await scope.shown();
  const tokenTexts = words.candidates.map((c) => c.text?.trim()).filter(Boolean);
  assert.deepEqual(plain.filter((text) => !allowed.test(text) && !tokenTexts.some((t) => text.includes(t))), []);
});
