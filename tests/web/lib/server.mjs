// A static host as plain as any: it serves a folder under a path, with the right types and byte ranges.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** The built page: `$LOGITSCOPE_DIST`, else `dist`. */
export const DIST = process.env.LOGITSCOPE_DIST ?? fileURLToPath(new URL('../../../dist/', import.meta.url));

/**
 * Serves `root` under `base`, and nothing outside it.
 *
 * `cors`: says that any site may read the files, as an iframe whose sandbox has no origin needs. `headers`: sent with
 * every file; `headersOf`: with some, by their path. `files`: contents that take the place of what lies in `root`, by their path inside it; it may be changed
 * while serving. `requests` lists the paths asked for, in order, whatever the answer was.
 *
 * @param {{ root?: string, base?: string, cors?: boolean, headers?: Record<string, string>,
 *   headersOf?: Record<string, Record<string, string>>, files?: Record<string, Buffer | string> }} options
 * @returns {Promise<{ url: string, origin: string, requests: string[], close: () => Promise<void> }>}
 */
export async function serve({ root = DIST, base = '/some/sub/path/', cors = false, headers = {}, headersOf = {}, files = {} } = {}) {
  const requests = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    requests.push(pathname);
    const always = { ...(cors && { 'Access-Control-Allow-Origin': '*' }), ...headers, ...headersOf[pathname.slice(base.length)] };
    try {
      const name = withIndex(pathname.slice(base.length));
      const instead = pathname.startsWith(base) ? files[name] : undefined;
      if (instead !== undefined) {
        const type = TYPES[extname(name)] ?? 'application/octet-stream';
        return response.writeHead(200, { 'Content-Type': type, ...always }).end(instead);
      }
      const file = await find(root, base, pathname);
      if (!file) return response.writeHead(404, always).end('not found');
      send(request, response, file, always);
    } catch (error) {
      response.writeHead(500, always).end(String(error));
    }
  });
  await new Promise((ready, failed) => server.once('error', failed).listen(0, '127.0.0.1', ready));
  // A secure context without a certificate, and so with WebGPU.
  const origin = `http://localhost:${server.address().port}`;
  const close = () =>
    new Promise((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  return { url: origin + base, origin, requests, close };
}

/** The file that `pathname` names: its path and size, or nothing. */
async function find(root, base, pathname) {
  if (!pathname.startsWith(base)) return undefined;
  const inside = decodeURIComponent(pathname.slice(base.length));
  const folder = resolve(root);
  const path = join(folder, withIndex(inside));
  if (!path.startsWith(folder + sep)) return undefined;
  const info = await stat(path).catch(() => undefined);
  return info?.isFile() ? { path, size: info.size } : undefined;
}

/** A folder's address stands for the page in it. */
function withIndex(path) {
  return path.endsWith('/') || !path ? `${path}index.html` : path;
}

function send(request, response, { path, size }, always) {
  const type = TYPES[extname(path)] ?? 'application/octet-stream';
  const headers = { 'Content-Type': type, 'Accept-Ranges': 'bytes', 'Cache-Control': 'no-cache', ...always };
  const range = parseRange(request.headers.range, size);
  if (range === null) {
    return response.writeHead(416, { ...headers, 'Content-Range': `bytes */${size}` }).end();
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  headers['Content-Length'] = end - start + 1;
  if (range) headers['Content-Range'] = `bytes ${start}-${end}/${size}`;
  response.writeHead(range ? 206 : 200, headers);
  if (request.method === 'HEAD' || size === 0) return response.end();
  createReadStream(path, { start, end }).on('error', () => response.destroy()).pipe(response);
}

/**
 * One range of a `Range` header, its ends included.
 *
 * @returns {{ start: number, end: number } | null | undefined} undefined: send all; null: no such bytes
 */
export function parseRange(header, size) {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (!match[1] && !match[2])) return undefined;
  const [, first, last] = match;
  const start = first ? Number(first) : Math.max(0, size - Number(last));
  const end = first && last ? Math.min(Number(last), size - 1) : size - 1;
  return start <= end ? { start, end } : null;
}
