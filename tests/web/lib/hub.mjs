// A server that imitates the Hugging Face hub: what it says of a repository, and its files, small ones by a relative redirect, large ones by one to another
// origin, as the real one does. It misbehaves as it is told.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { parseRange } from './server.mjs';

/** Which files lie in the storage for large ones. */
const isLarge = (path) => /\.(safetensors|gguf)$/.test(path);

/** The commit of every repository's `main`, until it moves. */
export const COMMIT = '0123456789abcdef0123456789abcdef01234567';
/** The commit that it moves to. */
export const LATER = 'fedcba9876543210fedcba9876543210fedcba98';

const OPEN = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'Authorization, Range',
  'Access-Control-Expose-Headers': 'X-Repo-Commit, X-Request-Id, X-Error-Code, X-Error-Message, ETag, Link, Accept-Ranges, Content-Range, Content-Length',
};

/**
 * Starts the hub and the place where large files lie. `repositories` are files by path inside their repository, e.g. `a/b/config.json`; `later` are
 * those that another commit has in their place.
 *
 * `asked` lists the requests: where, path, range and token, and of one that is answered slowly how many bytes were `sent`. `wrong` is what goes wrong with the next requests for weights, in turn: `{ cutAfter }`,
 * `{ status, code, message, retryAfter }` (seconds), `{ page }`, `{ otherBytes }`, `{ noRange }`, `{ slow: bytes a tenth of a second }`. `refuses(path, token)` gives
 * `{ status, code, message }` of what the hub itself refuses. `main` is the commit that it gives for `main`, `gone` one that it has no more,
 * and `page` how many entries of a list it gives at once.
 */
export async function hub(repositories, later = {}) {
  const asked = [];
  const state = well();
  const at = { [COMMIT]: repositories, [LATER]: { ...repositories, ...later } };
  const large = await listen((request, response) => {
    const [, commit, path] = /^\/signed\/([0-9a-f]+)\/(.+)$/.exec(decodeURIComponent(new URL(request.url, 'http://x').pathname));
    const noted = note(asked, 'storage', path, request);
    give(request, response, at[commit][path], state.wrong.shift() ?? {}, noted);
  });
  const small = await listen((request, response) => {
    if (request.method === 'OPTIONS') return response.writeHead(204, OPEN).end();
    const { pathname, searchParams } = new URL(request.url, 'http://x');
    const { authorization } = request.headers;
    note(asked, 'hub', pathname, request);
    const refused = state.refuses(pathname, authorization);
    if (refused) return refuse(response, refused);
    const api = /^\/api\/models\/(.+?)\/(revision|tree)\/([^/]+)(?:\/(.+))?$/.exec(pathname);
    const cached = /^\/cached\/([0-9a-f]+)\/(.+)$/.exec(pathname);
    if (cached) return give(request, response, at[cached[1]][decodeURIComponent(cached[2])], {});
    const file = /^\/(.+?)\/resolve\/([^/]+)\/(.+)$/.exec(pathname);
    const named = api ? api[3] : file?.[2];
    const commit = named === 'main' ? state.main : named;
    const known = Object.keys(at).includes(commit) && commit !== state.gone;
    const deep = searchParams.get('recursive') === 'true';
    const from = Number(searchParams.get('cursor') ?? 0);
    const next = (to) => `${small.origin}${pathname}?${new URLSearchParams({ ...Object.fromEntries(searchParams), cursor: to })}`;
    if (api) return describe(response, repositories, api.slice(1).map((part) => part && decodeURIComponent(part)), known && { commit, files: at[commit], deep, page: state.page, from, next });
    if (file && !known) return refuse(response, noRevision(named));
    const path = file && `${file[1]}/${decodeURIComponent(file[3])}`;
    if (!path || at[commit][path] === undefined) return refuse(response, { status: 404, code: 'EntryNotFound', message: 'Entry not found' });
    const place = isLarge(path) ? `${large.origin}/signed/${commit}/${path}` : `/cached/${commit}/${path}`;
    response.writeHead(isLarge(path) ? 302 : 307, { ...OPEN, Location: encodeURI(place), 'X-Repo-Commit': commit }).end();
  });
  const close = () => Promise.all([small.close(), large.close()]);
  return { address: small.origin, storage: large.origin, asked, state, close };
}

/** The state of a hub that works. */
export const well = () => ({ wrong: [], refuses: () => undefined, main: COMMIT, gone: undefined, page: 1000 });

const noRevision = (name) => ({ status: 404, code: 'RevisionNotFound', message: `Invalid rev id: ${name}` });

function note(asked, where, path, request) {
  const { range, authorization } = request.headers;
  const noted = { where, path, range, token: authorization };
  asked.push(noted);
  return noted;
}

async function listen(handle) {
  const server = createServer(handle);
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  const close = () =>
    new Promise((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  return { origin: `http://127.0.0.1:${server.address().port}`, close };
}

function refuse(response, { status, code = '', message = '', retryAfter }) {
  const headers = { ...OPEN, 'Content-Type': 'application/json', 'X-Error-Code': code, 'X-Error-Message': message };
  if (retryAfter !== undefined) {
    headers['Retry-After'] = retryAfter;
    headers['Access-Control-Expose-Headers'] += ', Retry-After';
  }
  response.writeHead(status, headers);
  response.end(JSON.stringify({ error: message }));
}

/** What the hub says of a repository at a revision that it knows: its commit, or the files and folders of its root or of a folder. */
function describe(response, repositories, [name, kind, revision, folder], known) {
  const own = Object.keys(repositories).filter((path) => path.startsWith(`${name}/`));
  if (!own.length) return refuse(response, { status: 401, code: 'RepoNotFound', message: 'Repository not found' });
  if (!known) return refuse(response, noRevision(revision));
  const hex = (algorithm, ...parts) => parts.reduce((hash, part) => hash.update(part), createHash(algorithm)).digest('hex');
  const entry = (path) => {
    const bytes = Buffer.from(known.files[path]);
    const size = bytes.length;
    const lfs = isLarge(path) ? { lfs: { oid: hex('sha256', bytes), size, pointerSize: 134 } } : {};
    return { type: 'file', oid: hex('sha1', `blob ${size}\0`, bytes), size, path: path.slice(name.length + 1), ...lfs };
  };
  const within = folder ? `${name}/${folder}/` : `${name}/`;
  const inside = own.filter((path) => path.startsWith(within));
  if (!inside.length) return refuse(response, { status: 404, code: 'EntryNotFound', message: 'Entry not found' });
  const rest = (path) => path.slice(within.length).split('/');
  const isDirect = (path) => rest(path).length === 1;
  const folders = new Set(inside.filter((path) => !isDirect(path)).map((path) => rest(path)[0]));
  const directory = (one) => ({ type: 'directory', oid: '0', size: 0, path: `${within}${one}`.slice(name.length + 1) });
  const tree = () => [...inside.filter((path) => known.deep || isDirect(path)).map(entry), ...[...folders].map(directory)];
  const headers = { ...OPEN, 'Content-Type': 'application/json' };
  const give = (answer) => response.writeHead(200, headers).end(JSON.stringify(answer));
  if (kind !== 'tree') return give({ id: name, sha: known.commit, gated: false, private: false });
  const all = tree();
  const to = known.from + known.page;
  if (to < all.length) headers.Link = `<${known.next(to)}>; rel="next"`;
  give(all.slice(known.from, to));
}

/** A file, or the part that is asked for, as well as `wrong` lets it. */
async function give(request, response, content, wrong, noted = {}) {
  if (wrong.status) return refuse(response, wrong);
  if (wrong.page) return response.writeHead(200, { ...OPEN, 'Content-Type': 'text/html' }).end('<!doctype html><title>Log in</title>');
  const whole = Buffer.from(content);
  if (wrong.otherBytes) whole[whole.length - 1] ^= 1;
  const range = wrong.noRange ? undefined : parseRange(request.headers.range, whole.length);
  if (range === null) return response.writeHead(416, { ...OPEN, 'Content-Range': `bytes */${whole.length}` }).end();
  const { start, end } = range ?? { start: 0, end: whole.length - 1 };
  const headers = { ...OPEN, 'Content-Type': 'application/octet-stream', 'Content-Length': end - start + 1 };
  if (range) headers['Content-Range'] = `bytes ${start}-${end}/${whole.length}`;
  response.writeHead(range ? 206 : 200, headers);
  const bytes = whole.subarray(start, end + 1);
  if (wrong.cutAfter !== undefined) {
    response.write(bytes.subarray(0, wrong.cutAfter));
    return setTimeout(() => response.destroy(), 100);
  }
  if (!wrong.slow) return response.end(bytes);
  for (let at = 0; at < bytes.length && !response.destroyed; at += wrong.slow) {
    response.write(bytes.subarray(at, at + wrong.slow));
    noted.sent = at + wrong.slow;
    await new Promise((later) => setTimeout(later, 100));
  }
  response.end();
}
