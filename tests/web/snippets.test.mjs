// What docs/embedding.md shows, run as it stands there, on another site than the page; and the element <logitscope-demo>.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findChromium } from './lib/browser.mjs';
import { folder, tiny } from './lib/checkpoint.mjs';
import { values } from './lib/sampling.mjs';
import { Scope } from './lib/scope.mjs';
import { PAGE, ask, blocks, course, fits, inside, kept, ready, shows } from './lib/snippets.mjs';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

/** Files of the page beside those built. */
const files = folder('models/tiny', tiny({ nCtx: 300 }));
// No headers: a page needs none to be embedded.
const test = suite({ files });

const SITES = { origins: [/^http:\/\/(127\.0\.0\.1|localhost):\d+$/] };
/** What a browser says of a frame without an origin. */
const SANDBOXED = { ...SITES, allow: /sandbox|localStorage|Worker|origin 'null'/i };
const CORS = { cors: true, files };

const DOCUMENT = blocks(await readFile(new URL('../../docs/embedding.md', import.meta.url), 'utf8'));
const SCRIPT = `<script src="${PAGE}embed/logitscope-demo.js"></script>`;
const SMALL = 'model="tiny" prompt="Dear Sir"';

const tried = new Set();

/** The `nth` block of a section, which is then one of those that were tried. */
function block(section, nth = 0) {
  const found = DOCUMENT.filter((each) => each.section === section && each.text.includes(PAGE))[nth];
  assert.ok(found, `${section} has a block ${nth}`);
  tried.add(found);
  return found.text;
}

const unescape = (html) => html.replaceAll('&amp;', '&');
const oneLine = (html) => html.replaceAll(/\s+/g, ' ').trim();

/** What the address in a snippet asks for. */
function asked(snippet) {
  const [, hash] = /YOUR-HOST\/logitscope\/[#?]([^"\s]*)/.exec(snippet);
  return Object.fromEntries(new URLSearchParams(unescape(hash)));
}

/** Declares a test that a snippet's HTML gives what its address asks for. */
function runs(name, html, { expected = asked(html), options, cors } = {}) {
  test(
    name,
    async (scope, { host }) => {
      const page = cors ? (await host(CORS)).url : scope.url;
      await course(scope, host, html, { page });
      const demo = await inside(scope, 'iframe', page);
      const state = await shows(demo, expected);
      await demo.call('step');
      assert.equal((await demo.call('state')).transcript.length, state.transcript.length + 1, 'and it runs');
    },
    options ?? SITES,
  );
}

runs('plain HTML', block('Plain HTML'));
runs('Moodle', block('Moodle'));
runs('Canvas', block('Canvas'));
runs('Quarto', block('Quarto', 1));
runs('Jupyter Book 2 and MyST', block('Jupyter Book and MyST', 1));
runs('Jupyter Book 1', block('Jupyter Book and MyST', 3));
runs('reveal.js', block('reveal.js', 1));
runs('MDX', block('MDX', 1));
runs('Notion', block('Notion and other raw iframes', 1));
runs('a sandbox with an origin', block('Sandboxes'));
runs('a sandbox without an origin', block('Sandboxes', 1), { options: SANDBOXED, cors: true });

const ONCE = { prompt: 'Once upon a time', temperature: 0.8, top_k: 40, seed: 3, show: 'temperature,candidates,dice,step', lock: 'prompt' };
runs('the element', block('The element'), { expected: ONCE });

const [QUARTO, QUARTO_HTML] = [0, 1].map((nth) => block('Quarto', nth));
const [MYST, MYST_HTML, SPHINX, SPHINX_HTML] = [0, 1, 2, 3].map((nth) => block('Jupyter Book and MyST', nth));
const [SLIDE, SLIDE_HTML] = [0, 1].map((nth) => block('reveal.js', nth));
const [JSX, JSX_HTML] = [0, 1].map((nth) => block('MDX', nth));
const [ADDRESS, ADDRESS_HTML, QUERY] = [0, 1, 2].map((nth) => block('Notion and other raw iframes', nth));

test('what tools make of their snippets is what the document says', async () => {
  const fenced = (text, start) => text.slice(`\`\`\`${start}\n`.length, -'\n```'.length);
  assert.equal(fenced(QUARTO, '{=html}'), QUARTO_HTML);
  assert.equal(fenced(SPHINX, '{raw} html'), SPHINX_HTML);
  const [, address] = /^```\{iframe\} (\S+)\n/.exec(MYST);
  assert.ok(unescape(MYST_HTML).includes(` src="${address}"`));
  assert.equal(oneLine(SLIDE).replace('data-src=', 'src='), oneLine(SLIDE_HTML));
  const jsx = oneLine(JSX).replace('style={{ border: 0 }}', 'style="border:0"').replace(' />', '></iframe>');
  assert.equal(jsx, oneLine(JSX_HTML));
  assert.ok(unescape(ADDRESS_HTML).includes(` src="${ADDRESS}"`));
});

test(
  'an address whose # part is cut off works by its ? part, which goes behind the # at once',
  async (scope, { host }) => {
    await course(scope, host, `<iframe src="${QUERY.replaceAll('&', '&amp;')}" width="720" height="480"></iframe>`);
    const demo = await inside(scope);
    await shows(demo, asked(QUERY));
    assert.equal(new URL(demo.frame.url()).search, '');
  },
  SITES,
);

const DRIVEN = block('The element', 1);

test(
  'the element is driven by a script around it',
  async (scope, { host }) => {
    await course(scope, host, DRIVEN);
    const demo = await inside(scope);
    await shows(demo, { prompt: 'The old king', seed: 5, hide: 'pipeline' });
    await scope.page.click('#next');
    await eventually(async () => assert.match(await scope.page.textContent('#told'), /^It had \d+\.\d % after the sampler$/));
  },
  SITES,
);

const HEIGHTS = block('Heights');

test(
  'plain frames are made as high as their content',
  async (scope, { host }) => {
    await course(scope, host, HEIGHTS);
    const demo = await inside(scope);
    await shows(demo, asked(HEIGHTS));
    await fits(scope, demo);
  },
  SITES,
);

test(
  'the height is told in the words of learning platforms, too',
  async (scope, { host }) => {
    const listen = '<script>heard = []; addEventListener("message", ({ data }) => heard.push(data));</script>';
    await course(scope, host, `${listen}<iframe src="${PAGE}#embed=1&amp;model=tiny&amp;prompt=A" width="700" height="300"></iframe>`);
    const demo = await inside(scope);
    await demo.ready();
    await eventually(async () => {
      const heard = await scope.page.evaluate(() => window.heard);
      const own = heard.filter((data) => data.event === 'resize').map((data) => data.detail.height);
      const theirs = heard.filter((data) => data.subject === 'lti.frameResize').map((data) => data.height);
      assert.ok(own.length > 0);
      assert.deepEqual(theirs, own);
    });
  },
  SITES,
);

// --- Several on one page

const SEVERAL = block('Several on one page');

test(
  'two on one page share nothing',
  async (scope, { host }) => {
    await course(scope, host, SEVERAL);
    const cold = await inside(scope, '#cold iframe');
    await scope.page.locator('#hot').evaluate((e) => e.scrollIntoView());
    const hot = await inside(scope, '#hot iframe');
    const show = 'temperature,candidates,step';
    const before = await shows(cold, { prompt: 'The sea was', temperature: 0.2, seed: 7, show });
    await shows(hot, { prompt: 'The sea was', temperature: 1.5, seed: 7, show });

    await ask(scope, 'cold', 'step');
    await ask(scope, 'cold', 'setSettings', { temperature: 0.4, seed: 99 });
    await ask(scope, 'cold', 'setPrompt', 'Elsewhere');
    const other = await ask(scope, 'hot', 'state');
    assert.equal(other.text, before.text);
    assert.deepEqual(values(other.settings), { temperature: 1.5, top_k: 40, top_p: 0.9, seed: 7 });
    assert.equal(other.prompt, 'The sea was');

    const lengths = async () => {
      const states = [await ask(scope, 'cold', 'state'), await ask(scope, 'hot', 'state')];
      return states.map((state) => state.transcript.length);
    };
    const [one, two] = await lengths();
    await scope.page.click('#both');
    await eventually(async () => assert.deepEqual(await lengths(), [one + 1, two + 1]));
    for (const demo of [cold, hot]) assert.deepEqual(await kept(demo), []);
  },
  SITES,
);

test(
  'an embed knows nothing of what was done on the page itself, and leaves nothing',
  async (scope, { fresh }) => {
    // On the page's own site, where the browser itself keeps nothing apart.
    const whole = await fresh();
    await whole.open('#model=tiny&prompt=Mine');
    await whole.call('setSettings', { temperature: 1.9, seed: 77 });
    const remembered = () => whole.frame.evaluate(() => JSON.stringify(localStorage));
    await eventually(async () => assert.match(await remembered(), /\\"t\\":1\.9/));
    const before = await remembered();

    files['same.html'] = `<!doctype html><title>A course</title><link rel="icon" href="data:,">
      <script src="embed/logitscope-demo.js"></script><logitscope-demo id="demo" model="tiny"></logitscope-demo>`;
    await scope.page.goto(`${scope.url}same.html`);
    const length = await scope.page.evaluate(() => history.length);
    const demo = await inside(scope);
    await shows(demo, { prompt: 'In the forest lived a' });
    await ask(scope, 'demo', 'setSettings', { temperature: 0.3 });
    await ask(scope, 'demo', 'setPrompt', 'Another');
    await ask(scope, 'demo', 'step');
    assert.equal(await remembered(), before);
    assert.equal(await scope.page.evaluate(() => history.length), length);
  },
  SITES,
);

test(
  'the second embed takes the model from the cache, if the host lets it be kept',
  async (_, { host }) => {
    const profile = await mkdtemp(join(tmpdir(), 'logitscope-'));
    // A private window, as the other tests have, keeps no file as large as the model.
    const context = await chromium.launchPersistentContext(profile, { executablePath: findChromium(), args: ['--no-sandbox'] });
    try {
      const server = await host({ headers: { 'Cache-Control': 'public, max-age=3600' } });
      const scope = new Scope(await context.newPage(), server.url);
      const two = '<logitscope-demo id="one"></logitscope-demo><logitscope-demo id="two" loading="eager"></logitscope-demo>';
      await course(scope, host, SCRIPT + two);
      for (const id of ['one', 'two']) await ready(scope, id);
      const requests = (name) => server.requests.filter((path) => path.endsWith(name)).length;
      for (const name of ['pocket/model.safetensors', 'pocket/tokenizer.json', 'app_bg.wasm', 'engine_bg.wasm']) {
        assert.equal(requests(name), 1, name);
      }
    } finally {
      await context.close();
      await rm(profile, { recursive: true });
    }
  },
  SITES,
);

test(
  'an embed far below asks for nothing until it comes near',
  async (scope, { host, server }) => {
    const far = '<div style="height: 9000px"></div>';
    const plain = `<iframe src="${PAGE}#embed=1&amp;model=tiny&amp;prompt=Plain" width="700" height="400" loading="lazy"></iframe>`;
    const before = server.requests.length;
    const requests = () => server.requests.slice(before).map((path) => path.split('/').at(-1));
    await course(scope, host, `${SCRIPT}${far}<logitscope-demo id="demo" ${SMALL}>Here it will be</logitscope-demo>${far}${plain}`);
    // Observers are called in order, so by then the element's own has been called.
    await scope.page.evaluate(
      () => new Promise((seen) => new IntersectionObserver(seen).observe(document.getElementById('demo'))).then(() => true),
    );
    assert.deepEqual(requests(), ['logitscope-demo.js']);
    assert.equal(await scope.page.locator('logitscope-demo').innerText(), 'Here it will be');

    const below = () => scope.page.locator('#demo').evaluate((e) => e.getBoundingClientRect().top - innerHeight);
    const nearly = (await below()) - 700;
    await scope.page.evaluate((by) => scrollBy(0, by), nearly);
    await scope.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    assert.deepEqual(requests(), ['logitscope-demo.js'], '700 pixels below what is in sight');
    await scope.page.evaluate(() => scrollBy(0, 200));
    const demo = await inside(scope, '#demo iframe');
    assert.equal((await ready(scope)).prompt, 'Dear Sir');
    assert.ok((await below()) > 0, 'it is not in sight yet');
    assert.equal(requests().filter((name) => name === '').length, 1, 'the other one is still not there');
    await scope.page.locator('#demo').evaluate((e) => e.scrollIntoView());
    await shows(demo, { prompt: 'Dear Sir' });
    await scope.page.locator('body > iframe').evaluate((e) => e.scrollIntoView());
    await shows(await inside(scope, 'body > iframe'), { prompt: 'Plain' });
  },
  SITES,
);

// --- The element

/** The element `#demo` on another site, and the page in it once it is ready. */
async function element(scope, host, attributes, { more = '', ...rest } = {}) {
  await course(scope, host, `${SCRIPT}<logitscope-demo id="demo" ${attributes}></logitscope-demo>${more}`, rest);
  const demo = await inside(scope, 'iframe', rest.page);
  await demo.ready();
  return demo;
}

/** Has the element hear of changes and do `change(element)`. */
const change = (scope, how, value) => scope.page.locator('#demo').evaluate(new Function('e', 'value', how), value);

test(
  'attributes are the names of a link, whatever is in them',
  async (scope, { host }) => {
    const prompt = 'R&amp;D at 100&#10;"+1" ☕ &lt;b&gt; #a=b';
    const attributes = `model="tiny" prompt='${prompt}' chain="min_p~0.1,temperature~1.5" seed="9" max_tokens="7" stop="!" class="wide" style="margin: 1px"
      id="demo" data-step="x" aria-label="A demo" title='It’s "mine"' src="${PAGE}#seed=8&amp;stop=a&amp;stop=b&amp;theme=dark"`;
    const demo = await element(scope, host, attributes);
    const state = await demo.call('state');
    assert.equal(state.prompt, 'R&D at 100\n"+1" ☕ <b> #a=b');
    assert.equal(state.settings.chain, 'min_p~0.1,temperature~1.5');
    assert.equal(state.settings.seed, 9, 'an attribute goes before src');
    assert.deepEqual(state.stop_rules, { max_tokens: 7, sequences: ['!'] });
    assert.deepEqual(await demo.notices(), [], 'nothing else was handed on');
    assert.equal(await demo.frame.evaluate(() => document.documentElement.dataset.theme ?? document.documentElement.className), 'dark');
    assert.equal(await scope.page.locator('iframe').getAttribute('title'), 'It’s "mine"');
  },
  SITES,
);

test(
  'the script is a module as well, and finds its page',
  async (scope, { host }) => {
    const { url: page } = await host(CORS);
    const script = `<script type="module" src="${PAGE}embed/logitscope-demo.js?v=2"></script>`;
    await course(scope, host, `${script}<logitscope-demo id="demo" ${SMALL}></logitscope-demo>`, { page });
    await shows(await inside(scope, 'iframe', page), { prompt: 'Dear Sir' });
  },
  SITES,
);

test(
  'commands, answers, errors and events',
  async (scope, { host }) => {
    const listen = `<script>
      heard = [];
      for (const name of ["ready", "model", "prompt", "settings", "step", "run", "error", "resize"]) {
        addEventListener("logitscope-" + name, ({ target, detail }) => heard.push([target.id, name, detail]));
      }
    </script>`;
    await course(scope, host, `${listen}${SCRIPT}<div style="height: 9000px"></div><logitscope-demo id="demo" ${SMALL}></logitscope-demo>`);
    // Far from sight, and long before the page listens.
    const first = await ask(scope, 'demo', 'step');
    assert.equal(first.position, 'Dear Sir'.length);
    assert.equal((await ready(scope)).prompt, 'Dear Sir');
    assert.equal((await ask(scope, 'demo', 'run', { maxTokens: 2 })).steps.length, 2);
    assert.equal((await ask(scope, 'demo', 'setSettings', { temperature: 0.5 })).settings.temperature, 0.5);
    assert.equal((await ask(scope, 'demo', 'setPrompt', 'Hi')).text, 'Hi');
    assert.equal((await ask(scope, 'demo', 'call', 'force', { tokenId: 66 })).text, 'B');
    assert.equal((await ask(scope, 'demo', 'state')).text, 'HiB');

    const refused = (...args) => ask(scope, 'demo', ...args).then(() => assert.fail('it was not refused'), (error) => error.message);
    assert.match(await refused('call', 'fly'), /There is no command "fly"/);
    assert.match(await refused('setSettings', { temperature: -1 }), /temperature/);
    const uncloned = () => document.getElementById('demo').call('run', { maxTokens: () => 1 }).catch((error) => error.message);
    assert.match(await scope.page.evaluate(uncloned), /^run: .*clone/);

    const heard = await scope.page.evaluate(() => window.heard);
    const count = (wanted) => heard.filter(([, name]) => name === wanted).length;
    assert.deepEqual([...new Set(heard.map(([id]) => id))], ['demo']);
    assert.deepEqual(['ready', 'model', 'step', 'run', 'settings'].map(count), [1, 1, 4, 1, 1]);
    assert.equal(heard.findLast(([, name]) => name === 'prompt')[2].prompt, 'Hi');
    assert.ok(heard.find(([, name]) => name === 'resize')[2].height > 0);
  },
  SITES,
);

test(
  'an attribute that changes brings the open page to its new state',
  async (scope, { host }) => {
    const demo = await element(scope, host, `${SMALL} temperature="1.5" seed="4"`);
    const length = await scope.page.evaluate(() => history.length);
    await scope.page.evaluate(() => (document.querySelector('#demo').shadowRoot.querySelector('iframe').mark = true));
    const marked = () => scope.page.locator('iframe').evaluate((e) => e.mark === true);
    const becomes = async (settings, prompt) =>
      eventually(async () => {
        const state = await ask(scope, 'demo', 'state');
        assert.deepEqual([values(state.settings), state.text], [settings, prompt]);
      });
    await change(scope, 'e.setAttribute("seed", "5"); e.setAttribute("prompt", "Hi"); e.setAttribute("class", "x")');
    await becomes({ temperature: 1.5, top_k: 40, top_p: 0.9, seed: 5 }, 'Hi');
    await change(scope, 'e.setAttribute("top-k", "3"); e.setAttribute("title", "Three")');
    await becomes({ temperature: 1.5, top_k: 3, top_p: 0.9, seed: 5 }, 'Hi');
    assert.equal(await scope.page.locator('iframe').getAttribute('title'), 'Three');
    assert.ok(await marked(), 'the same frame');
    assert.equal(await scope.page.evaluate(() => history.length), length, 'Back does not lead through it');
    assert.equal((await demo.call('state')).text, 'Hi');

    await change(scope, 'e.removeAttribute("temperature"); e.removeAttribute("top-k")');
    await eventually(async () => assert.equal(await marked(), false));
    await becomes({ temperature: 0.8, top_k: 40, top_p: 0.9, seed: 5 }, 'Hi');
    await ready(scope);
  },
  SITES,
);

test(
  'its height is that of its content, unless it is told another',
  async (scope, { host }) => {
    const demo = await element(scope, host, `${SMALL} hide="inside"`, { more: '<style>body { margin: 0; width: 800px }</style>' });
    const before = await fits(scope, demo);
    await ask(scope, 'demo', 'setPrompt', 'A '.repeat(45));
    await eventually(async () => assert.ok((await fits(scope, demo)) > before));

    const size = () => scope.page.locator('iframe').evaluate((e) => [e.getBoundingClientRect().width, e.getBoundingClientRect().height]);
    const isIn = (wanted) => eventually(async () => assert.deepEqual(await size(), wanted));
    await change(scope, 'e.setAttribute("height", "333"); e.setAttribute("width", "50%")');
    await isIn([400, 333]);
    await change(scope, 'e.setAttribute("height", "20em"); e.setAttribute("width", "600")');
    await isIn([600, 320]);
    await change(scope, 'e.removeAttribute("height"); e.setAttribute("aspect", "3:2")');
    await isIn([600, 400]);
    await change(scope, 'e.removeAttribute("aspect"); e.removeAttribute("width"); e.setAttribute("height", "a lot")');
    await eventually(async () => assert.equal((await size())[0], 800));
    await fits(scope, demo);

    await change(scope, 'e.removeAttribute("height"); e.setAttribute("show", "temperature,candidates,dice,step"); e.removeAttribute("hide")');
    await isIn([800, 480]);
  },
  SITES,
);

test(
  'one that is taken out takes its frame and its listeners along, and may come back',
  async (scope, { host }) => {
    const count = () => {
      window.listeners = 0;
      const [add, remove] = [window.addEventListener, window.removeEventListener];
      window.addEventListener = (name, ...more) => ((window.listeners += name === 'message'), add.call(window, name, ...more));
      window.removeEventListener = (name, ...more) => ((window.listeners -= name === 'message'), remove.call(window, name, ...more));
    };
    await course(scope, host, `<script>(${count})()</script>${SCRIPT}<logitscope-demo id="demo" ${SMALL}></logitscope-demo>`);
    await (await inside(scope)).ready();
    const listeners = () => scope.page.evaluate(() => window.listeners);
    assert.equal(await listeners(), 1);
    const words = await scope.page.evaluate(() => {
      window.demo = document.getElementById('demo');
      const waits = window.demo.run({ maxTokens: 50 });
      window.demo.remove();
      return waits.catch((error) => error.message);
    });
    assert.match(words, /taken away before it answered/);
    assert.equal(await listeners(), 0);
    assert.equal(await scope.page.locator('iframe').count(), 0);
    assert.match(await scope.page.evaluate(() => window.demo.step().catch((error) => error.message)), /it is in no page/);
    await scope.page.evaluate(() => (window.demo.setAttribute('prompt', 'Back'), document.body.append(window.demo)));
    await shows(await inside(scope), { prompt: 'Back' });
    assert.equal((await scope.page.evaluate(() => window.demo.ready)).prompt, 'Back');
    assert.equal((await ask(scope, 'demo', 'state')).prompt, 'Back');
    assert.equal(await listeners(), 1);
  },
  SITES,
);

test(
  'it hears its own frame and nobody else',
  async (scope, { host }) => {
    const more = '<script>heard = []; addEventListener("logitscope-step", ({ detail }) => heard.push(detail));</script>';
    await element(scope, host, SMALL, { more });
    await scope.page.evaluate(() => {
      const message = { logitscope: 1, event: 'step', detail: 'forged' };
      window.postMessage(message, '*');
      const stranger = document.createElement('iframe');
      stranger.srcdoc = `<script>parent.postMessage(${JSON.stringify(message)}, '*')</script>`;
      document.body.append(stranger);
      return new Promise((loaded) => stranger.addEventListener('load', loaded)).then(() => true);
    });
    await ask(scope, 'demo', 'step');
    const heard = await scope.page.evaluate(() => window.heard);
    assert.equal(heard.length, 1);
    assert.notEqual(heard[0], 'forged');
  },
  SITES,
);

test(
  'what is sent goes to the page alone, even if its frame has gone elsewhere',
  async (scope, { host }) => {
    await element(scope, host, SMALL);
    const other = await host({ base: '/', files: { 'index.html': '<script>heard = []; addEventListener("message", ({ data }) => heard.push(data));</script>' } });
    const elsewhere = other.origin.replace('localhost', '127.0.0.1');
    await scope.page.locator('iframe').evaluate((e, to) => e.contentWindow.location.replace(to), `${elsewhere}/`);
    const frame = await eventually(async () => {
      const found = scope.page.frames().find((each) => each.url() === `${elsewhere}/`);
      assert.ok(await found?.evaluate(() => window.heard));
      return found;
    });
    await scope.page.evaluate(() => void document.getElementById('demo').setPrompt('A secret'));
    // A message of another kind, sent after it, comes.
    await scope.page.locator('iframe').evaluate((e) => e.contentWindow.postMessage('later', '*'));
    await eventually(async () => assert.deepEqual(await frame.evaluate(() => window.heard), ['later']));
  },
  // The browser says that a message was not delivered.
  { ...SITES, allow: /target origin/ },
);

test(
  'sandboxed without an origin it works, too',
  async (scope, { host }) => {
    const { url: page } = await host(CORS);
    const demo = await element(scope, host, `${SMALL} sandbox="allow-scripts"`, { page });
    assert.equal(await demo.frame.evaluate(() => window.origin), 'null');
    assert.equal((await ask(scope, 'demo', 'step')).position, 'Dear Sir'.length);
    await change(scope, 'e.setAttribute("seed", "33")');
    await eventually(async () => assert.equal((await ask(scope, 'demo', 'state')).settings.seed, 33));
    await change(scope, 'e.setAttribute("sandbox", "allow-scripts allow-same-origin")');
    await eventually(async () => assert.equal(await (await inside(scope, 'iframe', page)).frame.evaluate(() => window.origin), new URL(page).origin));
    assert.equal((await ask(scope, 'demo', 'state')).prompt, 'Dear Sir');
  },
  SANDBOXED,
);

test(
  'a strict policy of the page around it is enough',
  async (scope, { host, server }) => {
    const policy = `default-src 'none'; img-src data:; script-src ${server.origin}; frame-src ${server.origin}`;
    const demo = await element(scope, host, SMALL, { headers: { 'Content-Security-Policy': policy } });
    await fits(scope, demo);
  },
  SITES,
);

test(
  'what is hostile in an attribute is text',
  async (scope, { host }) => {
    const script = '<script>parent.hacked = top.hacked = 1</script><img src=x onerror=parent.hacked=1>';
    const hostile = `"'><svg onload=hacked=1>${script}`.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    const attributes = `model="tiny" prompt="${hostile}" title="${hostile}" srcdoc="${hostile}" onload="hacked=1" name="${hostile}"
      height="1px;background:url(javascript:hacked=1)" aspect="${hostile}" width="expression(hacked=1)" loading="eager" allow="camera"`;
    const demo = await element(scope, host, attributes);
    assert.equal((await demo.call('state')).prompt, `"'><svg onload=hacked=1>${script}`);
    const frame = scope.page.locator('iframe');
    const names = await frame.evaluate((e) => e.getAttributeNames());
    assert.deepEqual(names.sort(), ['allow', 'src', 'title']);
    assert.equal(await frame.getAttribute('allow'), 'clipboard-write');
    await fits(scope, demo);

    for (const src of ['javascript:parent.hacked=1', 'data:text/html,<script>parent.hacked=1</script>', 'blob:x', 'https://', '//[']) {
      const words = await scope.page.locator('#demo').evaluate((e, src) => (e.setAttribute('src', src), new Promise((told) => e.addEventListener('logitscope-error', ({ detail }) => told(detail.message), { once: true }))), src);
      assert.match(words, /must come from https|is not an address/, src);
      assert.equal(await scope.page.locator('iframe').count(), 0);
    }
    assert.equal(await scope.page.evaluate(() => window.hacked), undefined);
  },
  SITES,
);

test(
  'what cannot work is said in words, and can be mended',
  async (scope, { host }) => {
    await course(scope, host, `${SCRIPT}<logitscope-demo id="demo" ${SMALL} sandbox=""></logitscope-demo>`);
    const alert = scope.page.getByRole('alert');
    await eventually(async () => assert.match(await alert.innerText(), /sandbox must have allow-scripts/));
    const why = () => scope.page.evaluate(() => document.getElementById('demo').ready.catch((error) => error.message));
    assert.match(await why(), /sandbox must have allow-scripts/);
    assert.match(await ask(scope, 'demo', 'step').catch((error) => error.message), /sandbox must have allow-scripts/);
    await change(scope, 'e.removeAttribute("sandbox")');
    await shows(await inside(scope), { prompt: 'Dear Sir' });
    assert.equal(await alert.count(), 0);
    assert.equal((await ready(scope)).prompt, 'Dear Sir');

    // Kept elsewhere, it does not know where the page is.
    const source = await readFile(new URL('../../web/embed/logitscope-demo.js', import.meta.url), 'utf8');
    await course(scope, host, `<script>${source.replaceAll('</script>', '<\\/script>')}</script><logitscope-demo id="demo" ${SMALL}></logitscope-demo>`);
    await eventually(async () => assert.match(await alert.innerText(), /does not know where the page is/));
  },
  SITES,
);

test(
  'a page that does not answer is given up, in words, and heard at last',
  async (scope, { host, server }) => {
    await scope.page.clock.install();
    files['late.html'] = '<p>Not yet</p>';
    await course(scope, host, `${SCRIPT}<logitscope-demo id="demo" src="${PAGE}late.html"></logitscope-demo>`);
    await eventually(async () => assert.ok(server.requests.some((path) => path.endsWith('late.html'))));
    const settled = scope.page.evaluate(() => document.getElementById('demo').ready.catch((error) => error.message));
    const alert = scope.page.getByRole('alert');
    await eventually(async () => {
      await scope.page.clock.fastForward(61_000);
      assert.match(await alert.innerText({ timeout: 100 }), /there is no answer from .*late\.html\. Is its address right\?/);
    });
    assert.match(await settled, /there is no answer/);
    const speak = () => {
      addEventListener('message', ({ source, data }) => source.postMessage({ logitscope: 1, id: data.id, answer: 'here' }, '*'));
      parent.postMessage({ logitscope: 1, event: 'ready', detail: {} }, '*');
    };
    await scope.page.frames().at(-1).evaluate(speak);
    await eventually(async () => assert.equal(await alert.count(), 0));
    assert.equal(await ready(scope), 'here');
  },
  SITES,
);

test('every block of the document that names the page was tried', () => {
  const forgotten = DOCUMENT.filter((each) => each.text.includes(PAGE) && !tried.has(each));
  assert.deepEqual(forgotten.map(({ section, text }) => `${section}: ${text}`), []);
});
