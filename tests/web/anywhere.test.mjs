// Anywhere: the page from a zip, on the plainest of servers, over a slow line, installed, and without any other site.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { elsewhere } from './lib/elsewhere.mjs';
import { FILES, isKept, keep } from './lib/kept.mjs';
import { ENCODED, compressed, line } from './lib/line.mjs';
import { pythonServer, unzip } from './lib/python.mjs';
import { DIST } from './lib/server.mjs';
import { xtask } from './lib/site.mjs';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const others = await elsewhere();
const test = suite({ webgpu: false, args: others.args });

/** Each test has a server of its own, which it may stop. */
const ANY_PORT = { origins: [/^http:\/\/localhost:\d+$/] };
const BACKEND = 'backend=cpu';

test('it can be installed, and what links to it finds its picture', async (scope, { host }) => {
  const server = await host({ files: FILES });
  scope.url = server.url;
  await scope.open(`#${BACKEND}`);
  await keep(scope);
  const devtools = await scope.page.context().newCDPSession(scope.page);
  const { errors, data, url } = await devtools.send('Page.getAppManifest');
  assert.deepEqual(errors, []);
  const { icons, start_url, scope: within } = JSON.parse(data);
  assert.deepEqual([start_url, within].map((path) => new URL(path, url).href), [server.url, server.url]);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // Tests run in windows that keep nothing, where nothing can be installed.
  assert.deepEqual(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'), []);
  const meta = (property) => scope.frame.evaluate((name) => document.querySelector(`meta[property="${name}"]`).content, property);
  const pictures = icons.filter(({ sizes }) => sizes !== 'any').map(({ src, sizes }) => [new URL(src, url).href, sizes]);
  const preview = new URL(await meta('og:image'), server.url).href;
  pictures.push([preview, `${await meta('og:image:width')}x${await meta('og:image:height')}`]);
  for (const [src, said] of pictures) {
    const size = await scope.frame.evaluate(async (address) => {
      const image = Object.assign(new Image(), { src: address });
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    assert.equal(size, said, src);
  }
}, ANY_PORT);

/** All files of a folder, by their paths. */
async function contents(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  const read = async (file) => [file.slice(folder.length).replace(/^[/]/, ''), (await readFile(file)).toString('base64')];
  return Object.fromEntries((await Promise.all(files.map(read))).sort());
}

test(
  'the zip unpacks to the page, which Python serves under any path, and it is kept from there',
  async (scope) => {
    const folder = await mkdtemp(join(tmpdir(), 'logitscope-zip-'));
    const [zip, again] = ['one.zip', 'two.zip'].map((name) => join(folder, name));
    await xtask('zip', '--from', DIST, '--out', zip);
    await xtask('zip', '--from', DIST, '--out', again);
    assert.ok((await readFile(zip)).equals(await readFile(again)), 'the same page gives the same zip');
    const site = join(folder, 'www/a/course/logitscope');
    await unzip(zip, site);
    const { 'README.txt': readme, ...unpacked } = await contents(site);
    assert.match(Buffer.from(readme, 'base64').toString(), /http\.server/);
    assert.deepEqual(Object.keys(unpacked), Object.keys(await contents(DIST.replace(/[/]$/, ''))));
    assert.deepEqual(unpacked, await contents(DIST.replace(/[/]$/, '')));

    const python = await pythonServer(join(folder, 'www'));
    try {
      scope.url = `${python.origin}/a/course/logitscope/`;
      await scope.open(`#${BACKEND}`);
      await scope.call('step');
      await scope.frame.evaluate(() => navigator.serviceWorker.register('./offline.js'));
      await eventually(async () => assert.ok(await isKept(scope)));
    } finally {
      await python.close();
    }
    await scope.page.reload();
    await scope.ready();
    await scope.call('step');
    await rm(folder, { recursive: true });
  },
  { allow: /ERR_CONNECTION_REFUSED/, ...ANY_PORT },
);

test(
  'nothing asks another site for anything: not the page, not its workers, not the one that keeps it',
  async (scope, { host }) => {
    const server = await host({ files: FILES });
    scope.url = server.url;
    others.asked.length = 0;
    await scope.open(`#${BACKEND}`);
    await keep(scope);
    await scope.call('step');
    await scope.call('load', 'pocket-draft');
    await scope.call('open', 'beams');
    await scope.page.goto(`${server.url}#lesson=temperature&${BACKEND}`);
    await scope.page.reload();
    await scope.ready();
    assert.deepEqual(others.asked, []);
    // It would have been heard.
    await scope.page.goto('http://elsewhere.invalid/here');
    assert.ok(others.asked.includes('http://elsewhere.invalid/here'), others.asked.join());
  },
  { origins: [/^http:\/\/(localhost:\d+|elsewhere\.invalid)$/] },
);

/** Most bytes of WebAssembly, as `brotli --best` sends them. */
const BUDGETS = { app: 450_000, engine: 650_000 };

test('the page and the engine are no larger than they may be', async () => {
  for (const [name, most] of Object.entries(BUDGETS)) {
    const folder = (await readdir(DIST)).find((entry) => entry.startsWith(`${name}-`));
    const module = await readFile(join(DIST, folder, `${name}_bg.wasm`));
    const best = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    const sent = (await promisify(brotliCompress)(module, { params: best })).length;
    console.log(`${name}: ${module.length} bytes, ${sent} sent`);
    assert.ok(sent <= most, `${name}: ${sent} bytes, of ${most}`);
  }
});

/** A line, and what may go over it before the first picture: a third of what it carries in 3 s. */
const LINE = { bitsPerSecond: 10e6, delayMs: 40 };
const MOST_BYTES = 1_250_000;
/** What the first picture does without. */
const LATER = /split_(stations|strategies|lessons?)\.wasm|\/grammar-|offline\.js|tokenizer\.json|pocket-draft/;

/** Runs in the page: remembers when the first candidate was drawn. */
function noteFirstPicture() {
  const look = () => {
    if (window.firstPicture || !document.querySelector('[data-testid=candidate-row]')) return;
    window.firstPicture = new Promise((drawn) => requestAnimationFrame(() => drawn(performance.now())));
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
}

test(
  'over a line of 10 Mbit/s and 40 ms the first picture needs little, and nothing that comes later',
  async (scope, { host }) => {
    const folder = await mkdtemp(join(tmpdir(), 'logitscope-line-'));
    await compressed(DIST, folder);
    const server = await host({ root: folder, headers: ENCODED });
    const slow = await line(new URL(server.url).port, LINE);
    try {
      await scope.page.addInitScript(noteFirstPicture);
      await scope.page.goto(server.url.replace(server.origin, slow.origin) + `#${BACKEND}`, { waitUntil: 'commit' });
      await scope.page.waitForFunction(() => window.firstPicture);
      const { drawn, came } = await scope.page.evaluate(async () => {
        const at = await window.firstPicture;
        const files = performance.getEntries().filter(({ responseEnd }) => responseEnd && responseEnd < at);
        return { drawn: at, came: files.map(({ name, encodedBodySize }) => [name, encodedBodySize]) };
      });
      const bytes = came.reduce((sum, [, size]) => sum + size, 0);
      const asked = server.requests.filter((path) => LATER.test(path));
      // How long it takes depends on the machine, too: here it is only said.
      console.log(
        `first picture after ${Math.round(drawn)} ms, with ${came.length} files of ${bytes} bytes (${Math.round((bytes * 8000) / LINE.bitsPerSecond)} ms of the line)`,
      );
      assert.ok(bytes > 500_000, 'the sizes are known');
      assert.ok(bytes <= MOST_BYTES, `${bytes} bytes:\n${came.join('\n')}`);
      assert.deepEqual(came.filter(([name]) => LATER.test(name)), []);
      assert.deepEqual(asked, [], 'nothing that comes later takes room on the line');
      // What comes later comes over the same line.
      await scope.ready();
      await scope.page.close();
    } finally {
      await slow.close();
      await rm(folder, { recursive: true });
    }
  },
  { allow: /ERR_|Failed to fetch|crashed/, ...ANY_PORT },
);
