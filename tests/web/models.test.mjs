// The models that come with the page: what is said of them, the prompts that suit them, and changing between them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { folder, tiny, tinyLlama } from './lib/checkpoint.mjs';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

/** A Llama whose tokenizer is SentencePiece's: a space before the text, bytes for what no token is, and <s> before it all. */
const PIECES = JSON.parse(readFileSync(new URL('../golden/tokenizer_pieces.json', import.meta.url)));
const LLAMA = tinyLlama({ vocab: Object.keys(PIECES.model.vocab).length });
const files = {
  ...folder('other/pocket', tiny()),
  ...folder('models/pieces', { ...LLAMA, config: { ...LLAMA.config, eos_token_id: 2 }, tokenizer: PIECES }),
};
const test = suite({ files });

test('one sentence says what the model is', async (scope) => {
  await scope.open();
  assert.match(await scope.text('about-model'), /^pocket is a small model trained by this project/);
});

/** What suits each starting prompt: the text and the probability of its first candidate, and the entropy. */
const STARTERS = {
  'In the forest lived a': ({ text, percent, bits }) => /bear$/.test(text) && percent < 35 && bits > 2,
  'The capital of France is': ({ text, percent }) => /Paris$/.test(text) && percent > 70,
  'My favourite colour is': ({ text, percent }) => /blue$/.test(text) && percent < 60,
  'In my opinion, the best movie is': ({ bits }) => bits >= 4,
  'Monday, Tuesday, Wednesday,': ({ text, percent }) => /Thursday$/.test(text) && percent > 80,
};

test('the starting prompts suit the model', async (scope) => {
  await scope.open('#prompt=Hello');
  await scope.look('logits');
  const starters = scope.at('example');
  const prompts = await starters.evaluateAll((all) => all.map((e) => e.firstElementChild.textContent));
  assert.deepEqual(prompts, Object.keys(STARTERS));
  for (const [i, prompt] of prompts.entries()) {
    await scope.click('examples');
    await starters.nth(i).click();
    await eventually(async () => {
      assert.equal((await scope.call('state')).text, prompt);
      const { candidates, entropyBefore } = await scope.shown();
      const first = {
        text: await scope.at('candidate-row').first().locator('.tok').innerText(),
        percent: parseFloat(candidates[0].before),
        bits: parseFloat(entropyBefore),
      };
      assert.ok(STARTERS[prompt](first), `${prompt}: ${JSON.stringify(first)}`);
    });
  }
});

test('the model menu changes the model, keeps the prompt, and a link names the model', async (scope) => {
  const prompt = 'The capital of France is';
  await scope.open(`#prompt=${encodeURIComponent(prompt)}&backend=cpu`);
  const pocket = (await scope.call('state')).model;
  const pocketLink = await scope.copyLink();
  await scope.click('model-menu');
  const menu = scope.at('bundled-model');
  assert.equal(await menu.inputValue(), 'pocket');
  await menu.selectOption('pocket-draft');
  const is = (name) =>
    eventually(async () => {
      const { phase, model, text } = await scope.call('state');
      assert.deepEqual([phase, model.name, text], ['ready', name, prompt]);
    });
  await is('pocket-draft');
  const draft = (await scope.call('state')).model;
  assert.equal(draft.d_vocab, pocket.d_vocab, 'one tokenizer');
  assert.ok(draft.d_model < pocket.d_model);
  await eventually(async () => assert.match(await scope.text('about-model'), /^pocket-draft is a tiny model/));
  assert.equal(await menu.inputValue(), 'pocket-draft');
  assert.match(await scope.copyLink(), /model=pocket-draft/);

  // A link to a run of the other model changes it back.
  await scope.frame.evaluate((link) => (location.hash = new URL(link).hash), pocketLink);
  await is('pocket');
});

test('a bundled model that cannot be fetched leaves the one that runs, also in the menu', async (scope) => {
  await scope.open('#backend=cpu');
  files['models/pocket-draft/config.json'] = '{}';
  try {
    await scope.click('model-menu');
    await scope.at('bundled-model').selectOption('pocket-draft');
    await scope.notice(/model_type is missing/);
  } finally {
    delete files['models/pocket-draft/config.json'];
  }
  assert.equal((await scope.call('state')).model.name, 'pocket');
  await eventually(async () => assert.equal(await scope.at('bundled-model').inputValue(), 'pocket'));
});

test('a model of the same name from another folder is not taken for ours', async (scope) => {
  const state = await scope.open('#model=other/pocket/');
  assert.equal(state.model.name, 'pocket');
  assert.equal(await scope.text('about-model'), '');
});

test('a text begins as the tokenizer has it, and stays the visitor’s own', async (scope, { fresh }) => {
  const prompt = 'Hello world, 日本';
  await scope.open(`#model=pieces&prompt=${encodeURIComponent(prompt)}&backend=cpu&seed=2`);
  const texts = async (page) => (await page.call('state')).transcript.map(({ text }) => text);
  const before = await texts(scope);
  assert.deepEqual([before[0], before[1].startsWith(' ')], ['<s>', true], JSON.stringify(before));
  // The box has what the model reads.
  assert.equal(await scope.at('prompt').inputValue(), `<s> ${prompt}`);
  await scope.steps(3);
  const after = await texts(scope);
  assert.deepEqual(after.slice(0, before.length), before);
  // A link gives the same run.
  const link = new URL(await scope.copyLink()).hash;
  const again = await fresh();
  await again.open(link);
  await eventually(async () => assert.deepEqual(await texts(again), after));
  // What is typed behind it leaves its beginning alone.
  await scope.click('restart');
  await scope.at('prompt').focus();
  await scope.page.keyboard.press('End');
  await scope.page.keyboard.type(' and');
  await eventually(async () => {
    const typed = await texts(scope);
    assert.deepEqual(typed.filter((text) => text === '<s>'), ['<s>'], JSON.stringify(typed));
    assert.equal((await scope.call('state')).text, `<s> ${prompt} and`);
  });
  // Another model gets the words alone, and this one its beginning again.
  for (const [model, text] of [['pocket', `${prompt} and`], ['pieces', `<s> ${prompt} and`]]) {
    await scope.call('load', model);
    await eventually(async () => {
      const { phase, model: here, text: shown } = await scope.call('state');
      assert.deepEqual([phase, here.name, shown], ['ready', model, text]);
    });
  }
});
