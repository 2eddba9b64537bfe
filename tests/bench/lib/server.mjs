// A plain static host for the pages, the packages, the models and the built page, all of one origin.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { DIST, MODELS, NODE_MODULES, PAGES } from './folders.mjs';

const FOLDERS = { dist: DIST, models: MODELS, node_modules: NODE_MODULES, pages: PAGES };
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
};
const ALWAYS = {
  // Threads of WebAssembly need an isolated page.
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  // Loading is measured: nothing may come from a cache.
  'Cache-Control': 'no-store',
};

/** @returns {Promise<{ url: string, close: () => void }>} */
export async function serve() {
  const server = createServer(async (request, response) => {
    const file = place(new URL(request.url, 'http://localhost').pathname);
    const info = file && (await stat(file).catch(() => undefined));
    if (!info?.isFile()) return response.writeHead(404, ALWAYS).end('not found');
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    response.writeHead(200, { ...ALWAYS, 'Content-Type': type, 'Content-Length': info.size });
    if (request.method === 'HEAD') return response.end();
    return createReadStream(file).on('error', () => response.destroy()).pipe(response);
  });
  await new Promise((ready, failed) => server.once('error', failed).listen(0, '127.0.0.1', ready));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  // A secure context without a certificate, and so with WebGPU.
  return { url: `http://localhost:${server.address().port}/`, close };
}

/** The file of `/pages/index.html` and the like; undefined outside the folders. */
function place(pathname) {
  const [, first, ...rest] = decodeURIComponent(pathname).split('/');
  const folder = Object.hasOwn(FOLDERS, first) && FOLDERS[first];
  const inside = normalize(rest.join(sep));
  return folder && !inside.startsWith('..') ? join(folder, inside) : undefined;
}
