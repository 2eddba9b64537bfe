// Texts that mean harm, through every way into the page: each is shown as text or refused in words, and nothing of it runs.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { folder, tiny } from './lib/checkpoint.mjs';
import { ELSEWHERE, HOSTILE, guard, listen, through } from './lib/hostile.mjs';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

/** How many tokens, which are bytes, the model reads. */
const PLACES = 400;
const model = tiny({ nCtx: PLACES });
const FILES = { ...folder('models/pocket', model), ...folder('models/pocket-draft', model) };
// Another site is asked for nothing; these pages are of our own making, and have no policy.
const BARE = { 'bare.html': '<!DOCTYPE html><title>Bare</title><main></main>' };
const test = suite({ files: { ...FILES, ...BARE }, webgpu: false });
const HASH = '#prompt=Hello&seed=3&backend=cpu';
/** The page without its pictures: what is said, typed and opened is all there, and many texts pass in a short time. */
const QUICK = 'hide=pipeline,inside,sampler,dice,table,step';
/** Files that are not there are named in the console by the browser itself. */
const NOT_FOUND = { allow: /status of 404/ };

/** Opens the page, and watches it from inside and from outside. */
async function watched(scope, hash = HASH) {
  await scope.page.addInitScript(guard);
  await scope.page.addInitScript(helpers);
  await scope.open(hash);
  await scope.frame.evaluate(() => window.hostile.watch());
  const home = new URL(scope.page.url()).origin;
  return { told: listen(scope.page, (url) => /^(blob|data):/.test(url) || new URL(url).origin === home) };
}

/** Runs in every document before the page: what routes share. */
function helpers() {
  /** Waits until `check` gives something; nothing after a while. */
  const until = async (check) => {
    for (const end = performance.now() + 15_000; performance.now() < end; ) {
      const found = await check();
      if (found) return found;
      await new Promise((again) => setTimeout(again, 4));
    }
    throw new Error(`never: ${check}`);
  };
  const all = (testid) => [...document.querySelectorAll(`[data-testid="${testid}"]`)];
  /** Takes the messages away; the texts of those that have come. One that was taken away is drawn a little longer. */
  const seen = new WeakSet();
  const notices = () => {
    const shown = all('notice').filter((notice) => !seen.has(notice));
    for (const notice of shown) {
      seen.add(notice);
      notice.querySelector('button.plain').click();
    }
    return shown.map((notice) => notice.querySelector('p').textContent);
  };
  const dropped = (...files) => {
    const dataTransfer = new DataTransfer();
    for (const file of files) dataTransfer.items.add(file);
    document.querySelector('.app').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  };
  window.help = { until, all, notices, dropped };
}

/** Those that the model can read whole. */
const READ = HOSTILE.filter(({ text }) => text !== '' && Buffer.byteLength(text.toWellFormed()) <= PLACES);
/** Which of `texts` did not come. */
const missed = (came, texts = HOSTILE) => texts.filter(({ id }) => !came.includes(id)).map(({ id, text }) => `${id}: ${text.slice(0, 80)}`);

test('there are two hundred and more, and where a page takes them for markup they do what they say', async (scope) => {
  assert.ok(new Set(HOSTILE.map(({ text }) => text)).size === HOSTILE.length && HOSTILE.length >= 200, `${HOSTILE.length}`);
  await scope.page.addInitScript(guard);
  // Nothing leaves this machine; that somebody asked is what is looked for.
  const asked = new Set();
  await scope.page.route(`${ELSEWHERE}/**`, (route) => {
    asked.add(Number(new URL(route.request().url()).pathname.slice(1)));
    return route.abort();
  });
  await scope.page.goto(`${scope.url}bare.html`);
  const seen = new Set();
  for (const { id, family, text } of HOSTILE) {
    if (family !== 'markup') continue;
    const told = await scope.frame.evaluate(async (html) => {
      window.hostile.watch();
      const main = document.querySelector('main');
      main.innerHTML = html;
      await new Promise((done) => setTimeout(done, 30));
      main.replaceChildren();
      return window.hostile.told();
    }, text);
    if (told.length > 0) seen.add(id);
    for (const [, ran] of told.join().matchAll(/canary (\d+) ran/g)) asked.add(Number(ran));
  }
  const markup = HOSTILE.filter(({ family }) => family === 'markup');
  assert.deepEqual(missed([...seen], markup), [], 'each of these is noticed');
  assert.ok(markup.filter(({ id }) => asked.has(id)).length > 30, `${[...asked]} ran code or asked another site`);
}, { allow: /./, origins: [ELSEWHERE] });

test('in the page itself, too, a text that became markup would be noticed', async (scope) => {
  const { told } = await watched(scope);
  const taken = async (text) => {
    document.querySelector('[data-testid=sentence]').innerHTML = text;
    await new Promise((done) => setTimeout(done, 30));
    return true;
  };
  await assert.rejects(through(scope, taken, { texts: [{ id: 0, family: 'x', text: '<img src=x onerror=canary(0)>' }], told }), /texts that did something/);
  const polluted = async () => {
    Object.prototype.polluted = 1;
    return true;
  };
  await assert.rejects(through(scope, polluted, { texts: HOSTILE.slice(0, 1), told }), /Object\.prototype\.polluted/);
}, { allow: /Content Security Policy|404/ });

test('through the prompt: the text is what was given, and every export of it is text', async (scope) => {
  const { told } = await watched(scope, `${HASH}&${QUICK}`);
  const prompt = async (text) => {
    const given = text.toWellFormed();
    const { logitscope } = window;
    const refused = await logitscope.setPrompt(given).then(() => false, (error) => error.message);
    const state = await logitscope.state();
    if (refused && state.prompt_error !== refused) throw new Error(`${refused}: ${state.prompt_error}`);
    if (!refused && state.prompt !== given) throw new Error(`it became ${JSON.stringify(state.prompt)}`);
    if (!refused && state.text !== given) throw new Error(`the text became ${JSON.stringify(state.text)}`);
    // What is not seen is spelled in the box.
    const box = window.help.all('prompt')[0].value;
    const spelled = (c) => `⟨${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}⟩`;
    if (box !== given.replaceAll(/[\0-\x08\x0b-\x1f\x7f-\x9f]/g, spelled)) throw new Error(`the box says ${JSON.stringify(box.slice(0, 80))}`);
    return !refused;
  };
  const came = await through(scope, prompt, { told });
  assert.deepEqual(missed(came, READ), [], 'nothing is refused but what is too long');
  assert.ok(READ.length > 200);
  // With the picture, in which the tokens stand, too.
  await scope.open('#prompt=Hello&hide=');
  await scope.frame.evaluate(() => window.hostile.watch());
  const some = HOSTILE.filter(({ id }) => id % 4 === 0);
  assert.deepEqual(missed(await through(scope, prompt, { told, texts: some }), READ.filter(({ id }) => id % 4 === 0)), []);

  // By hand, too: one of each kind.
  for (const kind of new Set(HOSTILE.map(({ family }) => family))) {
    const { text } = HOSTILE.findLast(({ family, text: own }) => family === kind && own.length < 200 && own.isWellFormed() && !/[\r\0]/.test(own) && own !== '') ?? {};
    if (text === undefined) continue;
    await scope.at('prompt').fill(text);
    await eventually(async () => assert.equal((await scope.call('state')).text, text));
  }

  // In a spreadsheet no cell begins a formula.
  for (const { text } of HOSTILE.filter(({ family }) => family === 'spreadsheet')) {
    await scope.call('setPrompt', text);
    await scope.click('share-menu');
    const [download] = await Promise.all([scope.page.waitForEvent('download'), scope.at('export-csv').click()]);
    await scope.page.keyboard.press('Escape');
    const csv = await readFile(await download.path(), 'utf8');
    const cells = csv.split(/\r\n/).flatMap((line) => line.match(/("([^"]|"")*"|[^,]*)(,|$)/g) ?? []);
    assert.ok(cells.length > 10);
    for (const cell of cells) assert.doesNotMatch(cell.replace(/^"(.*)",?$/s, '$1'), /^[=+@\t\r]|^-\D/, cell);
  }
  assert.deepEqual(told(), []);
  await scope.steps(1);
});

test('through a link: every value of it', async (scope) => {
  const { told } = await watched(scope, `${HASH}&${QUICK}`);
  const link = async (text, id, { quick, places }) => {
    const { until, notices } = window.help;
    const given = text.toWellFormed();
    const long = given.length > 1000;
    const value = encodeURIComponent(given);
    const spelled = (name) => `${name}=${value}`;
    const named = 'stop chain temperature top_k top_p off open inside layer drawn at under hide lock tokens earlier next game theme lang backend precision beams speculate explore guide against compare lane context cost draft speed max_tokens'.split(' ');
    const parts = [`seed=${1000 + id}`, spelled('prompt')];
    if (!long) parts.push(...named.map(spelled), `lane=prompt%3D${value}`, `against=${value}`);
    if (!long) parts.push(`${value}=${value}`, given.replaceAll(/[&=#]/g, ''));
    parts.push(quick);
    location.hash = `#${parts.join('&')}`;
    const bytes = new TextEncoder().encode(given).length;
    const fits = bytes > 0 && bytes <= places;
    const state = await until(async () => {
      const now = await window.logitscope.state();
      const ran = fits ? now.text === given && !now.prompt_error : now.prompt_error;
      return now.settings.seed === 1000 + id && now.prompt === given && ran && now;
    });
    const said = notices();
    if (!long && said.length === 0) throw new Error('nothing is said of all that cannot be used');
    if (!long && given && !state.stop_rules.sequences.includes(given)) throw new Error(`the stop is ${JSON.stringify(state.stop_rules)}`);
    return fits;
  };
  const came = await through(scope, link, { told, more: { quick: QUICK, places: PLACES } });
  assert.deepEqual(missed(came, READ), []);
  // The link that the page writes says the same again.
  const { text } = HOSTILE.find(({ family }) => family === 'breakout');
  await scope.call('setPrompt', text);
  const copied = await scope.copyLink();
  assert.equal(new URLSearchParams(new URL(copied).hash.slice(1)).get('prompt'), text);
}, NOT_FOUND);

test('through the names of models and lessons in links', async (scope) => {
  const { told } = await watched(scope, `${HASH}&${QUICK}`);
  const names = async (text, id, more) => {
    const { until, all, notices } = window.help;
    const given = text.toWellFormed().slice(0, 2000) || ' ';
    const before = await window.logitscope.state();
    // On this site there is none of these, and no other site is asked.
    location.hash = `#model=${encodeURIComponent(given)}&seed=${1000 + id}&${more}`;
    await until(() => notices().length > 0);
    const after = await until(async () => {
      const now = await window.logitscope.state();
      return now.phase === 'ready' && now.settings.seed === 1000 + id && now.text === before.text && now;
    });
    if (after.model.name !== 'pocket') throw new Error(after.model.name);
    location.hash = `#lesson=${encodeURIComponent(given)}&step=${id + 1}&${more}`;
    const lost = await until(() => all('lesson-lost')[0]?.textContent);
    all('lesson-leave')[0].click();
    await until(() => all('lesson-panel').length === 0);
    return lost.length > 0;
  };
  assert.deepEqual(missed(await through(scope, names, { told, more: QUICK })), []);
  await scope.steps(1);
}, NOT_FOUND);

test('through the names of files, dropped and picked', async (scope) => {
  const { told } = await watched(scope, `${HASH}&${QUICK}`);
  const more = {
    config: JSON.stringify(model.config),
    tokenizer: JSON.stringify(model.tokenizer),
    weights: model.weights.toString('base64'),
  };
  const named = async (text, id, { config, tokenizer, weights }) => {
    const { until, dropped, notices } = window.help;
    window.weights ??= Uint8Array.from(atob(weights), (c) => c.charCodeAt(0));
    const given = text.toWellFormed();
    // A trace that is none, and something that nobody opens.
    dropped(new File(['{'], `${given}.json`));
    await until(() => notices().length > 0);
    dropped(new File(['x'], `${given}.txt`));
    await until(() => notices().length > 0);
    // A model, which is called as its file is.
    const plain = [new File([config], 'config.json'), new File([tokenizer], 'tokenizer.json')];
    dropped(...plain, new File([window.weights], `${given}.safetensors`));
    const wanted = given.replaceAll(/(\.safetensors)+$/g, '') || 'my model';
    await until(async () => (await window.logitscope.state()).model.name === wanted || given.trim() === '');
    notices();
    return document.body.textContent.includes(wanted.trim());
  };
  const came = await through(scope, named, { told, more });
  assert.ok(came.length > 200, `${came.length} are to be read on the page`);
  await scope.click('model-menu');
  for (const name of ['<img src=x onerror=canary(1)>', '"\'`onfocus=canary(2) autofocus', '\u202egnp.exe', '{ $x }']) {
    await scope.at('model-files').setInputFiles([
      { name: 'config.json', mimeType: 'application/json', buffer: Buffer.from(more.config) },
      { name: 'tokenizer.json', mimeType: 'application/json', buffer: Buffer.from(more.tokenizer) },
      { name: `${name}.safetensors`, mimeType: 'application/octet-stream', buffer: model.weights },
    ]);
    await eventually(async () => assert.equal((await scope.call('state')).model.name, name));
  }
  assert.deepEqual(await scope.frame.evaluate(() => window.hostile.told()), []);
  assert.deepEqual(told(), []);
  await scope.steps(1);
});

test('through a lesson: in its link, dropped, and in the editor', async (scope) => {
  const { told } = await watched(scope, `${HASH}&${QUICK}`);
  const lesson = async (text, id) => {
    const { until, all, dropped } = window.help;
    const given = text.toWellFormed().slice(0, 1000);
    const quoted = `"${given.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n').replaceAll('\r', ' ')}"`;
    const line = given.replaceAll(/[\r\n]/g, ' ');
    const file = (heading, body) => `---
title: ${line} №${id}
about: ${line}
minutes: 5
aim: ${line}
mistake: ${line}
plan: ${line}
---

## ${heading}

${body}

\`\`\`state
prompt: ${given.length > 1000 ? 'a' : quoted}
seed: ${id}
\`\`\`

\`\`\`ask
ask: ${line}
hint: ${line}
because: ${line}
right: ${line} a
wrong: ${line} b
answer: ${line} c when p(${quoted}) > 50 %
\`\`\`
`;
    const shown = async (wanted) => {
      const panel = await until(() => all('lesson-panel').find((one) => one.textContent.includes(wanted) || one.querySelector('[data-testid=lesson-lost]')));
      for (const fold of panel.querySelectorAll('details')) fold.open = true;
      all('lesson-answer')[0]?.click();
      return panel.textContent;
    };
    location.hash = `#lesson=own&step=1&own=${encodeURIComponent(file(`№${id}`, line))}`;
    const said = await shown(`№${id}`);
    // With its lines a text may be other parts of a lesson; then the file may have mistakes, which are said.
    const raw = file(`№${id} dropped`, given);
    dropped(new File([raw], 'a.md'));
    await shown(`№${id} dropped`);
    const source = all('lesson-source')[0];
    if (source) {
      source.value = raw;
      source.dispatchEvent(new Event('input', { bubbles: true }));
    }
    return said.includes(`№${id}`) && said.includes(line.trim().slice(0, 20).trim());
  };
  // The editor stays open beside.
  await scope.at('lesson-menu').click();
  await scope.at('write-lesson').click();
  await scope.at('lesson-source').waitFor();
  const came = await through(scope, lesson, { told });
  assert.ok(came.length > 150, `${came.length} are to be read on the page`);
}, NOT_FOUND);

test('through a trace: called, and dropped', async (scope) => {
  const { told } = await watched(scope, `${HASH}&${QUICK}`);
  await scope.steps(3);
  const more = await scope.call('trace');
  const traced = async (text, id, trace) => {
    const { until, dropped, notices } = window.help;
    const given = text.toWellFormed();
    const short = given.slice(0, 2000);
    const worded = {
      ...trace,
      generator: short,
      text: given,
      model: { ...trace.model, name: short, family: short, weights: short },
      backend: { kind: short, adapter: short },
      settings: { ...trace.settings, seed: id },
      stop_rules: { ...trace.stop_rules, sequences: [short] },
      nodes: trace.nodes.map((node) => ({
        ...node,
        text: short,
        step: node.step && { ...node.step, stop: { reason: 'stop_sequence', text: short } },
      })),
      [short]: short,
    };
    notices();
    dropped(new File([JSON.stringify(worded)], 'a.json'));
    const came = await until(async () => (await window.logitscope.state()).settings.seed === id || notices().join(' '));
    // What is not text there is refused, in words that are shown.
    const node = trace.nodes.at(-1);
    for (const broken of [
      { ...trace, format: short },
      { ...trace, version: short },
      { ...trace, settings: { ...trace.settings, chain: [{ sampler: short, t: short }] } },
      { ...trace, knock_out: { off: short, rewritten_off: short, tokens: [] } },
      { ...trace, strategies: { link: `open=${short}&${short}`, records: [{ [short]: short }] } },
      { ...trace, nodes: [...trace.nodes.slice(0, -1), { ...node, step: { ...node.step, chosen: short, stop: { reason: short } } }] },
    ]) {
      await window.logitscope.importTrace(JSON.stringify(broken)).catch(() => {});
    }
    dropped(new File([`{,${short}`], 'b.json'));
    await until(() => notices().some((said) => /JSON is damaged/.test(said)));
    if (came !== true) throw new Error(came);
    return true;
  };
  const came = await through(scope, traced, { told, more });
  assert.deepEqual(missed(came), [], 'the words of a trace are its own');
  await scope.call('importTrace', more);
  await scope.steps(1);
});

test('through a recorded run: the names, the texts and the settings that its file has', async (scope) => {
  const { told } = await watched(scope, `${HASH}&${QUICK}`);
  await scope.call('step');
  await scope.frame.evaluate(async () => {
    window.recorded = await window.logitscope.record();
  });
  const replayed = async (text) => {
    const { logitscope, recorded, help } = window;
    const length = Number(new DataView(recorded.buffer).getBigUint64(0, true));
    const header = JSON.parse(new TextDecoder().decode(recorded.subarray(8, 8 + length)));
    const told = JSON.parse(header.__metadata__.recording);
    const own = text.toWellFormed();
    told.generator = own;
    told.models[0][1].model.name = own;
    told.models[0][1].backend.adapter = own;
    told.trace.model.name = own;
    told.trace.text = own;
    told.trace.stop_rules.sequences = [own];
    told.pieces.push([own, []]);
    header.__metadata__.recording = JSON.stringify(told);
    const json = new TextEncoder().encode(JSON.stringify(header));
    const padded = Math.ceil(json.length / 8) * 8;
    const file = new Uint8Array(8 + padded + recorded.length - 8 - length).fill(32);
    new DataView(file.buffer).setBigUint64(0, BigInt(padded), true);
    file.set(json, 8);
    file.set(recorded.subarray(8 + length), 8 + padded);
    help.notices();
    const state = await logitscope.openRecording(file);
    if (state.model.name !== own) throw new Error(`the model became ${JSON.stringify(state.model.name)}`);
    return help.all('model-name').length === 1;
  };
  const came = await through(scope, replayed, { told });
  assert.deepEqual(missed(came), [], 'each was replayed');
});
