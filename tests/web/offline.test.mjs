// Offline: the page without a network, and under its next version.
import assert from 'node:assert/strict';
import { FILES, heardOfNew, isKept, keep, keptVersions, register, versionOf } from './lib/kept.mjs';
import { DIST } from './lib/server.mjs';
import { silent } from './lib/silent.mjs';
import { Site } from './lib/site.mjs';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const test = suite({ webgpu: false });

/** Each test has a server of its own, which it may stop. */
const ANY_PORT = { origins: [/^http:\/\/localhost:\d+$/] };
const BACKEND = 'backend=cpu';
const LESSON = `#lesson=temperature&${BACKEND}`;

/** Where a server is missing the browser says so. */
const OFFLINE = { allow: /ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED)/, ...ANY_PORT };

/** Another page of the same visitor, on another server. */
async function visit(fresh, server, hash = `#${BACKEND}`) {
  const scope = await fresh();
  scope.url = server.url;
  await scope.open(hash);
  return scope;
}

const lessonSays = (scope, pattern) => eventually(async () => assert.match(await scope.text('lesson-panel'), pattern));

test(
  'after the first visit the page, a lesson, its later parts and both models need no network',
  async (scope, { host, fresh }) => {
    const server = await host({ files: FILES });
    scope.url = server.url;
    await scope.open(`#${BACKEND}`);
    await keep(scope);
    await scope.page.context().setOffline(true);
    await server.close();

    await scope.page.reload();
    const state = await scope.ready();
    assert.equal(state.model.name, 'pocket');
    const { choice } = await scope.call('step');
    assert.equal((await scope.tokens(6)).at(-1), choice.token);
    await scope.call('load', 'pocket-draft');
    assert.equal((await scope.call('state')).model.name, 'pocket-draft');
    await scope.call('open', 'beams');
    await eventually(async () => assert.equal(await scope.at('strategy-step').count(), 1));

    // Other tabs, at other places of the page.
    const grammar = await visit(fresh, server, `#${BACKEND}&chain=${encodeURIComponent('grammar~regex~ (yes|no),temperature~1')}`);
    const { text } = await grammar.call('step').then(() => grammar.call('state'));
    assert.match(text, / lived a (y|n)/);
    await lessonSays(await visit(fresh, server, LESSON), /Temperature/);
    await scope.page.goto(`${server.url}models/pocket/config.json`);
    assert.match(await scope.page.content(), /n_layer|hidden_size/);
  },
  OFFLINE,
);

/** A site whose pages can be published again while they are open. */
async function published(host) {
  const site = await Site.copy();
  const first = await site.publish();
  const server = await host({ root: site.folder, files: FILES });
  /** Publishes it again with another app and another text in a lesson; the former app is gone. */
  const again = async () => {
    const { app } = await site.renameApp();
    await site.change('lessons/en/temperature.md', (text) => text.replace('The model’s own distribution', 'The second edition'));
    const second = await site.publish();
    assert.notEqual(second, first);
    server.requests.length = 0;
    return { app, second };
  };
  return { site, server, first, again };
}

/** Has the browser look for a new version now, not the next time it would. */
const lookForNew = (scope) => scope.frame.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());

test(
  'a new version announces itself, the open page stays what it is, and one press loads the new one',
  async (scope, { host, fresh }) => {
    const { site, server, first, again } = await published(host);
    scope.url = server.url;
    await scope.open(`#${BACKEND}`);
    await keep(scope);
    await scope.call('step');

    const { app, second } = await again();
    await lookForNew(scope);
    await scope.notice(/There is a new version of this page/);
    // What this page asks for now is of its own version, though the server has another one.
    await scope.call('load', 'pocket-draft');
    await scope.call('open', 'beams');
    await eventually(async () => assert.equal(await scope.at('strategy-step').count(), 1));
    await scope.at('lesson-menu').click();
    await scope.at('lesson-temperature').click();
    await lessonSays(scope, /The model’s own distribution/);
    assert.equal(await versionOf(scope), first);

    // Whoever comes now gets the new version at once, while the old page is open.
    const other = await visit(fresh, server, LESSON);
    assert.equal(await versionOf(other), second);
    await lessonSays(other, /The second edition/);
    await register(other);
    assert.deepEqual(await other.notices(), [], 'the newest page hears of nothing');
    await other.page.close();
    assert.deepEqual(await keptVersions(scope), [first, second]);

    const { text } = await scope.call('state');
    await Promise.all([scope.page.waitForEvent('load'), scope.at('offer').click()]);
    const state = await scope.ready();
    assert.equal(await versionOf(scope), second);
    assert.equal(state.text, text, 'the text is still there');
    await register(scope);
    await eventually(async () => assert.deepEqual(await keptVersions(scope), [second]));
    assert.deepEqual(server.requests.filter((path) => path.includes(app)), []);
    await site.remove();
  },
  ANY_PORT,
);

test(
  'two pages are open, one takes the new version: the other one stays whole until it is closed',
  async (scope, { host, fresh }) => {
    const { site, server, first, again } = await published(host);
    scope.url = server.url;
    await scope.open(`#${BACKEND}`);
    await keep(scope);
    const old = await visit(fresh, server);
    await register(old);
    const { app, second } = await again();
    await lookForNew(scope);
    await Promise.all([heardOfNew(scope), heardOfNew(old)]);
    // Pages speak to a worker that has not begun yet.
    await old.frame.evaluate(async () => {
      const { waiting } = await navigator.serviceWorker.getRegistration();
      waiting.addEventListener('statechange', () => waiting.postMessage({ logitscope: 'hello' }));
    });
    await Promise.all([scope.page.waitForEvent('load'), scope.frame.evaluate(() => void window.takeNewVersion())]);
    await scope.ready();
    assert.equal(await versionOf(scope), second);

    assert.equal(await versionOf(old), first);
    await old.call('load', 'pocket-draft');
    await old.call('open', 'beams');
    await eventually(async () => assert.equal(await old.at('strategy-step').count(), 1));
    await old.at('lesson-menu').click();
    await old.at('lesson-temperature').click();
    await lessonSays(old, /The model’s own distribution/);
    await register(scope);
    assert.deepEqual(await keptVersions(scope), [first, second]);
    assert.deepEqual(server.requests.filter((path) => path.includes(app)), []);

    await old.page.close();
    await eventually(async () => {
      await register(scope);
      assert.deepEqual(await keptVersions(scope), [second]);
    });
    await site.remove();
  },
  ANY_PORT,
);

test(
  'a visitor whose pages are all of the new version changes to it without a word',
  async (scope, { host, fresh }) => {
    const { site, server, first, again } = await published(host);
    const before = await visit(fresh, server);
    await keep(before);
    await before.page.close();
    const { second } = await again();
    scope.url = server.url;
    await scope.open(LESSON);
    assert.equal(await versionOf(scope), second);
    await lessonSays(scope, /The second edition/);
    await register(scope);
    await eventually(async () => assert.deepEqual(await keptVersions(scope), [second]));
    assert.equal(await scope.frame.evaluate(() => window.newVersions), 0);
    await scope.page.context().setOffline(true);
    await scope.page.reload();
    await scope.ready();
    assert.equal(await versionOf(scope), second);
    await lessonSays(scope, /The second edition/);
    assert.notEqual(first, second);
    await site.remove();
  },
  OFFLINE,
);

test(
  'a server that does not answer is not waited for, and one that fails is not shown',
  async (scope, { host }) => {
    const server = await host({ files: FILES });
    scope.url = server.url;
    await scope.open(`#${BACKEND}`);
    await keep(scope);
    await server.close();
    const port = new URL(server.url).port;
    const dumb = await silent(port);
    await scope.page.reload();
    assert.equal((await scope.ready()).model.name, 'pocket');
    // Once a worker has answered with a page, the browser asks by itself whether there is another worker (“Soft Update” in the specification of
    // service workers); Chromium waits a second after the page has loaded, which a slow machine sees. Nobody waits for the answer. The page
    // causes none of it: `register` of the script that is registered asks for nothing.
    const path = new URL(server.url).pathname;
    const [first, ...others] = dumb.asked;
    assert.equal(first, path);
    assert.deepEqual(others.filter((other) => other !== `${path}offline.js`), [], 'only for the page itself');
    await dumb.close();
    const broken = await silent(port, 503);
    await scope.page.reload();
    assert.equal((await scope.ready()).model.name, 'pocket');
    await broken.close();
  },
  { allow: /503|ERR_/, ...ANY_PORT },
);

test(
  'another site at the same address is shown, and gets its own files',
  async (scope, { host }) => {
    const site = await Site.copy();
    const server = await host({ root: site.folder, files: FILES });
    scope.url = server.url;
    await scope.open(`#${BACKEND}`);
    await keep(scope);
    await site.change('index.html', () => '<!DOCTYPE html><title>Another site</title>');
    await site.change('lessons/en/temperature.md', () => 'another lesson');
    await scope.page.reload();
    assert.equal(await scope.page.title(), 'Another site');
    const text = await scope.frame.evaluate(async () => (await fetch('./lessons/en/temperature.md')).text());
    assert.equal(text, 'another lesson');
    await site.remove();
  },
  { allow: /favicon/, ...ANY_PORT },
);

test('parts of files, other methods and what is not listed are left to the network', async (scope, { host }) => {
  const files = { ...FILES, 'models/mine/config.json': '{"mine":1}' };
  const server = await host({ files });
  scope.url = server.url;
  await scope.open(`#${BACKEND}`);
  await keep(scope);
  server.requests.length = 0;
  const got = await scope.frame.evaluate(async () => {
    const ask = (path, options) => fetch(path, options).then((response) => response.status);
    const range = { headers: { Range: 'bytes=0-3' }, cache: 'no-store' };
    const json = (path) => fetch(path).then((response) => response.json());
    return [
      await ask('models/pocket/config.json', range),
      await ask('models/pocket/config.json', { method: 'HEAD', cache: 'no-store' }),
      await json('models/mine/config.json'),
      Object.keys(await json('models/pocket/config.json')).length > 3,
    ];
  });
  assert.deepEqual(got, [206, 200, { mine: 1 }, true]);
  const asked = ['models/pocket/config.json', 'models/pocket/config.json', 'models/mine/config.json'];
  assert.deepEqual(server.requests, asked.map((path) => new URL(server.url).pathname + path));
}, ANY_PORT);

test('where the browser keeps nothing, the page works with the network', async (scope, { host }) => {
  const server = await host({ files: FILES });
  scope.url = server.url;
  const devtools = await scope.page.context().newCDPSession(scope.page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: server.origin, quotaSize: 1_000_000 });
  await scope.open(`#${BACKEND}`);
  await register(scope);
  await eventually(async () => {
    const left = await scope.frame.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return registration && [registration.installing, registration.waiting, registration.active].some(Boolean);
    });
    assert.ok(!left, 'the worker has given up');
  });
  assert.ok(!(await isKept(scope)));
  await scope.call('step');
  await scope.page.reload();
  assert.equal((await scope.ready()).model.name, 'pocket');
}, ANY_PORT);

test('a page that is not published, and one in a sandbox without an origin, are not kept and say nothing', async (scope, { host }) => {
  const html = await new Site(DIST).read('index.html');
  const frame = '<!DOCTYPE html><iframe sandbox="allow-scripts" src="./index.html#embed=1&backend=cpu"></iframe>';
  const files = { ...FILES, 'frame.html': frame, 'work.html': html.replace(/<meta name="logitscope-version"[^>]*>/, '') };
  const server = await host({ files, cors: true });
  scope.url = server.url;
  await scope.open(`work.html#${BACKEND}`);
  await register(scope);
  await scope.page.goto(`${server.url}frame.html`);
  const inner = scope.page.frames()[1];
  const framed = new scope.constructor(scope.page, server.url, inner);
  await framed.ready();
  await register(framed);
  assert.deepEqual(server.requests.filter((path) => path.endsWith('/offline.js')), []);
}, { allow: /favicon/, ...ANY_PORT });
