// Models from the Hugging Face hub, from a server that imitates it: asked for by one press, whole or not at all, kept, resumed, opened again and deleted.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { folder, gpt2Shapes, picked, sharded, tiny, tinyLlama } from './lib/checkpoint.mjs';
import { gguf, ggufBeginning, ggufParts } from './lib/gguf.mjs';
import { COMMIT, LATER, hub, well } from './lib/hub.mjs';
import { load, make } from './lib/large.mjs';
import { everythingKept, plantEverywhere } from './lib/stored.mjs';
import { DIST } from './lib/server.mjs';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const GPT2 = 'openai-community/gpt2';
const LLAMA = tinyLlama();
/** Sizes of a model that takes more than the 4 GiB of WebAssembly, whatever its weights are. */
const LARGE = {
  model_type: 'llama',
  num_hidden_layers: 10,
  num_attention_heads: 32,
  num_key_value_heads: 8,
  hidden_size: 4096,
  intermediate_size: 14336,
  vocab_size: 32000,
  max_position_embeddings: 512,
};
/** The same as `.gguf` files, of which 8 MB come behind the header. */
const BEGINNINGS = { ...LARGE, num_key_value_heads: 16 };
const BEHIND = 8_000_000;
/** Sizes of a model of which one piece is larger than a GPU takes that takes 128 MiB, and that fits on the CPU. */
const WIDE = { model_type: 'gpt2', n_layer: 1, n_head: 2, n_embd: 8, n_inner: 1_000_000, vocab_size: 257, n_positions: 64 };
const SMALL = { nCtx: 64, vocab: 257, layers: 2 };
const FILES = folder(GPT2, tiny(SMALL));
/** The same model with other weights, which are as long. */
const NEWER = folder(GPT2, tiny({ ...SMALL, seed: 2 }));
const OTHERS = {
  ...folder('some/llama', tinyLlama()),
  ...folder('gated/one', tiny()),
  ...sharded('in/parts', tinyLlama()),
  'in/parts/generation_config.json': JSON.stringify({ do_sample: true, top_k: 20 }),
  'in/parts/chat_template.jinja': 'You: {{ messages[0].content }}\nI:',
  'no/weights/config.json': '{}',
  'no/weights/tokenizer.json': '{}',
  'no/weights/pytorch_model.bin': 'x',
  'one/file/llama-F32.gguf': gguf(LLAMA),
  'one/file/mmproj-llama-F16.gguf': 'x',
  'more/files/llama-F32.gguf': gguf(LLAMA),
  'more/files/llama-Q8_0.gguf': gguf(tinyLlama({ seed: 2 })),
  'more/files/llama-IQ2_XS.gguf': 'x',
  ...ggufParts('split/file/llama-F32', LLAMA, 3),
  'lacks/part/llama-00001-of-00002.gguf': 'x',
  ...folder('too/large', { ...tinyLlama(), config: LARGE }),
  ...folder('has/folders/sub/dir', tinyLlama()),
  'has/folders/README.md': 'x',
  'has/folders/8 bits (q8)/llama-Q8_0.gguf': gguf(tinyLlama({ seed: 2 })),
  'has/folders/f32/llama-F32.gguf': gguf(LLAMA),
  'begins/f16/m-F16.gguf': ggufBeginning(BEGINNINGS, { type: 1, behind: BEHIND }),
  'begins/q8/m.gguf': ggufBeginning(BEGINNINGS, { type: 8, behind: BEHIND }),
  'begins/mamba/m-Q8_0.gguf': ggufBeginning(BEGINNINGS, { type: 8, behind: BEHIND, architecture: 'mamba' }),
  ...folder('too/wide', { ...tiny(), config: WIDE }),
  ...folder('other/sizes', { ...LLAMA, config: { ...LLAMA.config, hidden_size: 32 } }),
  ...folder('quantised/one', { ...LLAMA, config: { ...LLAMA.config, quantization_config: { quant_method: 'gptq', bits: 4 } } }),
  ...folder('other/kind', { ...tinyLlama(), config: { model_type: 'mamba' } }),
};
const remote = await hub({ ...FILES, ...OTHERS }, NEWER);
after(() => remote.close());

const html = readFileSync(join(DIST, 'index.html'), 'utf8');
const page = html.replace('content="https://huggingface.co"', `content="${remote.address}"`);
assert.notEqual(page, html, 'the page says where the hub is');
const files = { 'index.html': page };
const MORE = {
  // A refusal or a broken connection is an error of the browser's console.
  allow: /Failed to load resource|net::ERR|CORS policy|Failed to fetch/,
  origins: [remote.address, remote.storage],
};
const inChromium = suite({ files });
const inFirefox = suite({ files, browser: 'firefox', webgpu: false });
/** The same with a GPU whose pieces of memory have at most 128 MiB. */
const narrow = `Object.defineProperty(GPUSupportedLimits.prototype, 'maxStorageBufferBindingSize', { get: () => 128 << 20 });\n`;
const engine = join(readdirSync(DIST).find((name) => name.startsWith('engine-')), 'engine.js');
const inNarrow = suite({ files: { ...files, [engine]: narrow + readFileSync(join(DIST, engine), 'utf8') } });
const inPrivate = suite({ files, browser: 'firefox', webgpu: false, keeps: false });
/** The same while the browser's memory is full: it says so when what it was given is read. Until it hears on a channel that there is room. */
const full = `{
  let full = true;
  new BroadcastChannel('room').onmessage = () => (full = false);
  const read = Blob.prototype.arrayBuffer;
  Blob.prototype.arrayBuffer = function () {
    return full ? Promise.reject(new DOMException('it is gone', 'NotReadableError')) : read.call(this);
  };
}\n`;
const worker = join(readdirSync(DIST).find((name) => name.startsWith('hub-')), 'hub.js');
const whileFull = { ...files, [worker]: full + readFileSync(join(DIST, worker), 'utf8') };
/** The same with the policy of `docs/models.md` for the worker that talks to the hub. */
const policy = (...hosts) => ({ 'Content-Security-Policy': `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' ${hosts.join(' ')}` });
const inFull = suite({ files: whileFull, browser: 'firefox', webgpu: false, keeps: false });

/** Declares a test; the hub is well at its beginning. */
const declare = (name, body, on = inChromium, allowed = {}) =>
  on(
    name,
    async (scope, more) => {
      remote.asked.length = 0;
      Object.assign(remote.state, well());
      await body(scope, more);
    },
    { ...MORE, ...allowed },
  );
/** Other servers of the page are asked, too, and what a policy forbids is an error of the browser's console. */
const SERVERS = { origins: [...MORE.origins, /^http:\/\/localhost:\d+$/], allow: new RegExp(`${MORE.allow.source}|Content Security Policy`) };

const model = async (scope) => (await scope.call('state')).model;
const runs = (scope, name) => eventually(async () => assert.equal((await model(scope)).name, name));
const row = (scope, name) => scope.frame.locator(`[data-testid="hub-model"][data-repository="${name}"]`);
const within = (scope, name, testid) => row(scope, name).locator(`[data-testid="${testid}"]`);

async function dialog(scope) {
  await scope.click('model-menu');
  await scope.click('open-hub');
  await eventually(async () => assert.match(await scope.text('hub-room'), /In this browser/));
}

async function ask(scope, repository) {
  await scope.at('hub-other').fill(repository);
  await scope.click('hub-get-other');
}

const sha256 = (bytes) => createHash('sha256').update(Buffer.from(bytes)).digest('hex');
const WEIGHTS = `${GPT2}/model.safetensors`;

/** The hash of GPT-2's weights at `commit` as they lie in the browser; `undefined` if they do not. */
const hashHere = (scope, commit = COMMIT) =>
  scope.frame.evaluate(async (folder) => {
    const root = await navigator.storage.getDirectory();
    try {
      const models = await root.getDirectoryHandle('models');
      const own = await models.getDirectoryHandle(folder);
      const file = await (await own.getFileHandle('model.safetensors')).getFile();
      const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
      return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
    } catch (error) {
      if (error.name === 'NotFoundError') return undefined;
      throw error;
    }
  }, `${GPT2.replace('/', '--')}@${commit}`);

/** Counts from the next visit on how often the browser is asked to keep what is stored. */
const countPersists = (scope) =>
  scope.page.addInitScript(() => {
    const own = StorageManager.prototype.persist;
    window.persists = 0;
    StorageManager.prototype.persist = function persist() {
      window.persists += 1;
      return own.call(this);
    };
  });
const persists = (scope) => scope.frame.evaluate(() => window.persists);

/** What was asked for of the weights: the first byte of each request. */
const parts = () =>
  remote.asked.filter(({ where }) => where === 'storage').map(({ range }) => Number(/\d+/.exec(range ?? '0')[0]));

declare('one press on the first screen brings GPT-2 small; nothing is asked before, and the text goes on', async (scope) => {
  await countPersists(scope);
  await scope.open('#prompt=To+be&backend=cpu&precision=f32');
  const text = (await scope.call('state')).text;
  await scope.click('model-menu');
  await eventually(async () => assert.match(await scope.text('quick-download'), /^Download GPT-2 small \(550\sMB\)$/));
  await scope.page.keyboard.press('Escape');
  assert.match(await scope.text('first-download'), /^GPT-2 small 550\sMB$/);
  assert.deepEqual(remote.asked, []);
  assert.equal(await persists(scope), 0);
  await scope.click('first-download');
  await runs(scope, 'gpt2');
  await scope.settled();
  assert.equal(await persists(scope), 1, 'the browser is asked to keep it');
  assert.equal(await hashHere(scope), sha256(FILES[WEIGHTS]));
  assert.equal((await scope.call('state')).text, text);
  assert.ok(remote.asked.every(({ token }) => token === undefined));
  // A link names repository and commit; the page opens it again without asking anybody.
  const link = await scope.copyLink();
  assert.equal(new URLSearchParams(new URL(link).hash.slice(1)).get('model'), `hf:${GPT2}@${COMMIT}`);
  const { candidates } = await scope.shown();
  remote.asked.length = 0;
  await scope.open(new URL(link).hash);
  await runs(scope, 'gpt2');
  assert.deepEqual((await scope.shown()).candidates, candidates);
  assert.deepEqual(remote.asked, []);
  // The menu lists it beside the page's own, and offers no second download.
  await scope.click('model-menu');
  await eventually(async () => assert.equal(await scope.at('quick-download').count(), 0));
  assert.equal(await scope.at('bundled-model').inputValue(), `hf:${GPT2}@${COMMIT}`);
  await scope.click('open-hub');
  await eventually(async () => assert.equal(await within(scope, GPT2, 'hub-runs').count(), 1));
  assert.equal(await within(scope, GPT2, 'hub-runs').count(), 1);
  assert.equal(await within(scope, GPT2, 'hub-delete').count(), 0, 'what runs is not deleted');
});

const held = async (scope, { host }) => {
  const openFrom = async (...hosts) => {
    const { url } = await host({ files, headersOf: { [worker]: policy(...hosts) } });
    scope.url = url;
    await scope.open('#backend=cpu');
    await scope.click('model-menu');
    await scope.click('quick-download');
  };
  // Where the weights come from is no part of it.
  await openFrom(remote.address);
  await eventually(async () => assert.match(await scope.text('arriving'), /trying again in \d+ s/));
  assert.ok(remote.asked.length > 0 && remote.asked.every(({ where }) => where === 'hub'));
  await openFrom(remote.address, remote.storage);
  await runs(scope, 'gpt2');
  assert.equal(await hashHere(scope), sha256(FILES[WEIGHTS]));
};
declare('a host can hold the worker to the hub by a header', held, inChromium, SERVERS);

declare('what cannot be opened says so in the dialog, and what failed is forgotten when something else is begun', async (scope) => {
  await scope.open('#backend=cpu');
  await dialog(scope);
  await ask(scope, 'other/sizes');
  const misfit = /embed_tokens\.weight has shape/;
  await eventually(async () => assert.match(await scope.text('hub-fault'), misfit));
  await within(scope, 'other/sizes', 'hub-open').click();
  await eventually(async () => assert.match(await scope.text('hub-fault'), misfit));
  assert.deepEqual(await scope.notices(), [], 'nothing is said behind the dialog');
  assert.equal((await model(scope)).name, 'pocket');
  await scope.page.keyboard.press('Escape');
  remote.state.refuses = () => ({ status: 429 });
  if (!(await scope.at('quick-download').isVisible())) await scope.click('model-menu');
  await scope.click('quick-download');
  await eventually(async () => assert.equal((await scope.notices()).length, 1));
  remote.state.refuses = () => undefined;
  if (!(await scope.at('quick-download').isVisible())) await scope.click('model-menu');
  await scope.click('quick-download');
  await runs(scope, 'gpt2');
  assert.deepEqual((await scope.notices()).filter((words) => /429|too often/.test(words)), []);
});

declare('a connection that breaks twenty times is taken up where it broke', async (scope) => {
  await scope.open('#backend=cpu');
  const cuts = Array.from({ length: 20 }, (_, i) => ({ cutAfter: 500 + 17 * i }));
  remote.state.wrong.push(...cuts.slice(0, 7), { status: 503 }, ...cuts.slice(7));
  await scope.click('model-menu');
  await scope.click('quick-download');
  await eventually(async () => assert.equal((await model(scope)).name, 'gpt2'), 120_000);
  const asked = parts();
  assert.deepEqual(remote.state.wrong, []);
  assert.equal(asked.length, cuts.length + 2, String(asked));
  assert.deepEqual(asked, asked.toSorted((a, b) => a - b), 'what came is not asked for again');
  assert.ok(new Set(asked).size > 15 && asked.at(-1) > 8000, String(asked));
  assert.equal(await hashHere(scope), sha256(FILES[WEIGHTS]));
});

declare('a server that knows no ranges is asked for all of it again, until it is whole', async (scope) => {
  await scope.open('#backend=cpu');
  const noRange = true;
  remote.state.wrong.push({ noRange, cutAfter: 5000 }, { noRange, cutAfter: 9000 }, { noRange });
  await scope.click('model-menu');
  await scope.click('quick-download');
  await runs(scope, 'gpt2');
  const asked = parts();
  assert.ok(asked.length === 3 && asked[0] === 0 && asked[1] > 0 && asked[2] > 0, `what is here is offered: ${asked}`);
  assert.equal(await hashHere(scope), sha256(FILES[WEIGHTS]), 'the second and third beginning did not come behind the first');
});

declare('a model goes on at its commit though main moved on, and a commit that is gone is named', async (scope) => {
  const stopped = async () => {
    remote.state.wrong.push({ slow: 150 });
    await scope.click('model-menu');
    await scope.click('quick-download');
    await eventually(async () => assert.match(await scope.text('arriving-amount'), /kB of .*left/));
    await scope.click('cancel-download');
    await eventually(async () => assert.equal(await scope.at('arriving').count(), 0));
  };
  await scope.open('#backend=cpu');
  await stopped();
  // Both have files of the same names and lengths.
  Object.assign(remote.state, { main: LATER, gone: COMMIT });
  await dialog(scope);
  await within(scope, GPT2, 'hub-go-on').click();
  await eventually(async () => assert.match(await scope.text('hub-fault'), new RegExp(`gpt2 has no revision ${COMMIT}`)));
  assert.equal((await model(scope)).name, 'pocket');
  assert.equal(await within(scope, GPT2, 'hub-open').count(), 0, 'half of it is no model');
  remote.state.gone = undefined;
  await within(scope, GPT2, 'hub-go-on').click();
  await runs(scope, 'gpt2');
  assert.equal(await hashHere(scope), sha256(FILES[WEIGHTS]));
  assert.equal(await hashHere(scope, LATER), undefined);
  // Deleted and asked for again it is the newer one.
  await scope.call('load', 'pocket');
  await within(scope, GPT2, 'hub-delete').click();
  await within(scope, GPT2, 'hub-get').click();
  await runs(scope, 'gpt2');
  assert.equal(await hashHere(scope), undefined);
  assert.equal(await hashHere(scope, LATER), sha256(NEWER[WEIGHTS]));
  await scope.click('hub-close');
  const link = await scope.copyLink();
  assert.equal(new URLSearchParams(new URL(link).hash.slice(1)).get('model'), `hf:${GPT2}@${LATER}`);
});

declare('two commits of one model have a row each, to be opened and deleted', async (scope) => {
  await scope.open('#backend=cpu');
  await dialog(scope);
  await ask(scope, GPT2);
  await runs(scope, 'gpt2');
  remote.state.main = LATER;
  await scope.call('load', 'pocket');
  await ask(scope, `${GPT2}@${LATER}`);
  await runs(scope, 'gpt2');
  assert.equal(await hashHere(scope), sha256(FILES[WEIGHTS]));
  assert.equal(await hashHere(scope, LATER), sha256(NEWER[WEIGHTS]));
  await scope.call('load', 'pocket');
  // Which of them has the row of the model is up to the browser.
  const second = scope.frame.locator(`[data-testid="hub-model"][data-repository^="${GPT2}@"]`);
  await eventually(async () => assert.equal(await second.count(), 1));
  const beside = (await second.getAttribute('data-repository')).split('@')[1];
  assert.equal(await second.locator('b').innerText(), `gpt2@${beside.slice(0, 7)}`);
  const options = await scope.at('bundled-model').locator('option[value^="hf:"]').allTextContents();
  assert.deepEqual(options.sort(), ['gpt2', `gpt2@${beside.slice(0, 7)}`]);
  await second.locator('[data-testid="hub-open"]').click();
  await runs(scope, 'gpt2');
  assert.equal(await second.locator('[data-testid="hub-runs"]').count(), 1);
  assert.equal(await within(scope, GPT2, 'hub-runs').count(), 0, 'the other one does not run');
  await scope.call('load', 'pocket');
  await second.locator('[data-testid="hub-delete"]').click();
  await eventually(async () => assert.equal(await second.count(), 0));
  const [gone, stays] = beside === LATER ? [LATER, COMMIT] : [COMMIT, LATER];
  assert.equal(await hashHere(scope, gone), undefined);
  assert.notEqual(await hashHere(scope, stays), undefined);
});

declare('a visitor stops, loads the page again and goes on', async (scope) => {
  await countPersists(scope);
  await scope.open('#backend=cpu');
  remote.state.wrong.push({ slow: 150 });
  await scope.click('model-menu');
  await scope.click('quick-download');
  await eventually(async () => assert.match(await scope.text('arriving'), /gpt2: Downloading model\.safetensors/));
  // The page works meanwhile.
  await scope.call('step');
  await eventually(async () => assert.match(await scope.text('arriving-amount'), /kB of .*left/));
  assert.equal(await persists(scope), 1, 'asked as it begins, not once it is here');
  await scope.click('cancel-download');
  await scope.notice(/^The download of gpt2 is stopped\. What has come stays/);
  await eventually(async () => assert.equal(await scope.at('arriving').count(), 0));
  assert.equal((await model(scope)).name, 'pocket');
  await scope.open('#backend=cpu&prompt=Again');
  await dialog(scope);
  assert.match(await within(scope, GPT2, 'hub-size').innerText(), /kB of .* are here/);
  remote.asked.length = 0;
  await within(scope, GPT2, 'hub-go-on').click();
  await runs(scope, 'gpt2');
  const [first] = parts();
  assert.ok(first > 0, 'what is here is not asked for again');
  assert.ok(remote.asked.every(({ path }) => !path.startsWith('/api/')), 'its commit is known');
});

declare('what does not come leaves the model that runs, and says why', async (scope) => {
  await scope.open('#backend=cpu');
  await dialog(scope);
  const refused = (status, code, message) => () => ({ status, code, message });
  const cases = [
    ['not a name', {}, /“not a name” is no repository/],
    ['nobody/nothing', {}, /no repository nobody\/nothing/],
    ['some/llama@v9', {}, /no revision v9/],
    ['no/weights', {}, /has no model\.safetensors, neither/],
    ['lacks/part', {}, /has no model\.safetensors, neither.*and no \.gguf file/],
    ['lacks/part:llama-00001-of-00002.gguf', {}, /has no llama-00002-of-00002\.gguf/],
    ['one/file:other.gguf', {}, /one\/file has no other\.gguf/],
    ['one/file:llama.bin', {}, /“one\/file:llama\.bin” is no repository/],
    ['more/files:llama-IQ2_XS.gguf', {}, /stored as IQ2_XS, which cannot be read here/],
    ['has/folders:../sub/', {}, /“has\/folders:\.\.\/sub\/” is no repository/],
    ['https://huggingface.co/has/folders/tree/main/../../one', {}, /is no repository/],
    ['has/folders:nowhere/', {}, /has\/folders has no nowhere/],
    ['other/kind', {}, /mamba/],
    ['gated/one', { refuses: refused(401, 'GatedRepo', 'Access to model gated/one is restricted') }, /accept its terms/],
    ['some/llama', { refuses: refused(429) }, /asked too often/],
    ['some/llama', { refuses: refused(403, '', 'Access to this resource is disabled.') }, /switched some\/llama off/],
    ['quantised/one', {}, /quantization_config\.quant_method = "gptq".*\.gguf file/],
    ['some/llama', { wrong: [{ status: 429, retryAfter: 61 }] }, /asked too often/],
    ['some/llama', { wrong: [{ status: 503, retryAfter: 61 }] }, /could not deliver model\.safetensors \(503\)/],
    ['some/llama', { wrong: [{ page: true }] }, /A web page came in the place of model\.safetensors/],
    ['some/llama', { wrong: [{ otherBytes: true }] }, /model\.safetensors came damaged/],
  ];
  for (const [repository, state, words] of cases) {
    Object.assign(remote.state, well(), state);
    await ask(scope, repository);
    await eventually(async () => assert.match(await scope.text('hub-fault'), words));
    assert.equal((await model(scope)).name, 'pocket');
  }
  assert.ok(!remote.asked.some(({ path }) => path === 'quantised/one/model.safetensors'), 'no weights of what cannot be computed');
  // The damaged one is not kept as whole, and comes when it is asked for again.
  Object.assign(remote.state, well());
  assert.equal(await within(scope, 'some/llama', 'hub-open').count(), 0);
  await within(scope, 'some/llama', 'hub-go-on').click();
  await runs(scope, 'llama');
});

declare('weights in several files come and run', async (scope) => {
  await scope.open('#backend=cpu');
  await dialog(scope);
  await ask(scope, 'in/parts');
  await runs(scope, 'parts');
  assert.equal(remote.asked.filter(({ where }) => where === 'storage').length, 2);
  // What was pressed is gone, and the focus with it: keys are the dialog's all the same.
  const { cursor } = await scope.call('state');
  await scope.page.keyboard.press('ArrowRight');
  assert.equal((await scope.call('state')).cursor, cursor);
  await scope.page.keyboard.press('Escape');
  await scope.look('sampler');
  const own = scope.at('preset').locator('option[value=model]');
  await eventually(async () => assert.equal(await own.count(), 1, 'its own chain came with it'));
  await scope.click('open-chat');
  await scope.at('chat-message').fill('Hi');
  await scope.click('chat-send');
  await eventually(async () => assert.equal((await scope.call('state')).prompt, 'You: Hi\nI:', 'and so did its chat template'));
});

declare('the only .gguf file of a repository comes by its name or by the address of its page, and a link names it', async (scope) => {
  await scope.open('#backend=cpu');
  await dialog(scope);
  await ask(scope, 'https://huggingface.co/one/file/blob/main/llama-F32.gguf');
  await runs(scope, 'llama-F32');
  await scope.click('hub-close');
  const link = await scope.copyLink();
  const named = `hf:one/file:llama-F32.gguf@${COMMIT}`;
  assert.equal(new URLSearchParams(new URL(link).hash.slice(1)).get('model'), named);
  remote.asked.length = 0;
  // Where it is the only one here, the repository's name means it.
  await scope.open('#backend=cpu&model=hf:one/file');
  await runs(scope, 'file');
  await scope.open(`#backend=cpu&model=${encodeURIComponent(named)}`);
  await runs(scope, 'llama-F32');
  assert.deepEqual(remote.asked, []);
  await scope.click('model-menu');
  await eventually(async () => assert.equal(await scope.at('bundled-model').inputValue(), named));
});

declare('of several .gguf files one is chosen, and each is a model of its own', async (scope) => {
  await scope.open('#backend=cpu');
  await dialog(scope);
  await ask(scope, 'more/files');
  const file = (name) => scope.frame.locator(`[data-testid="hub-file"][data-file="${name}"]`);
  await eventually(async () => assert.equal(await scope.at('hub-file').count(), 3));
  assert.match(await file('llama-F32.gguf').innerText(), /kB/);
  assert.match(await file('llama-IQ2_XS.gguf').innerText(), /IQ2_XS cannot be read here/);
  assert.equal(await file('llama-IQ2_XS.gguf').locator('button').count(), 0);
  assert.deepEqual(parts(), [], 'nothing comes before one is chosen');
  await scope.screenshot('hub-choice');
  await file('llama-Q8_0.gguf').locator('button').click();
  await runs(scope, 'llama-Q8_0');
  assert.equal(await scope.at('hub-choice').count(), 0);
  const first = (await scope.shown()).candidates;
  await ask(scope, 'more/files:llama-F32.gguf');
  await runs(scope, 'llama-F32');
  assert.notDeepEqual((await scope.shown()).candidates, first);
  await within(scope, 'more/files:llama-Q8_0.gguf', 'hub-delete').click();
  await eventually(async () => assert.equal(await row(scope, 'more/files:llama-Q8_0.gguf').count(), 0));
  assert.equal(await within(scope, 'more/files:llama-F32.gguf', 'hub-runs').count(), 1);
});

declare('a folder of a repository is a model of its own, by the address of its page and in links', async (scope) => {
  await scope.open('#backend=cpu');
  await dialog(scope);
  await ask(scope, 'https://huggingface.co/has/folders/tree/main/sub/dir');
  await runs(scope, 'dir');
  assert.ok(remote.asked.some(({ path }) => path === `/has/folders/resolve/${COMMIT}/sub/dir/config.json`));
  assert.equal(await within(scope, 'has/folders:sub/dir/', 'hub-runs').count(), 1);
  // Without a folder its .gguf files are offered, wherever they lie, and however long the list is.
  remote.state.page = 1;
  await ask(scope, 'has/folders');
  await eventually(async () => assert.match(await scope.text('hub-choice'), /8 bits \(q8\)\/llama-Q8_0\.gguf/));
  remote.state.page = 1000;
  await scope.frame.locator('[data-testid="hub-file"][data-file="f32/llama-F32.gguf"] button').click();
  await runs(scope, 'llama-F32');
  await ask(scope, 'https://huggingface.co/has/folders/blob/main/8%20bits%20(q8)/llama-Q8_0.gguf');
  await runs(scope, 'llama-Q8_0');
  assert.equal(await within(scope, 'has/folders:8 bits (q8)/llama-Q8_0.gguf', 'hub-runs').count(), 1);
  await within(scope, 'has/folders:sub/dir/', 'hub-open').click();
  await runs(scope, 'dir');
  await scope.click('hub-close');
  const link = new URL(await scope.copyLink());
  assert.equal(new URLSearchParams(link.hash.slice(1)).get('model'), `hf:has/folders:sub/dir/@${COMMIT}`);
  remote.asked.length = 0;
  await scope.open(link.hash);
  await runs(scope, 'dir');
  assert.deepEqual(remote.asked, []);
});

declare('a .gguf file in parts comes with all of them, also where the connection breaks', async (scope) => {
  await scope.open('#backend=cpu');
  remote.state.wrong.push({}, { cutAfter: 300 });
  await dialog(scope);
  await ask(scope, 'split/file');
  await runs(scope, 'llama-F32');
  assert.equal(new Set(remote.asked.filter(({ where }) => where === 'storage').map(({ path }) => path)).size, 3);
  assert.equal(await row(scope, 'split/file:llama-F32-00001-of-00003.gguf').count(), 1);
});

declare('what does not fit is refused before it comes, with the nearest that does', async (scope) => {
  await countPersists(scope);
  await scope.open('#backend=cpu');
  await dialog(scope);
  await ask(scope, 'too/large');
  await eventually(async () => assert.match(await scope.text('hub-too-large'), /large does not fit.* f16 .*6\.\d\sGB .* at most 4\.\d\sGB/));
  assert.match(await scope.text('hub-fits-as'), /keep as q8 \(about [23]\.\d\sGB/);
  assert.deepEqual(parts(), []);
  assert.equal(await row(scope, 'too/large').count(), 0, 'nothing of it is kept');
  assert.equal(await persists(scope), 0, 'and the browser is asked for nothing');
  await scope.screenshot('hub-too-large');
  // It comes with that precision, and is refused as what it is: its weights are not those of its sizes.
  await scope.click('hub-fits-as');
  await eventually(async () => assert.match(await scope.text('hub-fault'), /embed_tokens\.weight|of memory, more than/));
  assert.equal(parts().length, 1);
  assert.equal((await model(scope)).name, 'pocket');
});

declare('a .gguf file is planned, or refused, by its header, and nothing behind it comes before', async (scope) => {
  await scope.open('#backend=cpu');
  await dialog(scope);
  /** One request for the file, given up before the weights have come. */
  const onlyTheHeader = () => {
    const [one, ...more] = remote.asked.filter(({ where }) => where === 'storage');
    assert.deepEqual([one.range, more], [undefined, []]);
    const { length } = OTHERS[one.path];
    assert.ok(one.sent >= length - BEHIND && one.sent < length - BEHIND / 2, `${one.sent} of ${length}`);
  };
  const slow = { slow: 500_000 };
  remote.state.wrong.push(slow);
  await ask(scope, 'begins/mamba');
  await eventually(async () => assert.match(await scope.text('hub-fault'), /m-Q8_0\.gguf.*its architecture is "mamba"; Logitscope reads llama/));
  onlyTheHeader();
  assert.equal(await row(scope, 'begins/mamba').count(), 0, 'nothing of it is kept');
  remote.asked.length = 0;
  remote.state.wrong.push(slow);
  await ask(scope, 'begins/f16');
  await eventually(async () => assert.match(await scope.text('hub-too-large'), /m-F16 does not fit.* f16 .*6\.\d\sGB .* at most 4\.\d\sGB/));
  assert.match(await scope.text('hub-fits-as'), /keep as q8 \(about [23]\.\d\sGB/);
  onlyTheHeader();
  remote.asked.length = 0;
  // What is in blocks of 8 bits stays in them and fits, whatever its name says; its cache and its work space are told, too.
  remote.state.wrong.push(slow, { slow: 20_000 });
  await ask(scope, 'begins/q8');
  await eventually(async () => assert.match(await scope.text('hub-plan'), /^m: about 3\.\d\sGB of memory, about [\d.,]+ tokens a second here$/));
  await scope.click('hub-close');
  await scope.click('cancel-download');
  await eventually(async () => assert.equal(await scope.at('arriving').count(), 0));
  assert.equal((await model(scope)).name, 'pocket');
});

declare(
  'of a piece that is too large for the GPU the CPU is offered',
  async (scope) => {
    await scope.open('#backend=gpu');
    await dialog(scope);
    await ask(scope, 'too/wide');
    await eventually(async () => assert.match(await scope.text('hub-too-large'), /wide does not fit\. A piece .* has 256\sMB, and this GPU takes at most 134\sMB/));
    assert.match(await scope.text('hub-fits-as'), /compute on the CPU, kept as f16 \(about \d+\sMB/);
    assert.deepEqual(parts(), []);
    // It comes for the CPU then, and is refused as what it is: its weights are not those of its sizes.
    await scope.click('hub-fits-as');
    await eventually(async () => assert.match(await scope.text('hub-fault'), /wpe\.weight has shape/));
    assert.equal(parts().length, 1);
    assert.equal((await model(scope)).name, 'pocket');
  },
  inNarrow,
);

declare(
  'files from the disk for which the GPU has no room are refused before they are read',
  async (scope) => {
    await scope.open('#backend=gpu');
    await scope.click('model-menu');
    const files = folder('wide', { ...tiny(), config: WIDE });
    await scope.at('model-files').setInputFiles(picked(files));
    const said = /a piece of its memory has 256 MB, and the GPU takes at most 135 MB at once\. On the CPU it fits in f16, with \d+ MB: choose the CPU and f16/;
    await eventually(async () => assert.match(await scope.text('notices'), said));
    assert.equal((await model(scope)).name, 'pocket');
  },
  inNarrow,
);

declare(
  'where nobody chose, such a model runs on the CPU, and the page says why',
  async (scope) => {
    await scope.open();
    const { n_embd: d, n_inner: inner } = WIDE;
    const shapes = gpt2Shapes({ d, layers: 1, vocab: WIDE.vocab_size, nCtx: WIDE.n_positions });
    const wide = { 'mlp.c_fc.weight': [d, inner], 'mlp.c_fc.bias': [inner], 'mlp.c_proj.weight': [inner, d] };
    Object.entries(wide).forEach(([name, shape]) => (shapes[`h.0.${name}`] = shape));
    await make(scope, WIDE, shapes);
    await load(scope);
    assert.equal((await model(scope)).backend.kind, 'cpu');
    await scope.notice(/A piece of this model’s memory has 256 MB, and the GPU takes at most 135 MB at once\. The model runs on the CPU instead\./);
  },
  inNarrow,
);

declare('what the published models take is told by what was measured here', async (scope) => {
  await scope.open('#backend=cpu');
  await dialog(scope);
  await eventually(async () =>
    assert.match(await within(scope, GPT2, 'hub-takes').innerText(), /^about \d+\sMB of memory, about [\d.,]+ tokens a second here$/),
  );
  const takes = await scope.at('hub-takes').allInnerTexts();
  assert.equal(takes.filter((text) => /tokens a second/.test(text)).length, 7);
  assert.deepEqual(remote.asked, []);
  await scope.screenshot('hub-1280');
  await scope.page.setViewportSize({ width: 390, height: 844 });
  const wide = await scope.at('hub-dialog').evaluate((dialog) => dialog.scrollWidth > dialog.clientWidth);
  assert.ok(!wide, 'all of it fits on a phone');
  await scope.screenshot('hub-390');
});

declare('the largest model that a device is fast enough for is marked, and none where all are slow', async (scope) => {
  await scope.open('#backend=gpu');
  const key = 'logitscope.measured.1';
  const measured = await scope.frame.evaluate((own) => JSON.parse(localStorage.getItem(own)), key);
  // The products of GPT-2 small: twelve blocks and the head, two bytes a weight.
  const gigabytes = (2 * (12 * 12 * 768 ** 2 + 50257 * 768)) / 1e9;
  // Five tokens a second are a fifth of these gigabytes each.
  const devices = [
    [100, 'Qwen/Qwen3-0.6B'],
    [5.5, 'Qwen/Qwen2.5-0.5B'],
    [3, 'HuggingFaceTB/SmolLM2-135M'],
    [1, 'distilbert/distilgpt2'],
    [0.6, 'EleutherAI/pythia-70m'],
    [0.1, undefined],
  ];
  for (const [gbps, suits] of devices) {
    const tuning = { ...measured.tuning, matvec_gbps: gbps, product_gbps: gbps, dispatch_us: 1 };
    await scope.frame.evaluate(([own, text]) => localStorage.setItem(own, text), [key, JSON.stringify({ ...measured, tuning })]);
    await dialog(scope);
    await eventually(async () => {
      const [, shown] = /about ([\d.,]+) tokens a second/.exec(await within(scope, GPT2, 'hub-takes').innerText());
      const expected = gbps / gigabytes;
      assert.ok(Math.abs(Number(shown) - expected) <= 0.1 * expected + 0.1, `${shown}, ${expected}`);
      const marked = await scope.at('hub-suits').evaluateAll((all) => all.map((one) => one.closest('[data-repository]').dataset.repository));
      assert.deepEqual(marked, suits ? [suits] : [], `at ${gbps} GB/s`);
    });
    await scope.click('hub-close');
  }
});

declare('a token goes to the hub alone and is kept nowhere', async (scope) => {
  await scope.open('#backend=cpu');
  const gated = { status: 401, code: 'GatedRepo', message: 'restricted' };
  remote.state.refuses = (path, token) => (token === 'Bearer hf_secret' ? undefined : gated);
  await dialog(scope);
  await scope.frame.locator('.hub-dialog summary').click();
  await scope.at('hub-token').fill('hf_secret');
  await ask(scope, 'gated/one');
  await runs(scope, 'one');
  const to = (place) => remote.asked.filter(({ where, path }) => where === place && !path.startsWith('/cached/'));
  assert.ok(to('hub').length >= 4 && to('hub').every(({ token }) => token === 'Bearer hf_secret'));
  assert.ok(to('storage').length >= 1 && to('storage').every(({ token }) => token === undefined));
  await scope.click('hub-close');
  // What a test puts there is found in every place; the token is in none, as it is or encoded.
  const planted = await plantEverywhere(scope);
  const kept = await everythingKept(scope);
  for (const [place, word] of Object.entries(planted)) assert.ok(kept.includes(word), place);
  for (const spelled of ['hf_secret', btoa('hf_secret').replace(/=+$/, ''), Buffer.from('hf_secret').toString('hex')])
    assert.ok(!kept.includes(spelled), `${spelled}: ${kept.slice(Math.max(0, kept.indexOf(spelled) - 200)).slice(0, 400)}`);
  assert.ok(kept.includes('gated/one'), 'what is kept of the model is among it');
  assert.ok(!(await scope.copyLink()).includes('hf_secret'));
});

declare('a link to a model that is not here offers it, and asks nobody', async (scope) => {
  await scope.open('#backend=cpu&model=hf:some/llama');
  await runs(scope, 'pocket');
  await eventually(async () => assert.match(await scope.text('notices'), /some\/llama is not in this browser/));
  assert.deepEqual(remote.asked, []);
  await scope.click('offer');
  await runs(scope, 'llama');
  // Deleted, it is gone.
  await scope.call('load', 'pocket');
  await dialog(scope);
  await within(scope, 'some/llama', 'hub-delete').click();
  await eventually(async () => assert.equal(await row(scope, 'some/llama').count(), 0));
});

declare('another tab that wants the same model is told', async (scope, { fresh }) => {
  await scope.open('#backend=cpu');
  remote.state.wrong.push({ slow: 150 });
  await scope.click('model-menu');
  await scope.click('quick-download');
  await eventually(async () => assert.match(await scope.text('arriving'), /model\.safetensors/));
  const other = await fresh();
  await other.open('#backend=cpu');
  await dialog(other);
  await within(other, GPT2, 'hub-go-on').click();
  await eventually(async () => assert.match(await other.text('hub-fault'), /Another tab/));
  await runs(scope, 'gpt2');
});

declare(
  'it works in Firefox, too',
  async (scope) => {
    await scope.open('#backend=cpu');
    remote.state.wrong.push({ cutAfter: 5000 });
    await scope.click('model-menu');
    await scope.click('quick-download');
    await runs(scope, 'gpt2');
    await scope.open(`#backend=cpu&model=hf:${GPT2}`);
    await runs(scope, 'gpt2');
  },
  inFirefox,
);

declare(
  'where the browser keeps no files, as in a private window, a model is in memory, and the page says so',
  async (scope, { fresh }) => {
    await scope.open('#backend=cpu&prompt=To+be');
    const refused = await scope.frame.evaluate(() => navigator.storage.getDirectory().then(() => 'kept', (error) => error.name));
    assert.equal(refused, 'SecurityError', 'the browser keeps nothing');
    await scope.click('model-menu');
    await scope.click('open-hub');
    await eventually(async () => assert.match(await scope.text('hub-room'), /^This browser keeps no files here: .* gone when the page is closed\.$/));
    // Stopped and cut it goes on where it ended.
    remote.state.wrong.push({ slow: 150 });
    await within(scope, GPT2, 'hub-get').click();
    await eventually(async () => assert.match(await scope.text('arriving-amount'), /kB of .*left/));
    await eventually(async () => assert.match(await scope.text('notices'), /keeps no files here/));
    await within(scope, GPT2, 'hub-stop').click();
    await eventually(async () => assert.match(await scope.text('hub-stopped'), /^The download of gpt2 is stopped/));
    await eventually(async () => assert.match(await within(scope, GPT2, 'hub-size').innerText(), /kB of .* are here/));
    assert.equal((await model(scope)).name, 'pocket');
    remote.asked.length = 0;
    remote.state.wrong.push({ cutAfter: 700 }, { cutAfter: 900 });
    await within(scope, GPT2, 'hub-go-on').click();
    await runs(scope, 'gpt2');
    const [first, ...more] = parts();
    assert.ok(first > 0 && more.length === 2 && more[0] === first + 700 && more[1] === more[0] + 900, `${[first, ...more]}`);
    assert.match(await scope.text('hub-room'), /keeps no files here.* Now in memory: .*kB/);
    // The same numbers as of a model that is kept.
    const { candidates } = await scope.shown();
    assert.ok(candidates.length > 0);
    // A .gguf file in parts and weights in parts are found by their names there, too.
    for (const [repository, name] of [['split/file', 'llama-F32'], ['in/parts', 'parts']]) {
      await ask(scope, repository);
      await runs(scope, name);
    }
    // What came damaged is not opened.
    remote.state.wrong.push({ otherBytes: true });
    await ask(scope, 'some/llama');
    await eventually(async () => assert.match(await scope.text('hub-fault'), /model\.safetensors came damaged/));
    await within(scope, 'split/file:llama-F32-00001-of-00003.gguf', 'hub-delete').click();
    await eventually(async () => assert.equal(await row(scope, 'split/file:llama-F32-00001-of-00003.gguf').count(), 0));
    remote.asked.length = 0;
    await within(scope, GPT2, 'hub-open').click();
    await runs(scope, 'gpt2');
    assert.deepEqual((await scope.shown()).candidates, candidates);
    assert.deepEqual(remote.asked, [], 'nobody is asked again');
    // Another page has nothing of it.
    const other = await fresh();
    await other.open(`#backend=cpu&model=hf:${GPT2}`);
    await runs(other, 'pocket');
    await eventually(async () => assert.match(await other.text('notices'), /gpt2 is not in this browser/));
  },
  inPrivate,
);

declare(
  'where the browser has no memory left, the page says so, and it goes on once there is room',
  async (scope) => {
    await scope.open('#backend=cpu&prompt=To+be');
    await scope.click('model-menu');
    await scope.click('open-hub');
    await within(scope, GPT2, 'hub-get').click();
    await eventually(async () => assert.match(await scope.text('hub-fault'), /^The browser has no memory left for this model\. Close other tabs/));
    assert.equal((await model(scope)).name, 'pocket');
    await scope.frame.evaluate(() => new BroadcastChannel('room').postMessage('there is room'));
    remote.asked.length = 0;
    const again = within(scope, GPT2, 'hub-go-on').or(within(scope, GPT2, 'hub-get'));
    await again.click();
    await runs(scope, 'gpt2');
    assert.ok(parts().every((at) => at === 0), `nothing counts that is not there: ${parts()}`);
  },
  inFull,
);
