// A line as slow as many are: between a browser, with all of its workers, and a server on this machine.
import { once } from 'node:events';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { dirname, extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** What goes over the line at once: small, so that files which come at the same time share it. */
const PIECE_BYTES = 4096;

/** What hosts send compressed. */
const COMPRESSED = ['.css', '.html', '.js', '.json', '.md', '.svg', '.txt', '.wasm', '.webmanifest'];

/**
 * A line to the server at `port`.
 *
 * @param {{ bitsPerSecond: number, delayMs: number }} options of what the server sends, and of a way there and back
 * @returns {Promise<{ origin: string, sent: () => number, close: () => Promise<void> }>} `sent`: bytes so far, those of
 *   the protocol included
 */
export async function line(port, { bitsPerSecond, delayMs }) {
  let free = performance.now();
  let bytes = 0;
  const turn = async (size) => {
    bytes += size;
    free = Math.max(free, performance.now()) + (size * 8000) / bitsPerSecond;
    await sleep(free - performance.now());
  };
  const sockets = new Set();
  const server = createServer(async (near) => {
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.setNoDelay(true).on('error', () => {});
    }
    near.on('close', () => far.destroy());
    // A connection costs a way there and back before anything is asked.
    const opened = sleep(delayMs);
    near.on('data', async (asked) => {
      await opened;
      setTimeout(() => far.write(asked), delayMs / 2);
    });
    try {
      for await (const chunk of far) {
        for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
          const piece = chunk.subarray(at, at + PIECE_BYTES);
          await turn(piece.length);
          setTimeout(() => near.destroyed || near.write(piece), delayMs / 2);
        }
      }
      // A server that has sent everything may hang up long before it has arrived.
      setTimeout(() => near.end(), delayMs / 2);
    } catch {
      // The browser has hung up.
    }
  });
  server.on('error', () => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return { origin: `http://localhost:${server.address().port}`, sent: () => bytes, close };
}

/** Copies a folder as hosts send it: what they compress is compressed, the rest is only wrapped; for `serve` with `ENCODED`. */
export async function compressed(from, to) {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath ?? entry.path, entry.name);
    const target = join(to, file.slice(from.length));
    await mkdir(dirname(target), { recursive: true });
    const level = COMPRESSED.includes(extname(file)) ? 6 : 0;
    await writeFile(target, gzipSync(await readFile(file), { level }));
  }
}

/** The headers of such files. */
export const ENCODED = { 'Content-Encoding': 'gzip' };

const sleep = (ms) => new Promise((done) => setTimeout(done, Math.max(0, ms)));
