// Bad input of every kind: it is named in words, and what was there before still works.
import assert from 'node:assert/strict';
import { changed, folder, join, split, tiny } from './lib/checkpoint.mjs';
import { values } from './lib/sampling.mjs';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const good = tiny({ nCtx: 200 });
const { header, data } = split(good.weights);

/** What is wrong with a checkpoint, and the words that say so. */
const BROKEN = {
  'cut short': [{ weights: good.weights.subarray(0, good.weights.length - 1000) }, /cut short/],
  'cut inside its header': [{ weights: good.weights.subarray(0, 100) }, /cut short/],
  'with bytes after its end': [{ weights: Buffer.concat([good.weights, Buffer.alloc(64)]) }, /after its last tensor/],
  'of something else': [{ weights: Buffer.from('<!doctype html><title>Not found</title>'.repeat(50)) }, /not a \.safetensors/],
  'with a damaged header': [{ weights: Buffer.concat([good.weights.subarray(0, 8), Buffer.alloc(good.weights.length, 7)]) }, /header is damaged/],
  'with overlapping tensors': [
    { weights: join({ ...header, 'ln_f.bias': { ...header['ln_f.bias'], data_offsets: [0, 32] } }, data) },
    /does not begin where the one before it ends/,
  ],
  'with a tensor missing': [
    { weights: join(rename('wpe.weight', 'wpe.other'), data) },
    /no tensor wpe\.weight/,
  ],
  'of whole numbers': [
    { weights: join({ ...header, 'wte.weight': { ...header['wte.weight'], dtype: 'I32' } }, data) },
    /wte\.weight is stored as I32/,
  ],
  'with NaN': [
    { weights: changed(good.weights, 'h.0.mlp.c_fc.weight', (bytes, from) => bytes.writeUInt32LE(0x7fc00000, from + 40)) },
    /h\.0\.mlp\.c_fc\.weight has NaN at element 10/,
  ],
  'with another width': [{ config: { ...good.config, n_embd: 16 } }, /shape.*config asks for/],
  'with more layers than tensors': [{ config: { ...good.config, n_layer: 2 } }, /no tensor h\.1\./],
  'with heads that do not divide': [{ config: { ...good.config, n_head: 3 } }, /no multiple of n_head/],
  'of another family': [{ config: { ...good.config, model_type: 'mamba' } }, /model_type is "mamba"/],
  'with a config that is no JSON': [{ config: '{"n_layer": 1,' }, /config\.json: not readable/],
  'with a tokenizer that is no JSON': [{ tokenizer: 'hello' }, /tokenizer\.json/],
  'with a merge whose product is missing': [
    { tokenizer: { ...good.tokenizer, model: { ...good.tokenizer.model, merges: [['a', 'b']] } } },
    /tokenizer\.json: .*ab/s,
  ],
  'with more tokens than rows': [
    { tokenizer: { ...good.tokenizer, model: { ...good.tokenizer.model, vocab: { ...good.tokenizer.model.vocab, zzz: 999 } } } },
    /ids up to 999.*only 257 rows/,
  ],
};

function rename(from, to) {
  const { [from]: tensor, ...others } = header;
  return { ...others, [to]: tensor };
}

const slug = (name) => name.replaceAll(/\W+/g, '-');
const files = folder('models/good', good);
for (const [name, [change]] of Object.entries(BROKEN)) Object.assign(files, folder(`models/${slug(name)}`, { ...good, ...change }));
const test = suite({ files });

test(
  'every broken checkpoint is refused in words, and the model before it goes on',
  async (scope) => {
    const { transcript } = await scope.open('#model=good&prompt=Hello');
    let length = transcript.length;
    const sources = [
      ...Object.entries(BROKEN).map(([name, [, words]]) => [name, `models/${slug(name)}/`, words]),
      ['that is not there', 'models/nowhere/', /config\.json.*404/],
      ['named by nonsense', 'no such model!', /404|neither the name nor the address/],
    ];
    for (const [name, model, words] of sources) {
      const message = await scope.refusal('load', model);
      assert.match(message, words, `a checkpoint ${name}`);
      const state = await scope.call('state');
      assert.deepEqual([state.phase, state.model.name, state.transcript.length], ['ready', 'good', length], name);
      await scope.click('step');
      length += 1;
      await scope.tokens(length);
    }
  },
  { allow: /404/ },
);

test(
  'a refused checkpoint that a visitor picked is named on screen',
  async (scope) => {
    const { transcript } = await scope.open('#model=good&prompt=Hello');
    const pick = async (weights) => {
      await scope.click('model-menu');
      await scope.at('model-files').setInputFiles([
        { name: 'config.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(good.config)) },
        { name: 'tokenizer.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(good.tokenizer)) },
        { name: 'mine.safetensors', mimeType: 'application/octet-stream', buffer: weights },
      ]);
    };
    await pick(BROKEN['with NaN'][0].weights);
    await scope.notice(/h\.0\.mlp\.c_fc\.weight has NaN/);
    await scope.page.keyboard.press('Escape');
    await scope.click('step');
    await scope.tokens(transcript.length + 1);

    // The same files without the fault are taken.
    await pick(good.weights);
    await eventually(async () => assert.equal((await scope.call('state')).model.name, 'mine'));
    await scope.tokens(transcript.length + 1);

    await scope.at('model-files').setInputFiles([
      { name: 'config.json', mimeType: 'application/json', buffer: Buffer.from('{}') },
      { name: 'mine.safetensors', mimeType: 'application/octet-stream', buffer: good.weights },
    ]);
    await scope.notice(/chosen together\. Chosen: config\.json, mine\.safetensors\. Missing: tokenizer\.json/);

    // What is nothing of the kind is named, whether it was picked or dropped.
    const text = Buffer.from('x');
    await scope.at('model-files').setInputFiles([{ name: 'notes.txt', mimeType: 'text/plain', buffer: text }]);
    await scope.notice(/cannot open notes\.txt\. It opens: .*\.gguf/);
    await scope.at('model-files').setInputFiles([{ name: 'package.json', mimeType: 'application/json', buffer: Buffer.from('{}') }]);
    await scope.notice(/^package\.json could not be read: This is not a usable Logitscope trace/);
    const held = (kind) => scope.frame.evaluate((type) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['x'], 'photo.png'));
      document.querySelector('.app').dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }, kind);
    await held('dragover');
    const said = () => scope.frame.evaluate(() => getComputedStyle(document.querySelector('.app'), '::after').content);
    await eventually(async () => assert.match(await said(), /Drop here: .*\.gguf/));
    await held('drop');
    await scope.notice(/cannot open photo\.png/);
    await eventually(async () => assert.doesNotMatch(await said(), /Drop here/));
  },
);

test('a page whose own model is broken says so, and another one can be loaded', async (scope) => {
  files['models/pocket/config.json'] = '{}';
  try {
    await scope.page.goto(scope.url);
    await scope.at('failed').waitFor();
  } finally {
    delete files['models/pocket/config.json'];
  }
  assert.match(await scope.text('failed'), /could not be loaded.*config\.json: model_type is missing/);
  const message = await scope.frame.evaluate(() => window.logitscope.ready.catch((error) => error.message));
  assert.match(message, /model_type is missing/);
  await scope.call('load', 'good');
  assert.equal((await scope.call('state')).phase, 'ready');
  await scope.call('step');
});

test('a hostile link is explained, and the page works', async (scope) => {
  await scope.page.goto(
    `${scope.url}#temperature=abc&top_k=-1&top_p=7&seed=9e99&tokens=999999&model=good&prompt=%ff%zz&nonsense=1&hide=everything`,
  );
  for (const words of [/Token 999999 does not exist/, /temperature=abc/, /top_k=-1.*; 0 is used/, /top_p=7.*; 1 is used/, /seed=9e99.*; 4294967295 is used/, /"nonsense"/, /hide=everything/]) {
    await scope.notice(words);
  }
  const state = await scope.call('state');
  assert.deepEqual(values(state.settings), { temperature: 0.8, top_k: 0, top_p: 1, seed: 4294967295 });
  await scope.click('step');
  await scope.tokens(state.transcript.length + 1);
});

test('a link with tokens that the model does not have is explained, and the page works', async (scope) => {
  await scope.page.goto(`${scope.url}#model=good&prompt=Hi&tokens=999999`);
  await scope.notice(/Token 999999 does not exist.*0 to 256/);
  const { transcript, phase } = await scope.ready();
  assert.equal(phase, 'ready');
  await scope.click('step');
  await scope.tokens(transcript.length + 1);
});

test('damaged traces are refused in words', async (scope) => {
  await scope.open('#model=good&prompt=Hello');
  await scope.call('step');
  const trace = await scope.call('trace');
  const tokens = await scope.transcript();
  for (const [damaged, words] of [
    ['{"format":', /JSON is damaged/],
    ['{}', /format/],
    [{ ...trace, version: 9 }, /version 9/],
    [{ ...trace, cursor: 1000 }, /no step 1000/],
    [{ ...trace, model: { ...trace.model, d_vocab: 50257 } }, /50,257 tokens/],
    [{ ...trace, nodes: trace.nodes.map((node) => ({ ...node, token: 5000 })) }, /Token 5000/],
  ]) {
    assert.match(await scope.refusal('importTrace', damaged), words);
    assert.deepEqual(await scope.transcript(), tokens);
  }
  await scope.call('step');
});
