// The same model in every format that the page opens: three files, weights in several files with an index, and one `.gguf`.
import assert from 'node:assert/strict';
import { folder, picked, sharded, tiny, tinyLlama } from './lib/checkpoint.mjs';
import { gguf, ggufParts } from './lib/gguf.mjs';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const test = suite();
const MODEL = tinyLlama();

/** Opens files, and gives the scores after the prompt. */
async function scores(scope, files) {
  await scope.open('#prompt=To+be&backend=cpu&precision=f32');
  await scope.at('model-files').setInputFiles(picked(files));
  await eventually(async () => assert.equal((await scope.call('state')).model.d_model, 8));
  await scope.settled();
  const { cursor } = await scope.call('state');
  return scope.logits(cursor);
}

test('a model gives the same scores in one file, in several, and as .gguf', async (scope) => {
  const known = await scores(scope, folder('x', MODEL));
  assert.equal(known.length, 257);
  assert.deepEqual(await scores(scope, sharded('x', MODEL)), known);
  assert.deepEqual(await scores(scope, { 'x/tiny.gguf': gguf(MODEL) }), known);
  assert.equal((await scope.call('state')).model.name, 'tiny');
  // All its parts picked together, in any order.
  const parts = Object.entries(ggufParts('x/cut', MODEL, 3)).reverse();
  assert.deepEqual(await scores(scope, Object.fromEntries(parts)), known);
  assert.equal((await scope.call('state')).model.name, 'cut');
});

test("the site's own models are in the menu: in one file, in several, with what a chat model has, and as .gguf", async (scope, { host }) => {
  const known = await scores(scope, folder('x', MODEL));
  const template = '{% for m in messages %}{{ m.content }}{% endfor %}';
  const files = {
    // What is no plain name, is left out.
    'models/models.json': JSON.stringify(['pocket', 'one', 'cut', 'own.gguf', 'own-00002-of-00003.gguf', '../x', 7]),
    ...folder('models/one', MODEL),
    'models/one/generation_config.json': JSON.stringify({ do_sample: true, top_k: 3 }),
    ...sharded('models/cut', MODEL),
    'models/cut/tokenizer_config.json': JSON.stringify({ chat_template: template }),
    'models/own.gguf': gguf(MODEL),
    // Named by any of its parts.
    ...ggufParts('models/own', MODEL, 3),
  };
  const server = await host({ files });
  scope.url = server.url;
  await scope.open('#prompt=To+be&backend=cpu&precision=f32');
  const menu = scope.at('bundled-model');
  await scope.click('model-menu');
  await eventually(async () => assert.deepEqual(await menu.locator('option').evaluateAll((all) => all.map(({ value }) => value)), ['pocket', 'pocket-draft', 'one', 'cut', 'own.gguf', 'own-00002-of-00003.gguf']));
  assert.ok(!server.requests.some((path) => /pocket\/(gen|tok\w+_conf|chat)/.test(path)), 'what comes with the page is known');
  for (const [name, chats] of [['one', 0], ['cut', 1], ['own.gguf', 0], ['own-00002-of-00003.gguf', 0]]) {
    await menu.selectOption(name);
    await eventually(async () => assert.equal((await scope.call('state')).model.name, name));
    await scope.settled();
    assert.equal(await menu.inputValue(), name);
    const { cursor } = await scope.call('state');
    assert.deepEqual(await scope.logits(cursor), known, name);
    assert.equal(await scope.at('open-chat').count(), chats, name);
  }
  // Links name them.
  await scope.open('#model=cut&prompt=To+be&backend=cpu&precision=f32');
  assert.deepEqual(await scope.logits((await scope.call('state')).cursor), known);
  await scope.open('#model=models/own.gguf&prompt=To+be&backend=cpu&precision=f32');
  assert.equal((await scope.call('state')).model.name, 'own.gguf');
  await scope.open('#model=one&backend=cpu');
  await scope.look('sampler');
  await eventually(async () => assert.equal(await scope.at('preset').locator('option[value=model]').count(), 1));
}, { origins: [/^http:\/\/localhost:\d+$/] });

test('a file that is missing or cut is named, and the model before stays', async (scope) => {
  await scope.open('#backend=cpu');
  const { 'x/model-00002-of-00002.safetensors': _, ...without } = sharded('x', MODEL);
  await scope.at('model-files').setInputFiles(picked(without));
  await eventually(async () => assert.match(await scope.text('notices'), /model-00002-of-00002\.safetensors/));
  await scope.at('model-files').setInputFiles(picked({ 'x/cut.gguf': gguf(MODEL).subarray(0, -64) }));
  await eventually(async () => assert.match(await scope.text('notices'), /cut\.gguf/));
  const { 'x/part-00002-of-00003.gguf': __, ...others } = ggufParts('x/part', MODEL, 3);
  await scope.at('model-files').setInputFiles(picked(others));
  await eventually(async () => assert.match(await scope.text('notices'), /part-.*one of 3 parts of a model, and part 2 is missing/));
  assert.equal((await scope.call('state')).model.name, 'pocket');
});

/** The model with a `generation_config.json` beside it. */
const sampled = (generation) => ({ ...folder('x', MODEL), 'x/generation_config.json': JSON.stringify(generation) });

test("a model's own chain is a choice, and any of its end tokens ends a text", async (scope) => {
  await scores(scope, folder('x', MODEL));
  await scope.call('setSettings', { chain: 'temperature~0' });
  const { token } = await scope.call('step');
  const own = { do_sample: true, temperature: 0.6, top_k: 3, top_p: 0.95, eos_token_id: [(token + 1) % 256, token] };
  await scope.at('model-files').setInputFiles(picked(sampled(own)));
  await scope.look('sampler');
  await eventually(async () => assert.equal(await scope.at('preset').locator('option[value=model]').count(), 1));
  await scope.settled();
  const { chain } = await scope.call('setSettings', {}).then((state) => state.settings);
  assert.equal(chain, 'temperature~0', 'what somebody chose does not change by itself');
  const { steps, stop } = await scope.call('run');
  assert.deepEqual([steps.at(-1).token, stop.reason], [token, 'end_of_text'], 'the text ends with the second of them');
  await scope.at('preset').selectOption({ label: "this model's files" });
  await scope.settled();
  assert.match((await scope.call('state')).settings.chain, /^-rep.*,temperature~0\.6,-top_h.*,top_k~3,top_p~0\.95,-min_p/);
  assert.equal(await scope.at('preset').locator('option:checked').innerText(), "this model's files");
  await scope.call('load', 'pocket');
  await eventually(async () => assert.equal(await scope.at('preset').locator('option[value=model]').count(), 0));
  await scope.click('reset-settings');
  await scope.settled();
  assert.equal(await scope.at('preset').locator('option:checked').innerText(), 'this page (default)');
});

test('a model opens with the chain of its generation config, unless a link or somebody names another one', async (scope, { host }) => {
  const FIRST = /,temperature~0\.8,top_k~40,top_p~0\.9,/;
  const OWN = /^-rep.*,temperature~0\.6,-top_h.*,top_k~3,top_p~0\.95,/;
  const own = { do_sample: true, temperature: 0.6, top_k: 3, top_p: 0.95 };
  const files = { ...folder('models/plain', MODEL), ...folder('models/one', MODEL), 'models/one/generation_config.json': JSON.stringify(own) };
  const server = await host({ files });
  scope.url = server.url;
  const chain = async () => (await scope.call('state')).settings.chain;
  const becomes = (wanted) => eventually(async () => assert.match(await chain(), wanted));
  await scope.open('#backend=cpu&precision=f32');
  assert.match(await chain(), FIRST);
  await scope.at('model-files').setInputFiles(picked(sampled(own)));
  await becomes(OWN);
  assert.match(await scope.text('notices'), /The sampler is now set as .+’s generation config says/);
  await scope.look('sampler');
  assert.match(await scope.text('chain-of-model'), /^as .*’s generation config says$/);
  await scope.click('undo');
  await becomes(FIRST);
  await eventually(async () => assert.equal(await scope.at('chain-of-model').count(), 0));
  await scope.click('reset-settings');
  await becomes(OWN);
  // One without a generation config has the page's chain again, and nothing of the other is remembered.
  await scope.call('load', 'plain');
  assert.match(await chain(), FIRST);
  // A link that names no run opens the model as its generation config says, and so does the tab that is loaded again.
  await scope.open('#model=one&backend=cpu&precision=f32');
  await scope.page.goto('about:blank');
  await scope.open('#model=one&backend=cpu&precision=f32');
  assert.match(await chain(), OWN);
  await scope.call('step');
  await scope.page.reload();
  await scope.ready();
  assert.match(await chain(), OWN);
  await scope.call('load', 'plain');
  assert.match(await chain(), FIRST);
  // One that names a run, with its chain or without, has the same run as ever.
  for (const said of ['&seed=1', '&temperature=0.8&top_k=40&top_p=0.9', '&embed=1']) {
    await scope.page.goto('about:blank');
    await scope.open(`#model=one&backend=cpu&precision=f32&prompt=To+be${said}`);
    assert.match(await chain(), FIRST, said);
  }
  // A script's chain stays, even where it is the page's.
  await scope.page.goto('about:blank');
  await scope.open('#model=plain&backend=cpu&precision=f32');
  await scope.call('setSettings', { temperature: 0.8 });
  await scope.call('load', 'one');
  assert.match(await chain(), FIRST);
}, { origins: [/^http:\/\/localhost:\d+$/] });

test('a model opens without a generation_config.json that cannot be used, and the page says why', async (scope) => {
  await scope.open('#backend=cpu');
  await scope.at('model-files').setInputFiles(picked(sampled({ do_sample: true, top_p: 7 })));
  await eventually(async () => assert.equal((await scope.call('state')).model.d_model, 8));
  await eventually(async () => assert.match(await scope.text('notices'), /generation_config\.json was not used: .*0.*1/));
});

test('a model for which the CPU has no room is refused with what it needs, and the model before stays', async (scope) => {
  const { config, tokenizer } = tiny();
  const wide = (n_embd, n_layer) =>
    picked(folder('x', { config: { ...config, n_embd, n_layer }, tokenizer, weights: Buffer.alloc(0) }));
  await scope.open('#backend=cpu&precision=f32');
  await scope.at('model-files').setInputFiles(wide(2048, 24));
  await eventually(async () => assert.match(await scope.text('notices'), /needs 5\d{3} MB .* In f16 it needs 2\d{3} MB, which fits/));
  await scope.at('model-files').setInputFiles(wide(8192, 40));
  await eventually(async () => assert.match(await scope.text('notices'), /needs 1\d{5} MB .* Take a smaller model/));
  assert.equal((await scope.call('state')).model.name, 'pocket');
});
