// The page inside other pages: a plain cross-origin frame, and a sandboxed one.
import assert from 'node:assert/strict';
import { folder, tiny } from './lib/checkpoint.mjs';
import { values } from './lib/sampling.mjs';
import { Scope } from './lib/scope.mjs';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

// A sandboxed frame has no origin: its files must be open to everybody.
const test = suite({ cors: true, files: folder('models/tiny', tiny({ nCtx: 100 })) });

const HASH =
  '#embed=1&model=tiny&prompt=Dear%20Sir%2C&temperature=1.25&top_k=9&top_p=0.5&seed=77&max_tokens=12' +
  '&hide=pipeline,facts&lock=prompt,temperature,top_k&backend=gpu';

/** Opens a page of another site that shows `hash` in a frame; the page inside as a `Scope`, and what embeds it. */
async function embed(scope, host, hash, attributes = '') {
  const frame = `<iframe src="${scope.url}${hash.replaceAll('&', '&amp;')}" width="900" height="900" ${attributes}></iframe>`;
  return show(scope, host, frame);
}

async function show(scope, host, frame) {
  const listen = '<script>messages = []; addEventListener("message", ({ data }) => messages.push(data));</script>';
  const files = { 'course.html': `<!doctype html><title>A course</title><link rel="icon" href="data:,">${listen}${frame}` };
  const parent = await host({ base: '/course/', files });
  const origin = parent.origin.replace('localhost', '127.0.0.1');
  await scope.page.goto(`${origin}/course/course.html`);
  const element = await scope.page.waitForSelector('iframe');
  const inside = new Scope(scope.page, scope.url, await element.contentFrame());
  const state = await inside.ready();
  await scope.page.evaluate(() => {
    let last = 0;
    window.send = (command, args, version = 1) => {
      const id = `m${(last += 1)}`;
      document.querySelector('iframe').contentWindow.postMessage({ logitscope: version, id, command, args }, '*');
      return new Promise((answered) => {
        addEventListener('message', function hear({ data }) {
          if (data?.id !== id) return;
          removeEventListener('message', hear);
          answered(data);
        });
      });
    };
  });
  const send = (...args) => scope.page.evaluate((all) => window.send(...all), args);
  return { inside, state, send };
}

const COURSE = { origins: [/^http:\/\/127\.0\.0\.1:\d+$/] };

test(
  'a cross-origin frame opens in the state that its address asks for',
  async (scope, { host }) => {
    const { inside, state } = await embed(scope, host, HASH);
    assert.deepEqual(values(state.settings), { temperature: 1.25, top_k: 9, top_p: 0.5, seed: 77 });
    assert.equal(state.stop_rules.max_tokens, 12);
    assert.equal(state.prompt, 'Dear Sir,');
    assert.equal(state.model.backend.kind, 'gpu', 'WebGPU works in a plain frame');
    assert.equal(await inside.frame.locator('header').count(), 0);
    assert.equal(await inside.frame.locator('footer').count(), 0);
    for (const hidden of ['station-layers', 'entropy-before', 'model-menu']) assert.equal(await inside.at(hidden).count(), 0, hidden);
    for (const there of ['step', 'candidates', 'dice', 'transcript']) assert.equal(await inside.at(there).count(), 1, there);
    assert.equal(await inside.at('prompt').evaluate((e) => e.readOnly), true);
    for (const locked of ['temperature', 'temperature-slider', 'top_k', 'top_k-slider']) {
      assert.ok(await inside.at(locked).isDisabled(), locked);
    }
    await inside.look('sampler');
    assert.ok(await inside.at('top_p').isEnabled());
    await inside.look('dice');
    assert.ok(await inside.at('seed').isEnabled());

    await inside.click('step');
    await inside.tokens(state.transcript.length + 1);
    await inside.screenshot('embed');
    // Browsers may refuse storage in a frame of another site; then there is nothing to remember in.
    const kept = await inside.frame.evaluate(() => {
      try {
        return Object.keys(localStorage).length;
      } catch {
        return 0;
      }
    });
    assert.equal(kept, 0, 'an embed remembers nothing');
  },
  COURSE,
);

test(
  'everything can be hidden, and every control locked',
  async (scope, { host }) => {
    const hide = 'header,prompt,tokens,transport,transcript,pipeline,sampler,step,dice,inside,status,footer,notices';
    const all = await embed(scope, host, `#embed=1&model=tiny&prompt=A&hide=${hide}`);
    assert.equal((await all.inside.frame.locator('main').innerText()).trim(), '');

    const lock =
      'prompt,chain,u,temperature,top_k,top_p,seed,max_tokens,stop,step,play,rewind,restart,force,roll_again,speed,model,backend,precision,parts,share';
    const { inside, send } = await embed(scope, host, `#embed=1&model=tiny&prompt=A&lock=${lock}`);
    await send('step');
    await inside.tokens(2);
    const free = await inside.frame
      .locator('[data-testid]:is(button, input, select, textarea):enabled')
      .evaluateAll((elements) =>
        elements
          .filter((e) => !e.readOnly)
          .map((e) => e.dataset.testid)
          .filter((id) => !['token', 'slot', 'show-more', 'theme', 'colour-by', 'flow-token', 'token-search', 'roll-many', 'pin', 'skip', 'more-run', 'help-close'].includes(id) && !/^(station|inside)-/.test(id)),
      );
    assert.deepEqual([...new Set(free)], [], 'what can still be moved');
    for (const key of ['ArrowRight', 'Space', 'Backspace', 'Home', 'r']) {
      await inside.frame.locator('body').press(key);
    }
    const { transcript, playing } = await inside.call('state');
    assert.deepEqual([transcript.length, playing], [2, false], 'keys are locked as well');
  },
  COURSE,
);

test(
  'the embedding page drives ours by messages, and hears what happens',
  async (scope, { host }) => {
    const { inside, state, send } = await embed(scope, host, HASH);
    const length = state.transcript.length;
    const heard = (event) =>
      scope.page.evaluate((name) => window.messages.filter((message) => message.event === name), event);

    const ready = await send('ready');
    assert.deepEqual([ready.logitscope, ready.answer.text], [1, 'Dear Sir,']);
    const step = await send('step');
    assert.equal(step.answer.position, length);
    assert.equal((await send('force', { tokenId: 66 })).answer.text, 'B');
    assert.equal((await send('run', { maxTokens: 2 })).answer.steps.length, 2);
    assert.equal((await send('rewind', { n: 3 })).answer.transcript.length, length + 1);
    assert.equal((await send('setSettings', { temperature: 0.5 })).answer.settings.temperature, 0.5);
    assert.equal((await send('setPrompt', { text: 'Hi' })).answer.text, 'Hi');
    assert.equal((await send('logits')).answer.length, 257);
    assert.equal((await send('trace')).answer.format, 'logitscope-trace');
    assert.equal((await send('state')).answer.text, (await inside.call('state')).text);

    assert.match((await send('fly')).error, /no command "fly"/);
    assert.match((await send('force', { tokenId: 'x' })).error, /whole number/);
    assert.match((await send('step', undefined, 9)).error, /version 1/);
    assert.match((await send(undefined)).error, /names no command/);

    assert.equal((await heard('step')).length, 4);
    assert.equal((await heard('prompt')).at(-1).detail.prompt, 'Hi');
    await eventually(async () => {
      const { height } = (await heard('resize')).at(-1).detail;
      const real = await inside.frame.evaluate(() => Math.ceil(document.body.getBoundingClientRect().height));
      assert.equal(height, real, 'the frame can be made as high as its content');
    });
  },
  COURSE,
);

test(
  'the height of a frame is told below the fold, too',
  async (scope, { host }) => {
    const src = `${scope.url}#embed=1&model=tiny&prompt=A&hide=inside`.replaceAll('&', '&amp;');
    const listen = '<script>heights = []; addEventListener("message", ({ data }) => data.event === "resize" && heights.push(data.detail.height));</script>';
    const frame = `<div style="height: 9000px"></div><iframe src="${src}" width="900" height="300"></iframe>`;
    const parent = await host({ base: '/course/', files: { 'course.html': `<!doctype html><title>A course</title><link rel="icon" href="data:,">${listen}${frame}` } });
    await scope.page.goto(`${parent.origin.replace('localhost', '127.0.0.1')}/course/course.html`);
    const inside = await (await scope.page.waitForSelector('iframe')).contentFrame();
    // Such a frame is not drawn, so nothing in it may wait for that.
    await eventually(async () => assert.ok(await inside.evaluate(() => window.logitscope?.ready.then(() => true))));
    const real = () => inside.evaluate(() => Math.ceil(document.body.getBoundingClientRect().height));
    const told = () => eventually(async () => {
      const height = await scope.page.evaluate(() => heights.at(-1));
      assert.equal(height, await real());
      return height;
    });
    const before = await told();
    await inside.evaluate(() => window.logitscope.setPrompt('A '.repeat(45)));
    await eventually(async () => assert.ok((await real()) > before));
    assert.ok((await told()) > before);
    assert.equal(await scope.page.evaluate(() => scrollY), 0);
  },
  COURSE,
);

test(
  'a sandboxed frame without an origin works, on its own thread',
  async (scope, { host }) => {
    const { inside, state, send } = await embed(scope, host, HASH, 'sandbox="allow-scripts"');
    assert.equal(await inside.frame.evaluate(() => window.origin), 'null');
    assert.equal(state.text, 'Dear Sir,');
    const { answer } = await send('step');
    assert.equal(answer.position, state.transcript.length);
    await inside.click('step');
    await inside.tokens(state.transcript.length + 2);
  },
  { ...COURSE, allow: /sandbox|localStorage|Worker|origin 'null'/i },
);

test(
  'a copied link opens the same run, and so does the copied embed code',
  async (scope, { fresh, host }) => {
    const state = await scope.open('#model=tiny&prompt=R%26D+%22100%25%22&temperature=1.5&top_k=0&top_p=1&seed=4');
    await scope.steps(3);
    await scope.call('force', 200);
    await scope.call('rollAgain');
    await scope.steps(2);
    const tokens = await scope.tokens(state.transcript.length + 6);
    const u = (await scope.shown()).u;
    await scope.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copy = async (what) => {
      if (!(await scope.at(what).isVisible())) await scope.click('share-menu');
      await scope.click(what);
      await scope.notice(what === 'copy-link' ? /The link is on the clipboard/ : /The embed code is on the clipboard/);
      return scope.frame.evaluate(() => navigator.clipboard.readText());
    };
    const link = await copy('copy-link');
    assert.ok(link.startsWith(`${scope.url}#`), link);
    const other = await fresh();
    await other.page.goto(link);
    await other.ready();
    assert.deepEqual(await other.tokens(tokens.length), tokens);
    assert.equal((await other.shown()).u, u);
    const origins = (all) => all.transcript.map((entry) => entry.origin);
    assert.deepEqual(origins(await other.call('state')), origins(await scope.call('state')));
    assert.deepEqual(await other.notices(), []);

    const code = await copy('copy-embed');
    assert.match(code, /^<iframe src="[^"]*#embed=1&amp;/);
    const { inside } = await show(other, host, code);
    assert.deepEqual(await inside.tokens(tokens.length), tokens);
    assert.equal(await inside.frame.locator('header').count(), 0);
  },
  COURSE,
);
