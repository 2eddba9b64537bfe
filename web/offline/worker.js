// The service worker: it keeps the page, so that page, lessons and bundled models need no network after the first visit.
//
// `cargo xtask build` writes two lines before this, and all of it to `offline.js` beside index.html:
//
//   const VERSION = '0123456789abcdef';                        of the whole page; index.html says it, too
//   const FILES = { 'fonts/inter-latin.woff2': 'sha256-…' };   all files but index.html, and what is in them
//
// Each version has a cache of its own, and counts only when that is complete. The page itself comes from the network
// where there is one, so a new version is seen at once; everything it asks for comes from the cache of its own version.
// A page may be of another version than this worker: an older one that stayed open, or a newer one whose worker is not
// ready. Which pages are, is noted when they are opened; a worker of the page (the engine) is what its page is.
//
// Where the browser does not let us keep something, the network answers as if this worker were not there.

/** The folder of the page: nothing outside it is touched. */
const HOME = new URL('./', location.href);
const INDEX = HOME.href;

/** The names of our caches. Several copies of the page may share an origin, under different paths. */
const cacheOf = (version) => `logitscope-${version} ${HOME.pathname}`;
const NOTES = cacheOf('notes');

/** How long the network may take to answer with the page before the one kept here is shown. */
const PATIENCE_MS = 3000;

/** How many files are fetched at once while the page that is open needs the line, too. */
const AT_ONCE = 4;

/** How long a page that was answered may take to be listed among the open ones. */
const OPENING_MS = 60_000;

/** A path with such a part never stands for other contents. */
const HASHED = /-[0-9a-f]{16}[./]/;

/** How index.html says its version. */
const SAID = /<meta name="logitscope-version" content="([0-9a-f]{16})">/;

addEventListener('install', (event) => event.waitUntil(keep()));
addEventListener('activate', (event) => event.waitUntil(begin()));
addEventListener('fetch', answer);
addEventListener('message', hear);

// ---- Keeping a version

/** Fills the cache of this version. What an earlier try kept stays; index.html comes last, and says that nothing is missing. */
async function keep() {
  const cache = await caches.open(cacheOf(VERSION));
  const wanted = Object.keys(FILES);
  const fetchNext = async () => {
    for (let path = wanted.shift(); path !== undefined; path = wanted.shift()) await keepFile(cache, path);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
  const { version, response } = await fetchPage();
  if (version !== VERSION) throw new Error(`the site has version ${version || 'unknown'} by now`);
  await cache.put(INDEX, response);
}

async function keepFile(cache, path) {
  const key = keyOf(path);
  if (await cache.match(key)) return;
  // Another version may have had the same.
  const kept = await caches.match(key, { ignoreVary: true });
  await cache.put(key, kept ?? (await fetchFile(path)));
}

/** What a file is kept as: its address, and what is in it. */
function keyOf(path) {
  return `${INDEX}${path}?${FILES[path]}`;
}

/** Fetches a file with exactly the contents that this version has. */
async function fetchFile(path) {
  const integrity = FILES[path];
  const get = (cache) => fetch(INDEX + path, { integrity, cache, priority: 'low' });
  // Most of it is in the browser's own cache since the page was opened; that may also hold another version's.
  const response = await get('default').catch(() => get('reload'));
  if (!response.ok) throw new Error(`${path}: status ${response.status}`);
  return storable(response);
}

/** A response that a cache takes, and that may answer any request for its address. */
function storable(response) {
  if (!response.redirected && !response.headers.has('Vary')) return response;
  return withBody(response, response.body);
}

function withBody(response, body) {
  const headers = new Headers(response.headers);
  for (const name of ['Vary', 'Content-Encoding', 'Content-Length']) headers.delete(name);
  return new Response(body, { status: response.status, statusText: response.statusText, headers });
}

/** The page as the network has it now, and its version, which is empty if it is not ours. */
async function fetchPage() {
  // Without what follows `?`, in which a prompt may stand: that stays here.
  const response = await fetch(INDEX, { cache: 'no-cache' });
  const text = await response.text();
  const [, version = ''] = (response.ok && SAID.exec(text)) || [];
  return { version, ok: response.ok, response: withBody(response, text) };
}

// ---- Answering

function answer(event) {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || !url.href.startsWith(INDEX) || request.headers.has('Range')) return;
  if (request.cache === 'only-if-cached' && request.mode !== 'same-origin') return;
  const path = url.pathname.slice(HOME.pathname.length);
  const isPage = path === '' || path === 'index.html';
  const isOpened = request.mode === 'navigate';
  if (isPage && isOpened) event.respondWith(openPage(event));
  // Below this folder there may be other sites.
  else if (!isPage && (!isOpened || isListed(path))) event.respondWith(file(event, path));
}

function isListed(path) {
  return Object.hasOwn(FILES, path);
}

/** Answers with the page: the network's, or the one kept here if that does not come soon. */
async function openPage(event) {
  const { request, resultingClientId: id } = event;
  const kept = await find(VERSION, '');
  // The browser may have dropped it.
  if (!kept) event.waitUntil(keep().catch(() => {}));
  event.waitUntil(tidy());
  const fresh = fetchPage().catch(() => undefined);
  const soon = kept ? await Promise.race([fresh, after(PATIENCE_MS)]) : await fresh;
  if (soon?.version) {
    await note(id, soon.version, Date.now());
    return soon.response;
  }
  if (soon?.ok) {
    // Something else lies at this address now.
    await note(id, '', Date.now());
    return fetch(request);
  }
  return kept ?? fetch(request);
}

/** Answers with a file of the version that asks for it. */
async function file({ request, clientId, resultingClientId }, path) {
  const version = await versionOf(clientId);
  if (resultingClientId && request.mode !== 'navigate') await note(resultingClientId, version, Date.now());
  const kept = (await find(version, path)) ?? (HASHED.test(path) ? await findAnywhere(path) : undefined);
  return kept ?? fetch(request);
}

/** What is kept of a version at a path; the page's own is empty. */
async function find(version, path) {
  const own = version === VERSION;
  if (own && path !== '' && !isListed(path)) return undefined;
  const key = own && path !== '' ? keyOf(path) : INDEX + path;
  // What hash another version has for it is in none of our lists.
  const options = { cacheName: cacheOf(version), ignoreSearch: !own, ignoreVary: true };
  return caches.match(key, options).catch(() => undefined);
}

async function findAnywhere(path) {
  for (const version of await keptVersions()) {
    const kept = await find(version, path);
    if (kept) return kept;
  }
  return undefined;
}

/** The versions that have a cache, complete or not, in the order in which they came. */
async function keptVersions() {
  const names = await caches.keys().catch(() => []);
  const [before, after] = cacheOf('\n').split('\n');
  const ours = names.filter((name) => name.startsWith(before) && name.endsWith(after) && name !== NOTES);
  return ours.map((name) => name.slice(before.length, name.length - after.length));
}

function after(ms) {
  return new Promise((done) => setTimeout(done, ms));
}

// ---- Which page has which version

/** The pages and their workers that are not of this worker's version, by their id. This worker may be stopped at any time, so it is kept. */
let noted;

function notes() {
  noted ??= readNotes().catch(() => new Map());
  return noted;
}

async function readNotes() {
  const all = new Map();
  if (!(await caches.has(NOTES))) return all;
  const cache = await caches.open(NOTES);
  for (const key of await cache.keys()) {
    const kept = await cache.match(key);
    if (kept) all.set(new URL(key.url).search.slice(1), await kept.json());
  }
  return all;
}

async function note(id, version, since) {
  if (!id || version === (await versionOf(id))) return;
  (await notes()).set(id, { version, since });
  try {
    const cache = await caches.open(NOTES);
    await cache.put(`${INDEX}?${id}`, new Response(JSON.stringify({ version, since })));
  } catch {
    // Then it is forgotten when this worker is stopped.
  }
}

async function versionOf(id) {
  const found = (await notes()).get(id);
  return found ? found.version : VERSION;
}

/** Deletes the notes about pages that are closed, and the versions that no page needs. Another time will do as well. */
async function tidy() {
  // A message may come before this worker has begun, when it does not know yet which pages are of another version.
  if (registration.active?.state === 'activated') await deleteUnneeded().catch(() => {});
}

async function deleteUnneeded() {
  const open = new Set((await clients.matchAll({ includeUncontrolled: true, type: 'all' })).map(({ id }) => id));
  const all = await notes();
  for (const [id, { since }] of [...all]) {
    if (open.has(id) || Date.now() - since < OPENING_MS) continue;
    all.delete(id);
    if (await caches.has(NOTES)) await (await caches.open(NOTES)).delete(`${INDEX}?${id}`);
  }
  // The cache of the next one is being filled, or waits.
  if (registration.installing || registration.waiting) return;
  const needed = new Set([VERSION, ...[...all.values()].map(({ version }) => version)]);
  const others = (await keptVersions()).filter((version) => !needed.has(version));
  await Promise.all(others.map((version) => caches.delete(cacheOf(version))));
}

// ---- From one version to the next

/** Takes over from the worker before. Pages that are open stay what they are. */
async function begin() {
  const others = (await keptVersions()).filter((version) => version !== VERSION);
  const complete = [];
  for (const version of others) if (await find(version, '')) complete.push(version);
  const before = complete.at(-1);
  const all = await notes();
  const open = before ? await clients.matchAll({ includeUncontrolled: true, type: 'all' }) : [];
  for (const { id } of open) if (!all.has(id)) await note(id, before, 0);
  await deleteUnneeded().catch(() => {});
  await clients.claim();
}

/** What pages say; see page.js. */
function hear(event) {
  const { logitscope, version } = event.data ?? {};
  if (logitscope === 'hello') event.waitUntil(tidy());
  if (logitscope === 'page') event.waitUntil(meet(event.source, version));
  if (logitscope === 'take-over') event.waitUntil(skipWaiting());
}

/** The open pages that said they are of this version. */
const same = new Set();

/** A page says its version to this worker, which waits. It takes over by itself if every open page is of its own version. */
async function meet(page, version) {
  if (version !== VERSION) {
    page.postMessage({ logitscope: 'new-version', version: VERSION });
    return;
  }
  same.add(page.id);
  const all = await clients.matchAll({ includeUncontrolled: true, type: 'window' });
  if (all.every(({ id, url }) => same.has(id) || !url.startsWith(INDEX))) await skipWaiting();
}
