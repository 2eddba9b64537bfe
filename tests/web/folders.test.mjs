// A model in a folder that is dropped on the page or picked.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import { folder, sharded, tinyLlama } from './lib/checkpoint.mjs';
import { gguf, ggufParts } from './lib/gguf.mjs';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const test = suite();
const MODEL = tinyLlama();
const ROOT = await mkdtemp(join(tmpdir(), 'folders-'));
after(() => rm(ROOT, { recursive: true, force: true }));

/** Writes files, named by their paths; where they lie. */
async function written(files) {
  const root = await mkdtemp(join(ROOT, 'x-'));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  return (path) => join(root, path);
}

/** Drops what lies at these paths on the page, as somebody with a mouse does: the page gets real entries. */
async function drop(scope, ...files) {
  const session = await scope.page.context().newCDPSession(scope.page);
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop']) {
    await session.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
  }
  await session.detach();
}

/** Picks a folder in the model menu. */
const pick = (scope, path) => scope.at('model-folder').setInputFiles(path);

/** Waits for the model of this name. */
const named = (scope, name) => eventually(async () => assert.equal((await scope.call('state')).model.name, name));

/** What somebody does with a folder. */
const WAYS = { dropped: drop, picked: pick };

for (const [way, give] of Object.entries(WAYS)) {
  test(`a folder that is ${way} opens the model in it`, async (scope) => {
    const at = await written({
      ...folder('own', MODEL),
      'own/README.md': '# own',
      'own/chat_template.jinja': '{% for m in messages %}{{ m.content }}{% endfor %}',
      'own/.git/config.json': '{}',
      ...sharded('cut', MODEL),
      'one/whole.gguf': gguf(MODEL),
      'one/mmproj-whole.gguf': 'x',
      ...ggufParts('parts/part', MODEL, 3),
      'models--a--deep/refs/main': '12ab',
      ...folder('models--a--deep/snapshots/12ab', MODEL),
    });
    await scope.open('#prompt=To+be&backend=cpu&precision=f32');
    const opened = async (path, name) => {
      await give(scope, at(path));
      await named(scope, name);
      await scope.settled();
      return scope.logits((await scope.call('state')).cursor);
    };
    const known = await opened('own', 'own');
    assert.equal(known.length, 257);
    assert.equal(await scope.at('open-chat').count(), 1, 'its chat template came with it');
    for (const [path, name] of [['cut', 'cut'], ['one', 'whole'], ['parts', 'part'], ['models--a--deep', 'deep']]) {
      assert.deepEqual(await opened(path, name), known, path);
    }
    // The same once more.
    await scope.call('load', 'pocket');
    assert.deepEqual(await opened('cut', 'cut'), known);
  });

  test(`a folder without a model, or with several, that is ${way} is told of`, async (scope) => {
    const { 'lacks/tokenizer.json': _, ...lacks } = folder('lacks', MODEL);
    const at = await written({
      'notes/one.txt': 'x',
      'notes/.git/config.json': '{}',
      'both/a.gguf': gguf(MODEL),
      'both/b.gguf': gguf(MODEL),
      ...lacks,
      'models--a--linked/blobs/12ab': '{}',
      'models--a--linked/refs/main': '34cd',
    });
    await mkdir(at('models--a--linked/snapshots/34cd'), { recursive: true });
    await symlink('../../blobs/12ab', at('models--a--linked/snapshots/34cd/config.json'));
    await scope.open('#backend=cpu');
    await give(scope, at('notes'));
    await scope.notice(/^No model was found in notes\. The folder of a model holds a \.gguf file, or config\.json/);
    await give(scope, at('both'));
    await scope.notice(/^both holds several models: a\.gguf, b\.gguf\. Open/);
    await give(scope, at('lacks'));
    await scope.notice(/Chosen: config\.json, model\.safetensors\. Missing: tokenizer\.json|Chosen: model\.safetensors, config\.json\. Missing: tokenizer\.json/);
    await give(scope, at('models--a--linked'));
    await scope.notice(/links, as those of Hugging Face’s cache/);
    assert.equal((await scope.call('state')).model.name, 'pocket');
  });
}

test('several things dropped together: files come before folders, and a folder that is full is not looked through for ever', async (scope) => {
  const many = Array.from({ length: 10_100 }, (_, i) => [`full/${i}.txt`, '']);
  const at = await written({
    'beside.gguf': gguf(MODEL),
    'notes/one.txt': 'x',
    ...folder('own', MODEL),
    ...folder('elsewhere/own', MODEL),
    ...Object.fromEntries(many),
  });
  await scope.open('#backend=cpu');
  await drop(scope, at('notes'), at('own'));
  await named(scope, 'own');
  await drop(scope, at('own'), at('beside.gguf'));
  await named(scope, 'beside');
  await drop(scope, at('own'), at('elsewhere/own'));
  await scope.notice(/holds several models: own, own \(1\)\. Open/);
  await drop(scope, at('full'));
  await scope.notice(/^full holds more than this page looks through/);
});

test('a chat template can be chosen where files are picked, and the button for a folder opens the dialog for one', async (scope) => {
  await scope.open('#backend=cpu');
  await scope.click('model-menu');
  assert.match(await scope.at('model-files').getAttribute('accept'), /\.jinja/);
  const chooser = scope.page.waitForEvent('filechooser');
  await scope.click('choose-folder');
  assert.equal(await (await chooser).element().evaluate((input) => input.webkitdirectory), true);
});
