// What the page keeps of a text: over a reload, Back and Forward, another model, and other ways on.
import assert from 'node:assert/strict';
import { folder, tiny } from './lib/checkpoint.mjs';
import { values } from './lib/sampling.mjs';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

// In the place of the models that come with the page: small ones that read bytes; the third has other tokens beside.
const files = {
  ...folder('models/pocket', tiny({ nCtx: 200 })),
  ...folder('models/pocket-draft', tiny({ nCtx: 200, seed: 2 })),
  ...folder('models/other', tiny({ nCtx: 200, vocab: 300 })),
};
const test = suite({ files, webgpu: false });

const HASH = '#prompt=Hello&seed=3&temperature=1&top_k=0&top_p=1&max_tokens=100';
const KEY = 'logitscope.text.1';

/** What a reload must bring back. */
async function kept(scope) {
  const { transcript, settings, prompt, selected, cursor } = await scope.call('state');
  const { nodes } = await scope.call('trace');
  const taken = transcript.map(({ node }) => nodes[node].step);
  return {
    prompt,
    values: values(settings),
    tokens: transcript.map(({ token, origin }) => [token, origin]),
    steps: taken.map((step) => step && [step.chosen, step.settings, step.draw, step.choice]),
    selected: transcript.findIndex(({ node }) => node === selected),
    cursor: transcript.findIndex(({ node }) => node === cursor),
  };
}

const stored = (scope) => scope.frame.evaluate((key) => sessionStorage.getItem(key), KEY);
const textIs = (scope, text) => eventually(async () => assert.equal((await scope.call('state')).text, text));
const entries = (scope) => scope.frame.evaluate(() => history.length);
/** Waits until the state that is there now is written down. */
const written = (scope, pattern) => eventually(async () => assert.match((await stored(scope)) ?? '', pattern));
/** Its text with how many tokens are generated. */
const textOf = async (scope) => (await scope.call('state')).text;

test('a reload brings back the text with every choice, the settings, the view and the place', async (scope) => {
  await scope.open(HASH);
  await scope.steps(2);
  await scope.call('setSettings', { temperature: 0.3, top_k: 5 });
  await scope.steps(1);
  await scope.call('force', 65);
  await scope.click('roll-again');
  await eventually(async () => assert.notEqual((await scope.shown()).u, undefined));
  await scope.steps(1);
  await scope.click('inside-attention');
  const { transcript } = await scope.call('state');
  await scope.call('select', transcript[5].node);
  const before = await kept(scope);
  assert.deepEqual(before.steps.slice(5).map(([chosen]) => chosen), ['sampled', 'sampled', 'sampled', 'forced', 'sampled']);
  assert.equal(before.steps.at(-1)[2].roll, 1);

  await scope.page.reload();
  await scope.ready();
  await eventually(async () => assert.deepEqual(await kept(scope), before));
  assert.equal(await scope.at('inside-attention').getAttribute('aria-selected'), 'true');
  assert.equal(new URL(scope.page.url()).hash, '', 'the address does not name what it no longer shows');
  await scope.notice(/^Your text from before is here\./);
  assert.ok(!(await scope.notices()).some((text) => /forced/.test(text)), 'nothing had to be forced');

  // The dice of the step that is still to come, too.
  await scope.call('select');
  await scope.call('rollAgain');
  await scope.call('rollAgain');
  const { u } = await scope.shown();
  await scope.page.reload();
  await scope.ready();
  await eventually(async () => assert.equal((await scope.shown()).u, u));
});

test('one can start afresh, and come back', async (scope) => {
  await scope.open(HASH);
  const { text: first } = await scope.call('state');
  await scope.steps(2);
  const text = await textOf(scope);
  await scope.page.reload();
  await scope.ready();
  await textIs(scope, text);
  await scope.click('offer');
  await eventually(async () => {
    const now = await textOf(scope);
    assert.ok(!now.startsWith(first), now);
  });
  assert.equal(await scope.at('offer').count(), 0);
  await written(scope, /^(?!.*prompt=Hello)/);
  await scope.page.goBack();
  await textIs(scope, text);
});

test('a reload comes back to what the text went on to, also while the address still names its beginning', async (scope) => {
  await scope.open(HASH);
  await scope.steps(2);
  const text = await textOf(scope);
  await written(scope, /&tokens=/);
  // As if the page had been left before it could change the address.
  await scope.frame.evaluate((hash) => history.replaceState(history.state, '', hash), HASH);
  await scope.page.reload();
  await scope.ready();
  await textIs(scope, text);
});

test('Back closes what was opened, and the text that went on meanwhile stays', async (scope) => {
  await scope.open(HASH);
  await scope.settled();
  await scope.look('dice');
  await written(scope, /open=dice/);
  await scope.steps(2);
  const text = await textOf(scope);
  await written(scope, /&tokens=/);
  await scope.page.goBack();
  await eventually(async () => assert.equal(await scope.at('station-card').count(), 0));
  await textIs(scope, text);
  await scope.page.goForward();
  await eventually(async () => assert.equal(await scope.at('station-card').count(), 1));
  await textIs(scope, text);
});

test('an address that names a state wins, and other tabs have their own', async (scope, { fresh }) => {
  await scope.open(HASH);
  await scope.steps(2);
  await written(scope, /&tokens=/);
  await scope.page.goto('about:blank');
  const state = await scope.open('#prompt=Other');
  assert.equal(state.text, 'Other');
  const before = async (page) => (await page.notices()).filter((text) => /from before/.test(text));
  assert.deepEqual(await before(scope), []);

  const other = await fresh();
  const { text } = await other.open();
  assert.notEqual(text, 'Other');
  assert.deepEqual(await before(other), []);
  await other.call('setPrompt', 'Third');
  await written(other, /prompt=Third/);
  await scope.page.goto('about:blank');
  assert.equal((await scope.open()).text, 'Other');
  await other.page.reload();
  assert.equal((await other.ready()).text, 'Third');
});

test('what is stored and damaged is left alone', async (scope) => {
  for (const text of ['', 'nonsense', 'prompt=Hello&tokens=x', 'prompt=%&tokens=99999', 'prompt=Hello&earlier=9:1:']) {
    await scope.open('#prompt=Seed');
    await scope.frame.evaluate(([key, value]) => {
      addEventListener('pagehide', () => sessionStorage.setItem(key, value));
      history.replaceState(null, '', location.pathname);
    }, [KEY, text]);
    await scope.page.reload();
    const state = await scope.ready();
    assert.equal(state.phase, 'ready', text);
    await scope.steps(1);
    await scope.page.goto('about:blank');
  }
}, { allow: /storage/ });

test('an embed keeps nothing', async (scope) => {
  const state = await scope.open(`${HASH}&embed=1`);
  const before = await entries(scope);
  await scope.steps(2);
  await scope.call('setPrompt', 'Other');
  await scope.call('setSettings', { temperature: 2 });
  // As long as a page that keeps something takes.
  await scope.page.waitForTimeout(1000);
  assert.deepEqual(await scope.frame.evaluate(() => [history.state, sessionStorage.length]), [null, 0]);
  assert.equal(await entries(scope), before);
  await scope.page.reload();
  assert.equal((await scope.ready()).text, state.text);
});

test('Back and Forward lead through what was done, and not through every step', async (scope) => {
  await scope.open(HASH);
  const start = await entries(scope);
  await scope.steps(3);
  await scope.call('setSettings', { temperature: 0.5 });
  const first = await textOf(scope);
  await written(scope, /&tokens=\d+\.\d+\.\d+/);
  assert.equal(await entries(scope), start, 'steps and sliders replace');

  await scope.call('setPrompt', 'Other');
  await written(scope, /prompt=Other/);
  // Faster than anything is written down: the steps belong to what Back leads to.
  await scope.frame.evaluate(async () => {
    await window.logitscope.step();
    await window.logitscope.step();
    document.querySelector('[data-testid=station-layers]').click();
  });
  const second = await textOf(scope);
  await written(scope, /inside=attention/);
  assert.equal(await entries(scope), start + 2);

  const view = () => scope.at('station-layers').getAttribute('aria-expanded');
  await scope.page.goBack();
  await eventually(async () => assert.equal(await view(), 'false'));
  await textIs(scope, second);
  await scope.page.goBack();
  await textIs(scope, first);
  assert.match(await scope.at('prompt').inputValue(), /^Hello/);
  assert.equal(values((await scope.call('state')).settings).temperature, 0.5);
  await scope.page.goForward();
  await textIs(scope, second);
  await scope.page.goForward();
  await eventually(async () => assert.equal(await view(), 'true'));
  await textIs(scope, second);
  // Going about has made no new entries.
  await scope.page.waitForTimeout(1000);
  assert.equal(await entries(scope), start + 2);
});

test('Back undoes a branch, and a pasted link is an entry like any other', async (scope) => {
  const { prompt_end: end } = await scope.open(HASH);
  await scope.steps(3);
  const text = await textOf(scope);
  await written(scope, /&tokens=\d+\.\d+\.\d+/);
  await scope.call('branch', end, 65);
  await textIs(scope, 'HelloA');
  await written(scope, /&tokens=65f/);
  await scope.frame.evaluate(() => (location.hash = '#prompt=Pasted&seed=8'));
  await textIs(scope, 'Pasted');
  assert.equal((await scope.call('state')).settings.seed, 8);
  await scope.steps(1);
  await written(scope, /prompt=Pasted.*&tokens=/);
  await scope.page.goBack();
  await textIs(scope, 'HelloA');
  assert.equal((await scope.call('state')).settings.seed, 3);
  await scope.page.goBack();
  await textIs(scope, text);
  await scope.page.goForward();
  await textIs(scope, 'HelloA');
});

test('a prompt that is typed is one entry, not one for each letter', async (scope) => {
  await scope.open(HASH);
  await scope.steps(1);
  await written(scope, /&tokens=/);
  const start = await entries(scope);
  const text = await textOf(scope);
  await scope.at('prompt').fill('');
  await scope.at('prompt').pressSequentially('A long prompt', { delay: 200 });
  await textIs(scope, 'A long prompt');
  await written(scope, /prompt=A%20long%20prompt/);
  const made = (await entries(scope)) - start;
  assert.ok(made <= 2, `${made} entries`);
  await scope.frame.evaluate((n) => history.go(-n), made);
  await textIs(scope, text);
});

test('another model of the same tokens keeps the text, says what it thinks, and gives it back', async (scope) => {
  await scope.open(HASH);
  await scope.steps(4);
  await scope.call('force', 65);
  const before = await kept(scope);
  const favourite = (await scope.shown()).candidates[0];
  await scope.click('model-menu');
  await scope.at('bundled-model').selectOption('pocket-draft');
  const said = (await scope.notice(/The text stays/)).replaceAll(/\s+/g, ' ');
  const now = await kept(scope);
  assert.deepEqual(now.tokens.map(([token]) => token), before.tokens.map(([token]) => token));
  assert.ok(said.includes(favourite.before), `${said} names ${favourite.before}`);
  const { candidates } = await scope.shown();
  assert.ok(said.includes(candidates[0].before), `${said} names ${candidates[0].before}`);
  // Every probability is the model's that is there now.
  const { transcript } = await scope.call('state');
  for (const entry of transcript.slice(5)) {
    const logits = await scope.logits(entry.context);
    const top = Math.max(...logits);
    const sum = logits.reduce((total, z) => total + Math.exp(z - top), 0);
    assert.ok(Math.abs(entry.prob - Math.exp(logits[entry.token] - top) / sum) < 1e-6, JSON.stringify(entry));
  }
  await scope.at('bundled-model').selectOption('pocket');
  await eventually(async () => assert.deepEqual(await kept(scope), before, 'as if nothing had been'));
});

test('a model of other tokens gets the text as its prompt', async (scope) => {
  await scope.open(`${HASH}&model=other`);
  await scope.call('force', 65);
  await scope.call('force', 66);
  await scope.click('model-menu');
  await scope.at('bundled-model').selectOption('pocket');
  await scope.notice(/pocket has another tokenizer/);
  const { text, prompt, model } = await scope.call('state');
  assert.deepEqual([text, prompt, model.name], ['HelloAB', 'HelloAB', 'pocket']);
  assert.equal(await scope.at('prompt').inputValue(), 'HelloAB');
});

test('every way that a text took is found again', async (scope) => {
  const { prompt_end: end } = await scope.open(HASH);
  const texts = new Set();
  const note = async () => texts.add(await textOf(scope));
  assert.ok(await scope.at('branches').isHidden());
  for (const bytes of [[65, 66, 67], [68, 69]]) {
    await scope.call('rewind', 100);
    for (const byte of bytes) await scope.call('force', byte);
    await note();
  }
  const { transcript } = await scope.call('state');
  await scope.call('branch', transcript.at(-2).node, 70);
  await note();
  await scope.call('setPrompt', 'Another text');
  await scope.call('force', 33);
  await note();
  assert.equal(texts.size, 4);
  assert.ok(end >= 0);

  const found = new Set();
  const pressed = new Set();
  for (;;) {
    await scope.settled();
    found.add(await textOf(scope));
    const ids = await scope.at('branch').evaluateAll((all) => all.map((one) => one.dataset.node));
    // The last partings first: one that was pressed may lead on to others.
    const next = ids.findLast((id) => !pressed.has(id));
    if (!next) break;
    pressed.add(next);
    const before = await textOf(scope);
    const mark = scope.at('branch-mark').filter({ has: scope.frame.locator(`[data-node="${next}"]`) });
    await mark.locator('summary').click();
    await scope.frame.locator(`[data-testid=branch][data-node="${next}"]`).click();
    await eventually(async () => assert.notEqual(await textOf(scope), before));
    await eventually(async () => assert.equal(await scope.at('prompt').inputValue(), (await scope.call('state')).text));
  }
  assert.deepEqual([...found].sort(), [...texts].sort());
});

test('a mark says how many other ways go on, and the list where they lead', async (scope) => {
  await scope.open(HASH);
  const [step] = await scope.steps(1);
  await scope.call('force', 66);
  await scope.call('rewind', 2);
  await scope.call('force', step.choice.token === 65 ? 67 : 65);
  assert.equal(await scope.at('branch-mark').locator('summary').innerText(), '1 other version');
  await scope.at('branch-mark').locator('summary').click();
  const words = await scope.text('branch');
  assert.match(words, /2 tokens/);
  assert.ok(words.endsWith('B'), words);
  const { candidates } = await scope.call('select', step.context).then(() => scope.shown());
  const row = candidates.find((candidate) => candidate.token === step.choice.token);
  if (row) assert.ok(words.includes(row.before), `${words} names ${row.before}`);
});

test('the order of the chain and what it pinned are taken back together', async (scope) => {
  await scope.open('#prompt=Hello&chain=min_p~0.3,temperature~3');
  await scope.click('other-order');
  assert.equal(await scope.at('compare').count(), 1);
  await scope.click('undo');
  await eventually(async () => assert.equal(await scope.at('compare').count(), 0));
});

test('rolling many writes nothing to the console', async (scope) => {
  await scope.open(HASH);
  await scope.click('roll-many');
  await scope.click('roll-many');
  await eventually(async () => assert.ok((await scope.at('rolls').locator('li').count()) > 1));
});
