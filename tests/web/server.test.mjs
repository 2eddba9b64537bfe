// The static host of the other tests, so that they can rely on it.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parseRange, serve } from './lib/server.mjs';

let folder;
let server;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'logitscope-'));
  await mkdir(join(folder, 'page'));
  await writeFile(join(folder, 'secret.txt'), 'secret');
  await writeFile(join(folder, 'page/index.html'), '<p>page</p>');
  await writeFile(join(folder, 'page/a.wasm'), '0123456789');
  server = await serve({ root: join(folder, 'page'), base: '/deep/path/', cors: true });
});

after(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

test('a folder answers with its page, under its path and nowhere else', async () => {
  const page = await fetch(server.url);
  assert.equal(await page.text(), '<p>page</p>');
  assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.equal((await fetch(`${server.origin}/index.html`)).status, 404);
  assert.deepEqual(server.requests.slice(-2), ['/deep/path/', '/index.html']);
});

test('wasm has the type that streaming compilation asks for, and any site may read it', async () => {
  const { headers } = await fetch(`${server.url}a.wasm`);
  assert.equal(headers.get('content-type'), 'application/wasm');
  assert.equal(headers.get('access-control-allow-origin'), '*');
});

test('a range is answered with exactly its bytes', async () => {
  const part = await fetch(`${server.url}a.wasm`, { headers: { Range: 'bytes=2-4' } });
  assert.equal(part.status, 206);
  assert.equal(part.headers.get('content-range'), 'bytes 2-4/10');
  assert.equal(await part.text(), '234');
  const beyond = await fetch(`${server.url}a.wasm`, { headers: { Range: 'bytes=10-' } });
  assert.equal(beyond.status, 416);
});

test('ranges are read as RFC 9110 has them', () => {
  assert.deepEqual(parseRange('bytes=0-', 10), { start: 0, end: 9 });
  assert.deepEqual(parseRange('bytes=8-99', 10), { start: 8, end: 9 });
  assert.deepEqual(parseRange('bytes=-3', 10), { start: 7, end: 9 });
  assert.equal(parseRange('bytes=10-', 10), null);
  assert.equal(parseRange(undefined, 10), undefined);
  assert.equal(parseRange('bytes=-', 10), undefined);
});

test('a path cannot climb out of the folder', async () => {
  for (const path of ['..%2fsecret.txt', '%2e%2e/secret.txt', '..%5csecret.txt']) {
    assert.equal((await fetch(server.url + path)).status, 404, path);
  }
});
