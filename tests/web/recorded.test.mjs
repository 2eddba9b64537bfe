// Recorded runs: made by the page and by the command, replayed where nothing of a model or an engine can be loaded.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PLAYED, at, lesson, play, walk } from './lib/played.mjs';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const test = suite({ webgpu: false });

const BACKEND = 'backend=cpu';
/** What a page without an engine says in the console. */
const allow = /adapter|WebGPU|ERR_FAILED|Failed to load|404|net::/i;
const LOGITSCOPE = process.env.LOGITSCOPE ?? fileURLToPath(new URL('../../target/debug/logitscope', import.meta.url));
const MODEL = fileURLToPath(new URL('../../web/models/pocket', import.meta.url));

/** Lets nothing of the engine and of any model through; what was asked for. */
async function without(scope, pattern = /\/engine[-.\w]*\.(js|wasm)|\/models\/[^/]+\/(config|tokenizer|model)\./) {
  const asked = [];
  await scope.page.route(pattern, (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  return asked;
}

/** Records the run of `scope`; the file. */
async function record(scope) {
  return Buffer.from(await scope.frame.evaluate(async () => Array.from(await window.logitscope.record())));
}

/** Opens the file of a recording in the page, as a visitor picks it. */
async function pick(scope, bytes, name = 'run.logitscope') {
  await scope.at('share-menu').click();
  await scope.at('import-trace').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: bytes });
  await scope.at('share-menu').click();
}

/** The text that a run shows, its choices, and what is on screen, once its prompt is rated. */
async function seen(scope) {
  await eventually(async () => {
    const { transcript } = await scope.call('state');
    assert.ok(transcript.slice(1).every((entry) => entry.prob !== null && entry.prob !== undefined), 'all tokens are rated');
  });
  const { text, cursor, transcript } = await scope.call('state');
  const { candidates, u } = await scope.shown();
  // A step that is taken again is chosen from the recorded logits: what all but the highest weigh is off by a thousandth of itself at most.
  const steps = transcript.map(({ token, origin, prob, rank }) => [token, origin, prob?.toFixed(4), rank]);
  return { text, cursor, steps, candidates, u };
}

test('a run that was recorded on the page is there again without an engine, with all that was seen', async (scope, { fresh }) => {
  await scope.open(`#prompt=Once+upon+a+time&seed=4&${BACKEND}`);
  await scope.steps(2);
  const { candidates } = await scope.shown();
  assert.ok(candidates.length > 5);
  await scope.call('rewind', 1);
  await scope.steps(3);
  await scope.click('inside-lens');
  await eventually(async () => assert.ok((await scope.at('lens').count()) > 0));
  await scope.settled();
  const live = await seen(scope);
  const lens = await scope.text('lens');
  const bytes = await record(scope);
  assert.ok(bytes.length < 3e6, `${bytes.length} bytes`);

  const page = await fresh();
  const asked = await without(page);
  await page.page.goto(page.url);
  await page.at('failed').waitFor();
  await pick(page, bytes);
  await eventually(async () => assert.equal(await page.text('replays'), 'recorded'));
  await page.settled();
  assert.deepEqual(await seen(page), live);
  await page.click('inside-lens');
  await eventually(async () => assert.equal(await page.text('lens'), lens, 'the lens says the same'));
  await page.close();
  await eventually(async () => assert.equal(await page.at('badge-recorded').count(), 1));
  // The way back, and the same dice again.
  await page.call('rewind', 2);
  await page.steps(2);
  assert.deepEqual(await seen(page), live);
  // Settings act on what is known.
  await page.call('setSettings', { temperature: 0 });
  await eventually(async () => assert.match((await page.shown()).candidates[0].after, /^100/));
  const after = asked.length;
  await page.steps(0);
  assert.equal(asked.length, after, 'it asks for no engine while it replays');
}, { allow });

test('a recording ends where it ends, says so, and goes on with the model', async (scope, { fresh }) => {
  await scope.open(`#prompt=The+sea&seed=2&${BACKEND}`);
  await scope.steps(2);
  const bytes = await record(scope);
  const page = await fresh();
  await page.open(`#${BACKEND}`);
  await pick(page, bytes);
  await eventually(async () => assert.equal((await page.call('state')).text, (await scope.call('state')).text));
  assert.match(await page.refusal('force', 5), /not recorded/i);
  await page.click('step');
  await page.notice(/The recording ends here/);
  const { text } = await page.call('state');
  await page.at('offer').click();
  await eventually(async () => assert.equal(await page.at('replays').count(), 0));
  await page.settled();
  assert.equal((await page.call('state')).text, text, 'the text is the same');
  await page.steps(1);
}, { allow });

test('a link shows a recording that lies beside the page, in an embed too, and loads no model', async (scope, { host, browser }) => {
  await scope.open(`#prompt=In+the+forest&seed=9&${BACKEND}`);
  await scope.steps(3);
  const live = await seen(scope);
  const server = await host({ files: { 'runs/mine.logitscope': await record(scope) } });
  for (const more of ['', '&embed=1']) {
    const context = await browser.newContext();
    try {
      const page = await context.newPage();
      Object.assign(scope, { page, url: server.url, frame: page.mainFrame() });
      server.requests.length = 0;
      await scope.open(`#recorded=runs/mine.logitscope${more}`);
      assert.deepEqual(await seen(scope), live);
      const loaded = server.requests.filter((path) => /model\.safetensors|engine/.test(path));
      assert.deepEqual(loaded, [], 'nothing of a model');
      if (!more) {
        const link = await scope.copyLink();
        assert.match(link, /recorded=runs%2Fmine\.logitscope/);
        await page.goto('about:blank');
        await scope.open(new URL(link).hash);
        assert.deepEqual(await seen(scope), live, 'its link leads to the same');
      }
    } finally {
      await context.close();
    }
  }
}, { allow, origins: [/localhost/] });

test('what is no recording, or damaged, or elsewhere, is refused with the reason, and all stays', async (scope) => {
  await scope.open(`#prompt=The+sea&${BACKEND}`);
  await scope.steps(1);
  const bytes = await record(scope);
  const { text } = await scope.call('state');
  const damaged = Buffer.from(bytes);
  damaged.write('logitscope-recordinx', damaged.indexOf('logitscope-recording'));
  for (const [file, reason] of [
    [Buffer.from('no file at all'), /damaged/],
    [bytes.subarray(0, bytes.length / 2), /damaged/],
    [damaged, /another kind of file/],
  ]) {
    await pick(scope, file);
    await scope.notice(reason);
    assert.match(await scope.refusal('openRecording', 3), /must be an address/);
    assert.equal((await scope.call('state')).text, text);
  }
  assert.match(await scope.refusal('openRecording', 'runs/none.logitscope'), /no recorded run at/);
  await scope.page.evaluate(() => { location.hash = '#recorded=https://example.org/x.logitscope'; });
  await scope.notice(/example\.org/);
  await scope.steps(1);
}, { allow });

test('the command writes what the page replays, checks it, and sees another model', async (scope) => {
  const folder = await mkdtemp(join(tmpdir(), 'logitscope-'));
  const run = promisify(execFile);
  try {
    const file = join(folder, 'run.logitscope');
    const model = ['--model', MODEL, '--backend', 'cpu'];
    await run(LOGITSCOPE, ['record', 'run', ...model, '--prompt', 'Once upon a time', '--seed', '4', '--max-tokens', '3', '--out', file]);
    const { stdout } = await run(LOGITSCOPE, ['record', 'check', ...model, file]);
    assert.match(stdout, /\d+ answers, worst difference \d/);
    const other = ['--model', `${MODEL}-draft`, '--backend', 'cpu'];
    await assert.rejects(run(LOGITSCOPE, ['record', 'check', ...other, file]), /something else than this model/);
    // What the page computes for the same settings.
    await scope.open(`#prompt=Once+upon+a+time&seed=4&temperature=0.8&top_k=40&top_p=0.95&${BACKEND}`);
    await scope.steps(3);
    const live = await seen(scope);
    await pick(scope, await readFile(file));
    await eventually(async () => assert.equal(await scope.at('replays').count(), 1));
    await scope.settled();
    const replayed = await seen(scope);
    assert.deepEqual([replayed.text, replayed.u, replayed.candidates.slice(0, 10)], [live.text, live.u, live.candidates.slice(0, 10)]);
    // And back: what the page records, the command checks.
    await scope.click('inside-attention');
    await scope.settled();
    const mine = join(folder, 'page.logitscope');
    await writeFile(mine, await record(scope));
    await run(LOGITSCOPE, ['record', 'check', ...model, mine]);
  } finally {
    await rm(folder, { recursive: true });
  }
}, { allow });

for (const name of [...Object.keys(PLAYED), 'tour']) {
  test(`${name}: its recorded run is enough to play it to its end`, async (scope) => {
    const asked = await without(scope);
    const more = 'recorded=lesson&backend=cpu';
    if (name === 'tour') {
      await scope.open(lesson(name, 1, more));
      await walk(scope);
    } else {
      await play(scope, name, more);
    }
    assert.equal(await scope.text('replays'), 'recorded');
    assert.deepEqual(asked, [], 'nothing of an engine or a model is asked for');
  }, { allow });
}

test('the embed of a lesson can play from its recorded run', async (scope) => {
  await scope.open(lesson('temperature', 2, 'backend=cpu'));
  await scope.click('share-menu');
  await scope.click('make-embed');
  const code = () => scope.at('embed-code').inputValue();
  assert.doesNotMatch(await code(), /recorded=/);
  await scope.at('embed-recorded').check();
  assert.match(await code(), /recorded=lesson/);
  assert.doesNotMatch(await code(), /model=/);
  await eventually(async () => {
    const preview = await (await scope.at('embed-preview').elementHandle()).contentFrame();
    assert.match(preview.url(), /recorded=lesson/);
    assert.equal(await preview.getByTestId('replays').innerText({ timeout: 1000 }), 'recorded', 'its bar says so');
  });
});

test('where no model can be loaded, a lesson goes on with its recorded run, and so does the next one', async (scope) => {
  await without(scope, /\/models\/[^/]+\/(config|tokenizer|model)\./);
  await scope.open(lesson('temperature', 1));
  await scope.notice(/The lesson goes on with its recorded run/);
  await at(scope, 1);
  assert.ok((await scope.shown()).candidates.length > 5);
  await scope.page.evaluate(() => { location.hash = '#lesson=what-is-random&step=2'; });
  await at(scope, 2);
  await eventually(async () => assert.equal(await scope.at('failed').count(), 0));
  assert.ok((await scope.shown()).candidates.length > 5);
}, { allow });

test('where no model can be loaded and there is no lesson, a recorded run is offered', async (scope) => {
  await without(scope);
  await scope.page.goto(scope.url);
  await scope.at('show-recorded').click();
  await eventually(async () => assert.equal(await scope.at('replays').count(), 1));
  await scope.settled();
  assert.ok((await scope.shown()).candidates.length > 5);
}, { allow });

test('a recording that is being made says how far it is, and can be given up', async (scope) => {
  await scope.open(`#prompt=Once+upon+a+time&${BACKEND}`);
  await scope.call('run', { maxTokens: 40 });
  const recorded = scope.frame.evaluate(() => window.logitscope.record().then(() => 'done', (error) => error.message));
  // What is over in a moment shows no bar.
  await scope.at('saving').waitFor({ state: 'attached' });
  await scope.at('cancel-recording').dispatchEvent('click');
  assert.notEqual(await recorded, 'done');
  assert.equal(await scope.at('saving').count(), 0);
  await scope.steps(1);
}, { allow });
